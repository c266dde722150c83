import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BESIDE, IRRELEVANT, MAY_RUN, OddShape } from './odd-shapes';
import { VerifyResult } from '../../../src/lib/verify/result';
import { resultOf } from '../verify/corpus';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'odd-shapes-')); });
afterEach(() => rmSync(dir, { recursive: true }));

/** Written as files, since some are bytes or links. */
function checked(files: OddShape['files']): VerifyResult {
  for (const [path, content] of Object.entries({ ...BESIDE, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, join(dir, path));
    else writeFileSync(join(dir, path), content);
  }
  const result = resultOf({ cwd: dir, args: ['.'] });
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

const verdicts = ({ exclusivity, liveness }: VerifyResult) => [exclusivity.verdict, liveness.verdict];

it('the cluster is safe without anything beside it', () => expect(verdicts(checked({}))).toEqual(['holds', 'holds']));

it.each(MAY_RUN.map(({ name, files }) => [name, files] as const))('%s: may run a second controller manager, and it is said where', (_, files) => {
  const { exclusivity, liveness } = checked(files);
  expect(exclusivity.verdict).not.toBe('holds');
  const names = Object.keys(files).map(path => path.split('/').at(-1)!);
  const said = [...exclusivity.unknown, ...liveness.unknown, ...exclusivity.counterexamples].map(({ file }) => file);
  expect(said.some(file => names.some(name => file.includes(name)) || Object.keys(files).some(path => path.startsWith(file)))).toBe(true);
});

it.each(IRRELEVANT.map(({ name, files }) => [name, files] as const))('%s: has nothing to do with it', (_, files) => {
  expect(verdicts(checked(files))).toEqual(['holds', 'holds']);
});
