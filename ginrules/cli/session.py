"""A person at the table: a round with a way back, prompts, the sheet between rounds, and the record."""

import contextlib
import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from ginrules.cli.console import width, wrapped
from ginrules.cli.prompts import HELP, choices, hint, listed, parse_choice, result_lines
from ginrules.cli.rules import card_text
from ginrules.errors import GinRulesError, LabError
from ginrules.lab.players import NewPlayer, Player
from ginrules.lab.report import save
from ginrules.match import Table, settle
from ginrules.match.state import round_text
from ginrules.play.actions import Action
from ginrules.play.deal import knock_card_of
from ginrules.play.engine import chance_action
from ginrules.play.events import DrewStock, Event, RoundEnded, event_text, events_of
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import PlayerView, view
from ginrules.records import MatchRecord, RoundRecord, account
from ginrules.rules.card.words import plural
from ginrules.terminal import colored

PROMPT: Final = "Your play: "
_MOST_LISTED: Final = 30
_LONGEST_ECHO: Final = 40
_SEED_BITS: Final = 10


@attrs.define
class TableRound:
    """A round at a table; each player sees and hears what its seat may know, nothing else.

    Args:
        record: The round, just dealt.
        players: The player at each seat but the person's.
        seat: The person's seat; None if the person sits out.
        chance: The seed of reshuffles.
    """

    record: RoundRecord
    players: dict[int, Player]
    seat: int | None
    chance: str
    _news: list[Event] = attrs.field(init=False, factory=list)
    _decisions: list[tuple[int, dict[int, Player]]] = attrs.field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        for seat, player in self.players.items():
            player.start(view(self.record.state, seat))

    @property
    def state(self) -> RoundState:
        """The current state."""
        return self.record.state

    @property
    def view(self) -> PlayerView:
        """The person's view of it; a spectator's if the person sits out."""
        return view(self.record.state, self.seat)

    def advance(self) -> None:
        """Play on until the person must act or the round is over."""
        while not self.state.is_over and (self.state.turn is None or self.state.turn != self.seat):
            turn = self.state.turn
            if turn is None:
                # by the number of the action, so that the same way forward after an undo meets the same chance
                chance = random.Random(f"{self.chance}/{len(self.record.actions)}")  # noqa: S311 - a game
                self._apply(chance_action(self.state, chance))
            else:
                self._apply(self.players[turn].choose(view(self.state, turn)))

    def play(self, action: Action) -> None:
        """Take an action for the person.

        Raises:
            IllegalAction: If the rules do not allow it; nothing has happened then.
        """
        before = len(self.record.actions), copy.deepcopy(self.players)
        self._apply(action, seat=self.seat)
        self._decisions.append(before)

    def undo(self) -> bool:
        """Go back to the person's last decision, with the players' memories; return False if there is none."""
        if not self._decisions:
            return False
        number, self.players = self._decisions.pop()
        self.record = self.record.back(len(self.record.actions) - number)
        self._news = []
        return True

    def news(self) -> list[Event]:
        """Return the events since the last call, as the person may know them."""
        events, self._news = self._news, []
        return events

    def _apply(self, action: Action, seat: int | None = None) -> None:
        before = self.state
        self.record = self.record.play(action, seat=seat)
        for event in events_of(before, action, self.state):
            self._news.append(redact(event, self.seat))
            for place, player in self.players.items():
                player.watch(redact(event, place))


class Left(Exception):
    """The person leaves the table."""


@attrs.define
class Session:
    """A match between a person and players.

    Args:
        record: The match, at its beginning.
        person: The person's number among the players.
        new_player: Makes each other player of each round.
        new_adviser: Makes the player that gives hints.
        seed: The seed of the deals.
        ask: Shows a prompt and returns what was typed; raises ``EOFError`` at the end.
        say: Prints a text.
        path: Where to save the record, if anywhere.
    """

    record: MatchRecord
    person: int
    new_player: NewPlayer
    new_adviser: NewPlayer
    seed: int
    ask: Callable[[str], str]
    say: Callable[[str], None]
    path: Path | None = None
    _running: TableRound | None = attrs.field(init=False, default=None)

    def play(self) -> bool:
        """Play until the match is over or the person leaves; return False if the record could not be saved."""
        self.say('Type an action; "help" lists them, "hint" says what a good player would do.')
        try:
            while not self.record.match.is_over:
                self._round()
            self._settlement()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            self._goodbye()
        except Left:
            self._goodbye()
        finally:
            saved = self._save()
        return saved

    # --- rounds ---------------------------------------------------------------------------------

    def _round(self) -> None:
        """Play the tables of the next round, the person's last."""
        before = self.record
        tables = [self._deal(table) for table in before.due]
        for table in tables:
            if table.seat is None:
                table.advance()
        self._running = next((table for table in tables if table.seat is not None), None)
        if self._running is not None:
            self._announce(self._running)
        going_on = True
        while going_on:
            if self._running is not None:
                self._play_table(self._running)
            self.record = before.add(*(table.record for table in tables))
            going_on = not self._after(before)
        self._running = None
        self._save_quietly()

    def _deal(self, table: Table) -> TableRound:
        rules, number = self.record.rules, len(self.record.rounds)
        # below 2**53, so that the record can name the seed instead of the order
        deal = new_deal(deal_seed(self.seed, number * len(self.record.due) + table.number) >> _SEED_BITS, rules)
        knock_card = knock_card_of(rules, self.seed, number) if rules.knock_source == "knock-card" else None
        record = self.record.next_round(deal.seed, table=table.number, knock_card=knock_card)
        seats = {player: seat for seat, player in enumerate(table.players)}
        players = {seat: self.new_player(deal.chance + seat) for player, seat in seats.items() if player != self.person}
        return TableRound(record, players, seats.get(self.person), str(deal.chance))

    def _announce(self, table: TableRound) -> None:
        number = len(self.record.rounds) + 1
        self.say(f"\nRound {number}: {table.record.names[table.record.dealer]} deals.")

    def _play_table(self, table: TableRound) -> None:
        """Play the person's round to its end."""
        while True:
            table.advance()
            self._show_news(table)
            if table.state.is_over:
                return
            self._show(table)
            self._decide(table)

    def _show_news(self, table: TableRound) -> None:
        for event in table.news():
            own = getattr(event, "seat", None) == table.seat
            if isinstance(event, RoundEnded) or (own and not isinstance(event, DrewStock)):
                continue
            self.say(f"  {event_text(event, table.record.names)}")

    def _show_table(self, table: TableRound) -> None:
        self.say("")
        self.say(colored(table.view, names=table.record.names, width=width()))
        self.say("")

    def _show(self, table: TableRound) -> None:
        """Show the table, the numbered actions and the choices."""
        self._show_table(table)
        numbered = listed(table.view)
        for number, action in enumerate(numbered[:_MOST_LISTED], 1):
            self.say(f"  {number:2} {action}")
        if len(numbered) > _MOST_LISTED:
            self.say(f"     and {len(numbered) - _MOST_LISTED} more")
        self.say(wrapped(f"You can: {', '.join(choices(table.view))}"))

    # --- what the person types --------------------------------------------------------------------

    def _decide(self, table: TableRound) -> None:
        """Ask until something has been played or undone."""
        while True:
            text = self._answer(PROMPT)
            word = text.lower()
            if not text or self._command(word, text, table):
                continue
            if word == "undo":
                if table.undo():
                    self.say("Undone.")
                    return
                self.say("There is nothing to undo: this is your first decision of the round.")
                continue
            try:
                table.play(self._chosen(text, table.view))
            except GinRulesError as error:
                self.say(wrapped(str(error)))
                continue
            return

    def _chosen(self, text: str, view: PlayerView) -> Action:
        numbered = listed(view)[:_MOST_LISTED]
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(numbered):
            return numbered[int(text) - 1]
        return parse_choice(text, view)

    def _command(self, word: str, text: str, table: TableRound | None) -> bool:
        """Do what does not change the round, like help; return False if the text asks for no such thing."""
        if word in {"quit", "exit", "q"}:
            raise Left
        if word in {"help", "?", "h"}:
            self.say(HELP)
        elif word == "sheet":
            self._sheet()
        elif word == "rules":
            self.say(card_text(self.record.rules, width()).rstrip())
        elif word == "save" or word.startswith("save "):
            self._save_as(text[5:].strip())
        elif table is not None and word == "hint":
            self._hint(table)
        elif table is not None and word in {"hand", "sort"}:
            self._hand(table)
        elif table is not None and word == "table":
            self._show(table)
        else:
            return False
        return True

    def _answer(self, prompt: str) -> str:
        return " ".join(self.ask(prompt).split())

    def _hint(self, table: TableRound) -> None:
        adviser = self.new_adviser(len(table.record.actions))
        for line in hint(account(table.record, table.seat), adviser):
            self.say(wrapped(line, indent="  "))

    def _hand(self, table: TableRound) -> None:
        hand = table.view.hand
        by_suit = " ".join(card.pretty for card in sorted(hand))
        by_rank = " ".join(card.pretty for card in sorted(hand, key=lambda card: (card.rank, card.suit)))
        self.say(f"  by suit  {by_suit}\n  by rank  {by_rank}")

    # --- between rounds ---------------------------------------------------------------------------

    def _after(self, before: MatchRecord) -> bool:
        """Say how the round ended; return whether to go on to the next one, not back into this one."""
        table = self._running
        if table is not None:
            self._show_table(table)
            for line in result_lines(table.record):
                self.say(line)
        else:
            self.say(f"\nYou sit this round out: {round_text(self.record.match, len(self.record.match.scores) - 1)}.")
        self._sheet()
        if self.record.match.is_over:
            return True
        while True:
            text = self._answer("Enter deals the next round (or undo, sheet, rules, help, quit) > ")
            word = text.lower()
            if word in {"", "next", "deal", "n"}:
                return True
            if word == "undo" and table is not None and table.undo():
                self.record = before
                return False
            if word == "notice":
                self._notice()
                return True
            if not self._command(word, text, None):
                self.say(f"{text[:_LONGEST_ECHO]!r} is not valid between rounds: Enter deals, quit leaves.")

    def _notice(self) -> None:
        try:
            self.record = self.record.give_notice()
        except GinRulesError as error:
            self.say(wrapped(str(error)))

    def _sheet(self) -> None:
        self.say("")
        self.say(colored(self.record.match, width=width()))
        self.say("")

    def _settlement(self) -> None:
        self.say("The match is over.")
        self.say(str(settle(self.record.match)))

    def _goodbye(self) -> None:
        played = plural(len(self.record.rounds), "round")
        self.say(f"You leave after {played}; the seed was {self.seed}.")

    # --- the record -------------------------------------------------------------------------------

    def _text(self) -> str:
        """Return the record as TOML: the match, and the current round after it."""
        texts = [self.record.dumps()] if self.record.rounds else []
        running = self._running.record if self._running else None
        if running is not None and not running.state.is_over:
            texts.append(running.dumps())
        return "\n".join(texts)

    def _save(self) -> bool:
        """Save to the file of the session if it has one, and say so; return False if it could not be saved."""
        if self.path is not None:
            return self._save_to(self.path)
        if self._text():
            self.say("The record was not saved; `--save evening.toml` saves it.")
        return True

    def _save_quietly(self) -> None:
        """Save after a round, so that little is lost whatever happens; problems are reported at the end."""
        if self.path is not None and (text := self._text()):
            with contextlib.suppress(LabError):
                save(text, self.path, keep=False)

    def _save_as(self, name: str) -> None:
        if not name and self.path is None:
            self.say("Name a file: save evening.toml")
            return
        path = Path(name) if name else self.path
        assert path is not None
        if name:
            with contextlib.suppress(RuntimeError):  # ~ of an unknown user is an ordinary name
                path = path.expanduser()
        if self._save_to(path):
            self.path = path

    def _save_to(self, path: Path) -> bool:
        text = self._text()
        if not text:
            self.say("Nothing has been played, so nothing is saved.")
            return True
        try:
            save(text, path)
        except LabError as error:
            self.say(wrapped(str(error)))
            return False
        self.say(f"Saved in {path}; `ginrules replay {path}` shows it.")
        return True


def new_seed() -> int:
    """Return a random seed, short enough to be typed again."""
    return random.SystemRandom().randrange(1, 1_000_000)
