"""People at the table: prompts, hands that only their owner sees, the sheet between rounds, and the record."""

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from ginrules._support.files import KeptFile
from ginrules.cli.console import one_below_another, width, wrapped
from ginrules.cli.prompts import HELP, choices, hint, listed, parse_choice, review_text, strength_lines, theirs
from ginrules.cli.rules import card_text
from ginrules.cli.saved import SavedGame, deal_next
from ginrules.cli.table_round import TableRound
from ginrules.errors import GinRulesError, LabError, RecordError
from ginrules.lab.report import save
from ginrules.match import match_view, settle
from ginrules.match.state import round_text
from ginrules.melds.arrange import sorted_by_meld, sorted_by_rank, sorted_by_suit
from ginrules.play.actions import Action
from ginrules.play.events import DrewStock, Event, RoundEnded, event_text
from ginrules.play.view import PlayerView
from ginrules.players import NewPlayer
from ginrules.records import MatchRecord, Session
from ginrules.rules.texts import plural
from ginrules.show.terminal import colored
from ginrules.show.words import result_lines

PROMPT: Final = "Your play: "
_MOST_LISTED: Final = 30
_LONGEST_ECHO: Final = 40


class Left(Exception):
    """Raised when the person leaves the table."""


class Conceded(Exception):
    """Raised when a person gives up the match.

    Attributes:
        player: The player, by number.
    """

    def __init__(self, player: int) -> None:
        super().__init__(player)
        self.player = player


@attrs.define
class TerminalMatch:
    """A match between people at the same terminal and players.

    Args:
        game: The match: new, or as it was saved.
        players: The maker of each player, by number. None for a person.
        new_adviser: Makes the player that gives hints.
        ask: Shows a prompt and returns the typed line. Raises ``EOFError`` at the end.
        say: Prints a text.
        hide: Clears the screen before another person looks at it.
        path: The file for the record, if any.
    """

    game: SavedGame
    players: Sequence[NewPlayer | None]
    new_adviser: NewPlayer
    ask: Callable[[str], str]
    say: Callable[[str], None]
    hide: Callable[[], None] = lambda: None
    path: Path | None = None
    session: Session = attrs.field(init=False)
    is_interrupted: bool = attrs.field(init=False, default=False)
    _heard: dict[int, int] = attrs.field(init=False, factory=dict)  # actions of the round, by player
    _looking: str | None = attrs.field(init=False, default=None)
    _is_private: bool = attrs.field(init=False, default=False)
    _file: KeptFile | None = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        makers = {player: maker for player, maker in enumerate(self.players) if maker is not None}
        self.session = self.game.session.with_players(makers)
        self._file = None if self.path is None else KeptFile(self.path)

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people at the terminal."""
        return self.game.lineup.people

    @property
    def record(self) -> MatchRecord:
        """The finished rounds."""
        return self.session.record

    @property
    def tables(self) -> list[TableRound]:
        """The tables with people, of the round in progress or of the last one."""
        if not self.session.round:
            return []
        tables = [TableRound(self.session, table, self.people) for table in self.session.tables]
        return [table for table in tables if table.people]

    def play(self) -> bool:
        """Play until the match is over or the people leave, and return whether the record could be saved."""
        self._tell('Type an action; "help" lists them, "hint" says what a good player would do.')
        try:
            self._unless_conceded(self._go_on)
            while not self.record.match.is_over:
                self._unless_conceded(self._next_round)
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

    def _unless_conceded(self, go: Callable[[], None]) -> None:
        """Call the function, and end the current round without counting it if somebody concedes."""
        try:
            go()
        except Conceded as conceded:
            self.session = self.session.concede(conceded.player)
            self._looking, self._is_private = None, False
            self._save_quietly()
            self._tell(f"{self.record.players[conceded.player]} concedes.")
            self._sheet()

    # --- rounds ---------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Resume the round of the saved match, or show the end of the last round again."""
        for table in self.tables:
            self._heard |= {table.table.players[seat]: done for done, seat in self._decisions(table)}
        if self.session.round:
            self._round()

    def _decisions(self, table: TableRound) -> Iterator[tuple[int, int]]:
        """Yield the decisions of people at a table: the number of actions before it, and the seat."""
        for done, state in enumerate(table.record.states()):
            if done < len(table.record.actions) and state.turn in table.people:
                yield done, state.turn

    def _next_round(self) -> None:
        self.session = deal_next(self.session, self.game.lineup.seed)
        self._heard = {}
        self._round()

    def _round(self) -> None:
        """Play the round at the people's tables, one table after the other."""
        going_on = True
        while going_on:
            self.session = self._advanced(self.session)
            self._announce()
            for number in [table.table.number for table in self.tables]:
                self._play_table(number)
            self._save_quietly()
            going_on = not self._after()
        self._save_quietly()

    def _advanced(self, session: Session) -> Session:
        """Return the session after the others have played.

        The same seed and actions meet the same answers.
        """
        return session.advance(self.game.lineup.seed)

    def _announce(self) -> None:
        number = len(self.record.rounds) + self.session.is_playing
        tables = self.tables
        dealers = " and ".join(table.record.names[table.record.dealer] for table in tables)
        if dealers:
            self._tell(f"\nRound {number}: {dealers} {'deals' if len(tables) == 1 else 'deal'}.")

    def _play_table(self, number: int) -> None:
        """Play the people's round at a table to its end."""
        while True:
            self.session = self._advanced(self.session)
            table = TableRound(self.session, self.session.tables[number], self.people)
            if table.state.is_over:
                self._looking, self._is_private = None, False  # all hands are open
                self._show_news(table, table.seat if len(self.people) == 1 else None)
                return
            if self._hand_over(table):
                self._show_news(table, table.seat)
                self._show(table)
                self._decide(table)

    def _hand_over(self, table: TableRound) -> bool:
        """Hide the screen until the person who must act sits there, and return False if a decision was taken back."""
        name = table.record.names[table.seat]
        if len(self.people) == 1 or name == self._looking:
            return True
        if self._is_private:
            self.hide()
        while text := self._answer(f"{name}, press Enter when nobody else sees the screen > "):
            word = text.lower()
            if word == "undo":
                if self._undo(table):
                    return False
            elif not self._command(word, text, None):
                self._tell(f"{text[:_LONGEST_ECHO]!r} is not valid now: Enter shows the cards of {name}.")
        self.hide()
        self._looking, self._is_private = name, True
        return True

    def _undo(self, table: TableRound) -> bool:
        """Take back the last decision of a person, and say so, or return False if there is none."""
        if not self._taken_back(table):
            self._tell("There is nothing to undo: this is your first decision of the round.")
            return False
        self._looking = None
        self.say("Undone.")
        return True

    def _taken_back(self, table: TableRound) -> bool:
        """Go back to the last decision of a person at a table, or return False if there is none."""
        decisions = list(self._decisions(table))
        if not decisions:
            return False
        done, number = decisions[-1][0], table.table.number
        order = self.session.played or (number,) * len(table.record.actions)
        place = [place for place, at in enumerate(order) if at == number][done]
        try:
            self.session = self.session.back(len(order) - place)
        except RecordError:  # a notice or a concession has followed the round
            return False
        for player in table.table.players:
            self._heard[player] = min(self._heard.get(player, 0), done)
        return True

    def _news(self, table: TableRound, seat: int | None) -> tuple[Event, ...]:
        """Return the events since the last call for a seat, or with None all that anybody missed, as all can see it."""
        listeners = [table.table.players[place] for place in (table.people if seat is None else (seat,))]
        heard = min(self._heard.get(player, 0) for player in listeners)
        self._heard.update(dict.fromkeys(listeners, len(table.record.actions)))
        return table.record.events(seat, heard)

    def _show_news(self, table: TableRound, seat: int | None) -> None:
        for event in self._news(table, seat):
            own = seat is not None and getattr(event, "seat", None) == seat
            if isinstance(event, RoundEnded) or (own and not isinstance(event, DrewStock)):
                continue
            self._tell(f"  {event_text(event, table.record.names)}")

    def _show_table(self, table: TableRound) -> None:
        self.say("")
        self.say(colored(table.view, names=table.record.names, width=width()))
        self.say("")

    def _show(self, table: TableRound) -> None:
        """Show the table, the numbered actions and the choices."""
        self._show_table(table)
        numbered = listed(table.view)
        for number, action in enumerate(numbered[:_MOST_LISTED], 1):
            self._tell(f"  {number:2} {action}")
        if len(numbered) > _MOST_LISTED:
            self.say(f"     and {len(numbered) - _MOST_LISTED} more")
        self._tell(f"You can: {', '.join(choices(table.view))}")

    # --- input ------------------------------------------------------------------------------------

    def _decide(self, table: TableRound) -> None:
        """Ask until something has been played or undone."""
        while True:
            text = self._answer(PROMPT)
            word = text.lower()
            if not text or self._command(word, text, table):
                continue
            if word == "undo":
                if self._undo(table):
                    return
                continue
            if word == "concede":
                self._concede(table.record.names[table.seat])
                continue
            try:
                self.session = self.session.act(table.player, self._chosen(text, table.view))
            except GinRulesError as error:
                self._tell(str(error))
                continue
            self._save_quietly()
            return

    def _chosen(self, text: str, view: PlayerView) -> Action:
        numbered = listed(view)[:_MOST_LISTED]
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(numbered):
            return numbered[int(text) - 1]
        return parse_choice(text, view)

    def _command(self, word: str, text: str, table: TableRound | None) -> bool:
        """Execute a command that does not change the round, like help, and return whether the text is a command."""
        if word in {"quit", "exit", "q"}:
            raise Left
        if word in {"help", "?", "h"}:
            self.say(one_below_another(HELP, width()))
        elif word == "sheet":
            self._sheet()
        elif word == "rules":
            self.say(card_text(self.record.rules, width()).rstrip())
        elif word == "save" or word.startswith("save "):
            self._save_as(text[5:].strip())
        else:
            return table is not None and self._question(word, table)
        return True

    def _question(self, word: str, table: TableRound) -> bool:
        """Answer a question about the round; return False if the word asks none."""
        match word:
            case "hint":
                self._hint(table)
            case "theirs":
                self.say("\n".join(theirs(table.record, table.seat, table.record.names)))
            case "hand" | "sort":
                self._hand(table)
            case "table":
                self._show(table)
            case _:
                return False
        return True

    def _tell(self, text: str) -> None:
        """Say sentences, in lines that fit the terminal."""
        self.say(wrapped(text))

    def _answer(self, prompt: str) -> str:
        return " ".join(self.ask(prompt).split())

    def _hint(self, table: TableRound) -> None:
        adviser = self.new_adviser(len(table.record.actions))
        match = match_view(self.session.match, table.table)
        for line in hint(table.record, table.seat, adviser, match):
            self.say(wrapped(line, indent="  "))

    def _hand(self, table: TableRound) -> None:
        hand, rules = table.view.hand, table.view.rules
        orders = {
            "melds": sorted_by_meld(hand, rules),
            "suit": sorted_by_suit(hand),
            "rank": sorted_by_rank(hand),
        }
        for order, cards in orders.items():
            self._tell(f"  by {order:5}  {' '.join(card.pretty for card in cards)}")

    # --- between rounds ---------------------------------------------------------------------------

    def _absence(self) -> str:
        match self.record.rules.game_end:
            case "target":
                return "You sit this round out"
            case "last-standing":
                return "You are out of the game"

    def _after(self) -> bool:
        """Say how the round ended, and return whether to play the next round and not to reopen this one."""
        tables = self.tables
        for table in tables:
            self._show_table(table)
            for line in result_lines(table.record):
                self._tell(line)
        if not tables:
            self._tell(f"\n{self._absence()}: {round_text(self.record.match, len(self.record.match.scores) - 1)}.")
        self._sheet()
        if self.record.match.is_over:
            return True
        self._tell_strengths()
        while True:
            text = self._answer("Enter deals the next round (or review, undo, sheet, rules, help, quit) > ")
            word = text.lower()
            if word in {"", "next", "deal", "n"}:
                return True
            if word == "undo" and tables and self._taken_back(tables[-1]):
                return False
            if word == "notice":
                self._notice()
                return True
            if not (self._reviewed(word) or self._conceding(text) or self._command(word, text, None)):
                self._tell(f"{text[:_LONGEST_ECHO]!r} is not valid between rounds: Enter deals, quit leaves.")

    def _tell_strengths(self) -> None:
        for line in strength_lines(self.record.match, self.game.lineup.kinds):
            self._tell(line)

    def _reviewed(self, word: str) -> bool:
        """Review the rounds that have just endedif the word asks for it, and return whether it does."""
        if word == "review":
            for table in self.tables:
                self.say(review_text(table.record, table.people))
        return word == "review"

    def _notice(self) -> None:
        try:
            self.session = self.session.give_notice()
        except GinRulesError as error:
            self._tell(str(error))

    def _conceding(self, text: str) -> bool:
        """Handle a concession between rounds, and return whether the text is a concession."""
        word, _, name = text.partition(" ")
        if word.lower() != "concede":
            return False
        self._concede(name or self.record.players[self.people[0]])
        return True

    def _concede(self, name: str) -> None:
        """Let a person give up the match after a confirmation. Say why if the rules do not allow it.

        Raises:
            Conceded: If the person gives up.
        """
        people = {self.record.players[player]: player for player in self.people}
        if name not in people:
            self._tell(f"{name[:_LONGEST_ECHO]!r} is not a person at this terminal: {', '.join(people)}")
            return
        try:
            self.record.concede(people[name])
        except GinRulesError as error:
            self._tell(str(error))
            return
        if self._answer(f"{name}, do you give the match up? yes or no > ").lower() in {"yes", "y"}:
            raise Conceded(people[name])

    def _sheet(self) -> None:
        self.say("")
        self.say(colored(self.record.match, width=width()))
        self.say("")

    def _goodbye(self) -> None:
        if self._is_private:
            self.hide()
        played = plural(len(self.record.rounds), "round")
        self._tell(f"You leave after {played}; the seed was {self.game.lineup.seed}.")

    # --- the record -------------------------------------------------------------------------------

    def _save(self) -> bool:
        """Save to the session's file, if any, say so, and return whether that succeeded."""
        if self._file is not None:
            return self._save_to(self._file)
        if self.session.version:
            self._tell("The record was not saved; `--save evening.toml` saves it.")
        return True

    def _save_quietly(self) -> None:
        """Save after every decision, to lose nothing in a crash.

        Problems are reported at the end.
        """
        if self._file is not None:
            with contextlib.suppress(LabError):
                save(self.session.dumps(), self._file, keep=False)

    def _save_as(self, name: str) -> None:
        if not name and self.path is None:
            self.say("Name a file: save evening.toml")
            return
        path = Path(name) if name else self.path
        assert path is not None
        if name:
            with contextlib.suppress(RuntimeError):  # ~ of an unknown user is an ordinary name
                path = path.expanduser()
        file = self._file if path == self.path else KeptFile(path, is_new=True)
        assert file is not None
        if self._save_to(file):
            self.path, self._file = path, file

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


def new_seed() -> int:
    """Return a random seed, short enough to be typed again."""
    return random.SystemRandom().randrange(1, 1_000_000)
