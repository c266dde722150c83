import { Construct } from 'constructs';
import { refuseManifestFolder } from './manifest-folder';
import { secretGuard, SECRET_MODE } from './secret-files';
import { renderJson, writeOutput } from '../files/output-folder';
import { installerFileHasSecret } from '../lib/deliver/installer-secrets';
import { recordedFeed } from '../lib/facts/in-force';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { InstallerPlan, renderInstallerPlan } from '../lib/read-back/installer-plan';
import { contentHash } from '../lib/text/content-hash';

/** What one phase of an installer's form consists of. */
export interface InstallerPhase {
  /** The files that were handed in, as the phase has them. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly phase: MigrationPhase;
  readonly notes: readonly string[];
  /** Undefined: the form has none of its own. */
  readonly plan?: InstallerPlan;
  /** Objects that the phase no longer has, and that the installer leaves where they are. */
  readonly toDelete: readonly object[];
}

/**
 * The folder that has those of all phases, as the commands of a plan name it: as it was given, and of an absolute path what begins with `bundles`, so
 * that the same input has the same bytes on another machine.
 *
 * @param outdir folder of the phase
 * @param usual for one that is not named by its phase: where the others are is not known then
 */
export function phasesFolder(outdir: string, phase: MigrationPhase, usual: string): string {
  const parts = outdir.split(/[\\/]/).filter((part, index) => part !== '.' && (part !== '' || index === 0));
  if (parts.pop() !== phase || parts.length === 0) return usual;
  const bundles = parts[0] === '' ? parts.lastIndexOf('bundles') : 0;
  return parts.slice(Math.max(bundles, 0)).join('/');
}

/**
 * Writes the files of a phase with `NOTES.md`, the plan as `PLAN.md` and `plan.json`, and `to-delete.json`. A file with a password or token in it (a
 * Cluster of KKP may have one of its cloud, a KubeadmControlPlane one of a user) is for its owner only, and a `.gitignore` keeps it out of what is
 * committed.
 *
 * @param commitSecrets whether files with secrets may be committed
 * @returns paths written, relative to `outdir`
 * @throws if `outdir` is below the output folder of cdk8s
 */
export function writeInstallerPhase(scope: Construct, outdir: string, output: InstallerPhase, commitSecrets: boolean): string[] {
  const { files, phase, notes, plan, toDelete } = output;
  refuseManifestFolder(scope, outdir);
  const secret = files.filter(({ content }) => installerFileHasSecret(content)).map(({ path }) => path);
  const guard = secretGuard(outdir, secret, commitSecrets);
  const all = [
    ...files.map(file => (secret.includes(file.path) ? { ...file, mode: SECRET_MODE } : file)),
    { path: 'NOTES.md', content: `# Phase \`${phase}\`\n\n${notes.map(note => `- ${note}\n`).join('')}` },
    ...plan ? [
      { path: 'PLAN.md', content: renderInstallerPlan(plan) }, { path: 'plan.json', content: renderJson({ ...plan, ...recordedFeed() }) },
    ] : [],
    { path: 'to-delete.json', content: renderJson({ objects: toDelete }) },
  ];
  return writeOutput(outdir, [...all, ...guard.files], all.map(({ path, content }) => ({ path, sha256: contentHash(content) })), guard.gone);
}
