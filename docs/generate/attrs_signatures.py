"""A griffe extension: real signatures of classes and functions, links in docstrings, hidden functions and constructors.

griffe reads source code and knows nothing of attrs. The classes are small and importable, so
names, order, kinds and defaults of the parameters are asked of attrs itself; the annotations
are those of the source, which the site can link. It also finds `ginrules.price`, a function that
``ginrules.scoring`` imports from a module of the same name, for that module.
"""

import importlib
from collections.abc import Iterator
from typing import Any

import attrs
from griffe import (
    Alias,
    Attribute,
    Class,
    Extension,
    Function,
    Module,
    Object,
    Parameter,
    ParameterKind,
    Parameters,
)

from docs.generate.links import linked
from docs.generate.reference import hidden_constructors


class AttrsSignatures(Extension):
    """Gives each attrs class an ``__init__``, and each field its clean default."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Look at every class of the package once it is read whole."""
        _retarget(pkg)
        for member in _objects(pkg):
            if member.docstring is not None:
                member.docstring.value = linked(member.docstring.value)
            if isinstance(member, Class) and attrs.has(class_ := _imported(member)):
                _describe(member, class_)
            if isinstance(member, Class) and member.docstring is not None:
                _merge_constructor(member)
        for member in _objects(pkg):
            if isinstance(member, Class) and member.path in hidden_constructors():
                _hide_constructor(member)


def _merge_constructor(class_: Class) -> None:
    """Drop the first sentence of a constructor: the page shows its docstring below that of the class."""
    constructor = class_.members.get("__init__")
    if isinstance(constructor, Function) and constructor.docstring is not None:
        constructor.docstring.value = constructor.docstring.value.partition("\n\n")[2]


def _hide_constructor(class_: Class) -> None:
    """Take the constructor from a class, and from its private bases, which would pass theirs on."""
    for base in (class_, *(base for base in class_.mro() if base.name.startswith("_"))):
        if "__init__" in base.members:
            base.del_member("__init__")


def _objects(within: Module | Class) -> Iterator[Object]:
    yield within
    for member in within.members.values():
        if member.is_alias:
            continue
        if isinstance(member, Module | Class):
            yield from _objects(member)
        elif isinstance(member, Object):
            yield member


def _retarget(pkg: Module) -> None:
    """Let names that lead to a module lead to the function that its package imports from it by the same name."""
    modules = [pkg, *(member for member in _objects(pkg) if isinstance(member, Module))]
    hidden = {
        f"{module.path}.{name}": home
        for module in modules
        for name, home in module.imports.items()
        if home == f"{module.path}.{name}.{name}"
    }
    for module in modules:
        for name, member in [*module.members.items()]:
            if isinstance(member, Alias) and member.target_path in hidden:
                module.set_member(name, Alias(name, hidden[member.target_path], parent=module))


def _imported(object_: Class) -> Any:
    item: Any = importlib.import_module(object_.module.path)
    for name in object_.path.removeprefix(f"{object_.module.path}.").split("."):
        item = getattr(item, name)
    return item


def _describe(class_: Class, type_: Any) -> None:
    annotations: dict[str, Attribute] = {}
    for base in (*reversed(class_.mro()), class_):
        annotations |= {name: member for name, member in base.members.items() if isinstance(member, Attribute)}
    parameters = [Parameter("self", kind=ParameterKind.positional_or_keyword)]
    for field in attrs.fields(type_):
        source = annotations.get(field.name)
        default = _default(field)
        own = class_.members.get(field.name)
        if isinstance(own, Attribute):
            own.value = default
        if field.init:
            kind = ParameterKind.keyword_only if field.kw_only else ParameterKind.positional_or_keyword
            annotation = source.annotation if source is not None else None
            parameters.append(Parameter(field.alias, annotation=annotation, kind=kind, default=default))
    if isinstance(class_.members.get("__init__"), Function):
        return  # written by hand, as the source has it
    class_.set_member("__init__", Function("__init__", parent=class_, parameters=Parameters(*parameters)))


def _default(field: "attrs.Attribute[Any]") -> str | None:
    """Return the default as source code; None if the field must be given."""
    if field.default is attrs.NOTHING:
        return None
    if (factory := getattr(field.default, "factory", None)) is not None:
        return f"{factory.__name__}()"
    return repr(field.default)
