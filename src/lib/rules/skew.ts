import { ManagerSkew, managerSkew, skewBesideKcm } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, awsTagOf, kcms, nameOf, runsOn } from '../view/ask';
import { ComponentView, Model, Place } from '../view/model';

const OWN_NODE = ['127.0.0.1', 'localhost', '::1', 'fieldRef:status.hostIP'];

/** A load balancer in front of all API servers may send it to any. What its node starts has a kubeconfig of the node, as a unit of systemd has. */
export function reaches(view: ComponentView, kind: string | undefined): boolean {
  // One that is on no node of the input: which of them it is, is not known.
  if (kind === undefined) return false;
  const isLocal = view.pod === undefined || view.origin === 'static-pod' || OWN_NODE.includes(view.pod.env.KUBERNETES_SERVICE_HOST);
  return !isLocal || runsOn(view, kind);
}

/** The minor that it is released for, which its tag says; a release may be built from the libraries of the next. */
export function releasedFor(view: ComponentView): number | undefined {
  const tag = awsTagOf(view);
  return tag === undefined ? view.version?.minor : Number(tag.split('.')[1]);
}

/** Where a component says its release. */
export function placeOfRelease({ image, place }: ComponentView): Place {
  return image?.place ?? place;
}

/** A cloud-controller-manager beside a component that is too old, or too new for it. */
export interface CcmSkew extends ManagerSkew {
  /** What it is compared with, as messages name it. */
  readonly than: string;
}

/** Components that a cloud-controller-manager is too old or too new for: API servers that it talks to; of a node where none is known, its KCM. */
export function ccmSkews(view: ComponentView, model: Model): readonly CcmSkew[] {
  const minor = releasedFor(view);
  // Stryker disable next-line ConditionalExpression: no comparison with nothing finds a skew
  if (minor === undefined) return [];
  const servers = apiServers(model).filter(({ version }) => version !== undefined);
  const known = new Set(servers.map(({ kind }) => kind));
  const managers = kcms(model).filter(({ version, kind }) => version !== undefined && !known.has(kind));
  const found = (others: readonly ComponentView[], skewOf: (minor: number, other: KubernetesVersion) => ManagerSkew | undefined, suffix: string) =>
    others.filter(({ kind }) => reaches(view, kind)).flatMap((other): readonly CcmSkew[] => {
      const skew = skewOf(minor, other.version!);
      return skew === undefined ? [] : [{ ...skew, than: `${nameOf(other)}${suffix}` }];
    });
  return [...found(servers, managerSkew, ''), ...found(managers, skewBesideKcm, ', whose API server is not in the input')];
}
