import { givenTo, PlanAction } from '../action';
import { ccmOf, CcmWorkload, MigrationApp, runs } from './app';
import { phaseAt } from './context';
import { USER_DATA } from '../../deliver/user-data/user-data';
import { findStaticPod } from '../../edit/static-pod/static-pod';
import { mapOf, shownOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { clusterValues } from '../../installers/kubeadm/cluster-values';
import { CCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { sortedTexts } from '../../text/sorted-texts';
import { ComponentView } from '../../view/model';
import { putKubeadmConfig, uploadKubeadm } from '../actions/kubeadm';
import { applyFile } from '../actions/objects';
import { pluralOf } from '../object-kind';
import { groupFiles } from '../replaced/plan-groups';
import { PlanStateName } from '../state';
import { actionsOf, StepDraft } from '../step';

/** What a plan has of its app. */

/** Objects of one kind that a plan applies, in one namespace or in none. */
export interface AppliedKind {
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace?: string;
  /** Undefined: in the cluster that is served. */
  readonly cluster?: string;
}

/** Images that nodes pull in some states. */
export function imagesOf(app: MigrationApp, states: readonly PlanStateName[]): readonly string[] {
  const images = states.flatMap(state => phaseAt(app, state)?.model.components ?? []).flatMap(({ image }) => image ?? []);
  return sortedTexts(images.map(textOfImage));
}

/** An image as a manifest names it. */
export function textOfImage({ repository, tag, digest }: NonNullable<ComponentView['image']>): string {
  return `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Where kubeadm of version N+1 has its images, as its configuration says; '': by its default. */
export function kubeadmImagesOf({ kubeadm }: MigrationApp): string {
  const file = kubeadm[NodeSide.N_PLUS_1];
  return (file && clusterValues(file.text, { file: file.source }).imageRepository) ?? '';
}

/** Of every manifest that a command applies. */
export function appliedBy(app: MigrationApp, steps: readonly StepDraft[]): readonly AppliedKind[] {
  const sources = new Set(steps.flatMap(actionsOf).flatMap(one => givenTo(one, applyFile)?.source ?? []));
  const phases = [...app.phases.values()];
  const clusters = new Map(phases.flatMap(({ manifests }) => manifests.map(({ source, cluster }) => [source, cluster] as const)));
  const objects = phases.flatMap(phase => phase.objects).filter(({ file }) => sources.has(file));
  const kinds = objects.map(({ apiVersion, kind, namespace, file }) =>
    JSON.stringify({ apiGroup: groupOf(apiVersion), resource: pluralOf(kind), namespace, cluster: clusters.get(file) }));
  return sortedTexts(kinds).map(text => JSON.parse(text) as AppliedKind);
}

/** As kubectl prints its kind. */
function nameOfWorkload({ object: { kind }, namespace, name }: CcmWorkload): string {
  return `${kind}/${namespace}/${name}`;
}

/** Cloud-controller-managers of all phases, static pods among them. */
export function ccmWorkloadsOf(app: MigrationApp): readonly string[] {
  const phases = [...app.phases.values()];
  const workloads = phases.flatMap(phase => ccmOf(phase) ?? []);
  const pods = phases.flatMap(({ nodeFiles }) => nodeFiles.filter(file => runs(file) === CCM)).flatMap(({ node, text, source }) => {
    const pod = findStaticPod(text, source);
    const { name, namespace = 'default' } = mapOf(pod?.document.data.metadata);
    return pod ? [`Pod/${shownOf(namespace)}/${shownOf(name)}-${node}`] : [];
  });
  return sortedTexts([...workloads.map(nameOfWorkload), ...pods]);
}

/** Each workload with its command line, of every phase. */
export function ccmCommandLinesOf(app: MigrationApp): readonly string[] {
  const workloads = [...app.phases.values()].flatMap(phase => ccmOf(phase) ?? []);
  return sortedTexts(workloads.map(workload => `${nameOfWorkload(workload)} ${workload.commandLine.join(' ')}`));
}

/** Only what some action names: another phase may change without a new plan. Files of nodes are pinned by the sums of their steps. */
export function pinnedFiles(app: MigrationApp, steps: readonly StepDraft[]): Readonly<Record<string, string>> {
  const manifests = [...app.phases.values()].flatMap(phase => phase.manifests);
  const named = new Set(steps.flatMap(actionsOf).flatMap(sourceOf));
  const used = [
    ...[...manifests, ...Object.values(app.kubeadm)].filter(({ source }) => named.has(source)),
    // What the user's command makes nodes of.
    ...app.groups.flatMap(group => Object.values(NodeSide).flatMap(side => groupFiles(app, group, side))).filter(({ path }) => path === USER_DATA),
  ];
  return Object.fromEntries(used.map(({ source, sha256 }): [string, string] => [source, sha256]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sourceOf(one: PlanAction): readonly string[] {
  return [givenTo(one, applyFile)?.source ?? [], givenTo(one, uploadKubeadm)?.source ?? [], givenTo(one, putKubeadmConfig)?.source ?? []].flat();
}
