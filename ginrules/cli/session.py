"""A person at the table: prompts, the sheet between rounds, and the record."""

import contextlib
import random
from itertools import islice
from typing import Final

import attrs

from ginrules._support.files import KeptFile
from ginrules.cli.console import in_columns, width, wrapped
from ginrules.cli.prompts import CARDS, HELP, choices, hint, listed, parse_choice, strength_lines, theirs
from ginrules.cli.rules import card_text
from ginrules.cli.saved import Dialog, Left
from ginrules.errors import GinRulesError, LabError, RecordError
from ginrules.lab.report import save
from ginrules.match import match_view, settle
from ginrules.match.state import round_text
from ginrules.melds.arrange import sorted_by_meld, sorted_by_rank, sorted_by_suit
from ginrules.play.actions import Action, Spread
from ginrules.play.deal import knock_card_of
from ginrules.play.events import DrewStock, RoundEnded, event_text
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.play.view import PlayerView, forced_action, left_by, view
from ginrules.players import NewPlayer
from ginrules.records import MatchRecord, RoundRecord, Session
from ginrules.rules.texts import plural
from ginrules.show.terminal import colored
from ginrules.show.words import result_lines

PROMPT: Final = "Your play: "
_SEED_BITS: Final = 10
_MOST_LISTED: Final = 30
_LONGEST_ECHO: Final = 40


class Conceded(Exception):
    """Raised when the person gives up the match."""


@attrs.define(kw_only=True)
class TerminalMatch(Dialog):
    """A match between a person at the terminal and players."""

    session: Session  # new, or as it was saved, with all players but the person
    person: int
    seed: int  # of the deals and of the players
    new_adviser: NewPlayer  # makes the player that gives hints
    is_interrupted: bool = attrs.field(init=False, default=False)
    _heard: int = attrs.field(init=False, default=0)  # the actions of the round whose events were shown

    @property
    def record(self) -> MatchRecord:
        """The finished rounds."""
        return self.session.record

    @property
    def table(self) -> RoundRecord | None:
        """The round at the person's table, in progress or the last one, or None if the person sits out."""
        table = self.session.table_of(self.person)
        return self.session.round[table.number] if self.session.round and table is not None else None

    @property
    def seat(self) -> int:
        """The person's seat at that table."""
        table = self.session.table_of(self.person)
        assert table is not None
        return table.players.index(self.person)

    @property
    def view(self) -> PlayerView:
        """The round as the person sees it."""
        return self.session.view(self.person)

    def play(self) -> bool:
        """Play until the match is over or the person leaves, and return whether the record could be saved."""
        self._tell('Type an action; "help" lists them, "hint" says what a good player would do.')
        try:
            is_begun = bool(self.session.round)
            while not self.record.match.is_over:
                if is_begun:
                    self._heard = max(self._decisions(), default=0)
                else:
                    self.session, self._heard = deal_next(self.session, self.seed), 0
                is_begun = False
                try:
                    self._round()
                except Conceded:
                    self.session = self.session.concede(self.person)
                    self._save_quietly()
                    self._tell(f"{self.record.players[self.person]} concedes.")
                    self._sheet()
            self.say("The match is over.")
            self.say(str(settle(self.record.match)))
        except (EOFError, KeyboardInterrupt) as end:
            self.is_interrupted = isinstance(end, KeyboardInterrupt)
            self.say("")
            self._goodbye()
        except Left:
            self._goodbye()
        finally:
            saved = self._save()
        return saved

    # --- rounds ---------------------------------------------------------------------------------

    def _decisions(self) -> list[int]:
        """Return the number of actions before each decision of the person in the round."""
        record = self.table
        if record is None:
            return []
        return [
            done
            for done, state in enumerate(islice(record.states(), len(record.actions)))
            if state.turn == self.seat and forced_action(view(state, self.seat)) is None
        ]

    def _round(self) -> None:
        """Play the round to its end, or show the end of the last round again."""
        while True:
            self.session = self.session.advance(self.seed)  # the same seed and actions meet the same answers
            record = self.table
            if record is not None:
                number = len(self.record.rounds) + self.session.is_playing
                self._tell(f"\nRound {number}: {record.names[record.dealer]} deals.")
                self._play_table()
            self._save_quietly()
            if self._after():
                self._save_quietly()
                return

    def _play_table(self) -> None:
        """Play the round at the person's table to its end."""
        while True:
            self.session = self.session.advance(self.seed)
            self._show_news()
            if self.person not in self.session.to_move:
                return
            forced = forced_action(self.view)
            if forced is not None:
                self._tell(f"  For you: {forced}")
                self.session = self.session.act(self.person, forced)
                continue
            self._show()
            self._decide()

    def _taken_back(self) -> bool:
        """Go back to the person's last decision, or return False if there is none."""
        decisions, table = self._decisions(), self.session.table_of(self.person)
        if not decisions or table is None:
            return False
        actions = len(self.session.round[table.number].actions)
        done, order = decisions[-1], self.session.played or (table.number,) * actions
        place = [place for place, at in enumerate(order) if at == table.number][done]
        try:
            self.session = self.session.back(len(order) - place)
        except RecordError:  # a notice or a concession has followed the round
            return False
        self._heard = min(self._heard, done)
        return True

    def _show_news(self) -> None:
        """Show the events since the last call as the person could see them."""
        record = self.table
        assert record is not None
        events, self._heard = record.events(self.seat, self._heard), len(record.actions)
        for event in events:
            own = getattr(event, "seat", None) == self.seat
            if isinstance(event, RoundEnded) or (own and not isinstance(event, DrewStock)):
                continue
            self._tell(f"  {event_text(event, record.names)}")

    def _show_table(self) -> None:
        assert self.table is not None
        self.say(f"\n{colored(self.view, names=self.table.names, width=width())}\n")

    def _show(self) -> None:
        """Show the table, the numbered actions and the choices."""
        self._show_table()
        numbered = listed(self.view)
        for number, action in enumerate(numbered[:_MOST_LISTED], 1):
            left = f", leaves {left_by(action, self.view)}" if isinstance(action, Spread) else ""
            self._tell(f"  {number:2} {action}{left}")
        if len(numbered) > _MOST_LISTED:
            self.say(f"     and {len(numbered) - _MOST_LISTED} more")
        self._tell(f"You can: {', '.join(choices(self.view))}")

    # --- input ------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Ask until something has been played or undone."""
        while True:
            text = self._answer(PROMPT)
            word = text.lower()
            if not text or self._command(word, text, in_round=True):
                continue
            if word == "undo":
                if self._taken_back():
                    self.say("Undone.")
                    return
                self._tell("There is nothing to undo: this is your first decision of the round.")
                continue
            try:
                self.session = self.session.act(self.person, self._chosen(text))
            except GinRulesError as error:
                self._tell(str(error))
                continue
            self._save_quietly()
            return

    def _chosen(self, text: str) -> Action:
        numbered = listed(self.view)[:_MOST_LISTED]
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(numbered):
            return numbered[int(text) - 1]
        return parse_choice(text, self.view)

    def _command(  # noqa: C901, PLR0912 - a case for each word
        self, word: str, text: str, *, in_round: bool
    ) -> bool:
        """Execute a command that is no play, like help, and return whether the text is a command."""
        match word:
            case "quit" | "exit" | "q":
                raise Left
            case "help" | "?" | "h":
                for head, words in HELP.items():
                    self.say("\n".join([head, *in_columns(words, width(), longest=30)]))
                self.say(CARDS)
            case "sheet":
                self._sheet()
            case "rules":
                self.say(card_text(self.record.rules, width()).rstrip())
            case "concede":
                self._concede()
            case "review" if not in_round:
                self._review()
            case "hint" if in_round:
                self._hint()
            case "theirs" if in_round and self.table is not None:
                self.say("\n".join(theirs(self.table, self.seat, self.table.names)))
            case "hand" | "sort" if in_round:
                self._hand()
            case "table" if in_round:
                self._show()
            case _ if word.partition(" ")[0] == "save":
                self._save_as(text[5:].strip(), "evening.toml")
            case _:
                return False
        return True

    def _hint(self) -> None:
        record, table = self.table, self.session.table_of(self.person)
        assert record is not None
        assert table is not None
        adviser, match = self.new_adviser(len(record.actions)), match_view(self.session.match, table)
        for line in hint(record, self.seat, adviser, match):
            self.say(wrapped(line, indent="  "))

    def _hand(self) -> None:
        hand, rules = self.view.hand, self.view.rules
        orders = {"melds": sorted_by_meld(hand, rules), "suit": sorted_by_suit(hand), "rank": sorted_by_rank(hand)}
        for order, cards in orders.items():
            self._tell(f"  by {order:5}  {' '.join(card.pretty for card in cards)}")

    # --- between rounds ---------------------------------------------------------------------------

    def _after(self) -> bool:
        """Say how the round ended, and return whether to play the next round and not to reopen this one."""
        record = self.table
        if record is not None:
            self._show_table()
            for line in result_lines(record):
                self._tell(line)
        else:
            absence = (
                "You are out of the game" if self.record.rules.game_end == "last-standing" else "You sit this round out"
            )
            self._tell(f"\n{absence}: {round_text(self.record.match, len(self.record.match.scores) - 1)}.")
        self._sheet()
        if self.record.match.is_over:
            return True
        for line in strength_lines(self.record.match, self.session.players):
            self._tell(line)
        while True:
            text = self._answer("Enter deals the next round (or review, undo, sheet, rules, help, quit) > ")
            word = text.lower()
            if word in {"", "next", "deal", "n"}:
                return True
            if word == "undo" and self._taken_back():
                return False
            if word == "notice":
                self._notice()
                return True
            if not self._command(word, text, in_round=False):
                self._tell(f"{text[:_LONGEST_ECHO]!r} is not valid between rounds: Enter deals, quit leaves.")

    def _review(self) -> None:
        from ginrules.lab import review

        if self.table is not None:
            self.say(str(review(self.table, self.seat)))

    def _notice(self) -> None:
        try:
            self.session = self.session.give_notice()
        except GinRulesError as error:
            self._tell(str(error))

    def _concede(self) -> None:
        """Give up the match after a confirmation. Say why if the rules do not allow it."""
        try:
            self.record.concede(self.person)
        except GinRulesError as error:
            self._tell(str(error))
            return
        name = self.record.players[self.person]
        if self._answer(f"{name}, do you give the match up? yes or no > ").lower() in {"yes", "y"}:
            raise Conceded

    def _sheet(self) -> None:
        self.say(f"\n{colored(self.record.match, width=width())}\n")

    def _goodbye(self) -> None:
        played = plural(len(self.record.rounds), "round")
        self._tell(f"You leave after {played}; the seed was {self.seed}.")

    # --- the record -------------------------------------------------------------------------------

    def _save(self) -> bool:
        """Save to the session's file, if any, say so, and return whether that succeeded."""
        if self._file is not None:
            return self._save_to(self._file)
        if self.session.version:
            self._tell("The record was not saved; `--save evening.toml` saves it.")
        return True

    def _save_quietly(self) -> None:
        """Save after every decision, to lose nothing in a crash. Problems are reported at the end."""
        if self._file is not None:
            with contextlib.suppress(LabError):
                save(self.session.dumps(), self._file, keep=False)

    def _save_to(self, file: KeptFile) -> bool:
        path = file.path
        try:
            save(self.session.dumps(), file)
        except LabError as error:
            self._tell(str(error))
            return False
        going_on = "" if self.record.match.is_over else f"; `ginrules play --save {path}` continues it"
        self._tell(f"Saved in {path}; `ginrules replay {path}` shows it{going_on}.")
        return True


def deal_next(session: Session, seed: int) -> Session:
    """Return the session with the next round dealt from the match's seed."""
    rules, number, tables = session.rules, len(session.record.rounds), len(session.match.due)
    seeds = [new_deal(deal_seed(seed, number * tables + table) >> _SEED_BITS, rules).seed for table in range(tables)]
    knock_card = knock_card_of(rules, seed, number) if rules.knock_source == "knock-card" else None
    return session.next_round(orders=seeds, knock_card=knock_card)


def new_seed() -> int:
    """Return a random seed, short enough to be typed again."""
    return random.SystemRandom().randrange(1, 1_000_000)
