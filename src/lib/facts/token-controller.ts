import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What the start of the service account token controller means for the migration lock. */
export interface TokenControllerSignal {
  /** Whether a token controller that `--controllers` leaves out keeps the process from ever bidding. */
  readonly mustBeEnabled: boolean;
  /** Whether a token controller without a private key file crashes the process. */
  readonly crashesWithoutKey: boolean;
}

/** kube-controller-manager bids when its service account token controller has started. */
export const TOKEN_CONTROLLER_SIGNAL = new FactTable<TokenControllerSignal>('what kube-controller-manager waits for before it bids for the '
  + 'migration lock', [
  {
    from: '1.20',
    to: '1.28',
    readAt: ['1.20.15', '1.28.15'],
    // Stryker disable next-line ObjectLiteral: nothing is as good as false
    value: { mustBeEnabled: false, crashesWithoutKey: false },
    source: 'k8s.io/kubernetes@v1.28.15 cmd/kube-controller-manager/app/controllermanager.go:280-283, a deferred close in any case',
  },
  {
    from: '1.29',
    to: '1.34',
    readAt: ['1.29.15', '1.34.4'],
    value: { mustBeEnabled: true, crashesWithoutKey: false },
    source: 'k8s.io/kubernetes@v1.29.15 cmd/kube-controller-manager/app/controllermanager.go, started through StartController',
  },
  {
    from: '1.35',
    readAt: ['1.35.4', '1.37.1'],
    value: { mustBeEnabled: true, crashesWithoutKey: true },
    source: 'k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/controllermanager.go:326-342, service_accounts.go:49-52; read, not run',
  },
]);

/** What kube-controller-manager of this release waits for. */
export function tokenControllerSignal(version: KubernetesVersion): TokenControllerSignal {
  return TOKEN_CONTROLLER_SIGNAL.at(version);
}
