import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Construct } from 'constructs';
import { PhaseBundle } from './phase-bundle';
import { GivenBase, readBuiltBase, readGivenBase } from '../lib/deliver/kustomize/given-base';
import { kustomizeTree } from '../lib/deliver/kustomize/tree';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** Options for `KustomizeBundle`. */
export interface KustomizeBundleProps {
  /**
   * A kustomize base that exists, for example upstream's: its folder if it only lists files, or a file with the output of `kubectl kustomize` of it. Only
   * what ours has otherwise is then written, as patches on top of it; also a Deployment on a base with a DaemonSet, and the other way round.
   * @default - the base is written too
   */
  readonly base?: string;
  /**
   * How the bundle refers to that base, for example by an address:
   * `https://github.com/kubernetes/cloud-provider-aws//examples/existing-cluster/base?ref=v1.36.1`. It must hold the same as `base`:
   * a patch whose container is not where it was is refused by kustomize.
   * @default - the path from the bundle to the folder `base`
   */
  readonly baseResource?: string;
}

/**
 * A kustomize tree of a migration: `base/` is the furthest phase, `overlays/<phase>/` holds what each phase has otherwise, as patches that can be reviewed.
 * `kubectl kustomize overlays/<phase>` (kustomize 5) gives the same objects as `cdk8s synth` of that phase.
 *
 * @see https://kubectl.docs.kubernetes.io/references/kustomize/
 * @example
 * const bundle = new KustomizeBundle();
 * bundle.addPhase(MigrationPhase.MIXED, app);
 * bundle.write('bundles/kustomize');
 */
export class KustomizeBundle {
  private readonly phases = new PhaseBundle();
  private readonly props: KustomizeBundleProps;

  /** @throws if an address is given without the folder that holds the same */
  public constructor(props: KustomizeBundleProps = {}) {
    if (props.baseResource !== undefined && props.base === undefined) {
      throw new Error(`baseResource '${props.baseResource}' is given without \`base\`, and patches are made by comparing with its objects; give a folder with a copy of it, or a file with the output of 'kubectl kustomize'`);
    }
    this.props = props;
  }

  /**
   * Adds all objects below an App or Chart to a phase: those of the migration and your own. Can be called several times for a phase with several Charts.
   *
   * @param phase phase whose objects they are
   * @param scope the App or Chart
   * @throws if it is neither, or a construct in it finds itself wrong
   */
  public addPhase(phase: MigrationPhase, scope: Construct): void {
    this.phases.add(phase, scope);
  }

  /**
   * Writes the tree, and an index of what is ours. Files that an earlier call wrote and that are no longer in the tree are removed; files of anybody else
   * stay. Nothing is written when anything is refused.
   *
   * @param outdir folder of the bundle, for example `bundles/kustomize`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if kustomize cannot say a phase, or the given base lacks what a patch needs
   */
  public write(outdir: string): string[] {
    return this.phases.write(outdir, phases => kustomizeTree(phases, this.givenBase(outdir)));
  }

  private givenBase(outdir: string): GivenBase | undefined {
    const { base, baseResource } = this.props;
    if (base === undefined) return undefined;
    if (!existsSync(base)) throw new Error(`base '${base}' does not exist; give the folder of a kustomize base, or a file with the output of 'kubectl kustomize'`);
    if (!statSync(base).isDirectory()) {
      if (baseResource === undefined) {
        throw new Error(`base '${base}' is a file, and kustomize takes files only from the folder of their kustomization; give as \`baseResource\` how the bundle refers to what it was built from`);
      }
      return readBuiltBase(base, baseResource, readFileSync(base, 'utf8'));
    }
    if (/^(?:base|overlays)(?:\/|$)/.test(relative(resolve(outdir), resolve(base)).split(sep).join('/'))) {
      throw new Error(`base '${base}' is in '${outdir}', where the bundle writes a base and overlays of its own; move it beside them, for example to '${join(outdir, 'upstream')}'`);
    }
    const files = readdirSync(base, { withFileTypes: true }).filter(entry => entry.isFile());
    const texts = Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(base, name), 'utf8')]));
    return readGivenBase(base, baseResource ?? relative(join(outdir, 'base'), base).split(sep).join('/'), texts);
  }
}
