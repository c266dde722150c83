import { Finding, Rule } from './rule';
import { ccmSkews, isServer, placeOfRelease, reached, skewOfServer } from './skew';
import { ManagerSkew, skewPolicy } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { onceFor } from '../kubernetes/once-for';
import { counted } from '../text/counted';
import { apiServers, ccms, kcms, nameOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';
import { behavesAs, toldNameOf } from '../view/told-version';

export const versionSkew: Rule = {
  id: 'version-skew',
  severity: 'error',
  title: 'A component is too old, or too new, for an API server that it talks to',
  why: 'The version skew policy supports managers of the minor of the API server and of the one before, and kubelets of two or three minors before: '
    + 'an older one asks for APIs that are gone, a newer one for some that are not there yet.',
  fix: 'Upgrade the component that is behind; upgrade API servers first.',
  source: 'https://kubernetes.io/releases/version-skew-policy/; KEP-3935; KEP-4330, of versions that a component is told to be of; '
    + 'aws-ccm-tags.json for what each CCM links',
  check: model => [
    ...ofKcms(model),
    ...apiServers(model).flatMap(server => server.version === undefined ? [] : ofNodes(model, server, behavesAs(server)!)),
    ...ofCcms(model),
  ],
};

function ofKcms(model: Model): readonly Finding[] {
  return kcms(model).filter(({ version }) => version !== undefined).flatMap(view => reached(view, model, isServer).flatMap(server => {
    const skew = skewOfServer(behavesAs(view)!.minor, server);
    return skew === undefined ? [] : [{ place: placeOfRelease(view), message: `${toldNameOf(view)} ${asText(skew)} ${toldNameOf(server)}` }];
  }));
}

/** Clouds change slower than Kubernetes, and many run an older CCM, which upstream supports no more. A newer one has a rule of its own. */
function ofCcms(model: Model): readonly Finding[] {
  return ccms(model).flatMap(view => ccmSkews(view, model).filter(({ is }) => is === 'older').map(skew => ({
    place: placeOfRelease(view),
    severity: 'warning' as const,
    message: `${nameOf(view)} ${asText(skew)} ${skew.than}`,
  })));
}

function asText({ is, by }: ManagerSkew): string {
  return is === 'newer' ? 'is newer than' : `is ${counted(by, 'minor')} older than`;
}

/** The minor of the newest API server. */
const newestServer = onceFor((model: Model) => Math.max(...apiServers(model).map(one => behavesAs(one)?.minor ?? 0)));

/** Nodes of a live cluster say the release of their kubelet. */
function ofNodes(model: Model, server: ComponentView, version: KubernetesVersion): readonly Finding[] {
  const allowed = skewPolicy().find(version);
  if (!allowed) return [];
  const newest = newestServer(model);
  const name = toldNameOf(server);
  return model.nodeObjects.flatMap(({ name: node, place, minor = version.minor }) => {
    const behind = version.minor - minor;
    const kubelet = `kubelet 1.${minor} of Node ${node}`;
    if (behind > allowed.kubelets) return [{ place, message: `${kubelet} is ${behind} minors older than ${name}` }];
    return minor > newest ? [{ place, severity: 'warning' as const, message: `${kubelet} is newer than ${name}` }] : [];
  });
}
