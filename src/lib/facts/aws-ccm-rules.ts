import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { RbacRule } from '../kubernetes/rbac-rule';

/** ClusterRole rules that upstream's manifests give the AWS cloud-controller-manager. */
export interface UpstreamAwsRules {
  /** examples/existing-cluster/base, made for `--use-service-account-credentials=true`. */
  readonly base: readonly RbacRule[];
  /** examples/existing-cluster/overlays/superset-role, made for `--use-service-account-credentials=false`. */
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

export const UPSTREAM_AWS_RULES = new FactTable<UpstreamAwsRules>('rules of the AWS cloud-controller-manager in upstream\'s manifests', [
  {
    from: '1.23',
    to: '1.28',
    readAt: ['1.23.21', '1.28.1'],
    value: { base: [EVENTS, core(['serviceaccounts'], ['create']), LEASES, LIMITED_TOKENS], superset: SUPERSET },
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
        core(['endpoints'], ['create', 'get', 'list', 'watch', 'update']),
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'list', 'watch', 'update'] },
        core(['serviceaccounts/token'], ['create']),
      ],
      superset: SUPERSET,
    },
    source: 'kubernetes/cloud-provider-aws@v1.36.1 examples/existing-cluster; the same in v1.37.0',
  },
]);

/**
 * Upstream's rules for this release.
 *
 * @throws for releases whose manifests nobody could read: modules of v1.20 to v1.22 are not to be had, and copies of `manifests/rbac.yaml` say no tag
 */
export function upstreamAwsRules(version: KubernetesVersion): UpstreamAwsRules {
  if (UPSTREAM_AWS_RULES.knows(version)) return UPSTREAM_AWS_RULES.at(version);
  const { first, last } = UPSTREAM_AWS_RULES;
  throw new Error(`upstream's rules for ${version.minorVersion} were not read, only those of ${first} to ${last}; `
    + 'take AwsCcmRules.LEAST_PRIVILEGE, or give them as AwsCcmRules.of([...])');
}
