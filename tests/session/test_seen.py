"""A second evening on the same laptop: no question comes again while unused ones remain (case G8)."""

import json
from pathlib import Path

import pytest
from support import FACTS, deck, repeated

from config.settings import Settings
from host.games.trou_noir.views import TrouNoirView
from host.hosting import journal_for
from host.session.evening import Wish, script_of
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Line, Players, RepliesMissing
from host.session.scripted import ScriptedFront
from host.session.seen import Seen

CARDS = [f"faits-{n}" for n in range(6)]
RIGHT = [{"say": "vrai"}, {"say": "faux"}]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "paquet.yaml"
    facts = [
        {**card, "statements": [{**s, "text": f"{s['text'][:-1]} {n}."} for s in card["statements"]]}
        for n, card in enumerate(repeated(FACTS, 6))
    ]
    path.write_text(json.dumps(deck(*facts)), "utf-8")
    return path


def wish(pack: Path, seed: int) -> Wish:
    return Wish("trou-noir", ("Ana", "Bob"), {}, seed=seed, content=str(pack), start={"first": "Ana"})


async def cards_of(journal: Journal, turns: int) -> list[str]:
    """Play so many turns, everything right, then leave: the order in which the cards came."""
    front = ScriptedFront(Players([Line.model_validate(line) for line in RIGHT * turns]))
    with pytest.raises(RepliesMissing):
        await Session(script_of(journal.header), journal, front).run()
    journal.close()
    views = [view for view in front.shown if isinstance(view, TrouNoirView)]
    return list(views[-1].used)


async def test_g8_cards_that_were_asked_come_again_only_after_the_others(tmp_path: Path, pack: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    first = await cards_of(journal_for(settings, wish(pack, 1), keep=True), 2)
    for seed in (2, 3, 4):
        journal = journal_for(settings, wish(pack, seed), keep=False)
        journal.header.seen = list(Seen(settings.data).of("trou-noir", str(pack)))
        second = await cards_of(journal, 6)
        assert set(second[:3]) <= set(CARDS) - set(first)
        assert set(second) == set(CARDS)
    kept = journal_for(settings, wish(pack, 5), keep=True)
    assert set(kept.header.seen) == set(first)
    kept.close()
    assert kept.path is not None
    again = Journal.open(kept.path)
    assert again.header.seen == kept.header.seen  # pinned: a resumed evening draws the same cards
    again.close()


async def test_g8_when_all_were_asked_all_come_again(tmp_path: Path, pack: Path) -> None:
    settings = Settings(data=tmp_path)
    await cards_of(journal_for(settings, wish(pack, 1), keep=True), 8)
    assert set(Seen(tmp_path).of("trou-noir", str(pack))) == set(CARDS)
    assert set(await cards_of(journal_for(settings, wish(pack, 2), keep=True), 5)) == set(CARDS)


async def test_a_memory_that_is_torn_is_read_off_the_journals_again(tmp_path: Path, pack: Path) -> None:
    settings = Settings(data=tmp_path)
    first = await cards_of(journal_for(settings, wish(pack, 1), keep=True), 2)
    before = Seen(tmp_path).of("trou-noir", str(pack))
    assert set(before) == set(first)
    (tmp_path / "seen.json").write_text('{"used": ', "utf-8")
    assert Seen(tmp_path).of("trou-noir", str(pack)) == before
    (tmp_path / "evenings" / "z.jsonl").write_text("pas un journal\n", "utf-8")
    assert Seen(tmp_path).of("trou-noir", str(pack)) == before
