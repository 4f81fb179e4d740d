"""``ginrules completion``: scripts for shells, and the words that they request while the user types.

A script calls ``ginrules --complete`` with the line's words. Commands, options, presets and rules therefore
always match the installed version.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from ginrules.cli.commands import COMMANDS, function_of
from ginrules.cli.help import Word
from ginrules.cli.help import words as words_of

Shell = Literal["bash", "zsh", "fish"]
FILES: Final = ":files"
"""The line that tells the shell to complete file names."""

_SUFFIX: Final = ".toml"
_MOST_FILES: Final = 200

_BASH: Final = r"""# completion of ginrules for bash
_ginrules() {
    local line="${COMP_LINE:0:COMP_POINT}" current prefix="" candidate
    local -a words
    IFS=$' \t\n' read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current="${words[${#words[@]} - 1]}"
    [[ $current == *=* && $COMP_WORDBREAKS == *=* ]] && prefix="${current%"${current##*=}"}"
    COMPREPLY=()
    while IFS= read -r candidate; do
        if [[ $candidate == :files ]]; then
            compopt -o default 2>/dev/null
        elif [[ -n $candidate ]]; then
            COMPREPLY+=("${candidate#"$prefix"}")
        fi
    done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _ginrules ginrules
"""
_ZSH: Final = r"""#compdef ginrules
# completion of ginrules for zsh
_ginrules() {
    local candidate
    local -a candidates plain open
    candidates=("${(@f)$("${(Q)words[1]}" --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for candidate in $candidates; do
        case $candidate in
            :files) _files ;;
            *[=/]) open+=("$candidate") ;;
            ?*) plain+=("$candidate") ;;
        esac
    done
    (( $#plain )) && compadd -- $plain
    (( $#open )) && compadd -S '' -- $open
}
if [[ ${funcstack[1]} == _ginrules ]]; then
    _ginrules "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
    compdef _ginrules ginrules
fi
"""
_FISH: Final = r"""# completion of ginrules for fish
function __ginrules_complete
    set -l words (commandline -opc)
    for candidate in ($words[1] --complete $words[2..-1] (commandline -ct) 2>/dev/null)
        if test "$candidate" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $candidate
        end
    end
end
complete -c ginrules -f -a '(__ginrules_complete)'
"""
_SCRIPTS: Final = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def completion(shell: Shell, /) -> None:
    """Let your shell complete commands, options, presets and rules with Tab.

    Print the script for a shell. Its start-up file reads it by a line:

        source <(ginrules completion bash)    # ~/.bashrc
        source <(ginrules completion zsh)     # ~/.zshrc
        ginrules completion fish | source     # config.fish

    Args:
        shell: bash, zsh or fish.
    """
    print(_SCRIPTS[shell], end="")


# --- the words ------------------------------------------------------------------------------------


def candidates(words: Sequence[str]) -> list[str]:
    """Return the possible completions of the last word. The words are those after ``ginrules`` in a command line."""
    *before, current = words or [""]
    if not before:
        names = (*COMMANDS, "--help", "--version") if current.startswith("-") else COMMANDS
        return [name for name in names if name.startswith(current)]
    return list(_completions(before, current)) if before[0] in COMMANDS else []


def _completions(before: Sequence[str], current: str) -> Iterator[str]:
    known = words_of(function_of(before[0]))
    options = {word.name: word for word in known if word.is_option}
    waiting: Word | None = None
    places = 0
    for word in before[1:]:
        if waiting is not None:
            waiting = None
        elif word in options:
            waiting = None if options[word].is_flag else options[word]
        elif not word.startswith("--"):
            places += 1
    if waiting is not None:
        yield from _values(waiting, current)
    elif current.startswith("-"):
        used = {word for word in before if word in options and not options[word].is_many}
        yield from (name for name in (*options, "--help") if name.startswith(current) and name not in used)
    else:
        arguments = [word for word in known if not word.is_option]
        if places < len(arguments) or (arguments and arguments[-1].is_many):
            yield from _values(arguments[min(places, len(arguments) - 1)], current)


def _values(word: Word, current: str) -> Iterator[str]:
    if word.choices:
        yield from (choice for choice in word.choices if choice.startswith(current))
    elif word.kind == "RULES":
        yield from _rules(current)
        yield from _rule_files(current)
    elif word.kind == "FILE":
        yield FILES


def _rules(current: str) -> Iterator[str]:
    """Yield an expression's completions: its last term is a preset, a rule or a value."""
    from ginrules.presets import preset_names
    from ginrules.rules.model import RULES

    head, plus, term = current.rpartition("+")
    name, equals, value = term.partition("=")
    if equals:
        rule = RULES.get(name)
        if rule is not None:
            values = rule.choices or (("true", "false") if rule.kind == "yes-no" else ())
            yield from (f"{head}{plus}{name}={choice}" for choice in values if choice.startswith(value))
        return
    yield from (f"{head}{plus}{preset}" for preset in preset_names() if preset.startswith(term))
    if plus or term:  # an empty word gets only presets, to keep the list short
        yield from (f"{head}{plus}{rule}=" for rule in RULES if rule.startswith(term))


def _rule_files(current: str) -> Iterator[str]:
    head, slash, start = current.rpartition("/")
    folder = Path(f"{head}{slash}" or ".")
    try:
        entries = sorted(folder.iterdir())[:_MOST_FILES]
    except (OSError, ValueError):
        return
    for entry in entries:
        is_hidden = entry.name.startswith(".") and not start.startswith(".")
        if entry.name.startswith(start) and not is_hidden and (entry.suffix == _SUFFIX or (current and entry.is_dir())):
            yield f"{head}{slash}{entry.name}{'/' if entry.is_dir() else ''}"
