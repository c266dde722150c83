import { StaticPod } from '../../edit/static-pod/static-pod';
import { SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KUBEADM_SERVICE_SUBNET } from '../../facts/kubeadm-static-pods';
import { readKubeadmConfig } from '../../installers/kubeadm/documents';
import { readArgs } from '../../installers/kubeadm/extra-args';
import { textAt } from '../../installers/kubeadm/generated-node';
import { patchFolders } from '../../installers/kubeadm/left-open';
import { KCM } from '../../kubernetes/component';
import { ControlPlaneNodeManifests } from '../../migration/control-plane-node';
import { releaseOfTag } from '../../model/component-version';

/** One thing that a ClusterConfiguration says, and a manifest that kubeadm made of it says too. */
interface Said {
  readonly component: 'kube-apiserver' | 'kube-controller-manager';
  readonly flag: string;
  /** Where the configuration says it; the arguments of the component come before it. */
  readonly field: SourcePath;
  /** What kubeadm takes where the field is not there; undefined: it passes no flag. */
  readonly otherwise?: string;
  /** What the component takes without the flag; undefined: a manifest without it is not looked at. */
  readonly withoutFlag?: string;
}

const SECTIONS = { 'kube-apiserver': 'apiServer', 'kube-controller-manager': 'controllerManager' } as const;
const SERVICES = { flag: 'service-cluster-ip-range', field: ['networking', 'serviceSubnet'], otherwise: KUBEADM_SERVICE_SUBNET };

const SAID: readonly Said[] = [
  { component: KCM, flag: 'cluster-name', field: ['clusterName'], otherwise: 'kubernetes', withoutFlag: 'kubernetes' },
  { component: KCM, flag: 'cluster-cidr', field: ['networking', 'podSubnet'], withoutFlag: '' },
  { component: KCM, ...SERVICES },
  { component: 'kube-apiserver', ...SERVICES },
];

/**
 * kubeadm writes the manifests from its configuration anew with the next upgrade, so both have to be of one cluster. Where kubeadm patches what it
 * writes, a manifest may have another value.
 *
 * @param configs text of each configuration by its file name
 * @throws with both places if a manifest that was handed in is not what kubeadm makes of a configuration
 */
export function refuseContradictions(configs: Readonly<Record<string, string>>, nodes: readonly ControlPlaneNodeManifests[]): void {
  const documents = Object.keys(configs).sort().flatMap(file => readKubeadmConfig(configs[file], { file }));
  if (documents.some(({ data }) => patchFolders(data).length > 0)) return;
  const pods = nodes.flatMap(node => [...node.pods].filter(([component]) => !node.units.has(component)).map(([, pod]) => pod));
  for (const cluster of documents.filter(({ data }) => data.kind === 'ClusterConfiguration')) {
    for (const pod of pods) {
      refuseOtherRelease(cluster, pod);
      refuseOtherRegistry(cluster, pod);
      for (const said of SAID) if (said.component === pod.component) refuseOtherFlag(cluster, said, pod);
    }
  }
}

function refuseOtherRelease(cluster: SourceDocument, pod: StaticPod): void {
  const said = textAt(cluster, ['kubernetesVersion']);
  const runs = releaseOfTag(pod.image.tag);
  if (said === undefined || runs === undefined || !/^v?\d+\.\d+\.\d+$/.test(said) || said.replace(/^v/, '') === runs) return;
  throw contradiction(cluster, ['kubernetesVersion'], `kubernetesVersion is '${said}'`,
    `${pod.component} runs ${runs} at ${pod.file}:${pod.document.line([...pod.containerPath, 'image'])}`);
}

/** Without it kubeadm takes the registry of its release, of which there were two. */
function refuseOtherRegistry(cluster: SourceDocument, pod: StaticPod): void {
  const said = textAt(cluster, ['imageRepository']);
  const { repository } = pod.image;
  if (said === undefined || repository === `${said}/${pod.component}`) return;
  throw contradiction(cluster, ['imageRepository'], `imageRepository is '${said}'`,
    `${pod.component} has the image ${repository} at ${pod.file}:${pod.document.line([...pod.containerPath, 'image'])}`);
}

function refuseOtherFlag(cluster: SourceDocument, { component, flag, field, otherwise, withoutFlag }: Said, pod: StaticPod): void {
  const args: SourcePath = [SECTIONS[component], 'extraArgs'];
  const index = readArgs(cluster, args).findIndex(({ name }) => name === flag);
  const given = index < 0 ? textAt(cluster, field) : readArgs(cluster, args)[index].value;
  const has = pod.flag(flag);
  const value = has?.value ?? withoutFlag;
  if (value === undefined || value === (given ?? otherwise ?? withoutFlag)) return;
  const shown = field.join('.');
  const what = index >= 0 ? `${[...args, flag].join('.')} is '${given}'` : given !== undefined ? `${shown} is '${given}'`
    : `${shown} is not set, for which kubeadm ${otherwise === undefined ? `passes no --${flag}` : `takes '${otherwise}'`}`;
  throw contradiction(cluster, index < 0 ? field : Array.isArray(cluster.value(args)) ? [...args, index, 'value'] : [...args, flag], what,
    `${component} has ${has === undefined ? `no --${flag} at ${pod.file}` : `--${flag}=${value} at ${pod.file}:${has.line}`}`);
}

function contradiction(cluster: SourceDocument, path: SourcePath, what: string, runs: string): Error {
  return cluster.errorAt(path, `${what}, but ${runs}; the next 'kubeadm upgrade' would write what the configuration says: correct it, `
    + 'or hand in that of this cluster, ConfigMap kubeadm-config in kube-system');
}
