import { Rule } from './rule';
import { reaches, releasedFor } from './skew';
import { VERSION_SKEW } from '../facts/version-skew';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, managers, nameOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export const versionSkew: Rule = {
  id: 'version-skew',
  severity: 'error',
  title: 'A component is too old, or too new, for an API server that it talks to',
  why: 'The version skew policy supports managers of the minor of the API server and of the one before, and kubelets of two or three minors before: '
    + 'an older one asks for APIs that are gone, a newer one for some that are not there yet.',
  fix: 'Upgrade the component that is behind; upgrade API servers first.',
  source: 'https://kubernetes.io/releases/version-skew-policy/; KEP-3935; aws-ccm-tags.json for what each CCM links',
  check: model => apiServers(model).filter(({ version }) => version !== undefined && VERSION_SKEW.knows(version))
    .flatMap(server => [...ofManagers(model, server, server.version!), ...ofNodes(model, server, server.version!)]),
};

function ofManagers(model: Model, server: ComponentView, version: KubernetesVersion): ReturnType<Rule['check']> {
  return managers(model).filter(view => reaches(view, server.kind)).flatMap(view => {
    const minor = releasedFor(view);
    const place = view.image?.place ?? view.place;
    if (minor === undefined) return [];
    // A newer CCM has a rule of its own: some tools run one on purpose.
    if (minor > version.minor) return view.component === KCM ? [{ place, message: `${nameOf(view)} is newer than ${nameOf(server)}` }] : [];
    const behind = version.minor - minor;
    return behind <= VERSION_SKEW.at(version).managers ? [] : [{
      place,
      // Clouds change slower than Kubernetes, and many run an older CCM, which upstream supports no more.
      ...view.component === KCM ? {} : { severity: 'warning' as const },
      message: `${nameOf(view)} is ${behind} minors older than ${nameOf(server)}`,
    }];
  });
}

/** Nodes of a live cluster say the release of their kubelet. */
function ofNodes(model: Model, server: ComponentView, version: KubernetesVersion): ReturnType<Rule['check']> {
  const newest = Math.max(...apiServers(model).map(one => one.version?.minor ?? 0));
  return model.nodeObjects.flatMap(({ name, place, minor = version.minor }) => {
    const behind = version.minor - minor;
    const kubelet = `kubelet 1.${minor} of Node ${name}`;
    if (behind > VERSION_SKEW.at(version).kubelets) return [{ place, message: `${kubelet} is ${behind} minors older than ${nameOf(server)}` }];
    return minor > newest ? [{ place, severity: 'warning' as const, message: `${kubelet} is newer than ${nameOf(server)}` }] : [];
  });
}
