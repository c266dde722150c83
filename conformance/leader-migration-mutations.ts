import { LEADER_MIGRATION_CASES } from './leader-migration-cases';
import { seeded } from '../e2e/lib/random';

/** Values that a person, a template or another tool may leave in a field. */
const VALUES = ['', '5', '1e3', '0x10', 'n', 'on', '~', 'null', '""', '" "', '*', '&a x', '"*"', '[a]', '{a: b}', 'leases', 'x: y', '# gone', "'it'",
  '|', '!!str 5', '@x', '%x', '`x`'];

/**
 * Texts with one to three slips each; the same for the same seed. Left out are two that our reader takes for worse than they are: an unquoted date,
 * which is text to the components, and `Kind` or `ApiVersion` with a capital, which they accept up to 1.31.
 */
export function mutations(count: number, seed: number): string[] {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const bases = Object.values(LEADER_MIGRATION_CASES).filter(text => text.includes('LeaderMigrationConfiguration'));
  return Array.from({ length: count }, () => {
    const lines = pick(bases).split('\n');
    for (let slips = 1 + Math.floor(random() * 3); slips > 0 && lines.length > 0; slips--) {
      const at = Math.floor(random() * lines.length);
      pick<() => unknown>([
        () => lines.splice(at, 1),
        () => lines.splice(at, 0, lines[at]),
        () => { lines[at] = lines[at].replace(/:.*/, `: ${pick(VALUES)}`); },
        () => { lines[at] = lines[at].replace(/:.*/, `: ${pick(VALUES)}`); },
        () => { lines[at] = `  ${lines[at]}`; },
        () => { lines[at] = lines[at].replace(/^ {2}/, ''); },
        () => {
          lines[at] = lines[at].replace(
            /^(\s*)(- )?(?!kind|apiVersion)(\w)/, (_, indent: string, dash = '', letter: string) => indent + dash + letter.toUpperCase(),
          );
        },
        () => { lines[at] = lines[at].replace('- ', ''); },
        () => lines.push(pick(['...', '---', 'extra: 1', '\tx: 1', '# end'])),
      ])();
    }
    return lines.join('\n');
  });
}
