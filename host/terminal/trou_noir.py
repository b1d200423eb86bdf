"""The picture of a Trou Noir in a terminal: the ladder with its pawns, and the card."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from host.games.trou_noir.views import TrouNoirView

COLOURS = (
    *("bright_cyan", "bright_yellow", "bright_magenta", "bright_green"),
    *("bright_red", "bright_blue", "orange1", "white"),
)
CARD_NAMES = {"double": "Question double", "roulette": "Roulette russe", "info_intox": "Info / Intox"}


def picture(view: TrouNoirView) -> tuple[RenderableType, RenderableType]:
    """The ladder, and the card being played."""
    return ladder(view), card(view)


def ladder(view: TrouNoirView) -> RenderableType:
    colours = {seat: COLOURS[i % len(COLOURS)] for i, seat in enumerate(view.qi)}
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", width=3)
    grid.add_column()
    last = view.history[-1] if view.history else None
    for square in range(view.top, -1, -10):
        row = Text(no_wrap=True, overflow="ellipsis")
        for seat, value in view.qi.items():
            if value == square:
                mark = "▶" if seat == view.seat else "●"
                row.append(f"{mark} {seat} ", style=f"bold {colours[seat]}" if seat == view.seat else colours[seat])
        if last is not None and square == last.before != last.after:
            row.append(f"▼ {last.seat} ", style="dim red")
        if not row.plain:
            row.append("trou noir" if square == 0 else "·", style="bold red" if square == 0 else "bright_black")
        grid.add_row(Text(str(square), style="red" if square == 0 else "dim"), row)
    return Panel(grid, title="QI", border_style="yellow", padding=(0, 1))


def card(view: TrouNoirView) -> RenderableType:
    name = CARD_NAMES.get(view.card, "")
    head = Text.assemble((name, "bold cyan"), f"  {view.theme}" if view.theme else "", (f"  {view.penalty}", "red"))
    parts: list[RenderableType] = [head, Text("")]
    if view.question:
        parts += [Text(view.question, style="bold"), Text("")]
    parts += [Text(f"  {proposal}") for proposal in view.proposals]
    if view.right is not None:
        mark = ("✔ Juste", "bold green") if view.right else ("✘ Perdu", "bold red")
        told = Text.assemble("\n", mark, f"   {view.answer}" if view.answer else "")
        parts.append(told)
    return Group(*parts)


def line(view: TrouNoirView) -> str | None:
    """The standings in one line, for logs."""
    if view.right is not None or view.question:
        return None
    return f"[{view.turn}] " + "  ".join(f"{seat} {value}" for seat, value in view.qi.items())
