import * as fc from 'fast-check';
import { FileSpec, Spec } from './oracle/specification';

/** Values that are mostly ordinary: generated mixes should get as far as the locks, and still meet every odd value often. */
function mostly<T>(ordinary: T, ...odd: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(ordinary) }, ...odd.map(value => ({ weight: 1, arbitrary: fc.constant(value) })));
}

const MINORS = [20, 21, 22, 24, 26, 27, 28, 29, 31, 32, 35, 37];
const OLD_NAMES = ['service', 'route', 'cloud-node-lifecycle'];
const NEW_NAMES = ['service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller'];
const ODD_NAMES = ['nodeipam', 'node-ipam-controller', 'attachdetach', 'persistentvolume-attach-detach-controller', 'cloud-node',
  'service-controller'];

const component = fc.constantFrom('*', 'kube-controller-manager', 'cloud-controller-manager');

const leaders: fc.Arbitrary<FileSpec['leaders']> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(OLD_NAMES, NEW_NAMES, [...OLD_NAMES, ...NEW_NAMES]), component)
      .map(([names, one]) => names.map(name => ({ name, component: one }))),
  },
  { weight: 2, arbitrary: fc.array(fc.record({ name: fc.constantFrom(...OLD_NAMES, ...NEW_NAMES, ...ODD_NAMES), component }), { maxLength: 5 }) },
);

const file: fc.Arbitrary<FileSpec> = fc.record({
  version: fc.constantFrom('v1alpha1' as const, 'v1beta1' as const, 'v1' as const),
  leaderName: mostly('cloud-provider-extraction-migration', 'other', 'kube-controller-manager', 'cloud-controller-manager'),
  leaders,
}).chain(one =>
  mostly(one.version === 'v1' ? undefined : 'leases', 'endpoints', 'leases', undefined, 'configmaps').map(
    resourceLock => ({ ...one, resourceLock }),
  ));

const controllers = mostly<readonly string[]
  | undefined>(undefined, ['*'], ['*', '-service'], ['*', '-service-lb-controller'], ['-route', '*', 'route'], ['service'],
  ['*', '-nodeipam'], ['*', '-service', '-route', '-cloud-node-lifecycle'], ['attachdetach', 'route'], ['*', '-attachdetach']);

function spec(kind: Spec['component'], minor: fc.Arbitrary<number>): fc.Arbitrary<Spec> {
  return fc.record({
    component: fc.constant(kind),
    minor,
    provider: kind === 'ccm' ? mostly('aws', '', 'openstack', 'talos') : fc.oneof(fc.constant('aws'), mostly('external', '')),
    leaderElect: mostly<boolean | undefined>(undefined, true, false),
    lockName: mostly<string | undefined>(undefined, 'mine', 'kube-controller-manager'),
    lockNamespace: mostly<string | undefined>(undefined, 'other'),
    lockKind: mostly<string | undefined>(undefined, 'leases', 'endpoints', 'endpointsleases', 'configmapsleases'),
    enableMigration: mostly<boolean | undefined>(true, undefined),
    file: fc.oneof({ weight: 3, arbitrary: file }, { weight: 2, arbitrary: mostly<FileSpec | 'missing' | undefined>(undefined, 'missing') }),
    gate: mostly<boolean | undefined>(undefined, true, false),
    controllers,
    allocateCidrs: fc.constantFrom(true, true, undefined),
    configureRoutes: mostly<boolean | undefined>(undefined, false),
    clusterCidr: mostly<string | undefined>('10.0.0.0/16', '10.0.0.0/16,fd00::/64', '10.0.0.0/16,10.1.0.0/16', 'nonsense', undefined),
    keyFile: fc.boolean(),
  });
}

/** Two neighbouring releases, as a migration has them, or any two. */
const pair = fc.oneof(fc.constantFrom(26, 28, 31).map(n => [n, n + 1] as const), fc.tuple(fc.constantFrom(...MINORS), fc.constantFrom(...MINORS)));

/** Up to three processes, or two of which one is there twice: what an exhaustive search can do thousands of times. */
export const mix: fc.Arbitrary<readonly { readonly spec: Spec; readonly copies: 1 | 2 }[]> = pair.chain(([n, next]) => {
  const either = fc.constantFrom(n, next);
  const any = fc.oneof(spec('kcm', either), spec('ccm', either));
  return fc.tuple(fc.array(any, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 2 })).map(([specs, twice]) =>
    specs.map((one, i): { spec: Spec; copies: 1 | 2 } => ({ spec: one, copies: specs.length < 3 && i === twice ? 2 : 1 })));
});

export interface ClusterSpec {
  readonly kinds: readonly { readonly processes: readonly Spec[]; readonly external: boolean }[];
  readonly workload?: { readonly spec: Spec; readonly onlyOn?: number };
}

/** Up to two kinds of node and a cloud-controller-manager, which belongs to one kind or to the cluster, and may then be kept to one kind. */
export const cluster: fc.Arbitrary<ClusterSpec> = pair.chain(([n, next]) => fc.record({
  old: spec('kcm', fc.constant(n)),
  upgraded: spec('kcm', fc.constant(next)),
  ccm: spec('ccm', fc.constant(next)),
  external: fc.tuple(mostly(false, true), fc.boolean()),
  present: mostly<readonly number[]>([0, 1], [0], [1]),
  place: fc.constantFrom('nowhere' as const, 'upgraded' as const, 'cluster' as const),
  onlyOn: fc.constantFrom(undefined, 0, 1),
})).map(({ old, upgraded, ccm, external, present, place, onlyOn }) => {
  const both = [{ processes: [old], external: external[0] },
    { processes: place === 'upgraded' ? [upgraded, ccm] : [upgraded], external: external[1] }];
  return { kinds: present.map(i => both[i]), workload: place === 'cluster' ? { spec: ccm, onlyOn } : undefined };
});
