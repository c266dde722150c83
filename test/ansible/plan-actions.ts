import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { python } from '../collection/python';

/** Folder that Ansible finds the collection in. */
export const COLLECTIONS = resolve(__dirname, '..', '..', 'collection');

/** What an action is given: for one node, or for none. */
export interface ReadyAction {
  readonly do: string;
  readonly node?: string;
  readonly [given: string]: unknown;
}

/** What a step asks and does. */
export interface ReadyStep {
  readonly name: string;
  readonly node?: string;
  readonly before: readonly ReadyAction[];
  readonly run: readonly ReadyAction[];
  readonly proof: readonly ReadyAction[];
  readonly undo: readonly ReadyAction[];
}

const READ = `\
import json, sys
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import PARTS, Plan
plan = Plan.read(sys.argv[1])
print(json.dumps([{**step, **{part: plan.actions(number, part) for part in PARTS}} for number, step in enumerate(plan.steps, 1)]))
`;

/** Steps of a `plan.json`, as the collection reads them. */
export function stepsOf(planFile: string): readonly ReadyStep[] {
  const { status, stdout, stderr } = python('-c', READ, planFile);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReadyStep[];
}

/** As much of a plan as an action by itself asks for. */
const NO_STEPS = { id: 'none', controlPlane: ['localhost'], workers: [], kinds: {}, steps: [] };

/**
 * Writes a playbook that carries these out, and nothing else, on a node that is the folder `node` of a folder.
 *
 * @returns what ansible-playbook is given there
 */
export function writePlaybook(folder: string, name: string, actions: readonly ReadyAction[], settings: object): readonly string[] {
  writeFileSync(join(folder, 'inventory'), '[control_plane]\nlocalhost\n');
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(NO_STEPS));
  writeFileSync(join(folder, name), playbookOf(actions.map(given => ({ ...given, node: 'localhost' })), {
    ansible_connection: 'local',
    ansible_python_interpreter: '{{ ansible_playbook_python }}',
    app_dir: join(folder, 'app'),
    plan_file: join(folder, 'plan.json'),
    node_root: join(folder, 'node'),
    backup_dir: '/var/lib/ccm-migration/backup',
    ...settings,
  }));
  return ['-i', 'inventory', name];
}

/** A playbook of one machine that carries these out as steps do, and nothing else. */
export function playbookOf(actions: readonly ReadyAction[], vars: object = {}): string {
  const tasksOf = (verb: string) => `by-${verb.includes('/') ? 'role' : 'function'}.yaml`;
  const action = (verb: string) => ({ name: 'cdk8s.ccm_migration.step', tasks_from: tasksOf(verb) });
  return JSON.stringify([{
    hosts: 'localhost',
    gather_facts: false,
    vars,
    roles: ['cdk8s.ccm_migration.settings'],
    tasks: [
      { 'name': 'Begin', 'ansible.builtin.set_fact': { seen: { reached: 0, lost: [] } } },
      ...actions.map(given =>
        ({ 'name': given.do, 'ansible.builtin.include_role': action(given.do), 'vars': { given: { says: given.do, ...given } } })),
    ],
  }]);
}
