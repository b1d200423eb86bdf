"""A web server of one file, on this machine, that can break off and forget how to go on."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FileServer(ThreadingHTTPServer):
    """Serves `content`; `cut_after` bytes of an answer it hangs up, once. Notes what was asked for."""

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = content
        self.ranges = True
        self.cut_after: int | None = None
        self.status = 200
        self.asked: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/model.zip"


class Handler(BaseHTTPRequestHandler):
    server: FileServer

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.asked.append(wanted)
        if self.server.status != 200:
            self.send_error(self.server.status)
            return
        content, start, size = self.server.content, 0, len(self.server.content)
        if wanted and self.server.ranges:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= size:
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{size}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{size - 1}/{size}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(size - start))
        self.end_headers()
        cut, self.server.cut_after = self.server.cut_after, None
        self.wfile.write(content[start:][:cut] if cut is not None else content[start:])

    def log_message(self, *_: object) -> None:
        """Quiet."""
