/**
 * Compares the code of neighbouring tags of the AWS cloud-controller-manager, and writes what differs and where each fault is found to
 * scripts/facts/input. `--unjudged` names the changes without a verdict, `--show <hash>...` prints their texts; neither writes.
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
import { Code, codeOf } from './sources';
import { ChangeRow, CHANGES_FILE, FAULT_TEXTS_FILE, readChanges, readFaultTexts, readVerdicts, unjudged } from './tables';
import { AWS_CCM_RELEASES } from '../../../src/lib/facts/ccm-releases';

const TAGS = AWS_CCM_RELEASES.map(({ tag }) => tag);

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
  const before = readChanges();
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
  const about = 'Declarations of pkg/ and cmd/ and requirements of go.mod that differ between neighbouring tags of the AWS cloud-controller-manager: '
    + 'of each minor, and each .0 with the .0 before. A change is named by a hash of both texts without comments. Written by '
    + 'scripts/facts/ccm-code/main.ts, judged in aws-ccm-verdicts.json.';
  const lines = [...rows.values()].map(row => `  ${JSON.stringify(row)}`);
  writeFileSync(CHANGES_FILE, `{\n "about": ${JSON.stringify(about)},\n "changes": [\n${lines.join(',\n')}\n ]\n}\n`);
  if (unread.length > 0) console.warn(`not read, and left as they were: ${unread.join(', ')}`);
  console.log(`${rows.size} changes, ${unjudged([...rows.values()], readVerdicts()).length} without a verdict`);
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

function main(args: readonly string[]): void {
  if (args.includes('--unjudged')) {
    for (const { hash, declaration, is, in: pairs } of unjudged(readChanges(), readVerdicts())) {
      console.log(`${hash} ${declaration} is ${is}: ${pairs.join(' ')}`);
    }
  } else if (args[0] === '--show') {
    for (const row of readChanges().filter(({ hash }) => args.includes(hash))) {
      const change = changesOf(row.in[0].split('..') as [string, string])?.find(({ hash }) => hash === row.hash);
      if (change) show(change, row.in[0]);
      else console.warn(`${row.hash}: the code of ${row.in[0]} cannot be had`);
    }
  } else {
    writeFaultTexts();
    writeChanges();
  }
}

main(process.argv.slice(2));
