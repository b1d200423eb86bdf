"""`python -m host` and the console script `animateur`."""

import sys


def main() -> None:
    from host.cli import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
