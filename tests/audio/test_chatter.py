"""The audio libraries' own messages stay off the screen; everybody else's come through."""

import os
import subprocess
import sys

import pytest

from audio.backends.devices_chatter import hushed


def test_only_the_libraries_lines_are_kept_off_the_error_stream(capfd: pytest.CaptureFixture[str]) -> None:
    with hushed():
        os.write(2, b"Expression 'ready' failed in 'pa_linux_alsa.c', line: 3958\n" * 100_000)
        print("animateur : un avertissement", file=sys.stderr, flush=True)
        os.write(2, b"ALSA lib pcm.c: unknown PCM\n")
        subprocess.run([sys.executable, "-c", "import sys; print('un processus', file=sys.stderr)"], check=True)
    os.write(2, b"Expression is a word\n")
    assert capfd.readouterr().err == "animateur : un avertissement\nun processus\nExpression is a word\n"
