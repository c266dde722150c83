import { Construct } from 'constructs';
import { ArgoCdBundleProps, argoCdRenderer } from './argocd-bundle';
import { RenderPhases } from './bundle-renderer';
import { CloudControllerMigration } from './cloud-controller-migration';
import { composedObjects } from './composed-objects';
import { FluxBundleProps, fluxRenderer } from './flux-bundle';
import { KustomizeBundleProps, kustomizeRenderer } from './kustomize-bundle';
import { refuseManifestFolder } from './manifest-folder';
import { writeOutput } from '../files/output-folder';
import { checkComposedPhase, inOrder } from '../lib/deliver/composed-phase';
import { LeaseReference } from '../lib/deliver/fleet/lease-gate';
import { helmFiles } from '../lib/deliver/helm/files';
import { DEFAULT_LEADER_NAME } from '../lib/facts/built-in-default';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
import { Manifest } from '../lib/kubernetes/manifest';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { StrategyKind } from '../lib/migration/migration-strategy';
import { contentHash } from '../lib/text/content-hash';

/**
 * The phases of a migration in the form in which something else delivers them. Each phase holds the objects that `cdk8s synth` writes of its App,
 * your own included.
 *
 * @example
 * const bundle = PhaseBundle.kustomize();
 * bundle.addPhase(MigrationPhase.MIXED, app);
 * bundle.write('bundles/kustomize');
 */
export class PhaseBundle {
  /**
   * A kustomize tree: `base/` is the furthest phase, `overlays/<phase>/` patches it.
   *
   * `kubectl kustomize overlays/<phase>` (kustomize 5) gives the same objects as `cdk8s synth` of that phase.
   *
   * @see https://kubectl.docs.kubernetes.io/references/kustomize/
   * @param props a base that exists
   * @throws if an address is given without the folder that holds the same
   */
  public static kustomize(props?: KustomizeBundleProps): PhaseBundle {
    return new PhaseBundle(kustomizeRenderer(props ?? {}));
  }

  /**
   * Values of upstream's chart `aws-cloud-controller-manager` 0.0.11 for each phase, and the objects that it does not make.
   *
   * What the chart cannot say about its own objects is listed on top of `<phase>/values.yaml`. A phase without a cloud-controller-manager has none.
   *
   * @see https://github.com/kubernetes/cloud-provider-aws/tree/master/charts/aws-cloud-controller-manager
   */
  public static helm(): PhaseBundle {
    return new PhaseBundle(helmFiles);
  }

  /**
   * An Argo CD ApplicationSet that moves clusters through the phases, group by group, and what it delivers.
   *
   * Phase and group are the labels `ccm-migration/phase` and `ccm-migration/group` of the clusters' Secrets; what is delivered is the kustomize
   * bundle with sync waves. Checked with Argo CD v2.14.11, whose ApplicationSet controller must run with `--enable-progressive-syncs`.
   *
   * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Progressive-Syncs/
   * @param props repository and groups
   * @throws if the groups are not an order, or a value cannot be in the objects
   */
  public static argoCd(props: ArgoCdBundleProps): PhaseBundle {
    return new PhaseBundle(argoCdRenderer(props));
  }

  /**
   * Flux Kustomizations that move clusters through the phases, group by group.
   *
   * A group waits until every cluster of the group before it is healthy. Checked with kustomize-controller v1.6.0 (Flux 2.6).
   *
   * @see https://fluxcd.io/flux/components/kustomize/kustomizations/
   * @param props clusters and groups
   */
  public static flux(props: FluxBundleProps): PhaseBundle {
    return new PhaseBundle(fluxRenderer(props));
  }

  private readonly objects = new Map<MigrationPhase, Manifest[]>();
  private readonly scopes: Construct[] = [];
  private readonly render: RenderPhases;

  private constructor(render: RenderPhases) {
    this.render = render;
  }

  /**
   * Adds all objects below an App or Chart to a phase: those of the migration and your own. Can be called several times for a phase with several
   * Charts.
   *
   * @param phase phase whose objects they are
   * @param scope the App or Chart
   * @throws if it is neither, or a construct in it finds itself wrong
   */
  public addPhase(phase: MigrationPhase, scope: Construct): void {
    if (!Object.values(MigrationPhase).includes(phase)) {
      throw new Error(`phase '${phase}' is not known; accepted: ${Object.values(MigrationPhase).map(name => `'${name}'`).join(', ')}`);
    }
    this.objects.set(phase, [...this.objects.get(phase) ?? [], ...composedObjects(scope)]);
    this.scopes.push(scope);
  }

  /**
   * Writes the files, and an index of what is ours. Files that an earlier call wrote and that are no longer in the set are removed; all other
   * files stay. Nothing is written when anything is refused.
   *
   * @param outdir folder of the bundle, for example `bundles/kustomize`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if a phase cannot be said in this form
   */
  public write(outdir: string): string[] {
    for (const scope of this.scopes) refuseManifestFolder(scope, outdir);
    const phases = inOrder([...this.objects].map(([phase, objects]) => ({ phase, objects })));
    phases.forEach(checkComposedPhase);
    const files = this.render(phases, { outdir, lease: leaseOf(this.scopes) });
    return writeOutput(outdir, files, files.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
  }
}

/** The Lease of the migrations in these Apps and Charts. Objects made by hand are taken to use the name that is built into the components. */
function leaseOf(scopes: readonly Construct[]): LeaseReference | undefined {
  const migrations = scopes.flatMap(scope => scope.node.root.node.findAll())
    .flatMap(node => node instanceof CloudControllerMigration ? [node.migration._model] : []);
  if (migrations.length > 0 && migrations.every(({ strategy }) => strategy !== StrategyKind.LEADER_MIGRATION)) return undefined;
  const leases = migrations.map(({ settings, lockNamespace }) => ({ name: settings.leaderName, namespace: lockNamespace }));
  const [first = { name: DEFAULT_LEADER_NAME, namespace: LOCK_NAMESPACE }, ...others] = leases;
  const other = others.find(({ name, namespace }) => name !== first.name || namespace !== first.namespace);
  if (other) {
    throw new Error(`the phases take two migration Leases, '${first.namespace}/${first.name}' and '${other.namespace}/${other.name}', and this `
      + 'bundle waits for one; '
      + 'make a bundle for each');
  }
  return first;
}
