import { inForce } from './in-force';
import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { RbacRule } from '../kubernetes/rbac-rule';

/** ClusterRole rules that upstream's manifests give the AWS cloud-controller-manager. */
export interface UpstreamAwsRules {
  /** `base` of its kustomization, made for `--use-service-account-credentials=true`; to 1.20 the one manifest that there is. */
  readonly base: readonly RbacRule[];
  /** Its overlay `superset-role`, made for `--use-service-account-credentials=false`; to 1.20 the same manifest. */
  readonly superset: readonly RbacRule[];
}

const core = (resources: string[], verbs: string[]): RbacRule => ({ apiGroups: [''], resources, verbs });

const EVENTS = core(['events'], ['create', 'patch', 'update']);
const LEASES: RbacRule = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'list', 'update', 'watch'] };
const LIMITED_TOKENS: RbacRule = {
  apiGroups: [''],
  resources: ['serviceaccounts/token'],
  verbs: ['create'],
  resourceNames: ['node-controller', 'service-controller', 'route-controller'],
};

const SUPERSET: readonly RbacRule[] = [
  EVENTS,
  core(['nodes'], ['get', 'list', 'patch', 'update', 'watch']),
  core(['nodes/status'], ['patch']),
  core(['services'], ['list', 'patch', 'update', 'watch']),
  core(['services/status'], ['patch', 'update']),
  core(['serviceaccounts'], ['create']),
  core(['endpoints'], ['create', 'get', 'list', 'update', 'watch']),
  LEASES,
  LIMITED_TOKENS,
];

const ENDPOINTS = core(['endpoints'], ['create', 'get', 'list', 'watch', 'update']);

/** Of everything that acts as the component itself, as manifests/rbac.yaml had it. */
const ONE_MANIFEST: readonly RbacRule[] = [
  EVENTS,
  core(['nodes'], ['*']),
  core(['nodes/status'], ['patch']),
  core(['services'], ['list', 'patch', 'update', 'watch']),
  core(['services/status'], ['list', 'patch', 'update', 'watch']),
  core(['serviceaccounts'], ['create']),
  core(['persistentvolumes'], ['get', 'list', 'update', 'watch']),
  ENDPOINTS,
  { ...LEASES, verbs: ['create', 'get', 'list', 'watch', 'update'] },
];

const BASE: readonly RbacRule[] = [EVENTS, core(['serviceaccounts'], ['create']), LEASES, LIMITED_TOKENS];

/** Tags of 1.20 to 1.22 were read by their documents and the changelog, which say which pull requests are in them, and the files of these. */
const CHANGES = 'docs/CHANGELOG.md@0fa2df1';

export const UPSTREAM_AWS_RULES = new FactTable<UpstreamAwsRules>('rules of the AWS cloud-controller-manager in upstream\'s manifests', [
  {
    from: '1.20',
    to: '1.20',
    readAt: ['1.20.0'],
    value: { base: ONE_MANIFEST, superset: ONE_MANIFEST },
    source: 'kubernetes/cloud-provider-aws@7fc8ebb manifests/rbac.yaml, which docs/getting_started.md of v1.20.0 applies; #214, which adds the right '
      + `to tokens, came after it (${CHANGES})`,
  },
  {
    from: '1.21',
    to: '1.22',
    readAt: ['1.21.0', '1.22.0'],
    value: { base: BASE, superset: SUPERSET },
    source: 'kubernetes/cloud-provider-aws#221, the kustomization that docs/getting_started.md of v1.21.0 applies; @59ae724 '
      + `examples/existing-cluster/base/cluster-role.yaml, where #279 put it, in v1.22.0 (${CHANGES})`,
  },
  {
    from: '1.23',
    to: '1.28',
    readAt: ['1.23.21', '1.28.1'],
    value: { base: BASE, superset: SUPERSET },
    source: 'kubernetes/cloud-provider-aws@v1.23.21 examples/existing-cluster; the same in v1.28.1',
  },
  {
    from: '1.29',
    readAt: ['1.30.1', '1.36.1', '1.37.0'],
    value: {
      base: [
        EVENTS,
        core(['nodes'], ['*']),
        core(['nodes/status'], ['patch']),
        core(['services'], ['list', 'patch', 'update', 'watch']),
        core(['services/status'], ['list', 'patch', 'update', 'watch']),
        core(['serviceaccounts'], ['create', 'get', 'list', 'watch']),
        core(['persistentvolumes'], ['get', 'list', 'update', 'watch']),
        ENDPOINTS,
        { ...LEASES, verbs: ['create', 'get', 'list', 'watch', 'update'] },
        core(['serviceaccounts/token'], ['create']),
      ],
      superset: SUPERSET,
    },
    source: 'kubernetes/cloud-provider-aws@v1.36.1 examples/existing-cluster; the same in v1.37.0',
  },
]);

/** Those that are known. */
export function upstreamAwsRuleTable(): FactTable<UpstreamAwsRules> {
  return inForce(UPSTREAM_AWS_RULES);
}

/**
 * Upstream's rules for this release.
 *
 * @throws for releases whose manifests were not read
 */
export function upstreamAwsRules(version: KubernetesVersion): UpstreamAwsRules {
  const rules = upstreamAwsRuleTable().find(version);
  if (rules) return rules;
  const { first, last } = upstreamAwsRuleTable();
  throw new Error(`upstream's rules for ${version.minorVersion} were not read, only those of ${first} to ${last}; `
    + 'take AwsCcmRules.LEAST_PRIVILEGE, or give them as AwsCcmRules.of([...])');
}
