import { FactTable } from './table';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * What kube-controller-manager does with service, route and cloud-node-lifecycle under `--cloud-provider=external`. In no case does it run them;
 * what differs is whether their names are still accepted in `--controllers`. nodeipam is not a cloud controller in this sense and runs under both.
 */
export interface UnderExternal {
  /** `not-registered`: no such key in this mode. `skipped`: a key that never starts. `absent`: no such key in the release. */
  readonly state: 'not-registered' | 'skipped' | 'absent';
  /** Whether `--controllers=-<key>` is accepted; otherwise: `"<key>" is not in the list of known controllers`. */
  readonly nameable: boolean;
  /** Whether the release can run them with an in-tree cloud provider. */
  readonly runsInTree: boolean;
}

export const UNDER_EXTERNAL = new FactTable<UnderExternal>('cloud controllers of kube-controller-manager under external', [
  {
    from: '1.20',
    to: '1.28',
    readAt: ['1.20.15', '1.28.15'],
    // KnownControllers is made with IncludeCloudLoops, whatever the mode: the names stay valid.
    value: { state: 'not-registered', nameable: true, runsInTree: true },
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:459, cloudproviders.go:45-52',
  },
  {
    from: '1.29',
    to: '1.30',
    readAt: ['1.29.15', '1.30.14'],
    value: { state: 'skipped', nameable: true, runsInTree: true },
    source: 'k8s.io/kubernetes@v1.29.15 cmd/kube-controller-manager/app/controllermanager.go:694, core.go:87-90',
  },
  {
    from: '1.31',
    to: '1.31',
    readAt: ['1.31.14'],
    // The code is there, but no cloud is registered any more that it could run with.
    value: { state: 'skipped', nameable: true, runsInTree: false },
    source: 'k8s.io/kubernetes@v1.31.14 cmd/kube-controller-manager/app/core.go:87-90; pkg/cloudprovider/providers/providers.go registers none',
  },
  {
    from: '1.32',
    to: '1.36',
    readAt: ['1.32.13', '1.36.3'],
    value: { state: 'skipped', nameable: true, runsInTree: false },
    source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/controllermanager.go:722, v1.36.3 controller_descriptor.go:106; stubs',
  },
  {
    from: '1.37',
    readAt: ['1.37.1'],
    value: { state: 'absent', nameable: false, runsInTree: false },
    source: 'k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/controller_descriptor.go:106; k8s.io/controller-manager@v0.37.2 '
      + 'options/generic.go',
  },
]);

/** Cloud controllers of kube-controller-manager of this release under `--cloud-provider=external`. */
export function underExternal(version: KubernetesVersion): UnderExternal {
  return UNDER_EXTERNAL.at(version);
}

/** What has to be true for a component to start its route controller, which is on by default. */
export interface RouteControllerGate {
  /** Boolean flags that must all be true. `--configure-cloud-routes` is true and `--allocate-node-cidrs` false when not passed. */
  readonly flags: readonly string[];
  /** Whether a started route controller ends the process when `--cluster-cidr` is empty: `invalid CIDR[0]: <nil> (invalid CIDR address: )`. */
  readonly emptyClusterCidrIsFatal: boolean;
}

const BOTH = ['allocate-node-cidrs', 'configure-cloud-routes'];

/** `undefined`: the release cannot run it in this component. */
export const ROUTE_CONTROLLER_GATES: Readonly<Record<ControllerManager, FactTable<RouteControllerGate | undefined>>> = {
  [KCM]: new FactTable<RouteControllerGate | undefined>('route controller of kube-controller-manager', [
    {
      from: '1.20',
      to: '1.31',
      readAt: ['1.20.15', '1.31.14'],
      value: { flags: BOTH, emptyClusterCidrIsFatal: true },
      source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go, startRouteController',
    },
    {
      from: '1.32',
      readAt: ['1.32.13', '1.37.1'],
      value: undefined,
      source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/core.go:84, a stub',
    },
  ]),
  [CCM]: new FactTable<RouteControllerGate | undefined>('route controller of cloud-controller-manager', [
    {
      from: '1.20',
      to: '1.20',
      readAt: ['1.20.15'],
      value: { flags: BOTH, emptyClusterCidrIsFatal: true },
      source: 'k8s.io/cloud-provider@v0.20.15 app/core.go, startRouteController',
    },
    {
      from: '1.21',
      readAt: ['1.21.14', '1.37.1'],
      value: { flags: ['configure-cloud-routes'], emptyClusterCidrIsFatal: true },
      source: 'k8s.io/cloud-provider@v0.21.11 and v0.36.0 app/core.go:104; kubernetes/cloud-provider-aws#406; run with the AWS CCM v1.36.1',
    },
  ]),
};

/** What the route controller needs to start in this component and release; `undefined` when it cannot run there. */
export function routeControllerGate(component: ControllerManager, version: KubernetesVersion): RouteControllerGate | undefined {
  return ROUTE_CONTROLLER_GATES[component].at(version);
}

/** Values of `--cidr-allocator-type` with which kube-controller-manager starts; `any`: it does not check. */
export const CIDR_ALLOCATORS = new FactTable<readonly string[] | 'any'>('--cidr-allocator-type of kube-controller-manager', [
  {
    from: '1.20',
    to: '1.31',
    readAt: ['1.20.15', '1.31.14'],
    value: 'any',
    source: 'k8s.io/kubernetes@v1.31.14 cmd/kube-controller-manager/app/options/options.go, Validate',
  },
  {
    from: '1.32',
    readAt: ['1.32.13', '1.37.1'],
    value: ['', 'RangeAllocator'],
    source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/options/options.go:463, v1.37.1 the same file; k8s.io/kubernetes '
      + 'pkg/controller/nodeipam/ipam/cidr_allocator.go:44',
  },
]);
