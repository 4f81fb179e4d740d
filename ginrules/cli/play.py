"""``ginrules play``: a person against the lab's players, in the terminal."""

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ginrules.cli.console import INTERRUPTED, UNSAVED, edit_lines, say, typed, wrapped
from ginrules.cli.options import AnyPlayer, NotNegative, Rules
from ginrules.cli.rules import rules_from
from ginrules.errors import InvalidRunError, RecordError, ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ginrules.records import Session
    from ginrules.rules.model import RuleSet


def play(
    rules: Rules | None = None,
    /,
    *,
    player: AnyPlayer | None = None,
    seat: Annotated[int | None, NotNegative] = None,
    players: int | None = None,
    seed: int | None = None,
    save: Path | None = None,
    name: str | None = None,
) -> int:
    """Play against the computer until the match is over.

    The table is shown from your seat. Type an action (draw, take, 7h, knock 7h, gin).
    Help lists them all. Hints and undo are free, and theirs shows what the others may hold.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7. Standard
            if left out.
        player: The other players: random, simple, greedy, expert, learned or searching,
            or a strength, easy, medium, hard or hardest, or
            adjusting, whose strength follows the results, or your own, such as python:mybot:new_late.
            Expert if left out, and in a saved match the player of the name.
        seat: Your seat. Seat 0 deals first. If left out, each player draws a card, and the
            cards decide who deals first and where the others sit.
        players: The number of players, for rules that allow several. The smallest if left out.
        seed: The seed for the deals. The same seed deals the same cards. Random if left out.
        save: Keep the record of the match in this file (TOML), after every decision. If the
            file holds an unfinished match, continue it, even in the middle of a round.
        name: Your name.
    """
    from ginrules._support.printed import clean
    from ginrules.cli.running import player_named
    from ginrules.cli.saved import check_place, person_of, player_kind, read_saved
    from ginrules.cli.session import TerminalMatch, new_seed
    from ginrules.match import cut
    from ginrules.players.packaged_nets import default_player
    from ginrules.records import Session
    from ginrules.rules.seats import table_seats
    from ginrules.rules.texts import plural

    edit_lines()
    saved = drawn = None
    if save is not None:
        check_place(save)
        if player is not None and ":" in player:
            raise InvalidRunError(f"a saved match cannot name {player}: name a player of the lab, or leave out --save")
        saved = read_saved(save)
    seed = new_seed() if seed is None else seed
    rule_set = rules_from("standard" if rules is None else rules)
    if saved is not None and save is not None:
        session, person = saved, person_of(saved.names)
        asked = {"rules": None if rules is None else rule_set, "seat": seat, "players": players, "name": name}
        _check_same(session, person, asked, save)
    else:
        names = _names(rule_set, players, seat or 0, "Player" if name is None else clean(name), player or "expert")
        own = names[seat or 0]
        if seat is None:
            drawn = cut(names, random.Random(f"cut of {seed}"), rule_set)
            names = drawn.seated
        session, person = Session(rule_set, names), names.index(own)
    kinds = {
        number: player or player_kind(other) or "expert"
        for number, other in enumerate(session.names)
        if number != person
    }
    match = TerminalMatch(
        typed,
        say,
        save,
        session=session.with_players({number: player_named(kind) for number, kind in kinds.items()}),
        person=person,
        seed=seed,
        new_adviser=player_named(
            default_player((session.rules,), table_seats(session.rules.seating, len(session.names)))
        ),
    )
    others = "another player" if len(kinds) == 1 else f"{len(kinds)} other players"
    company = f"{others} ({', '.join(dict.fromkeys(kinds.values()))})"
    say(wrapped(f"{session.rules.heading}, with {company}. Seed {seed}."))
    if drawn is not None:
        say(wrapped(f"The cut: {drawn}."))
    if saved is not None:
        say(wrapped(f"You go on after {plural(len(saved.record.rounds), 'round')}, from {save}."))
    if not match.play():
        return UNSAVED
    return INTERRUPTED if match.is_interrupted else 0


def _check_same(session: "Session", person: int, asked: "Mapping[str, object]", path: Path) -> None:
    """Refuse options that ask for another match than the saved one."""
    there = {"rules": session.rules, "seat": person, "players": len(session.names), "name": session.names[person]}
    differ = [option for option, value in asked.items() if value is not None and value != there[option]]
    if differ:
        raise RecordError(
            f"{path} holds a match by {session.rules.label} of {', '.join(session.names)}; the options ask for other "
            f"{' and '.join(differ)}: leave them out to go on, or name another file",
            path=str(path),
        )


def _names(rules: "RuleSet", players: int | None, seat: int, own: str, player: str) -> tuple[str, ...]:
    """Return the name of each player."""
    from ginrules._support.printed import clean
    from ginrules.cli.running import player_named
    from ginrules.cli.saved import player_kind
    from ginrules.driver.labels import player_name

    count = min(rules.player_counts) if players is None else players
    if count not in rules.player_counts:
        allowed = " or ".join(map(str, sorted(rules.player_counts)))
        raise ScoreError(f"{rules.name or 'these rules'} are for {allowed} players, not for {count}")
    if seat >= count:
        raise ScoreError(f"there is no seat {seat}: {count} players have seats 0 to {count - 1}")
    other = clean(player_name(player_named(player)(0))) if ":" in player else player.capitalize()
    names = [other if count == 2 else f"{other} {place}" for place in range(1, count)]
    if own in names or player_kind(own) is not None:
        raise ScoreError(f"{own!r} is the name of another player: choose another --name")
    return (*names[:seat], own, *names[seat:])
