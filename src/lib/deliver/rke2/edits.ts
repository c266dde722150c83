import type { Data } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { nameOf } from '../../installers/documents';
import { argsOf, layerOf, Rke2Documents, Rke2Roles, SELECTOR_FILES } from '../../installers/rke2/documents';
import { isServer, kcmFlags } from '../../installers/rke2/machines';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../../leader-migration';
import type { SideSettings } from '../../migration/component-changes';
import { editsBelow, EditsBelow, itemEdits, valueEdits } from '../document-edits';
import { argEdits } from '../kubeadm/arg-edits';
import { KubeadmComponentEdits } from '../kubeadm/component-edits';
import { kubeadmSideEdits } from '../kubeadm/side-edits';

/** Key of the configuration of Leader Migration in its ConfigMap, and its file. */
export const CONFIGURATION = 'leader-migration.yaml';
const OWN_CCM_OFF = 'disable-cloud-controller';
export const configMapName = (cluster: SourceDocument) => `${nameOf(cluster)}-leader-migration`;

/**
 * What machines with these roles need of a document. `cloud-provider-name: aws` stays, since it names the nodes: flags of the user win over what it
 * passes.
 */
export function machineEdits(
  document: SourceDocument, documents: Rke2Documents, roles: Rke2Roles, side: NodeSide, settings: SideSettings,
): readonly EditsBelow[] {
  const own = (component: string) => argsOf(documents, roles, component).map(({ name, value }) => `--${name}=${value}`);
  const today = (flags: readonly string[]) => (name: string) => flags.filter(flag => flag.startsWith(`--${name}=`)).at(-1)?.slice(name.length + 3);
  const { apiServer, controllerManager, scheduler, kubelet } = kubeadmSideEdits(side, settings, component =>
    today(component === KCM && isServer(roles) ? kcmFlags(documents, roles, settings.version) : own(component)));
  const { set, remove } = kubelet(today(own('kubelet')));
  const isExternal = side === NodeSide.N_PLUS_1;
  const off = layerOf(documents, roles, OWN_CCM_OFF);
  const components: readonly (readonly [string, KubeadmComponentEdits | undefined])[] = [
    ...isServer(roles) ? [['kube-apiserver', apiServer], [KCM, controllerManager], ['kube-scheduler', scheduler]] as const : [],
    ...isExternal ? [['kubelet', { setArgs: set, removeArgs: remove }]] as const : [],
  ];
  return [
    ...components.flatMap(([component, { setArgs = [], removeArgs = [] } = {}]) => {
      const { document: written, path } = layerOf(documents, roles, `${component}-arg`);
      return written === document ? [{ path, edits: argEdits(document, [...path, `${component}-arg`], setArgs, removeArgs, 'words') }] : [];
    }),
    // RKE2 starts its own cloud-controller-manager where `cloud-provider-name` is taken out one day.
    ...isExternal && isServer(roles) && off.document === document
      ? [{ path: off.path, edits: editsBelow(document, off.path, { [OWN_CCM_OFF]: true }) }] : [],
  ];
}

/** The release of a Cluster of Rancher, and the file that its servers get of a ConfigMap. */
export function clusterEdits(cluster: SourceDocument, release: string, hasFile: boolean): readonly SourceEdit[] {
  const items = [{ key: CONFIGURATION, path: LEADER_MIGRATION_FILE }];
  const entry: Data = {
    fileSources: [{ configMap: { name: configMapName(cluster), defaultPermissions: '0644', items } }],
    machineLabelSelector: { matchLabels: { 'rke.cattle.io/control-plane-role': 'true' } },
  };
  return [...valueEdits(cluster, ['spec', 'kubernetesVersion'], release), ...hasFile ? itemEdits(cluster, SELECTOR_FILES, entry) : []];
}
