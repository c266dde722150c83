import { Becomes, Ending, NODE_COMPONENTS, NodeComponent } from './ending';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { flagInAnyRelease, flagNames, flagOf, flagOutlook } from '../flags';
import { FlagFact } from '../generated';

/** What becomes of flags. Which releases have them, and where that was read, is in the tables of flags. */
interface FlagWords {
  readonly components: readonly NodeComponent[];
  readonly flags: readonly string[];
  readonly becomes: Becomes;
  readonly as?: string;
  readonly unread?: Ending['unread'];
  readonly says: string;
  readonly todo: string;
  /** Where it was read what the release does instead; none: the component says so itself of the flag. */
  readonly source?: string;
}

const KUBELET: readonly NodeComponent[] = ['kubelet'];
const API_SERVER: readonly NodeComponent[] = ['kube-apiserver'];
const KCM: readonly NodeComponent[] = ['kube-controller-manager'];
const SCHEDULER: readonly NodeComponent[] = ['kube-scheduler'];
const NO_EFFECT = { becomes: 'carried', says: 'version N does not read it either', todo: 'nothing' } as const;
/** With another container runtime, version N did not read what is dockershim's. */
const DOCKERSHIM = { components: KUBELET, becomes: 'named', unread: ['container-runtime', 'remote'] } as const;
const IN_TREE_GCE = 'k8s.io/kubernetes@v1.31.14 has no k8s.io/legacy-cloud-providers in its go.mod; k8s.io/cloud-provider-gcp '
  + 'providers/gce/gce_loadbalancer.go';
const SCHEDULER_CONFIGURATION = 'https://kubernetes.io/docs/reference/scheduling/config/';

export const FLAG_WORDS: readonly FlagWords[] = [
  {
    ...DOCKERSHIM,
    flags: ['network-plugin', 'network-plugin-mtu', 'cni-bin-dir', 'cni-conf-dir', 'cni-cache-dir'],
    says: 'dockershim read it, which is gone; the container runtime calls CNI plugins by its own configuration',
    todo: 'give the container runtime of each node a CNI configuration with the same folders and MTU; containerd has bin_dir and conf_dir for '
      + '/opt/cni/bin and /etc/cni/net.d',
    source: 'k8s.io/kubernetes@v1.24.17 CHANGELOG/CHANGELOG-1.24.md, "Dockershim Removed from kubelet"; KEP-2221',
  },
  {
    ...DOCKERSHIM,
    flags: ['docker-endpoint', 'experimental-dockershim-root-directory'],
    says: 'dockershim read it, which is gone',
    todo: 'nothing, once the node has another container runtime',
    source: 'k8s.io/kubernetes@v1.24.17 pkg/kubelet/config/flags.go; KEP-2221',
  },
  {
    ...DOCKERSHIM,
    flags: ['image-pull-progress-deadline'],
    says: 'dockershim read it, which is gone; the container runtime has its own limit for pulls',
    todo: 'set the limit in the configuration of the container runtime where its default is too short',
    source: 'k8s.io/kubernetes@v1.23.17 pkg/kubelet/kubelet_dockershim.go:53; KEP-2221',
  },
  {
    ...DOCKERSHIM,
    flags: ['non-masquerade-cidr'],
    says: 'the network plugin kubenet of dockershim read it, which is gone',
    todo: 'let the network plugin or ip-masq-agent leave these addresses unmasked',
    source: 'k8s.io/kubernetes@v1.23.17 cmd/kubelet/app/options/options.go; KEP-2221',
  },
  {
    components: KUBELET,
    flags: [
      'docker', 'docker-env-metadata-whitelist', 'docker-only', 'docker-root', 'docker-tls', 'docker-tls-ca', 'docker-tls-cert', 'docker-tls-key',
    ],
    becomes: 'named',
    unread: ['container-runtime', 'remote'],
    says: 'the cAdvisor of the kubelet read Docker with it, and asks the container runtime now',
    todo: 'nothing, once the node has another container runtime',
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/options/globalflags_linux.go',
  },
  {
    components: KUBELET,
    flags: ['container-runtime'],
    becomes: 'carried',
    says: 'every kubelet has a remote container runtime, which is the one value that version N takes',
    todo: 'nothing',
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go:193',
  },
  {
    components: KUBELET,
    flags: ['dynamic-config-dir'],
    becomes: 'named',
    says: 'a kubelet takes its configuration from its own file alone, not from the ConfigMap that its Node object names',
    todo: 'write what the ConfigMap of each node says into the file of --config, and restart the kubelet of version N with it',
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/server.go, no BootstrapKubeletConfigController',
  },
  {
    components: KUBELET,
    flags: ['experimental-bootstrap-kubeconfig'],
    becomes: 'carried',
    as: 'bootstrap-kubeconfig',
    says: 'it is called --bootstrap-kubeconfig',
    todo: 'nothing',
  },
  {
    components: KUBELET,
    flags: ['experimental-kernel-memcg-notification'],
    becomes: 'carried',
    as: 'kernel-memcg-notification',
    says: 'it is called --kernel-memcg-notification',
    todo: 'nothing',
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/options/options.go',
  },
  {
    components: KUBELET,
    flags: ['seccomp-profile-root'],
    becomes: 'named',
    says: 'profiles are read from the folder seccomp below --root-dir',
    todo: 'copy the profiles of each node there',
  },
  {
    components: KUBELET,
    flags: ['experimental-check-node-capabilities-before-mount'],
    becomes: 'named',
    says: 'the kubelet does not look for the programs of a volume plugin before it mounts',
    todo: 'nothing: a mount without its program fails then, and the pod has the event',
  },
  {
    components: KUBELET,
    flags: ['enable-cadvisor-json-endpoints'],
    becomes: 'named',
    says: 'the paths /spec, /stats/* and /stats/container are gone',
    todo: 'read /stats/summary, /metrics/cadvisor and /metrics/resource instead',
    source: 'k8s.io/kubernetes@v1.21.14 pkg/kubelet/server/server.go',
  },
  {
    components: KUBELET,
    flags: ['chaos-chance', 'really-crash-for-testing'],
    becomes: 'named',
    says: 'no fault is injected any more',
    todo: 'nothing',
  },
  { ...NO_EFFECT, components: KUBELET, flags: ['redirect-container-streaming'] },
  {
    components: KUBELET,
    flags: ['master-service-namespace'],
    becomes: 'named',
    says: 'pods get the environment variables of the Service kubernetes of namespace default',
    todo: 'let pods that read such variables of another namespace find its Service by its DNS name',
    source: 'k8s.io/kubernetes@v1.27.16 pkg/kubelet/kubelet_pods.go getServiceEnvVarMap',
  },
  {
    components: KUBELET,
    flags: ['azure-container-registry-config'],
    becomes: 'named',
    says: 'the kubelet itself has no credentials for Azure Container Registry',
    todo: 'install acr-credential-provider on each node, and pass --image-credential-provider-config and --image-credential-provider-bin-dir',
  },
  {
    components: KUBELET,
    flags: ['iptables-masquerade-bit', 'iptables-drop-bit'],
    becomes: 'named',
    says: 'the kubelet makes no iptables rules for Services, and has no mark of its own',
    todo: 'set the mark in the configuration of kube-proxy (iptables.masqueradeBit), and let no other program rely on the chains of the kubelet',
    source: 'k8s.io/kubernetes@v1.31.14 pkg/kubelet/kubelet_network_linux.go; KEP-3178',
  },
  {
    components: KUBELET,
    flags: ['keep-terminated-pod-volumes'],
    becomes: 'named',
    says: 'volumes of pods that have ended are unmounted',
    todo: 'let nothing on a node read volumes of pods that have ended',
  },
  {
    components: NODE_COMPONENTS,
    flags: ['experimental-logging-sanitization'],
    becomes: 'named',
    says: 'logs are not searched for secrets while they are written',
    todo: 'keep logs of components as you keep secrets',
    source: 'k8s.io/component-base@v0.24.17 logs; KEP-1753',
  },
  {
    components: NODE_COMPONENTS,
    flags: [
      'add-dir-header', 'alsologtostderr', 'log-backtrace-at', 'log-dir', 'log-file', 'log-file-max-size', 'logtostderr', 'one-output',
      'skip-headers', 'skip-log-headers', 'stderrthreshold',
    ],
    becomes: 'named',
    says: 'logs go to standard error alone, with their headers',
    todo: 'take them from there (the container runtime or journald has them), or start the component with kube-log-runner, and take out the mount of '
      + 'a folder of logs',
    source: 'k8s.io/component-base@v0.26.15 logs/api/v1/options.go; KEP-2845',
  },
  {
    ...NO_EFFECT,
    components: API_SERVER,
    flags: [
      'address', 'deserialization-cache-size', 'enable-swagger-ui', 'insecure-bind-address', 'insecure-port', 'kubelet-https',
      'master-service-namespace', 'port', 'target-ram-mb',
    ],
  },
  {
    components: API_SERVER,
    flags: ['experimental-encryption-provider-config'],
    becomes: 'carried',
    as: 'encryption-provider-config',
    says: 'it is called --encryption-provider-config',
    todo: 'nothing',
  },
  {
    components: API_SERVER,
    flags: ['service-account-api-audiences'],
    becomes: 'carried',
    as: 'api-audiences',
    says: 'it is called --api-audiences',
    todo: 'nothing',
  },
  {
    components: API_SERVER,
    flags: ['ssh-user', 'ssh-keyfile'],
    becomes: 'named',
    says: 'the API server opens no SSH tunnels to nodes',
    todo: 'let it reach nodes directly, or through konnectivity (--egress-selector-config-file), before kubectl logs and exec are needed',
    source: 'k8s.io/kubernetes@v1.22.17 cmd/kube-apiserver/app/server.go',
  },
  {
    components: API_SERVER,
    flags: ['identity-lease-duration-seconds', 'identity-lease-renew-interval-seconds'],
    becomes: 'named',
    says: 'the Lease by which an API server is known lasts one hour and is renewed every 10 s',
    todo: 'nothing',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/controlplane/instance.go IdentityLeaseDurationSeconds',
  },
  {
    components: ['kube-apiserver', 'kube-controller-manager'],
    flags: ['cloud-provider-gce-lb-src-cidrs', 'cloud-provider-gce-l7lb-src-cidrs'],
    becomes: 'named',
    says: 'no cloud is in it that reads it',
    todo: 'pass it to the cloud-controller-manager of GCE, which makes the firewall rules',
    source: IN_TREE_GCE,
  },
  {
    ...NO_EFFECT,
    components: KCM,
    flags: [
      'address', 'deleting-pods-burst', 'deleting-pods-qps', 'deployment-controller-sync-period', 'horizontal-pod-autoscaler-downscale-delay',
      'horizontal-pod-autoscaler-upscale-delay', 'horizontal-pod-autoscaler-use-rest-clients', 'pod-eviction-timeout', 'port', 'register-retry-count',
      'volume-host-allow-local-loopback', 'volume-host-cidr-denylist',
    ],
  },
  {
    components: KCM,
    flags: ['experimental-cluster-signing-duration'],
    becomes: 'carried',
    as: 'cluster-signing-duration',
    says: 'it is called --cluster-signing-duration',
    todo: 'nothing',
  },
  {
    components: KCM,
    flags: ['enable-taint-manager'],
    becomes: 'named',
    says: 'pods are always evicted from nodes with a NoExecute taint that they do not tolerate',
    todo: 'let pods that must stay on a node that is not ready tolerate node.kubernetes.io/not-ready and node.kubernetes.io/unreachable',
  },
  {
    components: SCHEDULER,
    flags: ['algorithm-provider', 'hard-pod-affinity-symmetric-weight', 'scheduler-name'],
    becomes: 'named',
    says: 'only a KubeSchedulerConfiguration says it',
    todo: 'write it into a profile of the file of --config before: version N reads it too',
    source: SCHEDULER_CONFIGURATION,
  },
  {
    components: SCHEDULER,
    flags: ['policy-config-file', 'policy-configmap', 'policy-configmap-namespace', 'use-legacy-policy-config'],
    becomes: 'named',
    says: 'scheduling policies are gone, and pods are placed by the default plugins',
    todo: 'write the policy as a profile of a KubeSchedulerConfiguration, the file of --config, before: version N reads it too',
    source: 'k8s.io/kubernetes@v1.23.17 cmd/kube-scheduler/app/options/deprecated.go; KEP-785',
  },
  { ...NO_EFFECT, components: SCHEDULER, flags: ['address', 'port'] },
  {
    components: SCHEDULER,
    flags: ['lock-object-name'],
    becomes: 'carried',
    as: 'leader-elect-resource-name',
    says: 'it is called --leader-elect-resource-name',
    todo: 'nothing',
    source: 'k8s.io/component-base@v0.28.15 config/options/leaderelectionconfig.go',
  },
  {
    components: SCHEDULER,
    flags: ['lock-object-namespace'],
    becomes: 'carried',
    as: 'leader-elect-resource-namespace',
    says: 'it is called --leader-elect-resource-namespace',
    todo: 'nothing',
    source: 'k8s.io/component-base@v0.28.15 config/options/leaderelectionconfig.go',
  },
];

/** What becomes of a flag; undefined: it is in no release of which this is known. */
export function flagWords(component: NodeComponent, flag: string): FlagWords | undefined {
  return FLAG_WORDS.find(({ components, flags }) => components.includes(component) && flags.includes(flag));
}

/** Flags that the first release has and the second has not, with what becomes of them. */
export function flagEndings(component: NodeComponent, from: KubernetesVersion, to: KubernetesVersion): readonly Ending[] {
  return flagNames(component).flatMap(flag => {
    const fact = flagOf(component, flag, from);
    if (fact === undefined || fact === 'unread' || flagOf(component, flag, to) !== undefined) return [];
    const words = flagWords(component, flag);
    return words === undefined ? [] : [endingOf(component, flag, fact, words, from, to)];
  });
}

function endingOf(
  component: NodeComponent, flag: string, { default: usual, source, deprecated }: FlagFact, words: FlagWords, from: KubernetesVersion,
  to: KubernetesVersion,
): Ending {
  const { becomes, as, unread, says, todo } = words;
  return {
    release: flagOutlook(component, flag, from)?.goneIn ?? to.minorVersion,
    component,
    what: `--${flag}`,
    trace: { kind: 'flag', flag },
    becomes,
    ...becomes === 'named' && usual !== undefined && { lossless: [usual] },
    ...unread && { unread },
    ...as !== undefined && { as },
    says,
    todo,
    source: words.source ?? (deprecated === undefined ? source : `${source}: "${deprecated}"`),
  };
}

/** The value of a flag as N has it: one that stands alone has the value of such a flag. */
export function valueOf(component: NodeComponent, flag: string, value: string): string {
  if (value !== '') return value;
  return flagInAnyRelease(component, flag).at(-1)?.noOptDefault ?? '';
}
