import { KopsOptions } from './options';
import { Data, isMap, mapOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KUBELET_RUNTIME } from '../../facts/container-runtimes';
import { endingsBetween, NodeComponent } from '../../facts/endings';
import { gateFate } from '../../facts/endings/gates';
import { nameOf } from '../../installers/documents';
import { KopsDocuments } from '../../installers/kops/documents';
import { goBool } from '../../kubernetes/go-values';

/** Parts of a spec that become the command line of a component. */
const COMPONENTS: readonly (readonly [field: string, component: NodeComponent])[] = [
  ['kubeAPIServer', 'kube-apiserver'],
  ['kubeControllerManager', 'kube-controller-manager'],
  ['kubeScheduler', 'kube-scheduler'],
  ['kubelet', 'kubelet'],
  ['masterKubelet', 'kubelet'],
];

/**
 * Fields of flags that end: k8s.io/kops@v1.27.0 pkg/apis/kops/v1alpha2/componentconfig.go. Those of the insecure port of kube-apiserver are not among
 * them, since kops takes them out: pkg/model/components/apiserver.go:169-170.
 */
const FLAG_FIELDS: Readonly<Record<string, string>> = {
  experimentalClusterSigningDuration: 'experimental-cluster-signing-duration',
  experimentalEncryptionProviderConfig: 'experimental-encryption-provider-config',
  horizontalPodAutoscalerDownscaleDelay: 'horizontal-pod-autoscaler-downscale-delay',
  horizontalPodAutoscalerUpscaleDelay: 'horizontal-pod-autoscaler-upscale-delay',
  horizontalPodAutoscalerUseRestClients: 'horizontal-pod-autoscaler-use-rest-clients',
  imagePullProgressDeadline: 'image-pull-progress-deadline',
  networkPluginMTU: 'network-plugin-mtu',
  networkPluginName: 'network-plugin',
  nonMasqueradeCIDR: 'non-masquerade-cidr',
  podEvictionTimeout: 'pod-eviction-timeout',
  seccompProfileRoot: 'seccomp-profile-root',
  targetRamMb: 'target-ram-mb',
};

/** Fields of lists and maps whose entries end. */
const ENTRY_FIELDS: Readonly<Record<string, string>> = {
  admissionControl: 'admission-control',
  appendAdmissionPlugins: 'enable-admission-plugins',
  disableAdmissionPlugins: 'disable-admission-plugins',
  enableAdmissionPlugins: 'enable-admission-plugins',
  runtimeConfig: 'runtime-config',
};

/**
 * kops writes what the user set to the command lines, whichever release they are of: what version N+1 does not take would end a component, if kops
 * does not refuse it.
 *
 * @throws with the first field that has something that ends, its place, and what to do
 */
export function refuseEndedFields({ cluster, instanceGroups }: KopsDocuments, options: KopsOptions): void {
  refuseDocker(cluster, options);
  for (const document of [cluster, ...instanceGroups]) {
    for (const [field, component] of COMPONENTS) refuseEnded(document, ['spec', field], component, options);
  }
}

/** k8s.io/kops@v1.26.0 pkg/apis/kops/validation/validation.go:1406: "Docker CRI support was removed in Kubernetes 1.24". */
function refuseDocker(cluster: SourceDocument, { toVersion }: KopsOptions): void {
  const path: SourcePath = ['spec', 'containerRuntime'];
  if (cluster.value(path) !== 'docker' || KUBELET_RUNTIME.at(toVersion).hasDockershim) return;
  throw cluster.errorAt(path, `spec.containerRuntime is 'docker', which kops refuses for ${toVersion}, since no kubelet of `
    + `${toVersion.minorVersion} has dockershim; set containerd, and roll every node at version N before the migration`);
}

function refuseEnded(
  document: SourceDocument, base: SourcePath, component: NodeComponent, { fromVersion, toVersion }: Pick<KopsOptions, 'fromVersion' | 'toVersion'>,
): void {
  const config = mapOf(document.value(base));
  const refuse = (path: SourcePath, what: string, says: string, todo: string): never => {
    throw document.errorAt(path, `${nameOf(document)}: ${path.join('.')}${what}; from ${toVersion.minorVersion} on ${says}; ${todo}`);
  };
  for (const { component: of, trace, says, todo } of Object.keys(config).length === 0 ? [] : endingsBetween(fromVersion, toVersion, [])) {
    if (of !== component) continue;
    for (const [field, flag] of Object.entries(FLAG_FIELDS)) {
      if (trace.kind !== 'flag' || trace.flag !== flag || !(field in config)) continue;
      refuse([...base, field], ` becomes --${flag}`, `the component ends with it: ${says}`, `take it out before the migration (${todo})`);
    }
    for (const [field, flag] of Object.entries(ENTRY_FIELDS)) {
      if (trace.kind !== 'entry' || trace.flag !== flag || !hasEntry(config[field], trace.entry)) continue;
      refuse([...base, field], ` has ${trace.entry}`, `the component ends with it: ${says}`, todo);
    }
  }
  for (const [gate, value] of Object.entries(mapOf(config.featureGates))) {
    const on = goBool(String(value));
    if (on === undefined || gateFate(component, gate, on, fromVersion, toVersion) === 'stays') continue;
    refuse([...base, 'featureGates', gate], ` is ${on}`, 'the component ends with it', 'take the gate out and roll the cluster at version N first');
  }
}

function hasEntry(value: Data | undefined, entry: string): boolean {
  const names = Array.isArray(value) ? value.map(String) : isMap(value) ? Object.keys(value) : [];
  return names.some(name => name === entry || name.startsWith(`${entry}/`));
}
