"""Every error that ginrules raises on purpose.

It imports nothing from the library. Every class has a stable ``code`` for programs, every instance a one-sentence
message for people and ``details`` (plain values, as they are) for both. Messages are cleaned: a name in a message
cannot control a terminal.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from ginrules.records.documents.problems import RecordProblem
    from ginrules.rules.problems import RuleProblem

_JOINERS: Final = "\u200c\u200d"  # parts of words and of emoji, not control characters
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def clean_lines(text: str) -> str:
    """Return a text of several lines without characters that a terminal would obey. Line breaks and blanks stay."""
    if text.isprintable():
        return text
    return "\n".join(line if line.isprintable() else without_controls(line) for line in text.split("\n"))


def without_controls(text: str) -> str:
    r"""Return the text with a mark in place of each character that a terminal would obey.

    Examples:
        >>> without_controls("a\x1b[2J")
        'a�[2J'
    """
    return "".join("�" if is_hidden(char) else char for char in text.replace("\t", " "))


def is_hidden(char: str) -> bool:
    """Return whether a character is a control character, not assigned by Unicode, or half of a character."""
    return char not in _JOINERS and unicodedata.category(char) in _HIDDEN


class GinRulesError(Exception):
    """The base of every error of ginrules.

    Catch it to catch them all.

    Attributes:
        code: A stable, hyphenated name of the reason, one per class.
        details: The values behind the message, as plain Python values.
    """

    code: ClassVar[str] = "gin-rules-error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(clean_lines(message))
        self.details = details

    def __init_subclass__(cls) -> None:
        cls.code = re.sub(r"(?<=.)(?=[A-Z])", "-", cls.__name__).lower()


class WrongTypeError(GinRulesError, TypeError):
    """An argument of a wrong type, such as a preset's name for a rule set, or a view for a state.

    Pass a value of the type that the message names.
    """


class ParseError(GinRulesError, ValueError):
    """A text or number that is not a card, a set of cards, a meld or an action.

    Write cards like ``7h``, hands like ``A23.456.789.T``, actions as `ginrules.legal_actions` prints them.
    """


class RuleSetError(GinRulesError, ValueError):
    """A rule set, or a rule file, with one or more faults. ``problems`` holds them all.

    Change the values that it lists, each with its allowed values.
    """

    def __init__(self, message: str, problems: tuple[RuleProblem, ...] = (), **details: object) -> None:
        super().__init__(message, **details)
        self.problems = problems


class UnknownPresetError(GinRulesError, ValueError):
    """A name that is neither a preset's nor an alias.

    Use a name of `ginrules.preset_names`, such as the nearest, which the message gives.
    """


class DealError(GinRulesError, ValueError):
    """A deal that is not possible: wrong cards, seats, dealer or knock card.

    Deal each card of the pack once, for a number of seats that the rules allow.
    """


class ScoreError(GinRulesError, ValueError):
    """Facts that cannot be, or that do not fit the rules or the match they are scored under.

    Play the round to its end, and score it under the rules it was played by.
    """


class RecordError(GinRulesError, ValueError):
    """A snapshot or a record that cannot be read or replayed. ``problems`` holds every fault.

    Mend the lines that it lists.
    """

    def __init__(self, message: str, problems: tuple[RecordProblem, ...] = (), **details: object) -> None:
        super().__init__(message, **details)
        self.problems = problems


class RoundInProgressError(RecordError):
    """A round is in progress, so the next cannot be dealt, nor notice given. Play it to its end first."""


class NoRoundDealtError(RecordError):
    """No round is dealt, so there is none to look at or to take back. Deal the next."""


class MatchIsOverError(RecordError):
    """The match is over, so no round is due and nobody can concede. Begin another match."""


class NoSuchPlayerError(RecordError):
    """A number that is no player's. Players are numbered from 0, in the order of their names."""


class PlayerIsOutError(RecordError):
    """A player who is out of the game already cannot concede. Concede for a player who is left in."""


class NoNoticeError(RecordError):
    """These rules know no notice, or it has been given already. Play on."""


class UnknownVersionError(RecordError):
    """Events are asked for since a version that the session has not had. Ask for a view."""


class WrongOrdersError(RecordError):
    """There is not one order of the pack for each table. Give as many orders as ``match.due`` has tables."""


class NothingToTakeBackError(RecordError):
    """The round has fewer actions, or something followed it. Take back fewer actions."""


class OldVersionError(GinRulesError, ValueError):
    """An action for a position of the table that has changed since: the page must show the table again.

    Load the table again, then act.
    """


class IncompatibleRulesError(GinRulesError, ValueError):
    """Rule sets that cannot be compared fairly, or not with these arguments.

    Compare rules that share a number of seats, or leave out the argument that the message names.
    """


class PictureError(GinRulesError, ValueError):
    """A picture that cannot be drawn: a value without a picture, an unknown theme, a wrong number of names.

    Draw a state, a view, cards, melds or a sheet, with a theme that the message lists.
    """


class LabError(GinRulesError):
    """A simulated round failed. ``details`` holds the rules, seed, dealer and ply needed to replay it.

    Play that round alone to see the fault.

    Attributes:
        partial: The run's results until then, a ``Simulation``, ``Comparison`` or ``Tournament``. None if
            there are no results.
    """

    partial: object = None


class InvalidRunError(LabError, ValueError):
    """A run that is not possible: no rounds, players who do not fit the seats, another run's checkpoint.

    Change the argument that the message names.
    """


class PlayerActionError(LabError):
    """A player answered with something that is not a legal action. Return an action of ``view.legal``."""


class PlayerFailedError(LabError):
    """A player raised an error of its own. It is the cause.

    Mend the player. The traceback of its own error is above.
    """


class PlayerTooSlowError(LabError):
    """A player took longer over a decision than the run allows.

    Raise ``time_limit``, or make the player faster.
    """


class ProgramError(LabError):
    """A player's program could not be started, has ended, or has broken the protocol.

    Run the program by hand, and compare its lines with the protocol.
    """


class EndlessPlayError(LabError):
    """A round or a match has not ended within the run's limit on actions or rounds.

    Raise ``ply_cap`` if the rules allow rounds of this length, or mend a player that never ends one.
    """


class WorkerLostError(LabError):
    """A worker died, or its pool broke. ``details`` have its deals and their seeds.

    Run these deals again in one process. Use fewer workers if memory ran out.
    """


class InvalidNetError(GinRulesError, ValueError):
    """A file that holds no net, or weights that form none: another number of them, or numbers out of their range.

    Load a file that ``save`` of this kind of net has written.
    """


class CoreError(GinRulesError, RuntimeError):
    """The compiled core is required but missing, belongs to another version, or has refused a call.

    Build it with ``python ginrules/fast/build.py``, or unset ``GINRULES_CORE`` to play on the engine.
    """


class IllegalAction(GinRulesError, ValueError):
    """An action that the rules do not allow in this state. The subclass says why.

    Choose an action of `ginrules.legal_actions`.

    Attributes:
        action: The action that was refused.
    """

    __slots__ = ("_state",)  # not in `vars`

    def __init__(self, message: str, *, action: object = None, state: object = None, **details: object) -> None:
        super().__init__(message, **details)
        self.action = action
        self.state = state

    @property
    def state(self) -> object:
        """The state it was tried in, unchanged.

        It can hold every hand, so `vars` and pickles leave it out: logs then show no hidden card. It is None in an
        error read from a pickle.
        """
        return getattr(self, "_state", None)

    @state.setter
    def state(self, value: object) -> None:
        self._state = value


class NotAnAction(IllegalAction):
    """A text or another value in place of an action. `ginrules.parse_action` reads a text.

    Read the text first.
    """


class WrongPhase(IllegalAction):
    """The action does not belong to this phase of the round.

    Choose a legal action of this phase, which the message names.
    """


class RoundIsOver(IllegalAction):
    """The round has ended; no action is possible any more. Price the outcome, and deal the next round."""


class NotYourTurn(IllegalAction):
    """Another seat must act. Wait for the seat that the message names."""


class NotInHand(IllegalAction):
    """The seat does not hold the card, or one of the cards. Choose a card that the seat holds."""


class TakenThisTurn(IllegalAction):
    """The card was taken from the discard pile this turn and cannot go back. Discard another card."""


class MustDrawStock(IllegalAction):
    """This draw must be from the stock. Draw from the stock."""


class PileTooShort(IllegalAction):
    """The discard pile has fewer cards than the action takes. Take fewer cards."""


class OneCardOnly(IllegalAction):
    """These rules let a seat take the top card of the pile and no more. Take one card."""


class DutyCannotBeMet(IllegalAction):
    """The deepest card of the take could be neither melded nor laid off this turn.

    Take fewer cards, or draw from the stock.
    """


class KnockNotAllowed(IllegalAction):
    """These rules have no knocking. Melds are laid on the table instead.

    Lay down melds until the hand is empty.
    """


class TooMuchDeadwood(IllegalAction):
    """The deadwood left is above the knock limit in force. Discard without knocking."""


class BigGinNotOffered(IllegalAction):
    """These rules have no big gin. Discard and knock for gin."""


class NotBigGin(IllegalAction):
    """Not all the cards held can be melded. Discard, and knock if the rest allows it."""


class BigGinNeedsGin(IllegalAction):
    """All the cards held can be melded, but those held before the draw could not. Discard and knock for gin."""


class SpreadNotBest(IllegalAction):
    """The melds leave more deadwood than the hand must: these rules count the knocker's melds at their best.

    Spread the best arrangement.
    """


class DoublingNotOffered(IllegalAction):
    """The rules have no doubling. Draw."""


class NoDoublingRight(IllegalAction):
    """The right to double is the other seat's, which has accepted a double. Draw."""


class DoublingLimitReached(IllegalAction):
    """Another double would multiply the round by more than the rules allow. Draw."""


class NotAMeld(IllegalAction):
    """The cards are neither a set nor a run under these rules.

    Lay three or more cards of one rank, or of one suit in sequence.
    """


class MeldsOverlap(IllegalAction):
    """A card is in two of the melds. Use each card once."""


class CannotLayOff(IllegalAction):
    """The card does not fit that meld, or there is no meld of that number.

    Name another meld of the table, or say that you are done.
    """


class LayoffNotAllowed(IllegalAction):
    """These rules have no lay-offs here. Say that you are done."""


class MustUseTakenCard(IllegalAction):
    """A card taken from deep in the pile must be melded or laid off first. Meld it or lay it off."""


class NotTheDueShuffle(IllegalAction):
    """The order does not have exactly the cards that must be shuffled. Shuffle these cards and no others."""
