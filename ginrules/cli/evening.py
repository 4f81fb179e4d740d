"""``ginrules pad``: an evening's score, typed line by line, with the sheet after every round."""

import datetime as dt
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import attrs
from cyclopts import Parameter

from ginrules._support.files import KeptFile
from ginrules._support.printed import clean
from ginrules.cli.console import INTERRUPTED, UNSAVED, edit_lines, in_columns, say, width
from ginrules.cli.options import Rules
from ginrules.cli.saved import Dialog, Left, check_place
from ginrules.errors import GinRulesError, RecordError
from ginrules.match.advance import ensure_new_names

if TYPE_CHECKING:
    from ginrules.records.pads import Pad

_LARGEST_FILE: Final = 1024 * 1024
_LEAVING: Final = frozenset({"quit", "exit", "q"})
_COMMANDS: Final = _LEAVING | {"help", "?", "undo", "sheet", "lines", "save"}
"""The words that are answered before there are rules and players."""
_WORDS: Final = (
    ("undo", "take the last line back"),
    ("sheet", "the score sheet"),
    ("rules", "the rule card"),
    ("lines", "the pad as it is written"),
    ("save FILE", "keep the pad in a file"),
    ("quit", "leave"),
)


def pad(
    file: Path | None = None,
    /,
    *,
    rules: Rules | None = None,
    player: Annotated[tuple[str, ...], Parameter(negative=())] = (),
) -> int:
    """Keep an evening's score: type each round, see the sheet, undo lines, continue later.

    If rules or players are not given, you are asked for them. An existing file is continued. Every
    line is saved as soon as it is typed, and `ginrules score FILE` shows the sheet. A pad has one
    line per round:

        rules hollywood          # a preset, or a rule file in the pad's folder
        players Ann Bo "Cy Day"  # in the order of their seats
        date 2026-03-14          # the day, which this command writes
        dealer Bo                # who deals first, if not the first
        Ann knocks 3 Bo 21       # deadwood: the knocker's, the others'
        Bo gin Ann 30            # or: Bo big gin Ann 30, Bo out Ann 30
        dead                     # a drawn round
        Ann 18                   # points only, the winner first
        Ann 18 gin               # and how: knock, gin, big-gin, undercut,
                                 # gin-off, out, refused

    More can follow at the end of a line. Add "upcard 7s" or "knock-card 7s" if the rules need the
    card, "laid Ann 70 Bo 35" for the points on the table in open melding, and "factor 4" for doubles
    that were accepted. After points, add "x2" for doubled points, and "boxes 3". If Bo refuses a
    double, write "Ann doubled 34 Bo 41". A team round has a line per table. A drawn table is "dead
    Ann Bo", with "x2" if a spade doubles the team's box. "notice" ends endless Hollywood. "concede
    Bo" is Bo's concession, which ends the match or puts Bo out. "misdeal" notes a deal that does not
    count.

    Args:
        file: The pad. Without a file, type `save FILE` to keep it.
        rules: A preset, a rule file, or several joined: partnership+hollywood
        player: A player's name. Repeat it for every player, in the order of their seats.
    """
    edit_lines()
    evening = Evening(input, say, file)
    if file is not None:
        check_place(file)
        if file.is_file() and file.stat().st_size:
            if rules is not None or player:
                raise RecordError(f"{file} holds a pad: leave --rules and --player out to continue it")
            evening.resume(file)
    if rules is not None:
        evening.enter(f"rules {rules}")
        if player:
            evening.enter(f"players {' '.join(quoted(clean(name)) for name in player)}")
    elif player:
        raise RecordError("give the --rules too: the players follow them on the pad")
    return evening.run()


def quoted(name: str) -> str:
    """Return a name as a pad writes it."""
    return name if name.isalnum() else f'"{name}"'


@attrs.define
class Evening(Dialog):
    """A pad while it is written."""

    lines: list[str] = attrs.field(init=False, factory=list)
    _pads: "list[Pad]" = attrs.field(init=False, factory=list)
    _is_saved: bool = attrs.field(init=False, default=True)

    @property
    def pad(self) -> "Pad":
        """The pad as it is now."""
        from ginrules.records.pads import Pad

        return self._pads[-1] if self._pads else Pad(Path() if self.path is None else self.path.parent)

    def enter(self, line: str) -> None:
        """Add a line to the pad. A refused line leaves it unchanged."""
        pad = self.pad.read(line)
        if self.pad.match is None and pad.match is not None:
            ensure_new_names(pad.match.players)
        self._pads.append(pad)
        self.lines.append(line)
        self._is_saved = False

    def resume(self, path: Path) -> None:
        """Continue the pad in a file."""
        from ginrules.records import read_file
        from ginrules.records.documents.problems import refusal
        from ginrules.records.pads import read_lines

        text = read_file(path, limit=_LARGEST_FILE)
        _, problems = read_lines(text, path.parent)
        if problems:
            error = refusal(problems, path.name)
            raise RecordError(f"{error}\n{path} is left as it is: mend these lines", error.problems, path=str(path))
        for line in text.splitlines():
            self._pads.append(self.pad.read(line))
            self.lines.append(line)
        self._is_saved = True

    def run(self) -> int:
        """Ask for lines until the person leaves, and return the exit status."""
        status = 0
        try:
            self._begin()
            while True:
                self._do(self._answer(self._prompt()))
        except KeyboardInterrupt:
            self.say("")
            status = INTERRUPTED
        except EOFError:
            self.say("")
        except Left:
            pass
        return status if self._say_goodbye() else UNSAVED

    # --- lines ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        while self.pad.rules is None:
            text = self._asked("Rules (a preset, a rule file, or several joined by +; standard if empty) > ")
            self._try(text if text.startswith("rules ") else f"rules {text or 'standard'}")
        while self.pad.match is None:
            text = self._asked('Players, in the order of their seats ("cut Ann Bo" draws cards for it) > ')
            if text.lower().startswith("cut "):
                self._cut(text[4:])
            elif text:
                self._try(text if text.startswith("players ") else f"players {text}")
        if not (self.pad.date or self.pad.match.entries or self.pad.waiting):
            self.enter(f"date {dt.datetime.now().astimezone().date().isoformat()}")
        self._tell('Type the result of each round; "help" says how, "undo" takes a line back.')
        self._save_quietly()
        self._sheet()

    def _cut(self, names: str) -> None:
        from ginrules.records.pads import cut_for_seats

        assert self.pad.rules is not None
        try:
            cut = cut_for_seats(names, self.pad.rules)
        except GinRulesError as error:
            self._tell(str(error))
            return
        if self._try(f"players {' '.join(map(quoted, cut.seated))}  # cut: {cut}"):
            self._tell(f"{cut}.")

    def _asked(self, prompt: str) -> str:
        """Return the next typed line that is not a command. Commands are answered first."""
        while True:
            text = self._answer(prompt)
            if text.lower() not in _COMMANDS and not text.lower().startswith("save "):
                return text
            self._do(text)

    def _prompt(self) -> str:
        match = self.pad.match
        if match is None:
            return "> "
        if match.is_over:
            return "The match is over (undo, sheet, save, quit) > "
        number = len(match.scores) + 1
        if len(match.due) > 1:
            return f"Round {number}, {self.pad.missing} > "
        return f"Round {number}, {match.players[match.due[0].dealer]} deals > "

    def _do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word.lower():
            case leaving if not rest and leaving in _LEAVING:
                raise Left
            case "help" | "?" if not rest:
                self._help()
            case "undo" if not rest:
                self._undo()
            case "sheet" if not rest:
                self._sheet()
            case "lines" if not rest:
                self.say("\n".join(self.lines))
            case "rules" if not rest:
                self._card()
            case "save" if self.pad.match is None or word not in self.pad.match.players:
                self._save_as(rest, "evening.pad")
            case _ if text and self._try(text):
                self._save_quietly()
                if self.pad.waiting:
                    self._tell(f"Missing in this round: {self.pad.missing}.")
                else:
                    self._sheet()
            case _:
                pass

    def _try(self, line: str) -> bool:
        try:
            self.enter(line)
        except (GinRulesError, OSError) as error:
            self._tell(str(error))
            return False
        return True

    def _undo(self) -> None:
        """Take back the last line that is neither empty nor a comment, unless it names rules, players or a date."""
        place = len(self.lines) - 1
        while place >= 0 and not self.lines[place].partition("#")[0].strip():
            place -= 1
        if place < 0 or self.lines[place].split()[0] in {"rules", "players", "date"}:
            self._tell("There is nothing to take back: the pad has no round.")
            return
        line = self.lines[place]
        del self.lines[place:], self._pads[place:]
        self._is_saved = False
        self._save_quietly()
        self.say(f"Taken back: {line}")
        self._sheet()

    # --- output -----------------------------------------------------------------------------------

    def _help(self) -> None:
        from ginrules.cli.help import description

        self.say("\n\n".join(description(pad, width())[2:]))
        self.say("\n".join(["\nType a round as in the lines above, or", *in_columns(_WORDS, width())]))

    def _sheet(self) -> None:
        from ginrules.show.terminal import colored

        match = self.pad.match
        if match is None:
            self._tell("The pad has no round yet: it begins with the rules and the players.")
            return
        self.say(f"\n{colored(match, width=width())}\n")
        if match.is_over:
            names = " ".join(f"--player {quoted(clean(name))}" for name in match.players)
            rules = next(line.partition(" ")[2] for line in self.lines if line.startswith("rules "))
            self._tell(f"The next match is a file of its own: ginrules pad FILE --rules {shlex.quote(rules)} {names}\n")

    def _card(self) -> None:
        from ginrules.cli.rules import card_text

        if self.pad.rules is not None:
            self.say(card_text(self.pad.rules, width()).rstrip())

    # --- the file ---------------------------------------------------------------------------------

    def _save_quietly(self) -> None:
        """Save the pad if it has a file, and say so only if that fails."""
        if self._file is not None:
            self._write(self._file)

    def _save_to(self, file: KeptFile) -> bool:
        is_written = self._write(file)
        if is_written:
            self._tell(f"Saved in {file.path}.")
        return is_written

    def _write(self, file: KeptFile) -> bool:
        try:
            file.write("".join(f"{line}\n" for line in self.lines))
        except OSError as error:
            problem = error.strerror or str(error)
            self._tell(
                f"{file.path} cannot be written: {problem}. Nothing typed here is lost: `save FILE` with "
                "another name keeps the pad."
            )
            return False
        self._is_saved = True
        return True

    def _say_goodbye(self) -> bool:
        """Say where the pad is saved, or show its lines and return False if it has no file."""
        if self.path is not None and self._is_saved:
            self._tell(f"Saved in {self.path}: `ginrules pad {self.path}` continues it.")
            return True
        if self.pad.match is None or not (self.pad.match.entries or self.pad.waiting):
            return True
        self.say("The pad is in no file. Its lines:")
        self.say("\n".join(self.lines))
        return self.path is None
