import { FactTable } from './table';

/** The first version that can be emulated: k8s.io/apiserver@v0.33.13 pkg/util/compatibility/version.go. */
export const FIRST_EMULATED = 31;

/**
 * How many minors older than their own the version may be that kube-controller-manager and kube-apiserver are told to be of; undefined: they cannot
 * be told. `kube:` before a feature gate is taken from the same release on.
 */
export const EMULATION = new FactTable<number | undefined>('versions that control-plane components emulate', [
  {
    from: '1.20',
    to: '1.30',
    readAt: ['1.20.15', '1.30.14'],
    value: undefined,
    source: 'k8s.io/kubernetes@v1.20.15 and v1.30.14 cmd/kube-controller-manager/app/options/options.go: no such flag',
  },
  {
    from: '1.31',
    to: '1.31',
    readAt: ['1.31.14'],
    value: 0,
    source: 'k8s.io/apiserver@v0.31.14 pkg/util/version/version.go: ValidateKubeEffectiveVersion takes the version of the binary alone',
  },
  { from: '1.32', to: '1.32', readAt: ['1.32.13'], value: 1, source: 'k8s.io/component-base@v0.32.13 version/version.go Validate' },
  {
    from: '1.33',
    readAt: ['1.33.13', '1.37.2'],
    value: 3,
    source: 'k8s.io/apiserver@v0.33.13 and v0.37.2 pkg/util/compatibility/version.go kubeEffectiveVersionFloors; KEP-4330',
  },
]);
