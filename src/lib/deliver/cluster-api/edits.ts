import type { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { removeItems } from '../../edit/yaml/source-edit';
import { CLUSTER_API_VERSIONS } from '../../facts/cluster-api';
import { items, kindOf, kubeadmSpecOf, versionOf, versionPathOf } from '../../installers/cluster-api/documents';
import { CLUSTER_CONFIGURATION } from '../../installers/cluster-api/reading';
import { KubeadmArg, readArgs } from '../../installers/kubeadm/extra-args';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { LEADER_MIGRATION_FILE } from '../../leader-migration';
import { itemEdits, valueEdits } from '../document-edits';
import { controlPlaneEdits, kubeletEdits } from '../kubeadm/component-edits';
import type { KubeadmSideEdits } from '../kubeadm/side-edits';

/** The changes of one side to the given objects. */
export interface ClusterApiEdits {
  readonly side: NodeSide;
  /** What kubeadm is told, by the flags of today. */
  readonly kubeadm: KubeadmSideEdits;
  /** Text of the migration configuration file of kube-controller-manager, where this side has one. */
  readonly configuration?: string;
  /** `v1.27.16`, where this side runs another version than the objects say. */
  readonly version?: string;
  /** Whether nodes register with the label that lets the cloud-controller-manager onto them. */
  readonly labelsNodes: boolean;
  /** Names of machine templates of this side, by those that are named today. */
  readonly machineTemplates: { readonly [name: string]: string };
  /** Images of this side, by the objects that fix one today. */
  readonly images: { readonly [object: string]: string };
}

/** Edits of a KubeadmControlPlane. */
export function controlPlaneObjectEdits(document: SourceDocument, edits: ClusterApiEdits): SourceEdit[] {
  const spec = kubeadmSpecOf(document)!;
  return [
    ...versionEdits(document, edits),
    ...templateEdits(document, ['spec', ...CLUSTER_API_VERSIONS()[versionOf(document)].machineTemplateRef, 'name'], edits),
    ...controlPlaneEdits(document, CLUSTER_CONFIGURATION, edits.kubeadm),
    ...fileEdits(document, [...spec, 'files'], edits.configuration),
    // The first machine was made from one, every other from the other.
    ...(['initConfiguration', 'joinConfiguration'] as const).flatMap(node => nodeEdits(document, [...spec, node], edits, edits.labelsNodes)),
  ];
}

/** Edits of an object of worker machines; none for objects that hold nothing of the migration. */
export function workerObjectEdits(document: SourceDocument, edits: ClusterApiEdits): SourceEdit[] {
  const spec = kubeadmSpecOf(document);
  if (spec) return nodeEdits(document, [...spec, 'joinConfiguration'], edits, false);
  if (!versionPathOf(document)) return [];
  return [...versionEdits(document, edits), ...templateEdits(document, ['spec', 'template', 'spec', 'infrastructureRef', 'name'], edits)];
}

/** A label on an object; whatever it has stays. */
export function labelEdits(document: SourceDocument, label: string, value: string): SourceEdit[] {
  const path = ['metadata', 'labels', label];
  const today = document.value(path);
  if (today === undefined || today === value) return valueEdits(document, path, value);
  throw document.errorIn(path, `is '${String(today)}', expected '${value}' or no such label`);
}

function versionEdits(document: SourceDocument, { version }: ClusterApiEdits): SourceEdit[] {
  const path = versionPathOf(document)!;
  return version === undefined || !document.has(path) ? [] : valueEdits(document, path, version);
}

/** @throws if the machines are not those of AWS, or of EKS: that controller reads AWSManagedControlPlanes only */
function templateEdits(document: SourceDocument, path: SourcePath, { machineTemplates, version }: ClusterApiEdits): SourceEdit[] {
  const kind = document.value([...path.slice(0, -1), 'kind']);
  const expected = kindOf(document) === 'MachinePool' ? 'AWSMachinePool' : 'AWSMachineTemplate';
  if (kind !== undefined && kind !== expected) {
    throw document.errorAt([...path.slice(0, -1), 'kind'], `${path.slice(0, -1).join('.')}.kind is '${String(kind)}', expected `
      + `'${expected}': only Cluster API on AWS is supported, and a managed node group needs a control plane of EKS`);
  }
  const other = version === undefined ? undefined : machineTemplates[String(document.value(path))];
  return other === undefined ? [] : valueEdits(document, path, other);
}

function nodeEdits(document: SourceDocument, base: SourcePath, { side, kubeadm }: ClusterApiEdits, labels: boolean): SourceEdit[] {
  if (side === NodeSide.N) return [];
  const label = labels ? labelArgument(document, [...base, 'nodeRegistration', 'kubeletExtraArgs']) : [];
  return kubeletEdits(document, base, (today, criSocket) => {
    const { set = [], ...others } = kubeadm.kubelet(today, criSocket);
    return { ...others, set: [...set, ...label] };
  });
}

/** Machines register with the label: it need not be set by hand while the control plane rolls. */
function labelArgument(document: SourceDocument, path: SourcePath): KubeadmArg[] {
  const name = 'node-labels';
  const today = readArgs(document, path).find(arg => arg.name === name)?.value;
  const label = `${SIDE_LABEL}=${NodeSide.N_PLUS_1}`;
  const labels = (today ?? '').split(',').filter(text => text !== '');
  const other = labels.find(text => text.startsWith(`${SIDE_LABEL}=`) && text !== label);
  if (other) {
    throw document.errorAt(path, `${path.join('.')}.${name} has '${other}', expected '${label}'; the label says which side `
    + 'of the migration a node is on: take it out');
  }
  return labels.includes(label) ? [] : [{ name, value: [...labels, label].join(','), replaces: today === undefined ? [] : [today] }];
}

/** @param content text of the migration configuration; undefined: there is no such file on this side */
function fileEdits(document: SourceDocument, path: SourcePath, content: string | undefined): SourceEdit[] {
  const files = items(document, path);
  const index = files.findIndex(file => file.path === LEADER_MIGRATION_FILE);
  if (content === undefined) return index < 0 ? [] : removeItems(document, path, [index]);
  if (index >= 0) {
    if (files[index].content === content) return [];
    throw document.errorAt([...path, index], `${path.join('.')}[${index}] is '${LEADER_MIGRATION_FILE}' with another content than `
      + 'the migration writes; take it out, or hand in the objects as they were before');
  }
  return itemEdits(document, path, { path: LEADER_MIGRATION_FILE, owner: 'root:root', permissions: '0644', content });
}
