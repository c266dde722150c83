"""What kubectl prints of objects with `-o`: what the runbook and the tasks use of it."""
import json
import re


def text(value):
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))


def steps(path):
    """`.a.b\\.c[*].d[?(@.e=="f")]` as its parts."""
    parts = re.findall(r'\.((?:\\.|[^.\[\\])+)|\[(\*|\d+|\?\(@\.\w+=="?[\w-]+"?\))\]', path)
    return [name.replace('\\.', '.') if name else '[' + index for name, index in parts]


def select(values, path):
    for step in steps(path):
        if step == '[*':
            values = [one for value in values for one in value]
        elif step.startswith('[?'):
            name, wanted = re.match(r'\[\?\(@\.(\w+)==(.*)\)', step).groups()
            values = [one for value in values for one in value if one.get(name) == json.loads(wanted)]
        elif step.startswith('['):
            values = [value[int(step[1:])] for value in values if len(value) > int(step[1:])]
        else:
            values = [value[step] for value in values if step in value]
    return values


def jsonpath(value, template):
    """Fields, literals, and one `{range}` that is not in another."""
    ranged = re.match(r'(?s)(.*)\{range ([^}]*)\}(.*)\{end\}(.*)$', template)
    if ranged:
        before, path, body, after = ranged.groups()
        return jsonpath(value, before) + ''.join(jsonpath(one, body) for one in select([value], path)) + jsonpath(value, after)
    return re.sub(r'\{("[^"]*"|[^}"]*(?:"[\w-]+"[^}"]*)*)\}', lambda match: part(value, match[1]), template)


def part(value, inside):
    if inside.startswith('"'):
        return json.loads(inside)
    return ' '.join(text(one) for one in select([value], inside))


def columns(values, fields, has_head):
    paths = [field.split(':', 1) for field in fields.split(',')]
    rows = [[name for name, _ in paths]] if has_head else []
    rows += [[','.join(text(one) for one in select([value], path)) or '<none>' for _, path in paths] for value in values]
    widths = [max(len(row[index]) for row in rows) + 3 for index in range(len(paths) - 1)]
    return ''.join(''.join(cell.ljust(width) for cell, width in zip(row, widths)) + row[-1] + '\n' for row in rows)


def balanced(service):
    """The line of a Service by src/lib/plan/checks/services-record.ts, whose template a real kubectl is given by `npm run e2e`."""
    ingress = service.get('status', {}).get('loadBalancer', {}).get('ingress')
    if not ingress:
        return ''
    annotations = {key: value for key, value in service['metadata'].get('annotations', {}).items() if key.startswith('service.beta.kubernetes.io/')}
    return ' '.join([service['metadata']['uid'], service['metadata']['name'], *(text(one) for one in [ingress, service['spec'].get('ports'), annotations])]) + '\n'


def printed(listed, names, kind, how, has_head):
    """One object where one name was asked for, else a list."""
    if how == 'name':
        return ''.join(kind + '/' + one['metadata']['name'] + '\n' for one in listed)
    value = listed[0] if len(names) == 1 else {'items': listed}
    if how.startswith('jsonpath='):
        return jsonpath(value, how[len('jsonpath='):])
    if how.startswith('go-template='):
        return ''.join(balanced(one) for one in listed)
    if how.startswith('custom-columns='):
        return columns(listed, how[len('custom-columns='):], has_head)
    return json.dumps(value) + '\n'
