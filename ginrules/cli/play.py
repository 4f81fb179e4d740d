"""``ginrules play``: people against the lab's players, or against each other, in the terminal."""

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ginrules.cli.console import INTERRUPTED, UNSAVED, clear_screen, edit_lines, say, typed, wrapped
from ginrules.cli.options import AnyPlayer, NotNegative, Positive, Rules
from ginrules.errors import InvalidRunError, RecordError, ScoreError

if TYPE_CHECKING:
    from ginrules.cli.saved import SavedGame
    from ginrules.rules.model import RuleSet


def play(
    rules: Rules | None = None,
    /,
    *,
    player: AnyPlayer | None = None,
    seat: Annotated[int | None, NotNegative] = None,
    people: Annotated[int | None, Positive] = None,
    players: int | None = None,
    seed: int | None = None,
    save: Path | None = None,
    name: Annotated[tuple[str, ...], Parameter(negative=())] = (),
) -> int:
    """Play against the computer, or with others at this terminal, until the match is over.

    The table is shown from your seat. Type an action (draw, take, 7h, knock 7h, gin).
    Help lists them all. Hints and undo are free, and theirs shows what the others may hold.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7. Standard
            if left out.
        player: The other players: random, simple, greedy, expert, learned or searching,
            or a strength, easy, medium, hard or hardest, or
            adjusting, whose strength follows the results, or your own, such as python:mybot:new_late.
            Expert if left out.
        seat: Your seat. Seat 0 deals first. If left out, each player draws a card, and the
            cards decide who deals first and where the others sit.
        people: The number of people at this terminal, in turn from that seat. The screen
            hides every hand until its owner is there.
        players: The number of players, for rules that allow several. The smallest if left out.
        seed: The seed for the deals. The same seed deals the same cards.
        save: Keep the record of the match in this file (TOML), after every decision. If the
            file holds an unfinished match, continue it, even in the middle of a round. The
            other options can then be left out.
        name: Your name. Repeat it to name all people at this terminal.
    """
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import player_named
    from ginrules.cli.saved import PERSON, Lineup, check_place, new_game, read_saved
    from ginrules.cli.session import TerminalMatch, new_seed
    from ginrules.match import cut
    from ginrules.players.packaged_nets import default_player
    from ginrules.records import MatchRecord
    from ginrules.rules.seats import table_seats
    from ginrules.rules.texts import plural

    edit_lines()
    saved, drawn = None, None
    if save is not None:
        check_place(save)
        if player is not None and ":" in player:
            raise InvalidRunError(f"a saved match cannot name {player}: name a player of the lab, or leave out --save")
        saved = read_saved(save)
    if saved is not None and all(value is None for value in (rules, player, seat, people, players, seed)) and not name:
        game = saved
    else:
        if seed is None:
            seed = new_seed() if saved is None else saved.lineup.seed
        rule_set = rules_from("standard" if rules is None else rules)
        names, kinds = _table(rule_set, players, seat or 0, name, people, player or "expert")
        if seat is None:
            drawn = cut(names, random.Random(f"cut of {seed}"), rule_set)
            names, kinds = drawn.seated, tuple(kinds[place] for place in drawn.order)
        game = new_game(MatchRecord(rule_set, names), Lineup(seed, kinds))
        if saved is not None and save is not None:
            _check_same(saved, game, save)
            game = saved
    playing = game.record.rules
    session = TerminalMatch(
        game,
        [None if kind == PERSON else player_named(kind) for kind in game.lineup.kinds],
        player_named(default_player((playing,), table_seats(playing.seating, len(game.record.players)))),
        ask=typed,
        say=say,
        hide=clear_screen,
        path=save,
    )
    say(wrapped(_heading(game)))
    if drawn is not None and saved is None:
        say(wrapped(f"The cut: {drawn}."))
    if saved is not None:
        say(wrapped(f"You go on after {plural(len(game.record.rounds), 'round')}, from {save}."))
    if not session.play():
        return UNSAVED
    return INTERRUPTED if session.is_interrupted else 0


def _heading(game: "SavedGame") -> str:
    from ginrules.cli.saved import PERSON

    kinds = [kind for kind in game.lineup.kinds if kind != PERSON]
    people = [game.record.players[player] for player in game.lineup.people]
    company = f"{', '.join(people[:-1])} and {people[-1]} at this terminal" if len(people) > 1 else ""
    if kinds:
        others = "another player" if len(kinds) == 1 else f"{len(kinds)} other players"
        others = f"{others} ({', '.join(dict.fromkeys(kinds))})"
        company = f"{company}, and {others}" if company else others
    return f"{game.record.rules.heading}, with {company}. Seed {game.lineup.seed}."


def _check_same(saved: "SavedGame", asked: "SavedGame", path: Path) -> None:
    differ = [
        text
        for text, one, other in (
            ("rules", saved.record.rules, asked.record.rules),
            ("players", (saved.record.players, saved.lineup.kinds), (asked.record.players, asked.lineup.kinds)),
            ("seed", saved.lineup.seed, asked.lineup.seed),
        )
        if one != other
    ]
    if differ:
        players = ", ".join(
            f"{name} ({kind})" for name, kind in zip(saved.record.players, saved.lineup.kinds, strict=True)
        )
        raise RecordError(
            f"{path} holds a match by {saved.record.rules.label} of {players}, seed {saved.lineup.seed}; the options "
            f"ask for other {' and '.join(differ)}: leave them out to go on, or name another file",
            path=str(path),
        )


def _table(
    rules: "RuleSet", players: int | None, seat: int, names: tuple[str, ...], people: int | None, player: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the name and the kind of each player. People sit in turn from this seat."""
    from ginrules._support.printed import clean
    from ginrules.cli.running import player_named
    from ginrules.cli.saved import PERSON
    from ginrules.driver.labels import player_name

    count = min(rules.player_counts) if players is None else players
    if count not in rules.player_counts:
        allowed = " or ".join(map(str, sorted(rules.player_counts)))
        raise ScoreError(f"{rules.name or 'these rules'} are for {allowed} players, not for {count}")
    if seat >= count:
        raise ScoreError(f"there is no seat {seat}: {count} players have seats 0 to {count - 1}")
    number = max(1, len(names)) if people is None else people
    if not len(names) <= number <= count:
        raise ScoreError(
            f"--people {number}: expected at most {count} people, the players at the table"
            if number > count
            else f"--people {number}: --name is given {len(names)} times, once for each person at most"
        )
    own = [
        *map(clean, names),
        *("Player" if number == 1 else f"Player {place + 1}" for place in range(len(names), number)),
    ]
    other = clean(player_name(player_named(player)(0))) if ":" in player else player.capitalize()
    others = [other if count == 2 else f"{other} {place}" for place in range(1, count)]
    for place, name in enumerate(own):
        if name in own[:place] or (name in others and number < count):
            raise ScoreError(f"{name!r} is the name of another player: choose another --name")
    seats = {(seat + place) % count: name for place, name in enumerate(own)}
    free = iter(others)
    texts = tuple(seats[place] if place in seats else next(free) for place in range(count))
    return texts, tuple(PERSON if place in seats else player for place in range(count))
