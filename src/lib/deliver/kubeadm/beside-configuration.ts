import { listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { readKubeadmConfig } from '../../installers/kubeadm/documents';
import { ControlPlaneNodeManifests } from '../../migration/control-plane-node';

/** What manifests of a component have, and kubeadm does not make of the configuration. */
export interface BesideConfiguration {
  readonly component: string;
  /** Variables that kubeadm takes from its own environment. */
  readonly proxies: readonly string[];
  /** What it does not write at all: variables, and fields of the pod. */
  readonly lost: readonly string[];
}

/** As the ClusterConfiguration calls components. */
const KEYS: Readonly<Record<string, string>> = {
  'kube-apiserver': 'apiServer', 'kube-controller-manager': 'controllerManager', 'kube-scheduler': 'scheduler',
};
/** Fields that kubeadm sets in no release, by which a component finds hosts. */
const FIELDS = ['dnsConfig', 'dnsPolicy', 'hostAliases'];

/**
 * kubeadm gives its components the variables of its own environment that end with `_proxy`, and from v1beta4 on `extraEnvs`:
 * k8s.io/kubernetes@v1.26.15 and v1.37.2 cmd/kubeadm/app/util/env.go, cmd/kubeadm/app/phases/controlplane/manifests.go.
 *
 * @param config text of the file with the ClusterConfiguration
 */
export function besideConfiguration(nodes: readonly ControlPlaneNodeManifests[], config: string, file: string): readonly BesideConfiguration[] {
  const cluster = readKubeadmConfig(config, { file }).find(({ data }) => data.kind === 'ClusterConfiguration');
  return Object.entries(KEYS).flatMap(([component, key]) => {
    const pods = nodes.flatMap(({ pods: all }) => [...all.values()]).filter(pod => pod.component === component);
    const written = new Set(namesAt(cluster, [key, 'extraEnvs']));
    const names = [...new Set(pods.flatMap(({ document, containerPath }) => namesAt(document, [...containerPath, 'env'])))]
      .filter(name => !written.has(name)).sort();
    const proxies = names.filter(name => /_proxy$/i.test(name));
    const fields = FIELDS.filter(field => pods.some(({ document }) => document.value(['spec', field]) !== undefined));
    const lost = [...names.filter(name => !proxies.includes(name)), ...fields];
    return proxies.length + lost.length === 0 ? [] : [{ component, proxies, lost }];
  });
}

/** @param path of a list of things with names */
function namesAt(document: SourceDocument | undefined, path: SourcePath): readonly string[] {
  return listOf(document?.value(path)).flatMap(one => stringOf(mapOf(one).name) ?? []);
}
