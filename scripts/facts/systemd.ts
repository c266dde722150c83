/**
 * Writes test/fixtures/systemd-directives.json: the settings of services that releases of systemd have, by section, each with the first and the last
 * of them. `npx tsx scripts/facts/systemd.ts <folder>`: the folder has a file for each release, called after it (`v257`): what its source has as
 * src/core/load-fragment-gperf.gperf.in (in old ones .m4), or a line for each name (`Service.ExecStart`), as the texts of libsystemd-core have them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ranges } from './ranges';
import { tableText } from './table-text';
import { distinct } from './tables';

const FIXTURE = resolve(__dirname, '..', '..', 'test', 'fixtures', 'systemd-directives.json');
const SECTIONS = ['Unit', 'Service', 'Install'];

/** Settings of services in a list for gperf: macros hold what several sections have. */
export function settingsIn(text: string): ReadonlySet<string> {
  const macros = new Map<string, string[]>();
  const found = new Set<string>();
  let macro: string[] | undefined;
  for (const line of text.split('\n')) {
    const begins = /^m4_define\(`(\w+)'|\bmacro (\w+)\(/.exec(line);
    const [, shared] = /^(?:.*[`'])?(?:\$1|\{\{\s*type\s*\}\})\.(\w+)/.exec(line) ?? [];
    const [, section, own] = /^(\w+)\.(\w+)\s*(?:,|$)/.exec(line) ?? [];
    const [, used, by] = /^(?:\{\{\s*)?(\w+)\('?(\w+)'?\)/.exec(line) ?? [];
    if (begins) macros.set(begins[1] ?? begins[2], macro = []);
    else if (shared !== undefined) macro?.push(shared);
    else if (SECTIONS.includes(section)) found.add(`${section}.${own}`);
    else if (SECTIONS.includes(by)) for (const name of macros.get(used) ?? []) found.add(`${by}.${name}`);
  }
  return found;
}

function main([folder]: readonly string[]): void {
  const read = readdirSync(folder).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const all = new Map(read.map(release => [release, settingsIn(readFileSync(join(folder, release), 'utf8'))]));
  const names = distinct([...all.values()].flatMap(one => [...one]));
  const of = (name: string, release: string) => all.get(release)!.has(name)
    ? { source: `systemd@${release} src/core/load-fragment-gperf.gperf` } : undefined;
  writeFileSync(FIXTURE, tableText({
    read, rows: names.flatMap(name => ranges(read, release => of(name, release)).map(row => ({ name, ...row }))),
  }));
}

if (require.main === module) main(process.argv.slice(2));
