import { FactTable } from './table';

/** How many minors older than an API server of a release its clients may be. None may be newer. */
export interface VersionSkew {
  /** kube-controller-manager, kube-scheduler and cloud-controller-manager. */
  readonly managers: number;
  readonly kubelets: number;
}

const POLICY = 'https://kubernetes.io/releases/version-skew-policy/';

export const VERSION_SKEW = new FactTable<VersionSkew>('supported version skew by the release of the API server', [
  {
    from: '1.20',
    to: '1.27',
    readAt: ['1.20.15', '1.27.16'],
    value: { managers: 1, kubelets: 2 },
    source: `${POLICY}: kubelets before 1.25 may be two minors older`,
  },
  {
    from: '1.28',
    readAt: ['1.28.15', '1.37.1'],
    value: { managers: 1, kubelets: 3 },
    source: `${POLICY}; kubernetes/enhancements KEP-3935, three minors from kubelet 1.25 and API server 1.28 on`,
  },
]);
