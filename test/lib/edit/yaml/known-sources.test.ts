import { Yaml } from 'cdk8s';
import { Data } from '../../../../src/lib/edit/yaml/data';
import { knownSources, parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { couldBeReadTwoWays, scalarReadTwoWays } from '../../../../src/lib/read/nodes/static-pod-file';

const OBJECTS: readonly { readonly [key: string]: Data }[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { key: 'one\ntwo\n' } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b' }, spec: { ports: [{ port: 80 }] } },
];

describe('documents that are known before they are written', () => {
  it('have the places of the text that is written of them, which is not made before that', () => {
    const text = jest.fn(() => Yaml.stringify(...OBJECTS));
    const known = knownSources(OBJECTS, 'f.yaml', text);
    expect(known.map(({ data }) => data)).toEqual(OBJECTS);
    expect(text).not.toHaveBeenCalled();

    const read = parseSources(Yaml.stringify(...OBJECTS), { file: 'f.yaml' });
    for (const [index, path] of [[0, ['data', 'key']], [1, ['metadata', 'name']], [1, ['spec', 'ports', 0, 'port']]] as const) {
      expect(known[index].line(path)).toBe(read[index].line(path));
    }
    expect(known[1].line(['spec'])).toBeGreaterThan(8);
    expect(text).toHaveBeenCalledTimes(1);
    expect([known[0].isRead, read[0].isRead]).toEqual([false, true]);
  });
});

describe('how cdk8s writes a text that could be read in two ways', () => {
  it.each(['yes', 'No', 'on', '017', '0x1f', '1_000', '12:30', '1:30:00', '1e3', '1.', '2026-11-22',
    '12345678901234567890'])('%s: in quotes', value => {
    expect(scalarReadTwoWays(written(value))).toBeUndefined();
  });

  // gopkg.in/yaml.v2@v2.4.0 resolve.go asks strconv.ParseInt, to which it is 15.
  it('0o17: as it is', () => {
    expect([couldBeReadTwoWays({ args: ['0o17'] }), scalarReadTwoWays(written('0o17'))]).toEqual([true, '0o17']);
  });

  it.each([['plain', false], [7, false], [null, false], [['a', { b: 'yes' }], true]])('%j could be: %s', (data, expected) => {
    expect(couldBeReadTwoWays(data as Data)).toBe(expected);
  });
});

function written(value: string) {
  return parseSources(Yaml.stringify({ args: [value] }), { file: 'f.yaml' })[0].root;
}
