import { BesideConfiguration } from './beside-configuration';
import { KUBEADM_FLAGS } from '../../facts/inputs/kubelet-files';
import { NodeSide } from '../../kubernetes/node';
import { endingLine, EndingRow } from '../../migration/endings';
import { unknownNote } from '../../view/unknown-line';

/** What the notes of a side depend on. */
export interface KubeadmNotes {
  readonly side: NodeSide;
  /** `v1.27.16`, where nodes of this side are upgraded to it. */
  readonly tag?: string;
  readonly hasClusterConfiguration: boolean;
  readonly hasPatches: boolean;
  /** What manifests have, and the configuration does not say. */
  readonly beside: readonly BesideConfiguration[];
  /** Where kubelets of nodes that are there have `--cloud-provider`. */
  readonly kubeletFiles: readonly string[];
  /** What version N+1 takes away. */
  readonly endings: readonly EndingRow[];
  /** Path of the migration configuration file on nodes of this side. */
  readonly configurationFile?: string;
  /** What kubeadm does that is not in the files of the side, as `verify` says it. */
  readonly unknown: readonly string[];
}

/** What an operator must know who applies a side's configuration: order, what rolls, what can be turned back and what cannot. */
export function kubeadmNotes(notes: KubeadmNotes): string {
  const ofSide = notes.side === NodeSide.N ? forN(notes) : forNPlus1(notes);
  return [...forConfiguration(notes), ...ofSide, ...notes.unknown.map(unknownNote)].map(note => `- ${note}\n`).join('');
}

function forConfiguration({ hasClusterConfiguration, hasPatches, beside }: KubeadmNotes): string[] {
  return [
    ...hasClusterConfiguration ? ['first, on one control-plane node: `kubeadm init phase upload-config kubeadm --config '
      + 'cluster-configuration.yaml`. `kubeadm upgrade` and `kubeadm join` write '
      + 'static pods from the configuration in the cluster, so what was there before would come back with them; keep a copy of ConfigMap '
        + 'kube-system/kubeadm-config'] : [],
    ...hasPatches ? ['`patches/` is the alternative for who leaves the configuration as it is: pass `--patches` to each `kubeadm upgrade` and '
      + '`kubeadm join`. Use one of both: a patch of '
      + 'manifests that have the flags already stops kubeadm'] : [],
    ...besideProxies(beside).map(({ proxies, components }) => `kubeadm takes ${proxies} of ${components.join(', ')} from its own environment: each `
      + 'command that writes manifests needs the same values there'),
    ...beside.filter(({ lost }) => lost.length > 0).map(({ component, lost }) =>
      `kubeadm does not write ${lost.join(', ')} of ${component}, which this configuration does not say: bring it back with a patch of your own in `
      + `\`--patches\`, or ${component} starts without`),
  ];
}

/** Components with the same proxies are one note. */
function besideProxies(beside: readonly BesideConfiguration[]): readonly { readonly proxies: string; readonly components: readonly string[] }[] {
  const lists = new Set(beside.map(({ proxies }) => proxies.join(', ')).filter(list => list !== ''));
  return [...lists].map(list => ({
    proxies: list, components: beside.filter(({ proxies }) => proxies.join(', ') === list).map(({ component }) => component),
  }));
}

function forN({ configurationFile }: KubeadmNotes): string[] {
  return [
    ...configurationFile === undefined ? [] : [`then, node by node: ${configurationFile} before the manifest, as kube-controller-manager does not `
      + 'start without it'],
    'what rolls: kube-controller-manager of each control-plane node, when its manifest is written: `kubeadm init phase control-plane '
      + 'controller-manager --config <file of the node>`. Nothing else',
    'every control-plane node must be so before the first one is upgraded: one without Leader Migration beside one of version N+1 would run the '
      + 'controllers a second time',
    'back: the old configuration uploaded, and the manifests written from it, node by node',
  ];
}

function forNPlus1({ tag, endings, kubeletFiles }: KubeadmNotes): string[] {
  const others = kubeletFiles.filter(path => path !== KUBEADM_FLAGS);
  return [
    ...endings.map(endingLine),
    `what rolls: the whole control plane of each node, with \`kubeadm upgrade apply ${tag ?? '<version>'}\` on the first node and \`kubeadm upgrade `
      + 'node` on each other; workers last',
    // k8s.io/kubernetes@v1.27.16 cmd/kubeadm/app/phases/kubelet/flags.go:62 is called by init and join only; the same in v1.33.13
    `\`kubeadm upgrade\` brings no flag to ${KUBEADM_FLAGS}: kubelets of nodes that are there get \`--cloud-provider=external\` in `
      + `${others.length === 0 ? 'that file' : `the file that has the flag today, ${kubeletFiles.join(' or ')}`}, and are restarted; `
      + 'InitConfiguration and JoinConfiguration are for nodes that come later',
    'back: what etcd and the API server have stored with the newer release is not converted back, and kubeadm does not downgrade a minor; take a '
      + 'snapshot of etcd before',
  ];
}
