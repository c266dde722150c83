import { StepFile } from './action';
import { PlanStateName } from './state';

/** Folder on a node for copies. Never below the static pod path: a kubelet would run them. The functions of files/by-hand.sh use it, too. */
export const BACKUP_DIR = '/var/lib/ccm-migration/backup';

/** How our command line is run: by its package's name, so that no other package is taken for it where it is not installed. */
export const COMMAND_LINE = ['npx', '--package', 'cdk8s-ccm-migration', 'ccm-migration'] as const;

/** Functions whose lines are one line where they follow each other, with the first words that must be the same. */
const JOINED = /^(?:(?:keep|back|save|restore|gone) \S+|runs|answers)(?= )/;

/** Lines of commands: those of one function joined, and without words that an earlier line keeps already. */
export function joined(lines: readonly string[]): readonly string[] {
  return lines.reduce<string[]>((all, line) => {
    const [head] = JOINED.exec(line) ?? [];
    const [last = ''] = all.slice(-1);
    // What is waited for follows what was waited for.
    if (line.startsWith('until ') && last.startsWith('until ')) return [...all.slice(0, -1), `${last}; ${line}`];
    if (head === undefined) return [...all, line];
    const follows = `${last} `.startsWith(`${head} `);
    const known = (head.startsWith('keep ') ? all : follows ? [last] : []).filter(one => one.startsWith(`${head} `)).flatMap(one => one.split(' '));
    const words = line.slice(head.length + 1).split(' ').filter(word => !known.includes(word));
    if (words.length === 0) return all;
    return follows ? [...all.slice(0, -1), [last, ...words].join(' ')] : [...all, [head, ...words].join(' ')];
  }, []);
}

/** What proves a step may be asked in any order: what is one line together, and processes before what they answer, which may be older ones. */
export function inOneLineEach(lines: readonly string[]): readonly string[] {
  const heads = [...new Set(lines.map(headOf))].sort((a, b) => Number(b === 'runs') - Number(a === 'runs'));
  return joined(heads.flatMap(head => lines.filter(line => headOf(line) === head)));
}

function headOf(line: string): string {
  return JOINED.exec(line)?.[0] ?? line;
}

/** A function of these on the files of a state. */
export function byState(what: 'keep' | 'back', state: PlanStateName, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${what} ${state} ${paths.join(' ')}`];
}

/** Puts files of the step in their order, since what reads a file at its start comes after it; those of one mode and owner together. */
export function placed(paths: readonly string[], files: readonly StepFile[]): readonly string[] {
  return paths.reduce<string[]>((lines, path) => {
    const put = files.find(file => file.path === path)?.put;
    if (!put) return lines;
    const how = `put ${put.from} ${put.mode} ${put.owner}`;
    const last = lines.at(-1);
    return last?.startsWith(`${how} `) ? [...lines.slice(0, -1), `${last} ${path}`] : [...lines, `${how} ${path}`];
  }, []);
}
