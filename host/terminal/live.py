"""The screen of a terminal: the game's picture, the question, the time left, what was heard, what the host says."""

import time
from collections import deque
from collections.abc import Callable

from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from host.dialogue.requests import View

LEAST_COLUMNS, LEAST_ROWS = 76, 24
CAPTIONS = 4

Drawn = tuple[RenderableType, RenderableType]


def fits(console: Console) -> bool:
    """Whether the terminal is large enough for the full picture."""
    return console.is_terminal and console.width >= LEAST_COLUMNS and console.height >= LEAST_ROWS


class LiveScreen:
    """`picture` gives a view's two renderables: the board on the left, the question on the right."""

    def __init__(self, console: Console, title: str, picture: Callable[[View], Drawn]) -> None:
        self._console, self._title, self._picture = console, title, picture
        self._view: View | None = None
        self._captions: deque[str] = deque(maxlen=CAPTIONS)
        self._heard = self._typed = self._hint = ""
        self._count: tuple[int, int] | None = None
        self._talking = False
        self._to: str | None = None
        self._until: float | None = None
        self._time_s = 0.0
        self._live = Live(
            get_renderable=self._render, console=console, screen=True, refresh_per_second=10, transient=True
        )
        self._live.start()

    def caption(self, text: str) -> None:
        self._captions.append(text)

    def show(self, view: View) -> None:
        self._view = view

    def listening(self, to: str | None, time_s: float, hint: str) -> None:
        self._to, self._time_s, self._hint, self._heard = to, time_s, hint, ""
        self._until, self._count, self._talking = time.monotonic() + time_s, None, False

    def counted(self, found: int, wanted: int) -> None:
        self._count = found, wanted

    def talking(self) -> None:
        self._talking = True

    def settled(self, heard: str) -> None:
        self._until, self._heard, self._typed = None, heard, ""

    def typing(self, text: str) -> None:
        self._typed = text

    def close(self) -> None:
        self._live.stop()
        if self._view is not None:
            self._console.print(*self._picture(self._view))

    def _render(self) -> RenderableType:
        board: RenderableType = Text(" ")  # an empty one would be drawn as a placeholder
        question: RenderableType = Text(" ")
        if self._view is not None:
            board, question = self._picture(self._view)
        page = Layout()
        page.split_row(Layout(board, name="board", ratio=2), Layout(name="right", ratio=3))
        page["right"].split_column(
            Layout(Panel(question, title=self._title, border_style="cyan"), ratio=3),
            Layout(Panel(self._host(), title="L'animateur", border_style="magenta"), size=CAPTIONS + 4),
            Layout(Panel(self._input(), border_style="green" if self._until else "bright_black"), size=5),
        )
        return page

    def _host(self) -> RenderableType:
        lines = [Text(line, style="dim") for line in list(self._captions)[:-1]]
        latest = [Text(self._captions[-1], style="bold")] if self._captions else []
        return Align(Group(*lines[-2:], *latest), vertical="bottom")

    def _input(self) -> RenderableType:
        if self._until is None:
            said = Text.assemble("Entendu : ", (f"« {self._heard} »", "bold")) if self._heard else Text("")
            return Group(said, Text("répète · score · pause · corrige · conteste  (Ctrl-C : quitter)", style="dim"))
        left_s = max(0.0, self._until - time.monotonic())
        grid = Table.grid(expand=True)
        grid.add_column(ratio=1)
        grid.add_column(justify="right")
        grid.add_row(
            ProgressBar(total=self._time_s, completed=left_s, complete_style="green" if left_s > 5 else "red"),
            Text(f" {left_s:3.0f} s", style="bold" if left_s > 5 else "bold red"),
        )
        if self._talking:
            return Group(Text("● Micro ouvert : parlez, et relâchez Espace quand vous avez fini.", style="bold red"))
        if self._count is not None:
            found, wanted = self._count
            prompt = Text.assemble(("✔ " * found, "bold green"), ("· " * (wanted - found), "dim"), f" {self._typed}▌")
            return Group(grid, prompt, Text(self._hint, style="dim"))
        prompt = Text.assemble((f"{self._to or 'La table'} > ", "bold green"), self._typed, ("▌", "green"))
        return Group(grid, prompt, Text(self._hint, style="dim"))
