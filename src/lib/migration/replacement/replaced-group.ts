import { manifestPath, manifestPathOn } from '../control-plane-node';
import type { MigrationProps } from '../migration-props';
import { MigrationStrategy, StrategyKind } from '../migration-strategy';
import { unitComponent } from '../unit-component';
import { refuseUnlike } from './alike';
import { NodeReplacement } from './node-replacement';
import { refuseLeaving, refuseLostFamily, valuesOf, withoutOwnValues } from './own-values';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { labelSelectorProblem } from '../../kubernetes/label-selector';
import { NodeInput, NodeRole } from '../../kubernetes/node';
import { got } from '../../text/got';
import { printable } from '../../text/printable';

/** Name of the group of control-plane nodes. */
export const CONTROL_PLANE_GROUP = 'control-plane';
/** Name of the group of workers, where they are not in groups. */
export const WORKER_GROUP = 'workers';

const DEFAULT_SHARE_PERCENT = 20;

/** A group whose nodes are replaced: those of the other side have names that are not known. */
export interface ReplacedGroup {
  readonly name: string;
  readonly role: NodeRole;
  readonly count: number;
  readonly selector: string;
  /** Of workers. */
  readonly sharePercent: number;
  readonly joinConfiguration?: string;
  /** Names of the nodes that were handed in of it. */
  readonly today: readonly string[];
  /** What each node of it has at version N, and what version N+1 is derived from; named like the group. */
  readonly template: NodeInput;
  /** Values of nodes that leave, which nothing that the nodes of the group are made from may have. */
  readonly leaving: readonly string[];
}

/** A node that stands for all of a group. */
export interface GroupInput extends NodeInput {
  readonly isGroup: true;
}

/** Whether it stands for a group: nothing that only one node has is written of it. */
export function isGroupInput(node: NodeInput): node is GroupInput {
  return (node as Partial<GroupInput>).isGroup === true;
}

/** What decides groups, with defaults. */
type Given = Pick<MigrationProps, 'nodeReplacement' | 'upgradedNodes' | 'providerIdFlag'> & {
  readonly strategy: MigrationStrategy;
  readonly nodes: readonly NodeInput[];
  readonly nodeGroups: { readonly [group: string]: string[] };
};

/**
 * The groups whose nodes are replaced, the control plane first.
 *
 * @throws if a group is none of this cluster, is wrongly described, or has a value of a single node
 */
export function replacedGroups(given: Given, texts = new ParsedTexts()): readonly ReplacedGroup[] {
  const { nodeReplacement = {}, nodes, nodeGroups, upgradedNodes = [], providerIdFlag, strategy } = given;
  const names = [CONTROL_PLANE_GROUP, ...Object.keys(nodeGroups).length === 0 ? [WORKER_GROUP] : Object.keys(nodeGroups)];
  const unknown = Object.keys(nodeReplacement).find(name => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`nodeReplacement must have groups of this cluster, got '${unknown}'; accepted: ${names.map(name => `'${name}'`).join(', ')}: the `
      + 'control plane, and the groups of `nodeGroups`');
  }
  if (Object.hasOwn(nodeGroups, CONTROL_PLANE_GROUP)) {
    throw new Error(`nodeGroups has a group '${CONTROL_PLANE_GROUP}', which nodeReplacement calls the control-plane nodes; rename that group of `
      + 'workers');
  }
  const replaced = names.filter(name => optionsOf(nodeReplacement, name) !== undefined);
  const leaving = replaced.flatMap(name => nodesOf(name, nodes, nodeGroups)).flatMap(valuesOf).filter(isOfOneNode);
  const groups = replaced.map((name): ReplacedGroup => {
    const options = optionsOf(nodeReplacement, name)!;
    const today = nodesOf(name, nodes, nodeGroups);
    if (today.length === 0) {
      throw new Error(`nodeReplacement replaces the nodes of group '${name}', but none of it is among \`nodes\`, so what they are made of is not `
        + 'known; hand in its nodes as they are today');
    }
    const namesake = nodes.find(node => node.name === name);
    if (namesake) throw new Error(`node group '${name}' is called like a node, and both would have one folder; rename the group`);
    const upgraded = upgradedNodes.find(node => today.some(one => one.name === node.name));
    if (upgraded) {
      throw new Error(`upgradedNodes has '${upgraded.name}', a node of group '${name}', which is replaced: its nodes of version N+1 have names `
        + 'that are '
        + `not known yet; take it out, or call it '${name}', which stands for each of them`);
    }
    if (name === CONTROL_PLANE_GROUP) today.forEach(node => refuseWithoutApiServer(node, texts));
    const stripped = today.map(node => ({ ...node, stripped: withoutOwnValues(node, name, leaving, texts) }));
    refuseUnlike(name, stripped, texts);
    if (options.joinConfiguration === undefined) refuseLostFamily(today[0], name, texts);
    return {
      name,
      role: today[0].role,
      count: wholeNumber(`nodeReplacement['${name}'].count`, options.count ?? today.length, 1, 1000),
      selector: selectorOf(name, options.selector, today, nodes),
      sharePercent: wholeNumber(`nodeReplacement['${name}'].sharePercent`, options.sharePercent ?? DEFAULT_SHARE_PERCENT, 1, 100),
      joinConfiguration: textOf(`nodeReplacement['${name}'].joinConfiguration`, options.joinConfiguration),
      today: today.map(node => node.name),
      template: templateOf(name, today[0], stripped[0].stripped),
      leaving,
    };
  });
  for (const node of nodes.filter(({ name }) => !groups.some(({ today }) => today.includes(name)))) refuseLeaving(node, leaving);
  const same = groups.find(({ selector }, index) => groups.slice(0, index).some(other => other.selector === selector));
  if (same) {
    throw new Error(`nodeReplacement['${same.name}'].selector is '${same.selector}', which another group has too, so each would replace the nodes of `
      + 'both; give the label that only its own nodes have');
  }
  if (groups.length > 0 && strategy._kind !== StrategyKind.LEADER_MIGRATION) {
    throw new Error(`nodeReplacement replaces the nodes of group '${groups[0].name}', and strategy '${strategy.name}' changes nodes that stay: `
      + 'only with '
      + 'Leader Migration may nodes of both versions come and go one by one; take that strategy, or NodeReplacement.inPlace()');
  }
  if (groups.length > 0 && providerIdFlag) {
    throw new Error(`providerIdFlag is true, but the instances of group '${groups[0].name}', which is replaced, do not exist yet; have what makes `
      + 'the '
      + 'nodes pass --provider-id, or leave it out: the cloud-controller-manager finds an instance by the name of its node');
  }
  return groups;
}

/**
 * Nodes of a side, of the groups that are replaced one that stands for them.
 *
 * @param nodes of the side, as they were handed in or derived
 */
export function withTemplates(nodes: readonly NodeInput[], groups: readonly ReplacedGroup[]): NodeInput[] {
  const replaced = new Set(groups.flatMap(({ today, name }) => [...today, name]));
  const given = (group: string) => nodes.find(({ name }) => name === group);
  const templates = groups.map(({ name, template, leaving }): GroupInput => {
    const own = given(name);
    const files = own ? withoutOwnValues(own, name, leaving) : {};
    return { ...template, ...own, files: { ...template.files, ...files }, isGroup: true };
  });
  return [...templates, ...nodes.filter(({ name }) => !replaced.has(name))];
}

function optionsOf(given: MigrationProps['nodeReplacement'] & object, name: string) {
  const value: unknown = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined) return undefined;
  if (!(value instanceof NodeReplacement)) {
    throw new Error(`nodeReplacement['${name}'] must be a NodeReplacement, got ${got(value)}; give NodeReplacement.replace() or `
      + 'NodeReplacement.inPlace()');
  }
  return value._replace;
}

function nodesOf(name: string, nodes: readonly NodeInput[], groups: { readonly [group: string]: string[] }): readonly NodeInput[] {
  if (name === CONTROL_PLANE_GROUP) return nodes.filter(({ role }) => role === NodeRole.CONTROL_PLANE);
  const workers = nodes.filter(({ role }) => role === NodeRole.WORKER);
  return Object.hasOwn(groups, name) ? workers.filter(node => groups[name].includes(node.name)) : workers;
}

function wholeNumber(prop: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${prop} must be a whole number from ${least} to ${most}, got ${got(value)}`);
}

/** A node that joins is proven by what its static pods, or its units, are to be. */
function refuseWithoutApiServer(node: NodeInput, texts: ParsedTexts): void {
  if (manifestPathOn(node, 'kube-apiserver', texts) !== undefined || unitComponent(node, 'kube-apiserver', undefined)) return;
  throw new Error(`control-plane node '${node.name}' has no static pod and no unit of kube-apiserver among its files, and is of group `
    + `'${CONTROL_PLANE_GROUP}', whose nodes are replaced: which API server a node that joins has, and whether the cloud-controller-manager may use `
    + `it, could not be proven; hand in ${manifestPath('kube-apiserver')} of each, or its unit; where the API servers run on other machines, take `
    + 'NodeReplacement.inPlace()');
}

/** A short name may be a word of any text. */
function isOfOneNode(value: string): boolean {
  return /[.:\d]/.test(value);
}

function textOf(prop: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new Error(`${prop} must be the text of a file, got ${got(value)}; read it: readFileSync(file, 'utf8')`);
}

function selectorOf(name: string, given: unknown, today: readonly NodeInput[], nodes: readonly NodeInput[]): string {
  if (given !== undefined) {
    const problem = typeof given !== 'string' ? 'it is no text' : given.trim() === '' ? 'an empty one selects every node'
      : labelSelectorProblem(given);
    // Written into a runbook and a command: on one line.
    if (problem === undefined) return (given as string).trim().replace(/[ \t\r\n]+/g, ' ');
    throw new Error(printable(`nodeReplacement['${name}'].selector must be a label selector of kubectl, got ${got(given)}: ${problem}; accepted are `
      + '`key`, `!key`, `key=value`, `key!=value`, `key in (a,b)`, `key notin (a,b)`, `key>1` and `key<1`, with commas between them; give one like '
      + '\'node.example.com/group=general\''));
  }
  if (today[0].role === NodeRole.CONTROL_PLANE) return CONTROL_PLANE_ROLE;
  const other = nodes.find(node => node.role === NodeRole.WORKER && !today.includes(node));
  if (!other) return `!${CONTROL_PLANE_ROLE}`;
  throw new Error(`nodeReplacement['${name}'] has no \`selector\`, and '${other.name}' is a worker that is not of it, so which nodes are of it is `
    + 'not known; give the label that its nodes have, like \'node.example.com/group=general\', and that its new nodes register with');
}

function templateOf(group: string, node: NodeInput, files: NodeInput['files']): GroupInput {
  const { role, labels, taints, unreadFiles } = node;
  return { name: group, role, labels, taints, unreadFiles, files, isGroup: true };
}
