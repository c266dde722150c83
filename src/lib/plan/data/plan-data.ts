import { kindsOf } from './kinds';
import { recordedFeed } from '../../facts/in-force';
import { LEFT_TO_ANOTHER } from '../../facts/load-balancer-changes';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { contentHash } from '../../text/content-hash';
import { notTakenBack } from '../../upgrade/way-back';
import { Plan, PlannedHop } from '../plan';
import { nodePrograms } from '../rights';
import { actionsOf, PlanStep } from '../step';
import { leftBehind, PlannedUpgrade } from '../upgrade/upgrade-hindrances';

/** Version of `schemas/plan.schema.json`. */
const SCHEMA_VERSION = 2;

/** What `plan.json` has: what the playbooks carry out, and what people and programs read of it. One node more adds rows, and changes none. */
export function planData(plan: Plan): object {
  const { steps, releases, start, apiServers, aws, upgrade } = plan;
  const kinds = kindsOf(steps);
  const kindOf = new Map(kinds.flatMap(({ name, steps: own }) => own.map(step => [step, name])));
  const objects = new Set(steps.flatMap(actionsOf).flatMap(({ given }) => 'objects' in given ? given.objects as readonly string[] : []));
  const content = {
    from: plan.from,
    to: plan.to,
    route: plan.route,
    strategy: plan.strategy,
    releases: [releases[NodeSide.N], releases[NodeSide.N_PLUS_1]],
    cloud: plan.cloud,
    releasesLease: plan.releasesLease,
    controlPlane: plan.controlPlane,
    workers: plan.workers,
    ...plan.groups ? { groups: groupRows(plan.groups) } : {},
    sideLabel: SIDE_LABEL,
    leases: plan.leases,
    images: plan.images,
    kubeadmImages: plan.kubeadmImages,
    ccm: { workloads: plan.ccmWorkloads, commandLines: plan.ccmCommandLines },
    aws: aws ?? null,
    leftToAnother: { annotation: LEFT_TO_ANOTHER.annotation, values: LEFT_TO_ANOTHER.values },
    programs: nodePrograms(plan),
    actions: actionRows(steps),
    kinds: Object.fromEntries(kinds.map(({ name, shared }) => [name, shared])),
    steps: steps.map(step => ({ name: step.name, kind: kindOf.get(step)!, node: step.node, i: step.ordinal, sums: sumsOf(step) })),
    apiServers: Object.fromEntries(apiServers),
    start: {
      objects: start.objects.filter(object => objects.has(object)),
      nodes: Object.fromEntries([...start.nodes].map(([node, files]) => [node, Object.fromEntries(files)])),
      ...start.images ? { images: start.images } : {},
      ...plan.groups ? { groups: Object.fromEntries(Object.entries(plan.groups).map(([name, group]) => [name, group.start])) } : {},
    },
    pinned: plan.pinned,
    ...recordedFeed(),
    ...upgrade ? { ccmUpgrade: plan.hops ? chainData(upgrade, plan.hops) : upgradeData(upgrade) } : {},
  };
  return { schemaVersion: SCHEMA_VERSION, id: `${plan.from}-to-${plan.to}-${contentHash(JSON.stringify(content)).slice(0, 12)}`, ...content };
}

function upgradeData(upgrade: PlannedUpgrade): object {
  const { from, to, isDowngrade, noGo } = upgrade;
  // What would say it is with each reason not to begin.
  const differences = upgrade.differences.map(({ hindrance, ...one }) =>
    ({ ...one, ...hindrance && { hindrance: { id: hindrance.id, isCertain: hindrance.isCertain } } }));
  return { from, to, isDowngrade, differences, noGo, notTakenBack: notTakenBack(upgrade) };
}

/** A plan of one hop has no list of them. */
function chainData(upgrade: PlannedUpgrade, hops: readonly PlannedHop[]): object {
  return { ...upgradeData(upgrade), notTakenBack: leftBehind({ upgrade, hops }), hops: hops.map(hopData) };
}

function hopData({ from, to, apiServers, upgrade, back: { until } }: PlannedHop): object {
  return { states: [from, to], apiServers, ...upgradeData(upgrade), until };
}

/** Counts that they may have when the plan begins are with those of files. */
function groupRows(groups: NonNullable<Plan['groups']>): object {
  return Object.fromEntries(Object.entries(groups).map(([name, { start: _, ...group }]) => [name, group]));
}

/** Id of the plan: the same for the same input. */
export function idOf(data: object): string {
  return (data as { readonly id: string }).id;
}

/** Of each file the sum that the step leaves, null where it is not known, then those that it may have before. */
function sumsOf({ files = [] }: PlanStep): Readonly<Record<string, readonly (string | null)[]>> | undefined {
  return files.length === 0 ? undefined : Object.fromEntries(files.map(({ path, after = null, before }) => [path, [after, ...before]]));
}

/** What the playbooks know of each kind of action. */
function actionRows(steps: readonly PlanStep[]): object {
  const kinds = new Map(steps.flatMap(actionsOf).map(({ kind }) => [kind.do, kind]));
  return Object.fromEntries([...kinds.values()].sort((a, b) => (a.do < b.do ? -1 : 1))
    .map(({ do: what, says, on, anyTime, always }) => [what, { says, on, anyTime, always }]));
}
