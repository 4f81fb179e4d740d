"""A person at the table: rounds, prompts, the sheet between rounds, and the record."""

import contextlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from ginrules.cli.at_table import TableRound
from ginrules.cli.choices import choices, listed
from ginrules.cli.hints import hint, meant
from ginrules.cli.result_told import result_told
from ginrules.cli.rule_tables import card_text
from ginrules.cli.screen import width, wrapped
from ginrules.display.events import event_told
from ginrules.errors import GinRulesError, LabError
from ginrules.lab.players import NewPlayer
from ginrules.lab.report.files import save
from ginrules.lab.runner.deals import deal_seed, new_deal
from ginrules.match import Table, settle
from ginrules.match.state import round_text
from ginrules.play.actions import Action
from ginrules.play.deal import knock_card_of
from ginrules.play.events import DrewStock, RoundEnded
from ginrules.play.views.view import PlayerView
from ginrules.records import MatchRecord, account
from ginrules.terminal import colored

HELP: Final = """\
What you do, in full or short:
  take (t), decline or pass (p)        the upcard
  draw (d), take, take 3               from the stock, from the pile
  7h, discard 7h                       throw a card
  knock 7h (k 7h), gin, big gin        end the round with this throw
  spread 7h8h9h / 2c2d2s               melds to show, or a number of the list
  lay off 7h on 0, done                as the defender, or a number of the list
  lay 7h 8h 9h                         where melds lie open
What you may ask at any time:
  hint    what a built-in player would do, and the figures
  hand    your cards by melds, by suit and by rank      table  the table again
  undo    back to your last decision                    sheet  the score sheet
  rules   the rule card                                 help   this text
  save FILE   keep the record there                     quit   leave the table
Cards are a rank and a suit: 7h, Td or 10d, As, Kc."""

PROMPT: Final = "Your play: "
_MOST_LISTED: Final = 30
_SEED_BITS: Final = 10


class Left(Exception):
    """The person leaves the table."""


@attrs.define
class Sitting:
    """A match between a person and players.

    Args:
        record: The match, at its beginning.
        person: The person's number among the players.
        new_player: Makes each other player of each round.
        new_adviser: Makes the player that gives hints.
        seed: What the deals come from.
        ask: Shows a prompt and gives what was typed; raises ``EOFError`` at the end.
        say: Prints a text.
        path: Where the record is saved, if anywhere.
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
        """Play until the match is over or the person leaves; whether the record, if wanted, was saved."""
        self.say('Type what you do; "help" tells how, "hint" what a good player would do.')
        try:
            while not self.record.match.is_over:
                self._round()
            self._settled()
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
        """Play the tables of the round that is due, the person's last."""
        before = self.record
        tables = [self._dealt(table) for table in before.due]
        for table in tables:
            if table.seat is None:
                table.advance()
        self._running = next((table for table in tables if table.seat is not None), None)
        if self._running is not None:
            self._begun(self._running)
        going_on = True
        while going_on:
            if self._running is not None:
                self._played(self._running)
            self.record = before.add(*(table.record for table in tables))
            going_on = not self._after(before)
        self._running = None
        self._save_quietly()

    def _dealt(self, table: Table) -> TableRound:
        rules, number = self.record.rules, len(self.record.rounds)
        # below 2**53, so that the record can name the seed instead of the order
        dealt = new_deal(deal_seed(self.seed, number * len(self.record.due) + table.number) >> _SEED_BITS, rules)
        knock_card = knock_card_of(rules, self.seed, number) if rules.knock_source == "knock-card" else None
        record = self.record.next_round(dealt.seed, table=table.number, knock_card=knock_card)
        seats = {player: seat for seat, player in enumerate(table.players)}
        players = {
            seat: self.new_player(dealt.chance + seat) for player, seat in seats.items() if player != self.person
        }
        return TableRound(record, players, seats.get(self.person), str(dealt.chance))

    def _begun(self, table: TableRound) -> None:
        number = len(self.record.rounds) + 1
        self.say(f"\nRound {number}: {table.record.names[table.record.dealer]} deals.")

    def _played(self, table: TableRound) -> None:
        """Play the person's round to its end."""
        while True:
            table.advance()
            self._tell_news(table)
            if table.state.is_over:
                return
            self._show(table)
            self._decide(table)

    def _tell_news(self, table: TableRound) -> None:
        for event in table.news():
            own = getattr(event, "seat", None) == table.seat
            if isinstance(event, RoundEnded) or (own and not isinstance(event, DrewStock)):
                continue
            self.say(f"  {event_told(event, table.record.names)}")

    def _show(self, table: TableRound) -> None:
        seen = table.seen
        self.say("")
        self.say(colored(seen, names=table.record.names, width=width()))
        self.say("")
        numbered = listed(seen)
        for number, action in enumerate(numbered[:_MOST_LISTED], 1):
            self.say(f"  {number:2} {action}")
        if len(numbered) > _MOST_LISTED:
            self.say(f"     and {len(numbered) - _MOST_LISTED} more")
        self.say(wrapped(f"You may: {', '.join(choices(seen))}"))

    # --- what the person types --------------------------------------------------------------------

    def _decide(self, table: TableRound) -> None:
        """Ask until something has been played or taken back."""
        while True:
            text = self._asked(PROMPT)
            word = text.lower()
            if not text or self._answered(word, text, table):
                continue
            if word == "undo":
                if table.undo():
                    self.say("Taken back.")
                    return
                self.say("There is nothing to take back: this is your first decision of the round.")
                continue
            try:
                table.play(self._chosen(text, table.seen))
            except GinRulesError as error:
                self.say(wrapped(str(error)))
                continue
            return

    def _chosen(self, text: str, seen: PlayerView) -> Action:
        numbered = listed(seen)[:_MOST_LISTED]
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(numbered):
            return numbered[int(text) - 1]
        return meant(text, seen)

    def _answered(self, word: str, text: str, table: TableRound | None) -> bool:
        """Whether it was a question or a wish that plays nothing, and has been met."""
        if word in {"quit", "exit", "q"}:
            raise Left
        if word in {"help", "?", "h"}:
            self.say(HELP)
        elif word == "sheet":
            self._sheet()
        elif word == "rules":
            self.say(card_text(self.record.rules, width()).rstrip())
        elif word == "save" or word.startswith("save "):
            self._save_at(text[5:].strip())
        elif table is not None and word == "hint":
            self._hint(table)
        elif table is not None and word in {"hand", "sort"}:
            self._hand(table)
        elif table is not None and word == "table":
            self._show(table)
        else:
            return False
        return True

    def _asked(self, prompt: str) -> str:
        return " ".join(self.ask(prompt).split())

    def _hint(self, table: TableRound) -> None:
        adviser = self.new_adviser(len(table.record.actions))
        for line in hint(account(table.record, table.seat), adviser):
            self.say(wrapped(line, indent="  "))

    def _hand(self, table: TableRound) -> None:
        hand = table.seen.hand
        by_suit = " ".join(card.pretty for card in sorted(hand))
        by_rank = " ".join(card.pretty for card in sorted(hand, key=lambda card: (card.rank, card.suit)))
        self.say(f"  by suit  {by_suit}\n  by rank  {by_rank}")

    # --- between rounds ---------------------------------------------------------------------------

    def _after(self, before: MatchRecord) -> bool:
        """Tell how the round ended; whether to go on to the next one, not back into this."""
        table = self._running
        if table is not None:
            self.say("")
            self.say(colored(table.seen, names=table.record.names, width=width()))
            self.say("")
            for line in result_told(table.record):
                self.say(line)
        else:
            self.say(f"\nYou sit this round out: {round_text(self.record.match, len(self.record.match.scores) - 1)}.")
        self._sheet()
        if self.record.match.is_over:
            return True
        while True:
            text = self._asked("Enter deals the next round (or undo, sheet, rules, help, quit) > ")
            word = text.lower()
            if word in {"", "next", "deal", "n"}:
                return True
            if word == "undo" and table is not None and table.undo():
                self.record = before
                return False
            if word == "notice":
                self._notice()
                return True
            if not self._answered(word, text, None):
                self.say(f"{text[:40]!r} means nothing between rounds: Enter deals, quit leaves.")

    def _notice(self) -> None:
        try:
            self.record = self.record.give_notice()
        except GinRulesError as error:
            self.say(wrapped(str(error)))

    def _sheet(self) -> None:
        self.say("")
        self.say(colored(self.record.match, width=width()))
        self.say("")

    def _settled(self) -> None:
        self.say("The match is over.")
        self.say(str(settle(self.record.match)))

    def _goodbye(self) -> None:
        played = len(self.record.rounds)
        self.say(f"You leave after {played} {'round' if played == 1 else 'rounds'}; the seed was {self.seed}.")

    # --- the record -------------------------------------------------------------------------------

    def _text(self) -> str:
        """The record as TOML: the match, and the round that is being played after it."""
        texts = [self.record.dumps()] if self.record.rounds else []
        running = self._running.record if self._running else None
        if running is not None and not running.state.is_over:
            texts.append(running.dumps())
        return "\n".join(texts)

    def _save(self) -> bool:
        """Save where that is wanted, and say so."""
        if self.path is not None:
            return self._saved_at(self.path)
        if self._text():
            self.say("The record was not kept; `--save evening.toml` keeps it.")
        return True

    def _save_quietly(self) -> None:
        """After each round, so that little is lost whatever happens; what is wrong is told at the end."""
        if self.path is not None and (text := self._text()):
            with contextlib.suppress(LabError):
                save(text, self.path, keep=False)

    def _save_at(self, name: str) -> None:
        if not name and self.path is None:
            self.say("Say where: save evening.toml")
            return
        path = Path(name).expanduser() if name else self.path
        assert path is not None
        if self._saved_at(path):
            self.path = path

    def _saved_at(self, path: Path) -> bool:
        text = self._text()
        if not text:
            self.say("Nothing has been played, nothing is saved.")
            return True
        try:
            save(text, path)
        except LabError as error:
            self.say(wrapped(str(error)))
            return False
        self.say(f"Saved in {path}; `ginrules replay {path}` shows it.")
        return True


def new_seed() -> int:
    """A seed that nobody has chosen, short enough to be typed again."""
    return random.SystemRandom().randrange(1, 1_000_000)
