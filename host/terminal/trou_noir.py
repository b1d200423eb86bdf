"""The picture of a Trou Noir in a terminal: the ladder with its pawns and weapons, and the card; at the end a chart."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from host.games.trou_noir.views import Move, TrouNoirView

COLOURS = (
    *("bright_cyan", "bright_yellow", "bright_magenta", "bright_green"),
    *("bright_red", "bright_blue", "orange1", "white"),
)
CARD_NAMES = {
    "double": "Question double",
    "give_me_5": "Give me 5",
    "roulette": "Roulette russe",
    "plus_ou_moins": "C'est + ou −",
    "info_intox": "Info / Intox",
    "cauchemar": "Cauchemar",
}
WEAPON_NAMES = {
    "sniper": "Sniper",
    "grappin": "Grappin",
    "dynamite": "Dynamite",
    "jetpack": "Jetpack",
    "armageddon": "Armageddon",
}
#: One column each in any terminal, unlike emoji.
WEAPON_MARKS = {"sniper": "⌖", "grappin": "↗", "dynamite": "✸", "jetpack": "▲", "armageddon": "☢"}
BARS = " ▁▂▃▄▅▆▇█"
HISTORY_LINES = 4


def picture(view: TrouNoirView) -> tuple[RenderableType, RenderableType]:
    """The ladder, and the card being played; at the end the ladder and how it came to that."""
    return ladder(view), chart(view) if view.over else card(view)


def ladder(view: TrouNoirView) -> RenderableType:
    colours = _colours(view.qi)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", width=3)
    grid.add_column(width=1)
    grid.add_column()
    last = view.history[-1] if view.history else None
    for square in range(view.top, -1, -10):
        row = Text()  # in several lines where all sit on one square: nobody is left out
        for seat, value in view.qi.items():
            if value == square:
                mark = "▶" if seat == view.seat else "●"
                row.append(f"{mark}{seat} ", style=f"bold {colours[seat]}" if seat == view.seat else colours[seat])
        for seat, before in (last.before if last is not None else {}).items():
            now = view.qi.get(seat)
            if before == square and now is not None and now != before:
                row.append(f"{'▼' if now < before else '△'}{seat} ", style="dim red" if now < before else "dim green")
        weapon = view.weapons.get(square)
        if not row.plain:
            blank = WEAPON_NAMES[weapon] if weapon else "·"
            row.append("trou noir" if square == 0 else blank, style="bold red" if square == 0 else "bright_black")
        grid.add_row(
            Text(str(square), style="red" if square == 0 else "dim"),
            Text(WEAPON_MARKS[weapon] if weapon else "", style="yellow"),
            row,
        )
    return Panel(grid, title="QI", border_style="yellow", padding=(0, 1))


def card(view: TrouNoirView) -> RenderableType:
    name = CARD_NAMES.get(view.card, "")
    head = Text.assemble((name, "bold cyan"), f"  {view.theme}" if view.theme else "", (f"  {view.penalty}", "red"))
    parts: list[RenderableType] = [head]
    if view.weapon is not None:
        aim = f" → {view.target}" if view.target else ""
        armed = f"{WEAPON_MARKS[view.weapon]} {WEAPON_NAMES[view.weapon]}{aim}"
        parts.append(Text(armed, style="bold yellow"))
    parts.append(Text(""))
    if view.question:
        parts += [Text(view.question, style="bold"), Text("")]
    parts += [Text(f"  {proposal}") for proposal in view.proposals]
    if view.right is not None:
        mark = ("✔ Juste", "bold green") if view.right else ("✘ Perdu", "bold red")
        told = Text.assemble("\n", mark, f"   {view.answer}" if view.answer else "")
        parts.append(told)
    elif view.history and not view.question:
        parts.append(history(view.history))
    return Group(*parts)


def history(moves: Sequence[Move]) -> RenderableType:
    """The last turns, the newest first."""
    grid = Table.grid(padding=(0, 1))
    for number in range(len(moves), max(0, len(moves) - HISTORY_LINES), -1):
        move = moves[number - 1]
        change = move.qi[move.seat] - move.before[move.seat]
        style = "red" if change < 0 else "green"
        armed = WEAPON_MARKS[move.weapon] if move.weapon else ""
        grid.add_row(
            Text(f"{number}.", style="dim"),
            Text(move.seat),
            Text(f"{change:+d}".replace("-", "−") if change else "=", style=style),
            Text(f"→ {move.qi[move.seat]}", style="dim"),
            Text(armed, style="yellow"),
        )
    return grid


def chart(view: TrouNoirView) -> RenderableType:
    """QI by turn, a row of bars for each pawn."""
    colours = _colours(view.qi)
    best = max(view.qi.values())
    grid = Table.grid(padding=(0, 1))
    for seat, qi in view.qi.items():
        values = [move.qi[seat] for move in view.history if seat in move.qi]
        bars = "".join(BARS[-(-value * (len(BARS) - 1) // view.top)] for value in values)
        name = f"bold {colours[seat]}" if qi == best else colours[seat]
        grid.add_row(Text(seat, style=name), Text(bars, style=colours[seat]), Text(str(qi), style=name))
    return Group(Text("QI, tour par tour", style="bold"), Text(""), grid)


def line(view: TrouNoirView) -> str | None:
    """The standings in one line, for logs."""
    if view.right is not None or view.question:
        return None
    return f"[{view.turn}] " + "  ".join(f"{seat} {value}" for seat, value in view.qi.items())


def _colours(qi: Mapping[str, int]) -> dict[str, str]:
    return {seat: COLOURS[i % len(COLOURS)] for i, seat in enumerate(qi)}
