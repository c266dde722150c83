import { UpstreamAwsRules } from './aws-ccm-rules';
import { AwsCcmFault, FAULT_CONDITIONS, WithdrawnFault } from './ccm-faults';
import { CcmRight } from './ccm-rights';
import { AwsCcmReleaseRow, AwsCcmTables } from './generated';
import { IamActionFact, IamFeature, IamTagScope } from './iam-actions';
import { lazy } from './lazy';
import { FactRow } from './table';
import { VersionSkew } from './version-skew';

/** What a feed of facts holds, as schemas/facts.schema.json says it. */
export interface FeedContent {
  readonly $schema: string;
  readonly schemaVersion: number;
  /** When was looked up last what is out. */
  readonly day: string;
  /** Tags of kubernetes/cloud-provider-aws, oldest first. */
  readonly releases: readonly AwsCcmReleaseRow[];
  /** The last tag of each line whose faults are known. */
  readonly assessedTo: readonly string[];
  readonly faults: readonly AwsCcmFault[];
  readonly withdrawnFaults: readonly WithdrawnFault[];
  readonly rights: {
    /** What a cloud-controller-manager asks the API server for, by minor of Kubernetes. */
    readonly api: readonly FactRow<readonly CcmRight[]>[];
    /** ClusterRoles of upstream, by minor. */
    readonly clusterRoles: readonly FactRow<UpstreamAwsRules>[];
    /** What calls of AWS are for. */
    readonly aws: readonly IamActionFact[];
  };
  readonly skew: readonly FactRow<VersionSkew>[];
  readonly environment: AwsCcmTables['environment'];
  /** What else the code of the tags says. */
  readonly code: Omit<AwsCcmTables, 'environment' | 'tags'>;
}

/** Refuses what is not as it has to be, with its place. */
type Shape = (value: unknown, at: string) => void;

const FEATURES: Readonly<Record<IamFeature, true>> = {
  'instances': true, 'load-balancers': true, 'network-load-balancers': true, 'routes': true, 'tagging': true, 'volumes': true, 'fargate': true,
};
const SCOPES: Readonly<Record<IamTagScope, true>> = { none: true, resource: true, request: true, created: true, either: true };
const RESOURCES: Readonly<Record<CcmRight['resource'], true>> = {
  'nodes': true, 'nodes/status': true, 'serviceaccounts': true, 'serviceaccounts/token': true, 'services': true, 'services/status': true,
};
const ASKS: Readonly<Record<CcmRight['asks'], true>> = { component: true, controller: true };

const TEXT = matching(/\S/, 'a text');
const TAG = matching(/^v1\.\d{1,3}\.\d{1,4}$/, 'a tag such as v1.36.2');
const MINOR = matching(/^1\.\d{1,3}(?:\.\d{1,4})?$/, 'a release such as 1.36');
const DAY = matching(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-30');
const TEXTS = listOf(TEXT);
/** The core group of the API is the empty text. */
const GROUPS = listOf((value, at) => demand(typeof value === 'string', value, at, 'a text'));
const FLAG: Shape = (value, at) => demand(typeof value === 'boolean', value, at, 'true or false');
const COUNT: Shape = (value, at) => demand(Number.isInteger(value) && Number(value) >= 0, value, at, 'a number');
const TAG_RANGE = { from: TAG, to: TAG, source: TEXT };
const RULE = object({ apiGroups: GROUPS, resources: TEXTS, verbs: TEXTS }, { resourceNames: TEXTS });

const RIGHT = object(
  { verbs: TEXTS, resource: oneOf(RESOURCES), asks: oneOf(ASKS), idle: TEXTS, effect: TEXT },
  { object: object({ namespace: TEXT, name: TEXT }), onlyForAccounts: FLAG, isUnclear: FLAG },
);

/** Of the whole, but for its sum. */
export const FEED_SHAPE = lazy((): Shape => object({
  $schema: TEXT,
  schemaVersion: COUNT,
  day: DAY,
  releases: listOf(object({ tag: TAG, date: DAY, cloudProvider: matching(/^v0\.\d+\.\d+/, 'a version such as v0.36.0'), source: TEXT }, {
    promoted: FLAG, digest: matching(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 hex digits'),
  })),
  assessedTo: listOf(TAG),
  faults: listOf(object(
    { id: TEXT, tags: listOf(object({ from: TAG, to: TAG })), when: oneOf(FAULT_CONDITIONS), says: TEXT, fixedIn: listOf(TAG), source: TEXT },
    { remedy: TEXT },
  )),
  withdrawnFaults: listOf(object({ fault: TEXT, source: TEXT })),
  rights: object({
    api: listOf(byMinor(listOf(RIGHT))),
    clusterRoles: listOf(byMinor(object({ base: listOf(RULE), superset: listOf(RULE) }))),
    aws: listOf(object({ action: TEXT, feature: oneOf(FEATURES), scope: oneOf(SCOPES), inTree: FLAG, source: TEXT }, { with: TEXT })),
  }),
  skew: listOf(byMinor(object({ managers: COUNT, kubelets: COUNT }))),
  environment: listOf(object({ variable: TEXT, ...TAG_RANGE })),
  code: object({
    calls: listOf(object({ call: TEXT, ...TAG_RANGE })),
    cloudConfigKeys: listOf(object({ key: TEXT, type: TEXT, ...TAG_RANGE })),
    taggingFlags: listOf(object({ flag: TEXT, type: TEXT, ...TAG_RANGE })),
    ecr: listOf(object({ pattern: TEXT, publicHosts: TEXTS, ...TAG_RANGE })),
  }),
}));

function byMinor(value: Shape): Shape {
  return object({ from: MINOR, value, source: TEXT }, { to: MINOR, readAt: TEXTS });
}

function matching(pattern: RegExp, what: string): Shape {
  return (value, at) => demand(typeof value === 'string' && pattern.test(value), value, at, what);
}

function oneOf(known: object): Shape {
  return (value, at) => demand(typeof value === 'string' && Object.hasOwn(known, value), value, at, `one of ${Object.keys(known).join(', ')}`);
}

function listOf(item: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return demand(false, value, at, 'a list');
    value.forEach((one, index) => item(one, `${at}[${index}]`));
  };
}

function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return demand(false, value, at, 'an object');
    const given = value as Readonly<Record<string, unknown>>;
    const place = (name: string) => at === '' ? name : `${at}.${name}`;
    const shapes = { ...required, ...optional };
    const strange = Object.keys(given).find(name => !Object.hasOwn(shapes, name));
    if (strange !== undefined) throw new Error(`has ${place(strange)}, which this release does not know; install a newer release of this package`);
    for (const [name, shape] of Object.entries(shapes)) {
      if (given[name] !== undefined) shape(given[name], place(name));
      else if (Object.hasOwn(required, name)) throw new Error(`has no ${place(name)}; take it as it was written`);
    }
  };
}

function demand(isRight: boolean, value: unknown, at: string, what: string): void {
  if (isRight) return;
  throw new Error(`has ${JSON.stringify(value).slice(0, 60)} as ${at}, where this release knows ${what}; install a newer release of this package, `
    + 'or take the feed as it was written');
}
