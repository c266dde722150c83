import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { RenderPhases } from './bundle-renderer';
import { GivenBase, readBuiltBase, readGivenBase } from '../lib/deliver/kustomize/given-base';
import { kustomizeTree } from '../lib/deliver/kustomize/tree';
import { checkNames } from '../lib/options/check-names';

/** Options for `PhaseBundle.kustomize`. */
export interface KustomizeBundleProps {
  /**
   * A kustomize base that exists, for example upstream's: its folder if it only lists files, or a file with the output of `kubectl kustomize` of it.
   * Then only fields whose value differs from ours are written, as patches to it; also a Deployment on a base with a DaemonSet, and vice versa.
   * @default - the base is written too
   */
  readonly base?: string;
  /**
   * How the bundle refers to that base, for example by the address of a repository.
   *
   * It must hold the same as `base`: kustomize refuses a patch whose container is not where it was.
   * @default - the path from the bundle to the folder `base`
   */
  readonly baseResource?: string;
}

/**
 * A kustomize tree: `base/` is the furthest phase, `overlays/<phase>/` holds what differs in each phase.
 *
 * @throws if an address is given without the folder that holds the same
 */
export function kustomizeRenderer(props: KustomizeBundleProps): RenderPhases {
  checkNames('KustomizeBundleProps', props);
  if (props.baseResource !== undefined && props.base === undefined) {
    throw new Error(`baseResource '${props.baseResource}' is given without \`base\`, and patches are made by comparing with its objects; `
      + 'give a folder with a copy of it, or a file with the output of \'kubectl kustomize\'');
  }
  return (phases, { outdir }) => kustomizeTree(phases, givenBase(props, outdir));
}

function givenBase({ base, baseResource }: KustomizeBundleProps, outdir: string): GivenBase | undefined {
  if (base === undefined) return undefined;
  if (!existsSync(base)) {
    throw new Error(`base '${base}' does not exist; give the folder of a kustomize base, or a file with the output of 'kubectl kustomize'`);
  }
  if (!statSync(base).isDirectory()) {
    if (baseResource === undefined) {
      throw new Error(`base '${base}' is a file, and kustomize takes files only from the folder of their kustomization; give as \`baseResource\` `
        + 'how the bundle refers to what it was built from');
    }
    return readBuiltBase(base, baseResource, readFileSync(base, 'utf8'));
  }
  if (/^(?:base|overlays)(?:\/|$)/.test(relative(resolve(outdir), resolve(base)).split(sep).join('/'))) {
    throw new Error(`base '${base}' is in '${outdir}', where the bundle writes a base and overlays of its own; move it beside them, for example to `
      + `'${join(outdir, 'upstream')}'`);
  }
  const files = readdirSync(base, { withFileTypes: true }).filter(entry => entry.isFile());
  const texts = Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(base, name), 'utf8')]));
  return readGivenBase(base, baseResource ?? relative(join(outdir, 'base'), base).split(sep).join('/'), texts);
}
