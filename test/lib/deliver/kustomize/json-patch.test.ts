import fc from 'fast-check';
import { jsonPatch, PatchOperation } from '../../../../src/lib/deliver/kustomize/json-patch';

/** RFC 6902, as far as it is used. */
function apply(value: unknown, operations: readonly PatchOperation[]): unknown {
  const root = { '': structuredClone(value) } as Record<string, unknown>;
  for (const operation of operations) {
    const keys = ['', ...operation.path.split('/').slice(1)].map(key => key.replace(/~1/g, '/').replace(/~0/g, '~'));
    const last = keys.pop()!;
    const parent = keys.reduce<any>((node, key) => node[key], root);
    if (operation.op === 'test') {
      expect(parent[last]).toEqual(operation.value);
    } else if (operation.op === 'remove') {
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
    } else if (operation.op === 'add' && Array.isArray(parent)) {
      parent.splice(Number(last), 0, operation.value);
    } else {
      parent[last] = operation.value;
    }
  }
  return root[''];
}

describe('a patch', () => {
  it.each<[string, unknown, unknown, object[]]>([
    ['nothing', { a: [1] }, { a: [1] }, []],
    ['a flag that is added', ['--a=1', '--c=3'], ['--a=1', '--b=2', '--c=3'], [{ op: 'add', path: '/1', value: '--b=2' }]],
    ['a flag that changes', ['--a=1', '--b=2'], ['--a=1', '--b=3'], [{ op: 'replace', path: '/1', value: '--b=3' }]],
    ['a flag that goes', ['--a=1', '--b=2'], ['--b=2'], [{ op: 'remove', path: '/0' }]],
    ['inside of a named item', [{ name: 'x', v: 1 }], [{ name: 'x', v: 2 }],
      [{ op: 'test', path: '/0/name', value: 'x' }, { op: 'replace', path: '/0/v', value: 2 }]],
    ['a key with a slash', {}, { 'a/b~c': 1 }, [{ op: 'add', path: '/a~1b~0c', value: 1 }]],
    ['a map that becomes a list', { a: {} }, { a: [] }, [{ op: 'replace', path: '/a', value: [] }]],
  ])('says %s', (_, from, to, expected) => {
    expect(jsonPatch(from, to)).toEqual(expected);
  });

  it('makes any value of any other', () => {
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 0, 1, true, '', 'a', '--a=1', '--a=2', '--b=1'),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom('name', 'a/b', '~', 'x'), tie('value'), { maxKeys: 4 }),
        fc.array(fc.record({ name: fc.constantFrom('p', 'q', 'r'), v: fc.constantFrom(1, 2) }), { maxLength: 4 }),
      ),
    }));
    fc.assert(fc.property(value, value, (from, to) => expect(apply(from, jsonPatch(from, to))).toEqual(to)), { numRuns: 2000 });
  });
});
