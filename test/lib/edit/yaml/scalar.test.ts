import fc from 'fast-check';
import { parse } from 'yaml';
import { isPlainSafe } from '../../../../src/lib/edit/yaml/render';

/** Whether readers of YAML 1.1 and 1.2 read the text back as it is. */
function isReadBack(value: string, flow: boolean): boolean {
  return (['1.1', '1.2'] as const).every(version => {
    try {
      return (parse(flow ? `[{k: ${value}}]` : `- k: ${value}`, { version, logLevel: 'silent' }) as { k: unknown }[])[0].k === value;
    } catch {
      return false;
    }
  });
}

const WORDS = ['yes', 'No', 'ON', 'off', 'y', 'N', 'True', 'FALSE', 'null', 'Null', '~', '1', '0x1F', '1e3', '.inf', '12:30', '2026-11-22', '---',
  '--', '-', '--a', '--a=b', '/', '/etc/a', 'a:b', 'a: b', 'a #b', 'a,b', '[a', '*a', '<<', '=', 'File', 'yesterday', 'not', 'nullable', 'e1',
  'e-1', 'E10', 'e1a', 'true-ish'];

describe('a string without quotes', () => {
  it.each(WORDS)('%s is safe where both kinds of readers read it back', value => {
    for (const flow of [true, false]) expect({ value, flow, safe: isPlainSafe(value, flow) }).toEqual({ value, flow, safe: isReadBack(value, flow) });
  });

  it('is safe only where both read it back, whatever stands in it', () => {
    const text = fc.oneof(fc.stringMatching(/^(--|\/)?[A-Za-z][A-Za-z0-9_./=-]{0,5}$/), fc.stringMatching(/^[a-zA-Z0-9/.:,*=#{} '"[\]&!%@-]{1,5}$/));
    fc.assert(fc.property(text, fc.boolean(), (value, flow) => {
      if (isPlainSafe(value, flow)) expect(isReadBack(value, flow)).toBe(true);
    }), { numRuns: 2000, seed: 20261122 });
  });
});
