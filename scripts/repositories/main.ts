/**
 * What `verify` says of whole repositories of other people: how many lines it has about what it cannot read, and which files with a telling word it
 * passes over in silence.
 *
 *     npx tsx scripts/repositories/main.ts <folder with a folder per repository> [<name of one of them>]
 *
 * It prints a row for each, then the median and the most; of one repository also what is said, and its silent files: those with a word of TELLING
 * outside comments that no line names, and that are no object, no documentation, no program and none of the texts that start nothing. It ends with 1
 * where there are more lines than the limits.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readInputs } from '../../src/cli/commands/verify/read-inputs';
import { Io } from '../../src/cli/io';
import { isInertText } from '../../src/lib/facts/inert-texts';
import { ONLY_SAYS } from '../../src/lib/facts/inputs/repository-files';
import { isProse } from '../../src/lib/facts/inputs/texts';
import { Documents } from '../../src/lib/read/documents/documents';
import { VerifyDirectory } from '../../src/lib/read/input/input';
import { renderText } from '../../src/lib/verify/render/text';
import { unknowns, VerifyResult } from '../../src/lib/verify/result';
import { scopeOf } from '../../src/lib/verify/scope';
import { verify } from '../../src/lib/verify/verify';

const MEDIAN = 4;
const MOST = 15;
const TELLING = /(?:kube|cloud)-controller-manager|\bkubeadm\b|\bkubelet\b[^\n]*--/;

/** All that is said, as one text. */
function saidOf(result: VerifyResult): string {
  const { findings, seen, exclusivity, liveness } = result;
  const { passedOver, workloads, nodes } = seen;
  return JSON.stringify([unknowns(result), findings, exclusivity.counterexamples, liveness.counterexamples, passedOver, workloads, nodes]);
}

function silentFiles(directories: readonly VerifyDirectory[], result: VerifyResult): readonly string[] {
  const said = saidOf(result);
  const isRead = (text: string) => {
    try {
      return new Documents().objects(text, '').length > 0;
    } catch {
      return false;
    }
  };
  const isTelling = (text: string) => text.split('\n').some(line => TELLING.test(line) && !ONLY_SAYS.test(line));
  return directories.flatMap(({ files }) => [...files].flatMap(([path, content]) => {
    if (!('text' in content) || isProse(path) || isInertText(path, content.text) || !isTelling(content.text)) return [];
    return said.includes(path) || isRead(content.text) ? [] : [path];
  }));
}

async function main([root = '.', only]: readonly string[]): Promise<boolean> {
  const counts: number[] = [];
  for (const name of readdirSync(root).sort().filter(one => only === undefined || one === only)) {
    const io: Io = { cwd: resolve(root, name), out: () => {}, err: () => {}, isTerminal: false };
    try {
      const { directories, built } = await readInputs(['.'], io);
      const result = verify({ ...built, mayHoldNone: true });
      const count = unknowns(result).length;
      const silent = silentFiles(built.directories, result);
      counts.push(count);
      process.stdout.write(`${String(count).padStart(4)} lines, ${String(silent.length).padStart(3)} silent, ${result.exclusivity.verdict}, ${
        result.liveness.verdict}, ${result.findings.length} findings: ${name}\n`);
      if (only === undefined) continue;
      process.stdout.write(renderText(result, scopeOf({ given: directories, tool: { name: 'repositories', version: '0' }, options: [] })));
      for (const path of silent) process.stdout.write(`silent: ${path}\n`);
    } catch (error) {
      counts.push(1);
      process.stdout.write(`   1 line, refused: ${name}: ${(error as Error).message}\n`);
    }
  }
  counts.sort((a, b) => a - b);
  const [median, most] = [counts[Math.floor(counts.length / 2)], counts.at(-1)!];
  process.stdout.write(`${counts.length} repositories: median ${median}, most ${most}\n`);
  return median <= MEDIAN && most <= MOST;
}

void main(process.argv.slice(2)).then(isWithin => { process.exitCode = isWithin ? 0 : 1; });
