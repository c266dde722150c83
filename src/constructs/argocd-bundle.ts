import { RenderPhases } from './bundle-renderer';
import { FleetBundleProps } from './fleet-bundle-props';
import { FLEET } from './required-props';
import { argoCdFiles } from '../lib/deliver/argocd/files';
import { checkGroups, checkRepositoryPath } from '../lib/deliver/fleet/labels';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `PhaseBundle.argoCd`. */
export interface ArgoCdBundleProps extends FleetBundleProps {
  /** Address of the repository that the bundle is committed to. */
  readonly repoUrl: string;
  /**
   * How many clusters of a group may move at once, a number or a percentage like `25%`.
   * @default - all of the group
   */
  readonly maxUpdate?: string;
  /**
   * Revision of the repository.
   * @default 'HEAD'
   */
  readonly targetRevision?: string;
  /**
   * Name of the ApplicationSet, and first part of the names of its Applications.
   * @default 'ccm-migration'
   */
  readonly name?: string;
  /**
   * Namespace of Argo CD.
   * @default 'argocd'
   */
  readonly namespace?: string;
  /**
   * Project of the Applications.
   * @default 'default'
   */
  readonly project?: string;
  /**
   * Image with kubectl as its entry point: a sync waits with it until the migration Lease has a holder.
   * @default 'registry.k8s.io/kubectl:v1.32.4'
   */
  readonly gateImage?: string;
}

/** @throws if the groups are not an order, or a value cannot be in the objects */
export function argoCdRenderer(props: ArgoCdBundleProps): RenderPhases {
  checkNames('ArgoCdBundleProps', props);
  checkRequired(props, { ...FLEET, repoUrl: anyText('the address of the repository') });
  checkGroups(props.groups);
  if (props.maxUpdate !== undefined && !/^(?:[1-9]\d*|(?:[1-9]\d?|100)%)$/.test(props.maxUpdate)) {
    throw new Error(`maxUpdate '${props.maxUpdate}' would move no cluster or is not a number; give one like '5' or '25%'`);
  }
  const phasesPath = `${checkRepositoryPath('path', props.path)}/phases`;
  return (phases, { lease }) => argoCdFiles(phases, {
    name: props.name ?? 'ccm-migration',
    namespace: props.namespace ?? 'argocd',
    project: props.project ?? 'default',
    repoUrl: props.repoUrl,
    targetRevision: props.targetRevision ?? 'HEAD',
    phasesPath,
    groups: props.groups,
    maxUpdate: props.maxUpdate,
    kustomize: props.kustomize ?? '../kustomize',
    gate: lease && { lease, image: props.gateImage ?? 'registry.k8s.io/kubectl:v1.32.4' },
  });
}
