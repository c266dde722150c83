import { StartValues } from '../app/start-values';
import { BEFORE_UPGRADE, statesOfHops } from '../state';
import { AcceptedOfUpgrade, hindrancesOf, PlannedUpgrade } from './upgrade-hindrances';
import { EarlierApp, readUpgradedApp, UpgradedApp, WrittenApp } from './upgraded-app';
import { parseRelease } from '../../facts/since';
import { managerSkew } from '../../facts/version-skew';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { sortedTexts } from '../../text/sorted-texts';
import { answerOf } from '../../upgrade/answer';
import { CcmUpgrade } from '../../upgrade/ccm-upgrade';
import { CcmDifference, onceSaid } from '../../upgrade/difference';
import { UpgradeHop } from '../../upgrade/hops';
import { SKEW_POLICY } from '../../upgrade/skew';
import { AppFiles } from '../app/app-files';
import { together } from '../app/aws-controllers';
import { PlanOptions } from '../options';
import { Plan, PlannedHop, PlanResult, planStates, RefusedPlan } from '../plan';

/** Choices of a plan of an upgrade. */
export type CcmUpgradeOptions = Pick<PlanOptions, 'cluster' | 'inertKinds'> & AcceptedOfUpgrade;

/**
 * Plans upgrades of the cloud-controller-manager in the steady state one after the other, each beside API servers that are upgraded before it: from
 * the first of what earlier syntheses wrote over each of the others to what synthesis wrote now. Each hop is judged as if it were a plan of its own,
 * and what `upgrade` says no to is refused, unless it is accepted.
 *
 * @param earlier in their order; one alone is a plan of one hop
 * @throws if one of them is not ours, was changed, two do not differ in the release of their cloud-controller-manager, or not all are of one cluster
 */
export function makeCcmUpgradeChain(files: AppFiles, earlier: readonly EarlierApp[], options: CcmUpgradeOptions = {}): PlanResult {
  const states = statesOfHops(earlier.length);
  const read = readHops(files, earlier, options);
  const hindered = read.map(({ upgrade }) => hindrancesOf(upgrade, options));
  const refused = read.flatMap((hop, index) => hindered[index].refused ?? refusedServers(hop) ?? []);
  if (refused.length > 0) return { refused: refusalOf(refused, states.at(-1)!) };
  const upgrades = read.map(({ upgrade }, index): PlannedUpgrade => ({ ...upgrade, noGo: hindered[index].noGo }));
  const results = read.map(({ app }, index) => planStates({ ...app, upgrade: upgrades[index] }, states.slice(index, index + 2), options));
  const unsafe = results.find(result => 'refused' in result);
  if (unsafe || results.length === 1) return unsafe ?? results[0];
  const plans = results.flatMap(result => 'plan' in result ? [result.plan] : []);
  const hops = plans.map(({ from, to, releases }, index): PlannedHop => ({
    from,
    to,
    apiServers: [read[index].app.hop!.serversBefore, releases[NodeSide.N_PLUS_1]],
    upgrade: upgrades[index],
    back: upgrades[index].hops[0].back,
  }));
  return { plan: joined(plans, hops) };
}

/**
 * What `upgrade` says of the way over these apps, each hop as if the one before it were done.
 *
 * @throws as for a plan of them
 */
export function ccmUpgradeOver(files: AppFiles, earlier: readonly EarlierApp[], options: CcmUpgradeOptions = {}): CcmUpgrade {
  const upgrades = readHops(files, earlier, options).map(withTurn);
  if (upgrades.length === 1) return upgrades[0];
  const hops = upgrades.flatMap(upgrade => upgrade.hops)
    .map((hop, index) => index === 0 ? hop : { ...hop, judged: 'as-if-done' as const, apiServersFirst: true });
  const whole = wholeOf(upgrades);
  return { ...whole, hops, answer: answerOf(whole.differences.flatMap(({ hindrance }) => hindrance ?? [])) };
}

/** The upgrade of a hop, and what is wrong with the turn of the API servers before it. */
function withTurn(hop: UpgradedApp): CcmUpgrade {
  const { upgrade } = hop;
  const turn = refusedServers(hop);
  if (turn === undefined) return upgrade;
  const told: CcmDifference = {
    topic: 'skew', says: turn.reason, todo: turn.fix, source: SKEW_POLICY, hindrance: { id: 'version-skew', isCertain: true },
  };
  const [first, ...others] = upgrade.hops;
  const hops: readonly UpgradeHop[] = [{ ...first, answer: 'must-not', differences: [told, ...first.differences] }, ...others];
  return { ...upgrade, differences: [told, ...upgrade.differences], hops };
}

function readHops(files: AppFiles, earlier: readonly EarlierApp[], { cluster, inertKinds }: CcmUpgradeOptions): readonly UpgradedApp[] {
  const states = statesOfHops(earlier.length);
  const apps: readonly WrittenApp[] = [...earlier, { files }];
  const numberOf = (index: number) => earlier.length === 1 ? undefined : index + 1;
  const read = earlier.map((app, index) =>
    readUpgradedApp(apps[index + 1], app, { from: states[index], to: states[index + 1], number: numberOf(index) }, cluster, inertKinds));
  if (read.length > 1) refuseOneRelease(read);
  refuseOtherNodes(read);
  return read;
}

/** How far a run came is read off the release that runs: two hops to one release cannot be told apart. */
function refuseOneRelease(hops: readonly UpgradedApp[]): void {
  const found = hops.findIndex(({ upgrade: { from, to } }) => from === to);
  if (found >= 0) {
    throw new Error(`hop ${found + 1} stays at the cloud-controller-manager ${hops[found].upgrade.to}; a chain goes from release to release: plan `
      + 'the change of its flags or replicas by itself, before or after');
  }
  const tags = [hops[0].upgrade.from, ...hops.map(({ upgrade: { to } }) => to)];
  const twice = tags.find((tag, index) => tags.indexOf(tag) < index);
  if (twice !== undefined) {
    throw new Error(`the chain ${tags.join(', ')} comes to ${twice} twice; give each --upgrade-from once, in the order of the way: `
      + 'what runs now first');
  }
}

function refuseOtherNodes(hops: readonly UpgradedApp[]): void {
  const names = hops.map(({ app: { controlPlane, workers } }) => [...controlPlane, ...workers].join(', ') || 'none');
  const other = names.findIndex(text => text !== names[0]);
  if (other < 0) return;
  throw new Error(`the nodes of hop ${other + 1} are ${names[other]}, and those of hop 1 ${names[0]}; write every app from the same nodes`);
}

/**
 * What no hop by itself shows: its old release runs beside API servers that were upgraded for the new one, and these go minor by minor. That the new
 * release fits them is a hindrance like any other.
 */
function refusedServers({ app, upgrade }: UpgradedApp): { readonly reason: string; readonly fix: string } | undefined {
  if (!app.hop) return undefined;
  const [before, after] = [app.hop.serversBefore, app.releases[NodeSide.N_PLUS_1]].map(release => KubernetesVersion.of(release));
  const name = `hop ${app.hop.number}, ${upgrade.from} to ${upgrade.to}`;
  if (managerSkew(parseRelease(upgrade.from).minor, after) !== undefined) {
    const fitting = upgrade.hops[0].apiServers.join(' or ');
    return {
      reason: `${name}: API servers would be of ${after.minorVersion} while ${upgrade.from} runs, and both releases run beside ${fitting} alone`,
      fix: `Synthesize ${upgrade.to} for Kubernetes ${fitting}.`,
    };
  }
  if (Math.abs(after.minor - before.minor) > 1) {
    return {
      reason: `${name}: API servers would go from ${before.minorVersion} to ${after.minorVersion}, and they go minor by minor`,
      fix: 'Give an app of each minor on the way as --upgrade-from.',
    };
  }
  return undefined;
}

function refusalOf(all: readonly { readonly reason: string; readonly fix: string }[], to: RefusedPlan['to']): RefusedPlan {
  const [reasons, fixes] = [new Set(all.map(({ reason }) => reason)), new Set(all.map(({ fix }) => fix))];
  return { from: BEFORE_UPGRADE, to, reason: [...reasons].join('; '), fix: [...fixes].join(' '), counterexamples: [] };
}

function joined(plans: readonly Plan[], hops: readonly PlannedHop[]): Plan {
  const [first] = plans;
  const last = plans.at(-1)!;
  const texts = (of: (plan: Plan) => readonly string[]) => sortedTexts(plans.flatMap(of));
  return {
    ...last,
    from: first.from,
    route: [first.from, ...plans.map(({ to }) => to)],
    releases: { [NodeSide.N]: hops[0].apiServers[0], [NodeSide.N_PLUS_1]: last.releases[NodeSide.N_PLUS_1] },
    apiServers: first.apiServers,
    etcd: first.etcd,
    steps: plans.flatMap(({ steps }) => steps),
    start: startOf(plans.map(({ start }) => start)),
    applied: [...new Map(plans.flatMap(({ applied }) => applied).map(one => [JSON.stringify(one), one])).values()],
    images: texts(({ images }) => images),
    ...last.aws && { aws: together(plans.flatMap(({ aws }) => aws ?? []), 'hops') },
    ccmWorkloads: texts(({ ccmWorkloads }) => ccmWorkloads),
    ccmCommandLines: texts(({ ccmCommandLines }) => ccmCommandLines),
    leases: { ...last.leases, names: texts(({ leases }) => leases.names) },
    pinned: Object.fromEntries(plans.flatMap(({ pinned }) => Object.entries(pinned)).sort(([a], [b]) => (a < b ? -1 : 1))),
    upgrade: { ...wholeOf(hops.map(({ upgrade }) => upgrade)), noGo: onceSaid(hops.flatMap(({ upgrade: { noGo } }) => noGo)) },
    hops,
  };
}

/** What is there when the first hop begins; a file that a later one alone knows is as that finds it. */
function startOf(starts: readonly StartValues[]): StartValues {
  const nodes = new Map<string, Map<string, readonly string[]>>();
  for (const [node, files] of [...starts].reverse().flatMap(start => [...start.nodes])) {
    nodes.set(node, new Map([...nodes.get(node) ?? [], ...files]));
  }
  const [{ objects, images }] = starts;
  return { nodes, objects, ...images && { images } };
}

/** All hops as one way: what each of them brings, once. */
function wholeOf(upgrades: readonly CcmUpgrade[]): CcmUpgrade {
  const [first] = upgrades;
  const last = upgrades.at(-1)!;
  return {
    ...last,
    from: first.from,
    steps: upgrades.map(({ to }) => to),
    isDowngrade: first.isDowngrade,
    assumed: onceSaid(upgrades.flatMap(({ assumed }) => assumed)),
    missing: onceSaid(upgrades.flatMap(({ missing }) => missing)),
    differences: onceSaid(upgrades.flatMap(({ differences }) => differences)),
    hops: upgrades.flatMap(({ hops }) => hops),
  };
}
