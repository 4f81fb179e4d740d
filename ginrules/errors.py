"""Every error that ginrules raises on purpose.

When it runs, its only import from the library is the cleaning of messages: a name in a message cannot
control a terminal. Every class has a stable ``code`` for programs, every instance a one-sentence message
for people and ``details`` (plain values, as they are) for both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from ginrules._printed import clean_lines

if TYPE_CHECKING:
    from ginrules.records.documents.problems import RecordProblem
    from ginrules.rules.problems import RuleProblem


class GinRulesError(Exception):
    """The base of every error of ginrules.

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
    """An argument of a wrong type, such as a preset's name for a rule set, or a view for a state."""


class ParseError(GinRulesError, ValueError):
    """A text or number that is not a card, a set of cards, a meld or an action."""


class RuleSetError(GinRulesError, ValueError):
    """A rule set, or a rule file, with one or more faults; ``problems`` holds them all."""

    def __init__(self, message: str, problems: tuple[RuleProblem, ...] = (), **details: object) -> None:
        super().__init__(message, **details)
        self.problems = problems


class UnknownPresetError(GinRulesError, ValueError):
    """A name that is neither a preset's nor an alias."""


class DealError(GinRulesError, ValueError):
    """A deal that is not possible: wrong cards, seats, dealer or knock card."""


class ScoreError(GinRulesError, ValueError):
    """Facts that cannot be, or that do not fit the rules or the match they are scored under."""


class RecordError(GinRulesError, ValueError):
    """A snapshot or a record that cannot be read or replayed; ``problems`` holds every fault."""

    def __init__(self, message: str, problems: tuple[RecordProblem, ...] = (), **details: object) -> None:
        super().__init__(message, **details)
        self.problems = problems


class OldVersionError(GinRulesError, ValueError):
    """An action for a position of the table that has changed since: the page must show the table again."""


class IncompatibleRulesError(GinRulesError, ValueError):
    """Rule sets that cannot be compared fairly, or not with these arguments."""


class PictureError(GinRulesError, ValueError):
    """A picture that cannot be drawn: a value without a picture, an unknown theme, a wrong number of names."""


class LabError(GinRulesError):
    """A simulated round failed; ``details`` holds the rules, seed, dealer and ply needed to replay it.

    Attributes:
        partial: The results of the run until then, a ``Simulation``, ``Comparison``, ``Tournament`` or ``Tuning``; None
            if there are no results.
    """

    partial: object = None


class InvalidRunError(LabError, ValueError):
    """A run that is not possible: no rounds, players who do not fit the seats, another run's checkpoint."""


class PlayerActionError(LabError):
    """A player answered with something that is not a legal action."""


class PlayerFailedError(LabError):
    """A player raised an error of its own; it is the cause."""


class PlayerTooSlowError(LabError):
    """A player took longer over a decision than the run allows."""


class ProgramError(LabError):
    """A player's program could not be started, has ended, or has broken the protocol."""


class EndlessPlayError(LabError):
    """A round or a match has not ended within the run's limit on actions or rounds."""


class WorkerLostError(LabError):
    """A worker died, or its pool broke; ``details`` have its deals and their seeds."""


class InvalidNetError(GinRulesError, ValueError):
    """A file that holds no net, or weights that are missing, of another shape, or not finite numbers."""


class CoreError(GinRulesError, RuntimeError):
    """The compiled core is required but missing, belongs to another version, or has refused a call."""


class IllegalAction(GinRulesError, ValueError):
    """An action that the rules do not allow in this state; the subclass says why.

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
    """A text or another value in the place of an action; `ginrules.parse_action` reads a text."""


class WrongPhase(IllegalAction):
    """The action does not belong to this phase of the round."""


class RoundIsOver(IllegalAction):
    """The round has ended; no action is possible any more."""


class NotYourTurn(IllegalAction):
    """Another seat must act."""


class NotInHand(IllegalAction):
    """The seat does not hold the card, or one of the cards."""


class TakenThisTurn(IllegalAction):
    """The card was taken from the discard pile this turn and cannot go back."""


class MustDrawStock(IllegalAction):
    """This draw must be from the stock."""


class PileTooShort(IllegalAction):
    """The discard pile has fewer cards than the action takes."""


class OneCardOnly(IllegalAction):
    """These rules let a seat take the top card of the pile and no more."""


class DutyCannotBeMet(IllegalAction):
    """The deepest card of the take could be neither melded nor laid off this turn."""


class KnockNotAllowed(IllegalAction):
    """These rules have no knocking; melds are laid on the table instead."""


class TooMuchDeadwood(IllegalAction):
    """The deadwood left is above the knock limit in force."""


class BigGinNotOffered(IllegalAction):
    """These rules have no big gin."""


class NotBigGin(IllegalAction):
    """Not all the cards held can be melded."""


class BigGinNeedsGin(IllegalAction):
    """All the cards held can be melded, but those held before the draw could not."""


class SpreadNotBest(IllegalAction):
    """The melds leave more deadwood than the hand must: these rules count the knocker's melds at their best."""


class DoublingNotOffered(IllegalAction):
    """The rules have no doubling."""


class NoDoublingRight(IllegalAction):
    """The right to double is the other seat's, which has accepted a double."""


class DoublingLimitReached(IllegalAction):
    """Another double would multiply the round by more than the rules allow."""


class NotAMeld(IllegalAction):
    """The cards are neither a set nor a run under these rules."""


class MeldsOverlap(IllegalAction):
    """A card is in two of the melds."""


class CannotLayOff(IllegalAction):
    """The card does not fit that meld, or there is no meld of that number."""


class LayoffNotAllowed(IllegalAction):
    """These rules have no lay-offs here."""


class MustUseTakenCard(IllegalAction):
    """A card taken from deep in the pile must be melded or laid off first."""


class NotTheDueShuffle(IllegalAction):
    """The order does not have exactly the cards that must be shuffled."""
