import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Where an operator is killed: so many tasks after a play began. */
export interface KillPoint {
  readonly play: string;
  readonly tasks: number;
}

/** Names of the plays of a playbook, in order, with those of the playbooks that it imports. */
export function playsOf(project: string, playbook: string): readonly string[] {
  const parts = parse(readFileSync(join(project, `${playbook}.yaml`), 'utf8'), { logLevel: 'error' }) as Record<string, unknown>[];
  return parts.flatMap(({ name, 'ansible.builtin.import_playbook': imported }) =>
    imported === undefined ? [String(name)] : playsOf(project, String(imported).replace(/\.yaml$/, '')));
}

/** Names of the plays of `migrate.yaml` whose steps change something, in order. Workers of one group have a play together: the first names it. */
export function changingPlays(project: string): readonly string[] {
  const { steps } = JSON.parse(readFileSync(join(project, 'plan.json'), 'utf8')) as { steps: readonly { id: string; changes: readonly string[] }[] };
  const changing = new Set(steps.filter(({ changes }) => changes.length > 0).map(({ id }) => id.split('-')[0]));
  return playsOf(project, 'migrate').filter(play => changing.has(play.split(' ')[0]));
}

/** At the beginning of a play whose name says this. */
export function begins(name: string): (line: string) => boolean {
  return line => line.startsWith('PLAY [') && line.includes(name);
}

/** At a task, so many after the beginning. */
export function tasksAfter(beginning: (line: string) => boolean, tasks: number): (line: string) => boolean {
  let left = Infinity;
  return line => {
    if (left === Infinity && beginning(line)) left = tasks;
    return line.startsWith('TASK [') && --left < 0;
  };
}
