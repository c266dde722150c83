import { kubeletEdits } from './component-edits';
import { kubeadmSideEdits } from './side-edits';
import type { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { readKubeadmConfig } from '../../installers/kubeadm/documents';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { SideSettings } from '../../migration/component-changes';
import { ANY_IPV6, isIpv6First } from '../../migration/replacement/own-values';
import { valueEdits } from '../document-edits';

/** What the user's command fills in: they are made for one join, and are secrets. */
export const JOIN_PLACEHOLDERS = { token: '${KUBEADM_TOKEN}', certificateKey: '${KUBEADM_CERTIFICATE_KEY}' } as const;

/** What cloud-init fills in on the instance; Cluster API's provider of AWS has nodes named so. */
const OWN_NAME = '{{ ds.meta_data.local_hostname }}';
const OWN_ADDRESS = '{{ ds.meta_data.local_ipv4 }}';

/** Kubelet arguments of one node. */
const OWN_ARGS: readonly string[] = ['hostname-override', 'node-ip', 'provider-id'];

/**
 * A JoinConfiguration with what a side changes, for whatever node of a group: what belongs to one node, or to one join, is a placeholder.
 *
 * @param text of the file that a node of the group joins with today
 * @throws if it is none, or contradicts the side
 */
export function joinOfGroup(text: string, file: string, role: NodeRole, side: NodeSide, settings: SideSettings): string {
  const documents = readKubeadmConfig(text, { file });
  const join = documents.find(({ data }) => data.kind === 'JoinConfiguration');
  if (!join) {
    throw documents[0].error(documents[0].offset(['kind']), 'no document is a JoinConfiguration; give the file that was given to \'kubeadm join '
      + '--config\' on a node of the group');
  }
  if (role === NodeRole.WORKER && join.value(['controlPlane']) !== undefined) {
    throw join.errorIn(['controlPlane'], 'makes each node that joins with it one of the control plane, and the group is one '
      + 'of workers; give the file that a worker joined with');
  }
  const { kubelet } = kubeadmSideEdits(side, settings, () => () => undefined);
  const ofKubelet = kubeletEdits(join, [], (today, criSocket) => {
    const { set = [], remove = [], ...problem } = kubelet(today, criSocket);
    const isIpv6 = isIpv6First(today('node-ip'));
    return {
      ...problem,
      set: isIpv6 ? [...set, { name: 'node-ip', value: ANY_IPV6 }] : set,
      remove: [...remove, ...OWN_ARGS.filter(name => !(isIpv6 && name === 'node-ip'))],
    };
  });
  const edits = [...ofKubelet, ...joinEdits(join), ...role === NodeRole.CONTROL_PLANE ? controlPlaneEdits(join) : []];
  return quoted(named(editSource(documents.map(document => ({ document, edits: document === join ? edits : [] }))), file));
}

/** A key or a token of digits alone would be a number once it is filled in. */
function quoted(text: string): string {
  return Object.values(JOIN_PLACEHOLDERS).reduce((all, placeholder) => all.replaceAll(`: ${placeholder}`, `: "${placeholder}"`), text);
}

/** Without a name kubeadm takes that of the host, which cloud-init makes the short one. */
function named(text: string, file: string): string {
  const documents = readKubeadmConfig(text, { file });
  const nameEdits = (document: SourceDocument) => valueEdits(document, ['nodeRegistration', 'name'], OWN_NAME);
  return editSource(documents.map(document => ({ document, edits: document.data.kind === 'JoinConfiguration' ? nameEdits(document) : [] })));
}

function joinEdits(join: SourceDocument): SourceEdit[] {
  const path: SourcePath = ['discovery', 'bootstrapToken'];
  const tls: SourcePath = ['discovery', 'tlsBootstrapToken'];
  return [
    ...join.node(path) ? valueEdits(join, [...path, 'token'], JOIN_PLACEHOLDERS.token) : [],
    ...join.has(tls) ? valueEdits(join, tls, JOIN_PLACEHOLDERS.token) : [],
  ];
}

/**
 * kubeadm takes the certificates of the control plane from the cluster, where `kubeadm init phase upload-certs` put them, by this key;
 * and of `::` the address of the default interface: k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/util/config/initconfiguration.go,
 * SetAPIEndpointDynamicDefaults, and k8s.io/apimachinery@v0.26.15 pkg/util/net, ResolveBindAddress.
 */
function controlPlaneEdits(join: SourceDocument): SourceEdit[] {
  const path: SourcePath = ['controlPlane', 'localAPIEndpoint', 'advertiseAddress'];
  const address = join.value(path);
  return [
    ...valueEdits(join, ['controlPlane', 'certificateKey'], JOIN_PLACEHOLDERS.certificateKey),
    ...address === undefined ? [] : valueEdits(join, path, isIpv6First(String(address)) ? ANY_IPV6 : OWN_ADDRESS),
  ];
}
