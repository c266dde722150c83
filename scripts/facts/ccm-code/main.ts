/**
 * Compares the code of neighbouring tags of the AWS cloud-controller-manager, and writes what differs and where each fault is found to
 * scripts/facts/input. `--unjudged` names the changes without a verdict, `--show <hash>...` prints the texts of those of its own code, and
 * `--show-linked v1.36.1..v1.36.2 <folder>` writes those of modules that it links to a folder; none of them changes what is committed. What is linked
 * is compared for pairs of tags that have not been, with `--linked-anew` for all.
 *
 * Tags whose module cannot be had are read in a clone: `FACTS_CLONES` names the folder of cloud-provider-aws and cloud-provider. What cannot be
 * read stays as it was written before.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween, CodeChange, neighbours } from './changes';
import { FAULT_TEXTS, textRows } from './fault-texts';
import { linkedChanges, showLinked } from './linked';
import { Code, codeOf } from './sources';
import {
  ChangeRow, CHANGES_FILE, FAULT_TEXTS_FILE, LINKED_FILE, LinkedRow, readChanges, readFaultTexts, readLinked, readOwnChanges, readVerdicts, unjudged,
} from './tables';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';

const TAGS = awsCcmReleases().map(({ tag }) => tag);

function code(tag: string): Code | undefined {
  return codeOf('k8s.io/cloud-provider-aws', tag);
}

/** The changes of each pair that can be read. */
function changesOf(pair: readonly [string, string]): readonly CodeChange[] | undefined {
  const [old, young] = pair.map(code);
  return old && young && changesBetween(old, young);
}

function writeFaultTexts(): void {
  const before = readFaultTexts();
  const faults = FAULT_TEXTS.map(fault => [fault.id, textRows(fault, TAGS, code, before[fault.id] ?? [])] as const);
  const lines = faults.map(([id, rows]) => `  ${JSON.stringify(id)}: [\n${rows.map(row => `   ${JSON.stringify(row)}`).join(',\n')}\n  ]`);
  const about = 'Where each fault of the AWS cloud-controller-manager is found in its code: from which tag on the text of the declarations that '
    + 'scripts/facts/ccm-code/fault-texts.ts names has a hash, and whether it has the fault. Written by scripts/facts/ccm-code/main.ts.';
  writeFileSync(FAULT_TEXTS_FILE, `{\n "about": ${JSON.stringify(about)},\n "faults": {\n${lines.join(',\n')}\n }\n}\n`);
}

function writeChanges(): void {
  const before = readOwnChanges();
  const rows = new Map<string, ChangeRow & { readonly in: string[] }>();
  const unread: string[] = [];
  for (const pair of neighbours(TAGS)) {
    const name = pair.join('..');
    const changes = changesOf(pair);
    if (changes === undefined) unread.push(name);
    for (const { hash, declaration, is } of changes ?? before.filter(row => row.in.includes(name))) {
      const row = rows.get(hash) ?? { hash, declaration, is, in: [] };
      row.in.push(name);
      rows.set(hash, row);
    }
  }
  const about = 'Declarations of pkg/ and cmd/ that differ between neighbouring tags of the AWS cloud-controller-manager: '
    + 'of each minor, and each .0 with the .0 before. A change is named by a hash of both texts without comments. Written by '
    + 'scripts/facts/ccm-code/main.ts, judged in aws-ccm-verdicts.json.';
  const lines = [...rows.values()].map(row => `  ${JSON.stringify(row)}`);
  writeFileSync(CHANGES_FILE, `{\n "about": ${JSON.stringify(about)},\n "changes": [\n${lines.join(',\n')}\n ]\n}\n`);
  if (unread.length > 0) console.warn(`not read, and left as they were: ${unread.join(', ')}`);
}

/** Pairs that were compared before stay as they are: releases do not change, and to compare all takes gigabytes of modules. */
async function writeLinked(anew: boolean): Promise<void> {
  const before = new Map(anew ? [] : readLinked().map(row => [row.pair, row]));
  const pairs = neighbours(TAGS).map(pair => pair.join('..'));
  const found = await linkedChanges(pairs.filter(pair => !before.has(pair)));
  const kept = new Map([...readLinked().map(row => [row.pair, row] as const), ...found]);
  const about = 'Modules of go.mod whose version differs between neighbouring tags of the AWS cloud-controller-manager, by what it links of them: '
    + 'nothing; packages whose declarations are the same; packages of which it can reach no declaration that differs; others, with a hash of those '
    + 'that it can reach. Written by scripts/facts/ccm-code/main.ts; the last are judged in aws-ccm-verdicts.json.';
  const list = (name: string, changes: readonly string[]) =>
    `   ${JSON.stringify(name)}: [${changes.map(change => `\n    ${JSON.stringify(change)}`).join(',')}]`;
  const lines = pairs.flatMap(pair => kept.get(pair) ?? []).map(({ pair, ...lists }: LinkedRow) =>
    `  {"pair": ${JSON.stringify(pair)},\n${Object.entries(lists).map(([name, changes]) => list(name, changes)).join(',\n')}}`);
  writeFileSync(LINKED_FILE, `{\n "about": ${JSON.stringify(about)},\n "pairs": [\n${lines.join(',\n')}\n ]\n}\n`);
  const changes = readChanges();
  console.log(`${changes.length} changes, ${unjudged(changes, readVerdicts()).length} without a verdict`);
}

/** A declaration as a text of many lines. */
function shown(text: string): string {
  return text.replaceAll(/([{};]) /g, '$1\n').replaceAll(/ (?=(?:if|for|return|err|case|klog)\b)/g, '\n');
}

function show({ hash, declaration, before, after }: CodeChange, where: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-change-'));
  const [old, young] = [['before', before], ['after', after]].map(([name, text]) => {
    writeFileSync(join(folder, name), `${shown(text)}\n`);
    return join(folder, name);
  });
  console.log(`\n### ${hash} ${declaration} (${where})`);
  try {
    execFileSync('diff', ['-U4', old, young], { stdio: 'inherit' });
  } catch {
    // It ends with 1 where there is a difference.
  }
  rmSync(folder, { recursive: true });
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--unjudged')) {
    for (const { hash, declaration, is, in: pairs } of unjudged(readChanges(), readVerdicts())) {
      console.log(`${hash} ${declaration} is ${is}: ${pairs.join(' ')}`);
    }
  } else if (args[0] === '--show') {
    for (const row of readOwnChanges().filter(({ hash }) => args.includes(hash))) {
      const change = changesOf(row.in[0].split('..') as [string, string])?.find(({ hash }) => hash === row.hash);
      if (change) show(change, row.in[0]);
      else console.warn(`${row.hash}: the code of ${row.in[0]} cannot be had`);
    }
  } else if (args[0] === '--show-linked') {
    await showLinked(args[1], args[2]);
  } else {
    writeFaultTexts();
    writeChanges();
    await writeLinked(args.includes('--linked-anew'));
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
