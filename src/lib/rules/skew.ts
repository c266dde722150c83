import { ManagerSkew, managerSkew, skewBesideKcm } from '../facts/version-skew';
import { KCM } from '../kubernetes/component';
import { onceFor } from '../kubernetes/once-for';
import { awsTagOf, besideOf, flagOf } from '../view/ask';
import { ComponentView, Model, Place, ReadModel } from '../view/model';
import { behavesAs, toldNameOf, toldVersion } from '../view/told-version';

const OWN_NODE = ['127.0.0.1', 'localhost', '::1', 'fieldRef:status.hostIP'];

/**
 * API servers that a component can talk to, or KCMs beside them. A load balancer in front of all API servers may send it to any. What its node
 * starts has a kubeconfig of the node, as a unit of systemd has.
 */
export function reached(view: ComponentView, model: ReadModel, isAsked: (other: ComponentView) => boolean): readonly ComponentView[] {
  const isLocal = view.pod === undefined || view.origin === 'static-pod' || OWN_NODE.includes(view.pod.env.KUBERNETES_SERVICE_HOST);
  // One that is on no node of the input: which of them it is, is not known.
  return (isLocal ? besideOf(view, model) : onNodes(model.components)).filter(isAsked);
}

/** API servers and KCMs of nodes, whose release is known: there may be as many managers as nodes. */
const onNodes = onceFor((components: ReadModel['components']): readonly ComponentView[] =>
  components.filter(({ kind, component, version }) => kind !== undefined && version !== undefined && [KCM, 'kube-apiserver'].includes(component)));

/** Whether it is an API server of a known release. */
export function isServer({ component, version }: ComponentView): boolean {
  return component === 'kube-apiserver' && version !== undefined;
}

/** The minor that it is released for, which its tag says; a release may be built from the libraries of the next. */
export function releasedFor(view: ComponentView): number | undefined {
  const tag = awsTagOf(view);
  return tag === undefined ? view.version?.minor : Number(tag.split('.')[1]);
}

/** What the policy does not support of a manager of a minor, beside an API server as the versions have it that it is told to be of. */
export function skewOfServer(minor: number, server: ComponentView): ManagerSkew | undefined {
  // Stryker disable next-line ConditionalExpression: without the flag it is the minor before, as the policy of each release has it
  const isTold = flagOf(server, 'min-compatibility-version') !== undefined;
  return managerSkew(minor, behavesAs(server)!, isTold ? toldVersion(server)?.minCompatibility : undefined);
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
  const found = (
    isAsked: (other: ComponentView) => boolean, skewOf: (minor: number, other: ComponentView) => ManagerSkew | undefined, suffix: string,
  ) => reached(view, model, isAsked).flatMap((other): readonly CcmSkew[] => {
    const skew = skewOf(minor, other);
    return skew === undefined ? [] : [{ ...skew, than: `${toldNameOf(other)}${suffix}` }];
  });
  const isAlone = (other: ComponentView) => other.component === KCM && other.version !== undefined && !besideOf(other, model).some(isServer);
  return [
    ...found(isServer, skewOfServer, ''),
    ...found(isAlone, (own, kcm) => skewBesideKcm(own, behavesAs(kcm)!), ', whose API server is not in the input'),
  ];
}
