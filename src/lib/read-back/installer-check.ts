import { renderYaml } from '../installers/render-yaml';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Manifest } from '../kubernetes/manifest';
import { VerifyDirectory } from '../read/input/input';
import { ReportedUnknown } from '../verify/result';
import { checkWith, describeRefusal, givenRefusals } from '../verify/synthesis';

/** What an installer's form of a phase consists of. */
export interface InstallerWriting {
  /** The files that were handed in, by their name. */
  readonly configs: { readonly [file: string]: string };
  /** The same as the phase has them. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Objects that the phase applies besides. */
  readonly objects: readonly Manifest[];
  /** Rules whose errors do not refuse. */
  readonly allowed: readonly string[];
  /** Versions of files that say none, as they were handed in and as the phase has them. */
  readonly versions?: { readonly given?: KubernetesVersion; readonly written?: KubernetesVersion };
}

/**
 * Runs every rule on what was handed in and on what the phase writes.
 *
 * @returns what `verify` of what the phase writes does not know
 * @throws with every error, as `verify` says it
 */
export function checkInstallerPhase(
  phase: string, { configs, files, objects, allowed, versions = {} }: InstallerWriting,
): readonly ReportedUnknown[] {
  const written = new Map(files.map(({ path, content }) => [path, { text: content }]));
  const applied = new Map(objects.map((object, index) => [`${index + 1}-${object.kind}.yaml`, { text: renderYaml(object) }]));
  const directories: VerifyDirectory[] = [{ name: phase, files: written },
    ...applied.size > 0 ? [{ name: `objects of ${phase}`, files: applied }] : []];
  const given = [{ name: '.', files: new Map(Object.entries(configs).map(([path, text]) => [path, { text }])) }];
  const { refusals, unknown } = checkWith(
    givenRefusals([given], { kubernetesVersion: versions.given }), directories, allowed, { kubernetesVersion: versions.written },
  );
  if (refusals.length > 0) throw new Error(`phase '${phase}' has errors, and nothing is written:\n${refusals.map(describeRefusal).join('\n')}`);
  return unknown;
}
