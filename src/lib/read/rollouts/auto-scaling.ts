import { Bounds, countOf, shown } from './amount';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { CONTROL_PLANE_NAME, INSTANCE_REFRESH, ROLE_TAGS, ROLLING_UPDATE } from '../../facts/node-rollouts';
import { NodeRollout } from '../../view/model';
import { Documents, OtherText, placeAt } from '../documents/documents';

/** Cheap to look for: most texts are something else. */
const MENTIONS = /AWS::AutoScaling::AutoScalingGroup|"(AutoScalingGroupName|InstanceRefreshes|AutoScalingGroups)"\s*:|^AutoScalingGroupName:/m;

/** A document of the AWS CLI, or a resource of a template of CloudFormation. */
interface Part {
  readonly file: string;
  readonly document: SourceDocument;
  readonly path: SourcePath;
  readonly data: DataMap;
  readonly name: string;
}

interface Group {
  readonly nodes?: number;
  readonly role: NodeRollout['role'];
  readonly policy: DataMap;
}

/**
 * Instance refreshes as `aws autoscaling describe-instance-refreshes` prints them and `start-instance-refresh --cli-input-json` takes them, and the
 * update policies of templates of CloudFormation. How many instances a group has is read from the template, or from what
 * `describe-auto-scaling-groups` prints.
 */
export function autoScalingRollouts(texts: readonly OtherText[], documents: Documents): readonly NodeRollout[] {
  const read = texts.filter(({ text }) => MENTIONS.test(text))
    .map(({ file, text }) => ({ file, document: attempt(() => documents.of(text, file)[0], () => undefined) }));
  const parts = read.flatMap(({ document, file }) => document === undefined ? [] : partsOf(document, file));
  const groups = new Map(parts.flatMap(part => {
    const group = groupOf(part);
    return group === undefined ? [] : [[part.name, group] as const];
  }));
  const rollouts = parts.flatMap(part => [...refresh(part, groups.get(part.name)), ...updatePolicy(part)]);
  const unparsed = read.filter(({ document }) => document === undefined).map(({ file }): NodeRollout => ({
    object: `the Auto Scaling group of ${file}`,
    system: 'auto-scaling',
    group: file,
    role: 'unknown',
    place: { file, line: 1 },
    bounds: {},
    problem: 'the file cannot be parsed',
    labels: new Map(),
  }));
  return [...rollouts, ...unparsed];
}

function partsOf(document: SourceDocument, file: string): readonly Part[] {
  const { data } = document;
  const lists = ['InstanceRefreshes', 'AutoScalingGroups'].flatMap(list => listOf(data[list]).map((item, index): Part =>
    ({ file, document, path: [list, index], data: mapOf(item), name: stringOf(mapOf(item).AutoScalingGroupName) ?? '' })));
  const resources = Object.entries(mapOf(data.Resources)).filter(([, one]) => mapOf(one).Type === 'AWS::AutoScaling::AutoScalingGroup')
    .map(([id, one]): Part => ({
      file, document, path: ['Resources', id], data: mapOf(one), name: stringOf(mapOf(mapOf(one).Properties).AutoScalingGroupName) ?? id,
    }));
  const own = stringOf(data.AutoScalingGroupName);
  return [...lists, ...resources, ...own === undefined ? [] : [{ file, document, path: [], data, name: own }]];
}

/** What a part says of its group itself. */
function groupOf({ data, name, path }: Part): Group | undefined {
  const group = path[0] === 'Resources' ? mapOf(data.Properties) : data;
  if (!('MinSize' in group) && !('DesiredCapacity' in group)) return undefined;
  return { nodes: countOf(group.DesiredCapacity ?? group.MinSize), role: roleOf(name, group.Tags), policy: mapOf(group.InstanceMaintenancePolicy) };
}

/** A name that says control plane is believed; one that says worker is no reason to look away. */
function roleOf(name: string, tags: Data | undefined): NodeRollout['role'] {
  const given = listOf(tags).map(mapOf);
  const row = ROLE_TAGS.find(({ key, value }) => given.some(tag => tag.Key === key && (value === undefined || tag.Value === value)));
  return row?.role ?? (CONTROL_PLANE_NAME.test(name) ? 'control-plane' : 'unknown');
}

function refresh(part: Part, group: Group | undefined): readonly NodeRollout[] {
  const { data, path } = part;
  const isStart = path.length === 0 && groupOf(part) === undefined;
  const isRunning = path[0] === 'InstanceRefreshes' && !INSTANCE_REFRESH.over.includes(String(data.Status));
  if (!isStart && !isRunning) return [];
  return [{ ...headOf('instance refresh', part, group), ...preferred(data, group) }];
}

function preferred({ Strategy: strategy, Preferences: preferences }: DataMap, group: Group | undefined): Bounds {
  if (preferences !== undefined && preferences !== null && !isWhole(preferences)) {
    return { bounds: { nodes: group?.nodes }, problem: `Preferences is ${shown(preferences)}` };
  }
  const { MinHealthyPercentage, MaxHealthyPercentage } = mapOf(preferences);
  const policy = (key: string) => group?.policy[key] === -1 ? undefined : group?.policy[key];
  return refreshBounds(group?.nodes, {
    strategy,
    min: MinHealthyPercentage ?? policy('MinHealthyPercentage'),
    max: MaxHealthyPercentage ?? policy('MaxHealthyPercentage'),
    isGroupKnown: group !== undefined,
  });
}

/** Of an instance refresh. Where the group is not known, its maintenance policy may have another default. */
export function refreshBounds(
  nodes: number | undefined, given: { readonly strategy?: Data; readonly min?: Data; readonly max?: Data; readonly isGroupKnown: boolean },
): Bounds {
  const { strategy = 'Rolling', isGroupKnown } = given;
  if ((strategy ?? 'Rolling') !== 'Rolling') return { bounds: { nodes }, problem: `what strategy ${shown(strategy)} takes is not in the tables` };
  if ((given.min ?? null) === null && !isGroupKnown) {
    return { bounds: { nodes }, problem: 'MinHealthyPercentage is not given, and the group, whose maintenance policy may have it, is missing' };
  }
  const [min, max] = [countOf(given.min ?? INSTANCE_REFRESH.minHealthy), countOf(given.max ?? INSTANCE_REFRESH.maxHealthy)];
  if (min === undefined || min > 100) return { bounds: { nodes }, problem: `MinHealthyPercentage is ${shown(given.min ?? null)}, expected 0 to 100` };
  if (max === undefined || max < 100 || max > 200) {
    return { bounds: { nodes }, problem: `MaxHealthyPercentage is ${shown(given.max ?? null)}, expected 100 to 200` };
  }
  if (nodes === undefined) {
    if (min === 100) return { bounds: { unavailable: 0 } };
    return min === 0 ? { bounds: { unavailable: 'all' } } : { bounds: {}, share: `${100 - min}% and at least one` };
  }
  const extra = Math.ceil(nodes * max / 100) - nodes;
  const away = Math.max(1, nodes - Math.ceil(nodes * min / 100));
  return { bounds: { nodes, surge: min === 100 ? Math.max(1, extra) : extra, unavailable: min === 100 ? 0 : Math.min(nodes, away) } };
}

/** What CloudFormation does when the stack is updated. Without a policy it replaces no instance. */
function updatePolicy(part: Part): readonly NodeRollout[] {
  if (part.path[0] !== 'Resources') return [];
  const policy = part.data.UpdatePolicy;
  if (policy === undefined || policy === null) return [];
  const group = groupOf(part);
  const nodes = group?.nodes;
  const { AutoScalingRollingUpdate: rolling, AutoScalingReplacingUpdate: replacing, AutoScalingInstanceRefresh: refreshing } = mapOf(policy);
  const made = (what: string, bounds: Bounds): NodeRollout => ({ ...headOf(what, part, group), ...bounds });
  if (!isWhole(policy)) return [made('UpdatePolicy', { bounds: { nodes }, problem: `it is ${shown(policy)}` })];
  return [
    ...rolling === undefined ? [] : [made('AutoScalingRollingUpdate', rollingBounds(nodes, rolling))],
    ...refreshing === undefined ? [] : [made('AutoScalingInstanceRefresh', isWhole(refreshing) ? preferred(refreshing, group)
      : { bounds: { nodes }, problem: `it is ${shown(refreshing)}` })],
    ...replacing === undefined || mapOf(replacing).WillReplace === false ? []
      : [made('AutoScalingReplacingUpdate', replacingBounds(nodes, replacing))],
  ];
}

/** Whether a mapping is written out: `Fn::If` and `Ref` stand for one. */
function isWhole(value: Data): value is { [key: string]: Data } {
  return isMap(value) && !Object.keys(value).some(key => key === 'Ref' || key.startsWith('Fn::'));
}

function rollingBounds(nodes: number | undefined, rolling: Data): Bounds {
  const { MinInstancesInService = ROLLING_UPDATE.minInService, MaxBatchSize = ROLLING_UPDATE.maxBatch } = mapOf(rolling);
  const [least, batch] = [countOf(MinInstancesInService), countOf(MaxBatchSize)];
  const isWritten = isWhole(rolling);
  if (!isWritten || least === undefined || batch === undefined || batch === 0) {
    const [field, value] = !isWritten ? ['it', rolling] : least === undefined ? ['MinInstancesInService', MinInstancesInService]
      : ['MaxBatchSize', MaxBatchSize];
    return { bounds: { nodes }, problem: `${field} is ${shown(value)}, and no number of instances` };
  }
  return { bounds: { nodes, surge: batch, unavailable: nodes === undefined ? batch : Math.max(0, Math.min(batch, nodes - least)) } };
}

/** Another group is made as a whole before the first one goes. */
function replacingBounds(nodes: number | undefined, replacing: Data): Bounds {
  const { WillReplace } = mapOf(replacing);
  if (WillReplace !== true && WillReplace !== 'true') return { bounds: { nodes }, problem: `WillReplace is ${shown(WillReplace ?? replacing)}` };
  return { bounds: { nodes, surge: nodes, unavailable: 0 } };
}

function headOf(what: string, { file, document, path, name }: Part, group: Group | undefined) {
  return {
    object: `${what} of Auto Scaling group ${name}`,
    system: 'auto-scaling' as const,
    group: name,
    role: group?.role ?? roleOf(name, undefined),
    place: placeAt(file, document, path),
    labels: new Map<string, string>(),
  };
}
