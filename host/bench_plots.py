"""Pictures of the bench of hearing: what became of right and of wrong answers, by condition and by engine."""

from pathlib import Path
from typing import Any

from audio.ports import AudioError

TITLES = {
    "choice": "Choice, one of four",
    "right": "Right answer said",
    "other": "Another answer said",
    "nearest": "The nearest sounding answer said",
}
COLOURS = {"as typed": "#2a7f62", "asked back": "#d9b44a", "decided otherwise": "#b23a48"}
DPI = 70


def draw(report: dict[str, Any], folder: Path) -> None:
    """Two PNG files in `folder`. Raises AudioError without the library for plots."""
    try:
        import matplotlib
    except ImportError as error:
        raise AudioError("Il manque matplotlib pour les graphiques : lancez « make test » une fois.") from error
    matplotlib.use("Agg")
    _by_condition(report, folder / "hearing-conditions.png")
    _by_engine(report, folder / "hearing-engines.png")


def _by_condition(report: dict[str, Any], path: Path) -> None:
    """The evening's own hearing: shares of what was decided, with the interval of what was decided as typed."""
    from matplotlib import pyplot

    people = report["people"]
    figure, axes = pyplot.subplots(1, len(TITLES), figsize=(13, 3.6), sharey=True)
    for axis, (task, title) in zip(axes, TITLES.items(), strict=True):
        tables = {name: made["evening"]["tasks"].get(task) for name, made in people.items()}
        shown = {name: table for name, table in tables.items() if table}
        bottom = [0.0] * len(shown)
        for label, key in (("as typed", "right"), ("asked back", "asked"), ("decided otherwise", "wrong")):
            shares = [table[key]["percent"] for table in shown.values()]
            axis.bar(list(shown), shares, bottom=bottom, color=COLOURS[label], label=label)
            bottom = [a + b for a, b in zip(bottom, shares, strict=True)]
        for n, table in enumerate(shown.values()):
            low, high = table["right"]["interval"]
            axis.plot([n, n], [low, high], color="black", linewidth=1)
        axis.set_title(title, fontsize=10)
        axis.tick_params(axis="x", rotation=60)
        axis.set_ylim(0, 100)
    axes[0].set_ylabel("%")
    axes[0].legend(fontsize=8, loc="lower left")
    _save(figure, path)


def _by_engine(report: dict[str, Any], path: Path) -> None:
    """What the parts are worth: decided as typed, with intervals, by each engine."""
    from matplotlib import pyplot

    people = report["people"]
    figure, axes = pyplot.subplots(1, len(TITLES), figsize=(13, 3.8), sharey=True)
    for axis, (task, title) in zip(axes, TITLES.items(), strict=True):
        names = [name for name in people if all(task in made["tasks"] for made in people[name].values())]
        engines = list(next(iter(people.values())))
        for n, engine in enumerate(engines):
            tables = [people[name][engine]["tasks"][task]["right"] for name in names]
            at = [k + (n - len(engines) / 2) * 0.12 for k in range(len(names))]
            low = [t["percent"] - t["interval"][0] for t in tables]
            high = [t["interval"][1] - t["percent"] for t in tables]
            axis.errorbar(at, [t["percent"] for t in tables], [low, high], fmt="o", markersize=4, label=engine)
        axis.set_xticks(range(len(names)), names, rotation=60)
        axis.set_title(title, fontsize=10)
        axis.set_ylim(0, 101)
    axes[0].set_ylabel("as typed, %")
    axes[-1].legend(fontsize=7, loc="lower right")
    _save(figure, path)


def _save(figure: Any, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=DPI)
