/** A distribution whose program runs a kube-controller-manager within itself, or writes its pod when it starts. */
export interface Distribution {
  readonly name: string;
  /** What its server does, for a reader. */
  readonly what: string;
  /** A command line, or a step of an installer, that starts a server. */
  readonly starts?: RegExp;
  /** Lines that only the configuration of a server has. */
  readonly settings?: RegExp;
  /** Files that only its nodes have, without the leading `/`. */
  readonly paths?: RegExp;
  /** What its image starts, where it is told nothing. */
  readonly defaultArguments?: readonly string[];
  /** Subcommand of its nodes that run no control plane. */
  readonly agent?: string;
  /** Unit of its nodes that run no control plane. */
  readonly agentUnit?: string;
  readonly source: string;
}

/** What stands between two words of a command line, which may go on below. */
const GAP = '["\']?(?:[ \\t]|\\\\\\r?\\n)+["\']?';
const WORD = '(?:^|[\\s/"\'=])';
/** A subcommand that a variable names may be any. */
const VARIABLE = '["\']?\\$';
/** An image of k3s with its command below or behind it, as in a file of Docker Compose. An agent is told `--server`. */
const K3S_IMAGE = 'rancher/k3s(?![\\w-])[^]{0,300}?[\\s"\'[,]server(?=["\'\\s,\\]]|$)';

/** Settings of a server that k3s and RKE2 share. */
const RANCHER = new RegExp('^["\']?(?:cluster-init|disable-cloud-controller|disable-scheduler|tls-san|write-kubeconfig(?:-mode)?'
  + '|etcd-(?:snapshot|expose|s3)[\\w-]*|kube-(?:apiserver|(?:cloud-)?controller-manager|scheduler)-arg)["\']?[ \\t]*:', 'm');

export const DISTRIBUTIONS: readonly Distribution[] = [
  {
    name: 'k3s',
    what: 'k3s runs its kube-controller-manager within its own process, which has no command line of its own',
    starts: new RegExp(`${WORD}k3s${GAP}(?:server\\b|${VARIABLE})|get\\.k3s\\.io(?!.{0,300}(?:\\bagent\\b|K3S_URL))|${K3S_IMAGE}`, 'm'),
    settings: RANCHER,
    paths: /^(etc|var\/lib)\/rancher\/k3s\//,
    agent: 'agent',
    agentUnit: 'k3s-agent.service',
    source: 'https://docs.k3s.io/cli/server',
  },
  {
    name: 'RKE2',
    what: 'RKE2 writes the pod of its kube-controller-manager to /var/lib/rancher/rke2/agent/pod-manifests when it starts, which is not in the input',
    starts: new RegExp(`${WORD}rke2${GAP}(?:server\\b|${VARIABLE})|get\\.rke2\\.io(?!.{0,300}\\bagent\\b)`, 'm'),
    settings: /^["']?cloud-provider-name["']?[ \t]*:/m,
    paths: /^etc\/rancher\/rke2\//,
    agent: 'agent',
    agentUnit: 'rke2-agent.service',
    source: 'https://docs.rke2.io/reference/server_config',
  },
  {
    name: 'k0s',
    what: 'k0s starts its kube-controller-manager as a child of its own process',
    starts: new RegExp(`${WORD}k0s${GAP}(?:(?:install${GAP})?controller\\b|${VARIABLE})`, 'm'),
    paths: /^(etc\/k0s|var\/lib\/k0s)\//,
    // Dockerfile of github.com/k0sproject/k0s: CMD.
    defaultArguments: ['controller', '--enable-worker'],
    agent: 'worker',
    agentUnit: 'k0sworker.service',
    source: 'https://docs.k0sproject.io/stable/architecture/',
  },
  {
    name: 'MicroK8s',
    what: 'MicroK8s runs its kube-controller-manager within its own process',
    starts: new RegExp(`${WORD}kubelite\\b`, 'm'),
    paths: /^var\/snap\/microk8s\//,
    source: 'https://microk8s.io/docs/configuring-services',
  },
  {
    name: 'Talos',
    what: 'Talos starts a kube-controller-manager on its control-plane nodes',
    settings: /^[ \t]+type:[ \t]*["']?(?:controlplane|init)\b|^[ \t]*externalCloudProvider:/m,
    source: 'https://www.talos.dev/latest/reference/configuration/v1alpha1/config/',
  },
  {
    name: 'minikube',
    what: 'minikube starts a kube-controller-manager with these settings',
    starts: /--extra-config[= ]["']?controller-manager\./,
    source: 'https://minikube.sigs.k8s.io/docs/handbook/config/',
  },
];

/** What the image of a distribution starts by itself, by the name of its program. */
export function defaultArguments(program: string): readonly string[] {
  return DISTRIBUTIONS.find(({ name }) => name === program)?.defaultArguments ?? [];
}

/** Whether a command starts a node of a distribution that runs no control plane. */
export function isAgent(program: string, subcommand: string): boolean {
  return DISTRIBUTIONS.some(({ name, agent }) => name.toLowerCase() === program && agent === subcommand);
}
