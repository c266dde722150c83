"""Imports between the files of the collection: none of them form a circle, also where a function imports what it needs."""
import ast
import os
import unittest

COLLECTION = 'ansible_collections.cdk8s.ccm_migration.'
ROOT = os.path.join(os.path.dirname(__file__), '..', '..', 'collection', *COLLECTION.split('.'))


def files():
    """Source of every module, by its name below the collection."""
    for folder, _, names in os.walk(os.path.join(ROOT, 'plugins')):
        for name in names:
            if name.endswith('.py'):
                path = os.path.join(folder, name)
                with open(path, encoding='utf8') as file:
                    yield os.path.relpath(path, ROOT)[:-3].replace(os.sep, '.'), file.read()


def imported(source):
    """What a module imports of the collection, wherever it does: modules and names in them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or '').startswith(COLLECTION):
            module = node.module[len(COLLECTION):]
            yield from (module, *(f'{module}.{one.name}' for one in node.names))


def circles(graph):
    """Modules on a circle: what is left when those that import nothing of what is left, or that nothing of it imports, are taken away."""
    left = dict(graph)
    while True:
        needed = set().union(*left.values()) if left else set()
        free = [name for name, needs in left.items() if name not in needed or not needs & left.keys()]
        if not free:
            return sorted(left)
        for name in free:
            del left[name]


class Imports(unittest.TestCase):
    def test_form_no_circle(self):
        sources = dict(files())
        graph = {name: set(imported(source)) & sources.keys() - {name} for name, source in sources.items()}
        self.assertGreater(sum(map(len, graph.values())), 40)
        self.assertEqual(circles(graph), [])


if __name__ == '__main__':
    unittest.main()
