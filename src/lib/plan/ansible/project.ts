import { checkPlays, noted } from './check-plays';
import { DONE, legEnd, LOCK, MAY_BEGIN, MAY_GO_BACK, NOBODY_ELSE, RECORD, TAKEN_BACK, unlock, WAY_BACK } from './frame-plays';
import { inventory, PLAN_GROUP } from './inventory';
import { lookPlays } from './look-plays';
import { backPlay, forwardPlay, othersPlay, Unit, unitsOf } from './step-play';
import { INCLUDE, Task } from './task';
import { appVariables, nodeVariables, variables } from './variables';
import { yamlText } from './yaml-text';
import { OPERATOR_ROLE, operatorRoles } from '../operator-roles';
import { Plan } from '../plan';
import { rightsOf } from '../rights';
import { doesAny } from '../step';

/** What `sha256sum -c` reads in the folder of the project: the files of the app that the plan was made of. */
export const SUMS = 'app.sha256';

/** A file of the project, below its folder. */
export interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The plan as an Ansible project.
 *
 * @param appDir folder of the app, relative to the folder of the project
 * @param tasks what each command does, by name of its file
 */
export function ansibleProject(plan: Plan, appDir: string, tasks: ReadonlyMap<string, string>): readonly ProjectFile[] {
  const units = unitsOf(plan.steps);
  const way = `From '${plan.from}' to '${plan.to}' (strategy ${plan.strategy}). Made by cdk8s-ccm-migration; do not edit, plan again.`;
  const steps = units.flatMap((unit, index) => [
    othersPlay(unit) ?? [], forwardPlay(unit), ...endsLeg(unit, units[index + 1]) ? [comparedAfter(unit)] : [],
  ]).flat();
  const back = units.flatMap((unit, index) => [...endsLeg(units[index - 1], unit) ? [comparedBefore(unit)] : [], backPlay(unit) ?? []])
    .flat().reverse();
  const checks: readonly Task[] = checkPlays(plan);
  const playbooks = [...steps, ...back, ...checks, ...FIXED];
  return [
    { path: 'ansible.cfg', content: CONFIGURATION },
    {
      path: 'inventory.yaml',
      content: yamlText(`${way}\nYour own settings go to group_vars/all.yaml and host_vars/<node>.yaml beside this file, `
      + 'which win.', inventory(plan, appDir)),
    },
    { path: 'rbac/operator.yaml', content: yamlText(`${way}\n${RIGHTS}`, operatorRoles(rightsOf(plan))) },
    // Of the group of all hosts, which wins over the user's own settings: Ansible reads it once, a file of `vars_files` for each task of each node.
    { path: `group_vars/${PLAN_GROUP}.yaml`, content: yamlText(way, variables(plan)) },
    { path: 'vars/app.yaml', content: yamlText(way, appVariables(plan)) },
    // For who goes by hand; the playbooks ask it themselves.
    { path: SUMS, content: Object.entries(plan.pinned).map(([path, sha256]) => `${sha256}  ${appDir}/${path}\n`).join('') },
    ...[...plan.controlPlane, ...plan.workers].map(node => ({ path: `vars/nodes/${node}.yaml`, content: yamlText(way, nodeVariables(plan, node)) })),
    { path: 'look.yaml', content: yamlText(`${way}\nWhere the cluster stands; changes nothing.`, LOOK) },
    { path: 'checks.yaml', content: yamlText(`${way}\nEvery check that needs no change.`, checks) },
    {
      path: 'preflight.yaml',
      content: yamlText(`${way}\nEvery check that needs no change; lists all that fails. Changes nothing.`, [
        ...lookPlays(task => noted(task)), imported('checks'),
      ]),
    },
    {
      path: 'migrate.yaml',
      content: yamlText(
        `${way}\nThe way there. Run it again after a stop: it goes on where the cluster stands.`, [
          NOBODY_ELSE, imported('look'), CHECKS_IF_DRY, MAY_BEGIN, LOCK, RECORD, ...steps, DONE,
        ],
      ),
    },
    {
      path: 'back.yaml',
      content: yamlText(
        `${way}\nThe way back of whatever was done, last step first, from any machine.`, [
          NOBODY_ELSE, imported('look'), { ...CHECKS_IF_DRY, vars: WAY_BACK }, MAY_GO_BACK, LOCK, ...back, TAKEN_BACK,
          unlock(doesAny(plan.steps, 'upgrade-kubeadm')),
        ],
      ),
    },
    ...usedTasks(playbooks, tasks),
  ];
}

/** Whether the way changes its direction from one unit to the next. */
function endsLeg(unit: Unit | undefined, next: Unit | undefined): boolean {
  return unit !== undefined && next !== undefined && unit.steps[0].to !== next.steps[0].to;
}

function comparedAfter({ steps }: Unit): Task {
  const { to, number } = steps[steps.length - 1];
  return legEnd(`Compare the Services in state ${to}`, `standing_at <= ${number}`);
}

function comparedBefore({ steps: [{ from, number }] }: Unit): Task {
  return legEnd(`Back: compare the Services in state ${from}`, `back_from >= ${number}`);
}

function imported(playbook: string): Task {
  return { 'name': `Import ${playbook}`, 'ansible.builtin.import_playbook': `${playbook}.yaml` };
}

const RIGHTS = `\
What whoever runs the playbooks must be allowed to do in the cluster. To give it to somebody, bind each role:
kubectl create clusterrolebinding ${OPERATOR_ROLE} --clusterrole=${OPERATOR_ROLE} --user=<name>
kubectl create rolebinding ${OPERATOR_ROLE} -n <namespace> --role=${OPERATOR_ROLE} --user=<name>`;

const CHECKS_IF_DRY: Task = { 'name': 'Import checks', 'ansible.builtin.import_playbook': 'checks.yaml', 'when': 'ansible_check_mode' };

const LOOK = lookPlays(task => task);

/** Tasks that no command names. */
const FIXED: readonly Task[] = [NOBODY_ELSE, MAY_BEGIN, MAY_GO_BACK, LOCK, RECORD, DONE, unlock(false), TAKEN_BACK, ...LOOK];

/** Names of the task files that a part of a playbook includes. */
function includedBy(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => key === INCLUDE ? [/([a-z-]+)\.yaml$/.exec(String(value))![1]] : includedBy(value));
}

/** Only what the playbooks include, and what that includes. */
function usedTasks(playbooks: readonly Task[], tasks: ReadonlyMap<string, string>): readonly ProjectFile[] {
  const waiting = [...new Set(includedBy(playbooks))];
  const used = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const text = tasks.get(name);
    if (text === undefined) throw new Error(`the tasks of '${name}' are not part of this package`);
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...[...text.matchAll(/include_tasks: ([a-z-]+)\.yaml/g)].map(([, included]) => included));
  }
  return [...used].sort().map(name => ({ path: `tasks/${name}.yaml`, content: tasks.get(name)! }));
}

const CONFIGURATION = `\
# Made by cdk8s-ccm-migration; do not edit, plan again. Settings of your own: environment variables, or ~/.ansible.cfg where ANSIBLE_CONFIG names it.
[defaults]
inventory = inventory.yaml
forks = 10
gathering = explicit
interpreter_python = auto_silent
retry_files_enabled = false
callback_result_format = yaml
any_errors_fatal = true
inject_facts_as_vars = false

[connection]
pipelining = true

[ssh_connection]
# Ansible's own, and a sign every 15 s: \`kubeadm upgrade\` says nothing for minutes, and a link that is dead must not be waited for.
ssh_args = -C -o ControlMaster=auto -o ControlPersist=60s -o ServerAliveInterval=15 -o ServerAliveCountMax=8
`;
