"""Examples of public names run when pasted: `import ginrules as gin`, and public names alone."""

import ast
import builtins
import doctest
import inspect

import pytest

from docs.generate import reference
from tests.docs.test_docstrings import PUBLIC
from tests.every import every

pytestmark = pytest.mark.docs

MODULES = {"ginrules", *reference.MODULES, *(module.rpartition(".")[0] for module in reference.MODULES)} - {
    "ginrules.play"
}
"""Those with a page of the reference, and the packages above them."""


def described():
    """Every public function and class, and their public methods and properties, with their docstrings."""
    for name, value in ((name, inspect.unwrap(value)) for name, value in PUBLIC.items()):
        if inspect.isfunction(value):
            yield name, value.__doc__
        elif inspect.isclass(value):
            yield name, value.__doc__
            for method, body in inspect.getmembers(
                value, lambda body: inspect.isroutine(body) or isinstance(body, property)
            ):
                if not method.startswith("_") and is_ours(body):
                    yield f"{name}.{method}", body.__doc__


def is_ours(body):
    function = body.fget if isinstance(body, property) else getattr(body, "__func__", body)
    return (getattr(inspect.unwrap(function), "__module__", None) or "").startswith("ginrules")


def parsed(text):
    return ast.parse("".join(example.source for example in doctest.DocTestParser().get_examples(text or "")))


EXAMPLES = {name: parsed(text) for name, text in described() if ">>>" in (text or "")}


def unknown(tree):
    """The names that an example reads and does not bind or import."""
    bound = {*vars(builtins)}
    read = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                read.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(name=name, asname=other):
                bound.add(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)):
                bound.add(name)
    return read - bound


def internal(tree):
    """The imports from modules of the library that are not public, or of names that these do not show.

    Names of `ginrules` itself are not imported one by one: the idiom is ``gin.deal``.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "ginrules":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in names if node.module == "ginrules" or not is_shown(node.module, name))
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.partition(".")[0] == "ginrules"]
            yield from (name for name in names if name not in MODULES)


def is_shown(module, name):
    return module in MODULES and (name in MODULES or name in PUBLIC or f"{name}.{name.rpartition('.')[2]}" in PUBLIC)


def test_there_are_examples():
    assert len(EXAMPLES) > 180


@every(EXAMPLES.items())
def test_an_example_imports_what_it_reads_from_public_modules(name, tree):
    assert not unknown(tree), f"{name} reads {', '.join(sorted(unknown(tree)))}, which its example does not import"
    assert not [*internal(tree)], f"{name} imports {', '.join(internal(tree))}"


def test_an_example_without_its_import_is_noticed():
    assert unknown(ast.parse("deal('standard', seed=7)")) == {"deal"}
    assert [*internal(ast.parse("from ginrules.play.deal import deal"))] == ["ginrules.play.deal.deal"]
    assert [*internal(ast.parse("from ginrules import deal"))] == ["ginrules.deal"]
    assert not unknown(ast.parse("import ginrules as gin\ngin.deal('standard', seed=7)"))
