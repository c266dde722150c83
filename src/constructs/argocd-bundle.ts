import { Construct } from 'constructs';
import { PhaseBundle } from './phase-bundle';
import { ArgoCdSettings, argoCdFiles } from '../lib/deliver/argocd/files';
import { checkGroups, checkRepositoryPath } from '../lib/deliver/fleet/labels';
import { DEFAULT_LEADER_NAME } from '../lib/facts/built-in-default';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** Options for `ArgoCdBundle`. */
export interface ArgoCdBundleProps {
  /** Address of the repository that the bundle is committed to. */
  readonly repoUrl: string;
  /** Path of this bundle in the repository, for example `bundles/argocd`. */
  readonly path: string;
  /** Groups in the order in which they move, first the canary: values of the label `ccm-migration/group` of the clusters' Secrets. */
  readonly groups: string[];
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
   * Path from this bundle to the kustomize bundle of the same phases.
   * @default '../kustomize'
   */
  readonly kustomize?: string;
  /**
   * Whether a sync waits until the migration Lease has a holder. Turn it off for strategies without Leader Migration.
   * @default true
   */
  readonly waitForLease?: boolean;
  /**
   * Image with kubectl as its entry point: it looks at the Lease until that has a holder.
   * @default 'registry.k8s.io/kubectl:v1.32.4'
   */
  readonly gateImage?: string;
  /**
   * Name of the migration Lease.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
}

/**
 * An Argo CD ApplicationSet that moves clusters through the phases, group by group, as the labels `ccm-migration/phase` and `ccm-migration/group` of their
 * Secrets say, and what it delivers: the kustomize bundle with sync waves. Checked with Argo CD v2.14.11, whose ApplicationSet controller must run with
 * `--enable-progressive-syncs`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Progressive-Syncs/
 * @example
 * const bundle = new ArgoCdBundle({ repoUrl: 'https://example.com/platform.git', path: 'bundles/argocd', groups: ['canary', 'production'] });
 * bundle.addPhase(MigrationPhase.MIXED, app);
 * bundle.write('bundles/argocd');
 */
export class ArgoCdBundle {
  private readonly phases = new PhaseBundle();
  private readonly settings: ArgoCdSettings;

  /** @throws if the groups are not an order, or a value cannot be in the objects */
  public constructor(props: ArgoCdBundleProps) {
    checkGroups(props.groups);
    if (props.maxUpdate !== undefined && !/^(?:[1-9]\d*|(?:[1-9]\d?|100)%)$/.test(props.maxUpdate)) {
      throw new Error(`maxUpdate '${props.maxUpdate}' would move no cluster or is not a number; give one like '5' or '25%'`);
    }
    this.settings = {
      name: props.name ?? 'ccm-migration',
      namespace: props.namespace ?? 'argocd',
      project: props.project ?? 'default',
      repoUrl: props.repoUrl,
      targetRevision: props.targetRevision ?? 'HEAD',
      phasesPath: `${checkRepositoryPath('path', props.path)}/phases`,
      groups: props.groups,
      maxUpdate: props.maxUpdate,
      kustomize: props.kustomize ?? '../kustomize',
      lease: { name: props.leaderName ?? DEFAULT_LEADER_NAME, namespace: LOCK_NAMESPACE },
      gateImage: props.waitForLease ?? true ? props.gateImage ?? 'registry.k8s.io/kubectl:v1.32.4' : undefined,
    };
  }

  /**
   * Adds all objects below an App or Chart to a phase: the same as in the kustomize bundle.
   *
   * @param phase phase whose objects they are
   * @param scope the App or Chart
   * @throws if it is neither, or a construct in it finds itself wrong
   */
  public addPhase(phase: MigrationPhase, scope: Construct): void {
    this.phases.add(phase, scope);
  }

  /**
   * Writes `applicationset.yaml`, `phases/<phase>/` and an index of what is ours. Files that an earlier call wrote and that are no longer in the set are
   * removed; files of anybody else stay.
   *
   * @param outdir folder of the bundle, for example `bundles/argocd`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   */
  public write(outdir: string): string[] {
    return this.phases.write(outdir, phases => argoCdFiles(phases, this.settings));
  }
}
