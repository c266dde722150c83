import * as fc from 'fast-check';
import { NOTATIONS, ODD_CHARACTERS, PLACES } from './yaml-texts';
import { parseSources } from '../src/lib/edit/yaml/source-document';
import { SourceError } from '../src/lib/edit/yaml/source-error';
import { scalarReadTwoWays } from '../src/lib/read/nodes/static-pod-file';
import { isUsual, usualTexts } from '../test/lib/edit/yaml/usual-texts';
import { describeReader, Sample } from '../test/reader';

/** What kubectl decodes from a file, one document after the other, and why it stopped. */
interface Reading {
  readonly stream: readonly unknown[];
  readonly error?: string;
}

/** k8s.io/apimachinery with sigs.k8s.io/yaml and its YAML 1.1: of the first release that we know, and of the newest. */
const RELEASES = ['1.27', '1.37'] as const;

/** Documents as we read them; undefined: we say that we do not know what it is. Scalars of another type are said where a type matters. */
function ours(text: string): readonly unknown[] | undefined {
  try {
    const documents = parseSources(text, { file: 'f', isOnlyRead: true, onDuplicateKey: () => undefined });
    const isTwoWays = documents.some(document => !document.isUsual && scalarReadTwoWays(document.root) !== undefined);
    return isTwoWays ? undefined : documents.map(({ data }) => data);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function canonical(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value);
}

for (const release of RELEASES) {
  const binary = { name: `yaml-${release}`, dir: 'conformance/yaml', modfile: `releases/${release}.mod` };
  describeReader(`YAML as Kubernetes ${release} reads it`, binary, reader => {
    /** Texts that we read, and Kubernetes otherwise or not at all. kubectl before 1.33 refuses YAML in braces aloud. */
    function misread(
      texts: readonly string[], asked: Sample['reader'] = reader,
    ): { readonly wrong: readonly unknown[]; readonly read: number; readonly unknown: number } {
      // Of the others, Go's answer may be another with each run: of `1: a` and `"1": b` in one mapping, either.
      const known = texts.map(text => ({ text, ours: ours(text) })).filter(one => one.ours !== undefined);
      const readings = asked.json<readonly Reading[]>({ stdin: JSON.stringify(known.map(one => one.text)), inputs: known.map(one => one.text) });
      const read = known.map((one, index) => ({ ...one, theirs: readings[index] })).filter(({ theirs }) => !theirs.error?.startsWith('json: offset'));
      const wrong = read.filter(one => one.theirs.error !== undefined || canonical(one.theirs.stream) !== canonical(one.ours));
      return { wrong, read: read.length, unknown: texts.length - read.length };
    }

    it.each(Object.entries(NOTATIONS))('of notations: %s', (_, texts) => {
      expect(misread(texts).wrong).toEqual([]);
    });

    it('of each odd character in each place', () => {
      const { wrong, read, unknown } = misread(ODD_CHARACTERS.flatMap(char => PLACES.map(place => place(char))));
      expect(wrong).toEqual([]);
      expect(read).toBeGreaterThan(80);
      expect(unknown).toBeGreaterThan(80);
    });

    it.each(reader.samples({ seed: 20261128, committed: 500, asked: 20_000 }))('of $count texts of such pieces (seed $seed)', sample => {
      const line = fc.constantFrom(
        'a: 1', 'b: x', 'c:', '  d: 1', '  - --leader-elect=false', '- x', '  e: |', '    text', '# note', '  # note', '---', '...',
        '--- # c', '---x', '',
        ' ', '    f: "g', '  h"', '[i]', '{j: k}', 'l: [m, n]', "o: 'p", "q'", 'r: &r {s: 1}', '<<: *r', 't: *r', 's: 2',
        '%YAML 1.1', '\t', '\t# c',
        '  \tu: 1', '-\tv', 'w: >-', '? x', ': y', 'z : 1', '{"a": 1}', 'key: value # c', '"k": "\\/"', 'm: {a:}', 'n: [?a]',
        '\uFEFFo: 1', '-', '- - a',
        '  - a: 1', '    b: 2', '!!str c: 1',
      );
      const lineBreak = fc.oneof(
        { weight: 20, arbitrary: fc.constant('\n') },
        { weight: 1, arbitrary: fc.constantFrom('\r', '\r\n', '\u0085', '\u2028', '\u2029', '\n\n', ' ', '\n\r') },
      );
      const texts = fc.sample(fc.array(fc.tuple(line, lineBreak), { minLength: 1, maxLength: 7 }), { numRuns: sample.count, seed: sample.seed })
        .map(parts => parts.flat().join(''));
      const { wrong, read, unknown } = misread(texts, sample.reader);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(read).toBeGreaterThan(sample.count / 40);
      expect(unknown).toBeGreaterThan(sample.count / 40);
    });

    const usual = reader.samples({ seed: 20261130, committed: 500, asked: 100_000 });
    it.each(usual)('of $count texts of the usual notation, and near it (seed $seed)', sample => {
      const texts = usualTexts(sample.count, sample.seed).filter(text => Buffer.from(text).toString() === text);
      const { wrong, read } = misread(texts, sample.reader);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(read).toBeGreaterThan(texts.filter(isUsual).length);
    });
  });
}
