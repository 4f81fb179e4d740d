"""The errors that functions can raise: ``raise`` in their source and in the functions of the module they call."""

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from ginrules.errors import GinRulesError

Function = Callable[..., Any]


def can_raise(function: Function) -> set[type[GinRulesError]]:
    """The errors of the library that a function raises itself, or by functions of its module that it calls by name.

    Methods are followed if they are called on ``self`` or ``cls``; errors that are caught on the
    way are left out. Other modules are not followed: most of their arguments are already checked,
    so this is a lower bound of the errors.
    """
    return set(_raised(function, ()))


def _raised(function: Function, above: tuple[Function, ...]) -> Iterator[type[GinRulesError]]:
    function = inspect.unwrap(getattr(function, "__func__", function))
    if function in above or not inspect.isfunction(function):
        return
    tree = _tree(function)
    if tree is None:
        return
    names = _names(function)
    for node, caught in _reached(tree, ()):
        if isinstance(node, ast.Raise):
            found = [_error(node, names)]
        else:
            called = _called(node, names, function)
            found = [] if called is None else list(_raised(called, (*above, function)))
        for error in found:
            if error is not None and not any(issubclass(error, kind) for kind in _classes(caught, names)):
                yield error


@cache
def _tree(function: Function) -> ast.AST | None:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, IndexError, TypeError):
        return None


def _names(function: Function) -> Mapping[str, Any]:
    return vars(builtins) | vars(sys.modules[function.__module__])


def _reached(
    node: ast.AST, caught: tuple[ast.expr, ...]
) -> Iterator[tuple[ast.Raise | ast.Call, tuple[ast.expr, ...]]]:
    """Every raise and call within, with the errors caught around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Try):
            handled = tuple(handler.type for handler in child.handlers if handler.type is not None)
            for inner in child.body:
                yield from _reached(ast.Module([inner], []), (*caught, *handled))
            for inner in (*child.orelse, *child.finalbody, *child.handlers):
                yield from _reached(inner, caught)
            continue
        if isinstance(child, ast.Raise):
            yield child, caught
            if child.exc is not None and isinstance(child.exc, ast.Call) and _is_error_made(child.exc):
                continue
        elif isinstance(child, ast.Call):
            yield child, caught
        if not isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            yield from _reached(child, caught)


def _is_error_made(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id[:1].isupper()


def _error(node: ast.Raise, names: Mapping[str, Any]) -> type[GinRulesError] | None:
    made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    found = names.get(made.id) if isinstance(made, ast.Name) else None
    return found if inspect.isclass(found) and issubclass(found, GinRulesError) else None


def _called(call: ast.AST, names: Mapping[str, Any], within: Function) -> Function | None:
    assert isinstance(call, ast.Call)
    target = call.func
    if isinstance(target, ast.Name):
        found = names.get(target.id)
        if inspect.isclass(found):
            return None
        return found if getattr(found, "__module__", "") == within.__module__ else None
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in ("self", "cls"):
        owner = _owner(within)
        return None if owner is None else inspect.getattr_static(owner, target.attr, None)
    return None


def _owner(method: Function) -> type | None:
    found: Any = sys.modules[method.__module__]
    for part in method.__qualname__.split(".")[:-1]:
        found = getattr(found, part, None)
    return found if inspect.isclass(found) else None


def _classes(caught: tuple[ast.expr, ...], names: Mapping[str, Any]) -> Iterator[type]:
    for handled in caught:
        for one in handled.elts if isinstance(handled, ast.Tuple) else [handled]:
            found = names.get(one.id) if isinstance(one, ast.Name) else None
            if inspect.isclass(found):
                yield found
