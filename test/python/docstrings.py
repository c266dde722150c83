"""Runs the examples in the docstrings of the installed package, each as a reader would, in the current folder, and prints what became of them as JSON.

    docstrings.py [<class>...]: those of these classes; without any, of all others than those named after "--but"

An example that is TypeScript is no Python, so it fails here. What an example takes for granted is what the fixture of the compiler has
(rosetta/default.ts-fixture): the names of the packages, a migration, an App with one phase of it, a Chart, and a construct as `self`.
"""
import ast
import json
import sys
import textwrap

import cdk8s
import cdk8s_ccm_migration
import constructs
from cdk8s_plus_27 import k8s


def examples():
    """The name of each class or function that has an example, and the example."""
    with open(cdk8s_ccm_migration.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            _, separator, example = (ast.get_docstring(node) or "").partition("Example::\n")
            if separator:
                yield getattr(node, "name", "module"), textwrap.dedent(example)


def fixture():
    names = {name: getattr(module, name) for module in (cdk8s, constructs, cdk8s_ccm_migration) for name in module.__all__}
    of = names["KubernetesVersion"].of
    migration = names["Migration"](cluster_id="prod-eu", from_version=of("1.26.15"), to_version=of("1.27.16"))
    app = cdk8s.App()
    names["CloudControllerMigration"](app, "example", migration=migration, phase=names["MigrationPhase"].MIXED)
    chart = cdk8s.Chart(cdk8s.App(), "chart")
    return {**names, "k8s": k8s, "app": app, "chart": chart, "migration": migration, "self": constructs.Construct(chart, "self")}


def failure(name, example):
    try:
        exec(compile(example, name, "exec"), fixture())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


wanted, _, others = " ".join(sys.argv[1:]).partition("--but")
chosen = [(name, example) for name, example in examples() if (name in wanted.split() if wanted else name not in others.split())]
print(json.dumps({name: failure(name, example) for name, example in chosen}))
