import { inForce } from './in-force';
import { parseRelease } from './since';
import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { counted } from '../text/counted';

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

/** What is known of it. */
export function skewPolicy(): FactTable<VersionSkew> {
  return inForce(VERSION_SKEW);
}

/** What the policy does not support of a manager beside an API server that it talks to. */
export interface ManagerSkew {
  readonly is: 'newer' | 'older';
  /** Minors between the two. */
  readonly by: number;
  /** How many minors older it may be. */
  readonly allowed: number;
}

/**
 * The rule of skew: a manager is not newer than any API server, and not more than a minor older than the newest. Undefined: the two go together.
 *
 * @param minor the one that the manager is released for: of a cloud-controller-manager that of its tag, whatever libraries it is built from
 * @param oldest the minor of the oldest one that the API server is told to be compatible with: it then counts instead of the rule
 */
export function managerSkew(minor: number, apiServer: KubernetesVersion, oldest?: number): ManagerSkew | undefined {
  const behind = apiServer.minor - minor;
  const allowed = oldest === undefined ? managersBehind(apiServer) : apiServer.minor - oldest;
  if (behind < 0) return { is: 'newer', by: -behind, allowed };
  return behind > allowed ? { is: 'older', by: behind, allowed } : undefined;
}

/**
 * The same, where only a kube-controller-manager is known: by the rule itself, API servers are of its minor, or of the next ones that the policy
 * allows. Undefined: the manager goes together with one of these.
 */
export function skewBesideKcm(minor: number, kcm: KubernetesVersion): ManagerSkew | undefined {
  const skew = managerSkew(minor, kcm);
  if (skew?.is !== 'newer') return skew;
  return skew.by > skew.allowed ? { ...skew, by: skew.by - skew.allowed } : undefined;
}

/** What a reviewer has to know of a cloud-controller-manager beside the API servers that it is written for; undefined: the two go together. */
export function skewNote(tag: string, apiServer: KubernetesVersion): string | undefined {
  const skew = managerSkew(parseRelease(tag).minor, apiServer);
  if (skew === undefined) return undefined;
  const is = skew.is === 'newer' ? 'newer than' : `${counted(skew.by, 'minor')} older than`;
  return `${tag} is ${is} API servers of ${apiServer.minorVersion}: ${skew.is === 'newer' ? 'a cloud-controller-manager must not be newer'
    : `it may be ${counted(skew.allowed, 'minor')} older`} (${POLICY})`;
}

/** Of an API server that is younger than the table, what the table ends with: the policy never allowed managers less than this. */
function managersBehind(apiServer: KubernetesVersion): number {
  return skewPolicy().find(apiServer)?.managers ?? 1;
}
