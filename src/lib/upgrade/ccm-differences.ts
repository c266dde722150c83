import { refusedCommandLines } from './refused-command-lines';
import { ReleaseAsRead } from './release-as-read';
import { NamedService, UNKNOWN_CLUSTER, UpgradedCluster } from './upgraded-cluster';
import { upstreamAwsRules } from '../facts/aws-ccm-rules';
import { tagsInPlaceOf } from '../facts/ccm-advice';
import { BehaviourChange, behaviourOf } from '../facts/ccm-behaviour-changes';
import { variableReader, variablesRead } from '../facts/ccm-environment';
import { AwsCcmFault, FAULT_CONDITIONS, faultsOf, isAssessed } from '../facts/ccm-faults';
import { AWS_CCM_REPOSITORY, AwsCcmRelease } from '../facts/ccm-releases';
import { cloudConfigKeysOf } from '../facts/cloud-config-keys';
import { conditionMet } from '../facts/fault-condition';
import { isJudgedGate } from '../facts/feature-gates';
import { flagNames, flagOf } from '../facts/flags';
import { gateNames, gateRows } from '../facts/gate-rows';
import { FeatureGateRow, FlagFact } from '../facts/generated';
import { IamActionFact, IamFeature } from '../facts/iam-actions';
import { isRefusedBy, SERVICE_REFUSALS, serviceRefusals } from '../facts/service-refusals';
import { parseRelease } from '../facts/since';
import { requiresTopology } from '../facts/topology-types';
import { neededActions } from '../iam/control-plane-actions';
import { CCM } from '../kubernetes/component';
import { RbacRule } from '../kubernetes/rbac-rule';
import { EndConcern } from '../model/end-cause';

/** In the order in which an operator needs them. */
export const UPGRADE_TOPICS = [
  'skew', 'unread', 'image', 'fault', 'passing-fault', 'service', 'iam', 'rbac', 'flag', 'feature-gate', 'cloud-config', 'environment', 'nodes',
  'load-balancers', 'metrics', 'calls', 'process',
] as const;
export type UpgradeTopic = typeof UPGRADE_TOPICS[number];

/** One thing that is otherwise in another release. */
export interface CcmDifference {
  readonly topic: UpgradeTopic;
  /** A sentence without its end. */
  readonly says: string;
  /** What the operator does about it; none: nothing. */
  readonly todo?: string;
  readonly source: string;
  /** The Service that it is about: `shop/web`; none: it is about the release. */
  readonly service?: string;
  /** That it stands in the way; none: the upgrade is possible with it. */
  readonly hindrance?: Hindrance;
}

/** Something that stands in the way of an upgrade. */
export interface Hindrance {
  /** By which it is accepted: of a rule, of a fault, or of a change. */
  readonly id: string;
  /** Otherwise it may concern the cluster, and what is given does not say whether it does. */
  readonly isCertain: boolean;
}

/**
 * What is otherwise in one release of the AWS cloud-controller-manager than in another, older or younger.
 *
 * @param cluster its Services and Nodes are looked at one by one, as far as they are known
 * @param between releases on the way from one to the other: what these do not do begins with the last
 */
export function ccmDifferences(
  old: ReleaseAsRead, young: ReleaseAsRead, cluster: UpgradedCluster = UNKNOWN_CLUSTER, between: readonly string[] = [],
): readonly CcmDifference[] {
  const [before, after] = [old.read, young.read];
  const [from, to] = [before.tag, after.tag];
  const all = [
    ...[old, young].flatMap(unread), ...imageDifferences({ tag: young.tag, promoted: young.isUnread ? undefined : after.promoted }, cluster),
    ...faultDifferences(from, to, cluster), ...serviceDifferences(from, to, cluster.services), ...iamDifferences(from, to),
    ...rbacDifferences(before, after), ...commandLineDifferences(before, after, cluster), ...flagDifferences(before, after),
    ...gateDifferences(before, after), ...configDifferences(before, after),
    ...environmentDifferences(from, to, cluster.variables), ...behaviourDifferences([from, ...between], to, cluster),
  ];
  return [...all].sort((a, b) => UPGRADE_TOPICS.indexOf(a.topic) - UPGRADE_TOPICS.indexOf(b.topic));
}

/** What is said of a release that was not read is not what it does, but what the last one before it does. */
function unread({ tag, read, isUnread }: ReleaseAsRead): readonly CcmDifference[] {
  return !isUnread ? [] : [{
    topic: 'unread',
    says: `${tag} is younger than the tables, and what is known of ${read.tag} is taken for it: Services, IAM actions, RBAC rules, flags, feature `
      + `gates, cloud config and faults of ${tag} are not known`,
    todo: `Read what its release notes say of what changed since ${read.tag}.`,
    source: `https://github.com/kubernetes/cloud-provider-aws/compare/${read.tag}...${tag}`,
  }];
}

/** An image of another registry may have been built by those who run it. */
function imageDifferences(
  { tag, promoted }: Pick<AwsCcmRelease, 'tag' | 'promoted'>, { ccmRepositories = [] }: UpgradedCluster,
): readonly CcmDifference[] {
  const source = 'kubernetes/k8s.io registry.k8s.io/images/k8s-staging-provider-aws/images.yaml';
  if (promoted === true) return [];
  return [{
    topic: 'image',
    says: promoted === false ? `${tag} is a git tag without an image in registry.k8s.io`
      : `whether ${tag} has an image in registry.k8s.io is not known`,
    todo: promoted === false ? 'Build it, or take another release.' : 'Look whether it can be pulled before it is rolled out.',
    source,
    ...promoted === false && { hindrance: { id: 'ccm-image-not-promoted', isCertain: ccmRepositories.includes(AWS_CCM_REPOSITORY) } },
  }];
}

function faultDifferences(from: string, to: string, cluster: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [faultsOf(from), faultsOf(to)];
  return [
    ...isAssessed(to) ? [] : [{ topic: 'fault' as const, says: `the faults of ${to} are not known`, source: 'src/lib/facts/ccm-faults.ts' }],
    ...has.map(fault => faultDifference(to, fault, cluster, had.includes(fault) ? from : undefined)),
    ...had.filter(fault => !has.includes(fault)).map(({ says, source }): CcmDifference => ({ topic: 'fault', says: `mended: ${says}`, source })),
  ];
}

/**
 * What no input shows, or this one shows not to be so, does not stand in the way: else it would stand in everyone's. Neither does what may be so, and
 * is no worse than today.
 *
 * @param before the release that runs, where it has the same fault
 */
function faultDifference(
  tag: string, fault: AwsCcmFault, cluster: UpgradedCluster, before: string | undefined,
): CcmDifference {
  const { id, when, says: happens, remedy, source } = fault;
  const metBy = (one: AwsCcmFault) => conditionMet(one.when, { ...cluster, services: cluster.services?.map(({ service }) => service) });
  const met = metBy(fault);
  const others = tagsInPlaceOf(tag, one => one === fault || metBy(one) === 'yes');
  const advice = others.length === 0 ? 'No image is known without it.' : `${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} without it.`;
  const todo = remedy === undefined ? advice : `${remedy} ${advice}`;
  const says = when === 'always' ? happens : `${happens} (${FAULT_CONDITIONS[when].says})`;
  if (met === 'no') return { topic: 'passing-fault', says: `this cluster does not meet a fault of ${tag}: ${says}`, todo, source };
  if (met === 'not-shown') return { topic: 'passing-fault', says: `${tag} has a fault that shows in rare cases: ${says}`, todo, source };
  if (met === 'not-given' && before !== undefined) {
    return { topic: 'passing-fault', says: `${tag} has a fault, as ${before} has it: ${says}`, todo, source };
  }
  return { topic: 'fault', says: `${tag} has a known fault: ${says}`, todo, source, hindrance: { id, isCertain: met === 'yes' } };
}

/** Of Services that are known each that is refused, and which changes of them are; else what is refused of any. */
function serviceDifferences(from: string, to: string, services: readonly NamedService[] | undefined): readonly CcmDifference[] {
  const [before, after] = [from, to].map(parseRelease);
  const [had, has] = [before, after].map(release => SERVICE_REFUSALS.filter(refusal => isRefusedBy(release, refusal)));
  if (services !== undefined) {
    const refused = services.flatMap(({ name, service }) => serviceRefusals(after, service).map(refusal => ({ name, refusal })));
    const changes = has.filter(one => one.isOfChange && !had.includes(one) && !refused.some(({ refusal }) => refusal === one));
    return [
      ...refused.map(({ name, refusal }): CcmDifference => ({
        topic: 'service',
        says: `Service ${name} is refused${had.includes(refusal) ? ', as it is now' : ''}: ${refusal.says}`,
        todo: refusal.fix,
        source: refusal.source,
        service: name,
        hindrance: { id: 'service-refused-by-release', isCertain: true },
      })),
      ...services.length === 0 ? [] : changes.map(({ says, fix, source }): CcmDifference => ({
        topic: 'service', says: `a change of a Service is refused, which no input shows: ${says}`, todo: fix, source,
      })),
    ];
  }
  return [
    ...has.filter(one => !had.includes(one)).map(({ says, fix, source }): CcmDifference => ({
      topic: 'service', says: `Services are refused that have ${says}`, todo: fix, source,
    })),
    ...had.filter(one => !has.includes(one)).map(({ says, source }): CcmDifference => ({ topic: 'service', says: `taken again: ${says}`, source })),
  ];
}

/** As `IamPolicy` has them. No controller of a cloud-controller-manager attaches volumes: the CSI driver does, or a kube-controller-manager. */
const IAM_FEATURES: ReadonlySet<IamFeature> = new Set(
  ['instances', 'load-balancers', 'network-load-balancers', 'routes', 'tagging', 'fargate'] satisfies readonly IamFeature[],
);

function iamDifferences(from: string, to: string): readonly CcmDifference[] {
  const [had, has] = [from, to].map(cloudControllerManager =>
    new Map<string, IamActionFact>(neededActions({ cloudControllerManager }, IAM_FEATURES).map(row => [row.action, row])));
  const only = (these: ReadonlyMap<string, IamActionFact>, others: ReadonlyMap<string, IamActionFact>) =>
    [...these].filter(([action]) => !others.has(action)).map(([, row]) => row).sort((a, b) => (a.action < b.action ? -1 : 1));
  return [
    ...only(has, had).map(({ action, feature, source }): CcmDifference => ({
      topic: 'iam', says: `the role needs ${action} (${feature})`, todo: 'Add it to the policy before the release is rolled out.', source,
    })),
    ...only(had, has).map(({ action, feature, source }): CcmDifference => ({
      topic: 'iam', says: `the role no longer needs ${action} (${feature})`, todo: 'Leave it in the policy while a rollback may be needed.', source,
    })),
  ];
}

/** Upstream's own manifests; the rules of this library do not change with the release. */
function rbacDifferences(before: AwsCcmRelease, after: AwsCcmRelease): readonly CcmDifference[] {
  const [had, has] = [before, after].map(({ linkedMinor }) => grantsOf(upstreamAwsRules(linkedMinor).base));
  const only = (these: ReadonlyMap<string, readonly string[]>, others: ReadonlyMap<string, readonly string[]>, says: string) =>
    [...these].flatMap(([resource, verbs]): readonly CcmDifference[] => {
      const left = verbs.filter(verb => others.get(resource)?.includes(verb) !== true);
      return left.length === 0 ? [] : [{
        topic: 'rbac',
        says: `upstream's ClusterRole ${says} ${left.join(', ')} on ${resource}`,
        source: 'kubernetes/cloud-provider-aws examples/existing-cluster/base',
      }];
    });
  return [...only(has, had, 'grants'), ...only(had, has, 'no longer grants')];
}

/** Verbs by resource. */
function grantsOf(rules: readonly RbacRule[]): ReadonlyMap<string, readonly string[]> {
  const grants = new Map<string, readonly string[]>();
  for (const { apiGroups = [], resources = [], verbs } of rules) {
    for (const name of apiGroups.flatMap(group => resources.map(resource => `${resource}${group === '' ? '' : `.${group}`}`))) {
      grants.set(name, [...new Set([...grants.get(name) ?? [], ...verbs])].sort());
    }
  }
  return grants;
}

/** Rules of `verify` that report it of the release that runs. */
const RULES: Partial<Readonly<Record<EndConcern, string>>> = {
  'unknown-flag': 'flag-unknown-to-release', 'feature-gate': 'feature-gate-refused',
};

/** Of the command lines that the cluster has. */
function commandLineDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { ccms = [] }: UpgradedCluster): readonly CcmDifference[] {
  return refusedCommandLines(ccms, before, after).map(({ label, concern, text, fix, isCertain }): CcmDifference => ({
    topic: concern === 'feature-gate' ? 'feature-gate' : 'flag',
    says: isCertain ? `${label} ends with the command line that it has: ${text}` : `${label} may end with the command line that it has: ${text}`,
    todo: fix ?? 'Change its command line before the release is rolled out, or with it.',
    source: `k8s.io/cloud-provider@${after.cloudProvider} app/controllermanager.go, and what it links`,
    hindrance: { id: RULES[concern] ?? 'process-ends', isCertain },
  }));
}

function flagDifferences(before: AwsCcmRelease, after: AwsCcmRelease): readonly CcmDifference[] {
  const ofLibrary = flagNames(CCM).flatMap((name): readonly CcmDifference[] => {
    const [had, has] = [before, after].map(({ linkedMinor }) => flagOf(CCM, name, linkedMinor));
    return had === 'unread' || has === 'unread' ? [] : flagDifference(name, had, has);
  });
  const source = 'kubernetes/cloud-provider-aws pkg/controllers/options/tagging_controller.go';
  const tagging = [...new Set([...before.taggingFlags, ...after.taggingFlags])].flatMap(name => {
    const [had, has] = [before, after].map(({ taggingFlags }) => taggingFlags.includes(name) ? { source } : undefined);
    return flagDifference(name, had, has);
  });
  const providers = before.providers.filter(provider => !after.providers.includes(provider)).map((provider): CcmDifference => ({
    topic: 'flag', says: `--cloud-provider=${provider} is gone`, todo: 'Move to aws first.', source: 'cmd/aws-cloud-controller-manager/main.go',
  }));
  return [...ofLibrary, ...tagging, ...providers];
}

type KnownFlag = Pick<FlagFact, 'default' | 'deprecated' | 'source'> | undefined;

function flagDifference(name: string, had: KnownFlag, has: KnownFlag): readonly CcmDifference[] {
  if (has === undefined) {
    return had === undefined ? [] : [{
      topic: 'flag', says: `--${name} is gone`, todo: 'Leave it out: the process ends at a flag that it does not know.', source: had.source,
    }];
  }
  const { default: value, deprecated, source } = has;
  if (had === undefined) return [{ topic: 'flag', says: `--${name} is new${value ? `, ${value} by default` : ''}`, source }];
  return [
    ...(had.default ?? '') === (value ?? '') ? [] : [{
      topic: 'flag' as const, says: `--${name} is ${shown(value)} by default, and was ${shown(had.default)}`, source,
    }],
    ...deprecated === undefined || had.deprecated !== undefined ? [] : [{
      topic: 'flag' as const, says: `--${name} is deprecated: ${deprecated}`, todo: 'Leave it out before it is gone.', source,
    }],
  ];
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'empty' : value;
}

function gateDifferences(before: AwsCcmRelease, after: AwsCcmRelease): readonly CcmDifference[] {
  const [had, has] = [before, after].map(gatesOf);
  const names = [...had.keys()].sort();
  const both = names.flatMap(name => has.has(name) ? [{ name, old: had.get(name)!, row: has.get(name)! }] : []);
  const about = (says: string, found: readonly string[], todo?: string): readonly CcmDifference[] => found.length === 0 ? [] : [{
    topic: 'feature-gate', says: `${says}: ${found.join(', ')}`, todo, source: 'gates of packages that k8s.io/cloud-provider links, at each release',
  }];
  const shownOf = (rows: typeof both) => rows.map(({ name, row }) => `${name}=${row.default}`);
  const todo = 'Take them out of --feature-gates: the process ends at a gate that it does not know.';
  const absent = names.filter(name => !has.has(name));
  return [
    ...about('gates are gone', absent.filter(isJudgedGate), todo),
    // As `verify` says it: packages are linked that are not read, and gates move between packages.
    ...about(`whether ${CCM} ${after.linkedMinor.minorVersion} starts with these feature gates is not known, since no package that was read has them`,
      absent.filter(name => !isJudgedGate(name)), todo),
    ...about('gates are locked', shownOf(both.filter(({ old, row }) => row.locked === true && old.locked !== true)),
      'Remove them from --feature-gates where they are set to another value.'),
    ...about('gates have another default', shownOf(both.filter(({ old, row }) => row.default !== old.default))),
  ];
}

function gatesOf({ linkedMinor }: AwsCcmRelease): ReadonlyMap<string, FeatureGateRow> {
  return new Map(gateNames().flatMap(name => {
    const [row] = gateRows(name, linkedMinor, CCM);
    return row === undefined || row === 'unread' ? [] : [[name, row] as const];
  }));
}

/** @param set the variables that it is given; undefined: they are not known, and each may be */
function environmentDifferences(from: string, to: string, set: readonly string[] | undefined): readonly CcmDifference[] {
  const reads = (tag: string, name: string) => variableReader(tag, name) !== undefined;
  const source = 'the environment that its own code reads, and the AWS SDK and client-go in the versions of its go.mod';
  const [which, look] = set === undefined ? ['its environment', 'Look whether its container sets one of them. '] : ['the variables that are set', ''];
  const about = (names: readonly string[], says: string, todo: string): readonly CcmDifference[] => names.length === 0 ? [] : [{
    topic: 'environment', says: `of ${which} ${says}: ${names.join(', ')}`, todo: `${look}${todo}`, source,
  }];
  const names = set ?? [...new Set([from, to].flatMap(variablesRead))].sort();
  return [
    ...about(names.filter(name => reads(from, name) && !reads(to, name)), `${to} no longer reads`, 'See what has their effect now.'),
    ...about(names.filter(name => !reads(from, name) && reads(to, name)), `${to} begins to read`, 'Check that their values are meant for it.'),
  ];
}

function configDifferences(before: AwsCcmRelease, after: AwsCcmRelease): readonly CcmDifference[] {
  const [had, has] = [before.tag, after.tag].map(cloudConfigKeysOf);
  const source = 'kubernetes/cloud-provider-aws pkg/providers/v1/config/config.go';
  return [
    ...has.filter(key => !had.includes(key)).map((key): CcmDifference => ({ topic: 'cloud-config', says: `key ${key} is new`, source })),
    ...had.filter(key => !has.includes(key)).map((key): CcmDifference => ({
      topic: 'cloud-config', says: `key ${key} is gone`, todo: 'Leave it out.', source,
    })),
    ...before.awsSdk === after.awsSdk ? [] : [{
      topic: 'cloud-config' as const,
      says: `the AWS SDK is ${after.awsSdk}, and was ${before.awsSdk}: services of [ServiceOverride] have other names`,
      todo: 'List each override under both names; they may stand side by side.',
      source: 'kubernetes/cloud-provider-aws go.mod',
    }],
    ...before.unknownCloudConfigKeys === after.unknownCloudConfigKeys ? [] : [{
      topic: 'cloud-config' as const,
      says: after.unknownCloudConfigKeys === 'ignored' ? 'keys that it does not know are silently ignored; before, the process ended at them'
        : 'the process ends at keys that it does not know',
      todo: 'Check the cloud config with `ccm-migration verify`.',
      source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, readAWSCloudConfig',
    }],
  ];
}

/** @param earlier the release that runs, and those on the way */
function behaviourDifferences(earlier: readonly string[], to: string, cluster: UpgradedCluster): readonly CcmDifference[] {
  const [had, ...between] = earlier.map(tag => behaviourOf(parseRelease(tag)));
  const has = behaviourOf(parseRelease(to));
  const comes = has.filter(one => [had, ...between].some(those => !those.includes(one)));
  return [
    ...comes.map(({ id, topic, says, todo, source, concerns }): CcmDifference => {
      const about = concerns === undefined ? undefined : NODES[concerns](cluster, to);
      if (about?.nodes.length === 0) return { topic, says: `${says}; ${about.none}`, source };
      const here = about === undefined ? {} : { says: `${says}: here ${about.nodes.join(', ')}`, hindrance: { id, isCertain: false } };
      return { topic, says, ...todo !== undefined && { todo }, source, ...here };
    }),
    // Nothing is to be done about objects that are left alone.
    ...had.filter(one => !has.includes(one)).map(({ topic, says, todo, source, concerns }): CcmDifference =>
      ({ topic, says: `no longer: ${says}`, ...todo !== undefined && concerns === undefined && { todo }, source })),
  ];
}

/** Nodes of a cluster that a change is about, and what is said where there are none; undefined: it is not known which those are. */
const NODES: Readonly<Record<NonNullable<BehaviourChange['concerns']>, (cluster: UpgradedCluster, to: string) => {
  readonly nodes: readonly string[];
  readonly none: string;
} | undefined>> = {
  'nodes-without-provider-id': ({ nodesWithoutProviderId: nodes }) => nodes && { nodes, none: 'every Node of the input has one' },
  'nodes-that-require-topology': ({ instanceTypes, topologyTypes }, to) => {
    const nodes = instanceTypes?.filter(({ type }) => type !== undefined && requiresTopology(parseRelease(to), type, topologyTypes));
    // Of a Node without the label nothing is known.
    if (nodes === undefined || (nodes.length === 0 && instanceTypes!.some(({ type }) => type === undefined))) return undefined;
    return { nodes: nodes.map(({ node, type }) => `${node} (${type!})`), none: 'no Node of the input is of such a type' };
  },
};
