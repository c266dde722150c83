import { Construct } from 'constructs';
import { refuseManifestFolder } from './manifest-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { secretGuard, SECRET_MODE } from './secret-files';
import { InstallerConfigProps } from './shared-props';
import { unknownNotes } from './unknown-annotation';
import { renderJson, writeOutput } from '../files/output-folder';
import { Installer, InstallerMigration } from '../lib/deliver/installer';
import { installerFileHasSecret } from '../lib/deliver/installer-secrets';
import { recordedFeed } from '../lib/facts/in-force';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { checkInstallerPhase } from '../lib/read-back/installer-check';
import { installerPlan, renderInstallerPlan, reportedPlan, verifyRollInto } from '../lib/read-back/installer-plan';
import { contentHash } from '../lib/text/content-hash';
import { checkedRules } from '../lib/verify/synthesis';

/** A phase of an installer's migration, as a construct holds it. */
export interface InstallerPhase<M extends InstallerMigration> {
  readonly installer: Installer<M>;
  readonly migration: M;
  readonly phase: MigrationPhase;
  readonly notes: readonly string[];
}

/**
 * Proves a phase and runs every rule on what it writes.
 *
 * @throws if a mix on the way into the phase is not safe, or a rule has an error
 */
export function checkedPhase<M extends InstallerMigration>(
  scope: Construct, installer: Installer<M>, migration: M, { phase, configs, unsafeIgnoreRules }: MigrationPhaseProps & InstallerConfigProps,
): InstallerPhase<M> {
  refuseOwnNames(migration, phase);
  if (!verifyRollInto(migration, phase)) installerPlan(installer, migration, phase);
  const unknown = checkInstallerPhase(phase, {
    configs,
    files: migration.files(phase),
    objects: migration.applied(phase),
    allowed: checkedRules('unsafeIgnoreRules', unsafeIgnoreRules),
    versions: { given: migration.unsaidVersion(undefined), written: migration.unsaidVersion(phase) },
  });
  return { installer, migration, phase, notes: [...installer.notes(migration, phase), ...unknownNotes(scope, unknown)] };
}

/** Files that each phase has beside those of the installer. */
const BESIDE = ['NOTES.md', 'PLAN.md', 'plan.json', 'to-delete.json', 'files.json'];

/** @throws if a file that was handed in has the name of one that is written beside it */
function refuseOwnNames(migration: InstallerMigration, phase: MigrationPhase): void {
  const written = [...migration.files(phase), ...migration.ownFiles(phase)].map(({ path }) => path);
  const twice = written.find((path, index) => BESIDE.includes(path) || written.indexOf(path) < index);
  if (twice === undefined) return;
  throw new Error(`'${twice}' of configs has the name of a file that is written beside yours; leave it out, or give it another name`);
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
export function writeInstallerPhase<M extends InstallerMigration>(
  scope: Construct, outdir: string, { installer, migration, phase, notes }: InstallerPhase<M>, commitSecrets: boolean,
): string[] {
  refuseManifestFolder(scope, outdir);
  const plan = reportedPlan(installer, migration, phase, phasesFolder(outdir, phase, `bundles/${installer.name}`));
  const files = [...migration.files(phase), ...migration.ownFiles(phase)];
  const secret = files.filter(({ content }) => installerFileHasSecret(content)).map(({ path }) => path);
  const guard = secretGuard(outdir, secret, commitSecrets);
  const all = [
    ...files.map(file => (secret.includes(file.path) ? { ...file, mode: SECRET_MODE } : file)),
    { path: 'NOTES.md', content: `# Phase \`${phase}\`\n\n${notes.map(note => `- ${note}\n`).join('')}` },
    { path: 'PLAN.md', content: renderInstallerPlan(plan) },
    { path: 'plan.json', content: renderJson({ ...plan, ...recordedFeed() }) },
    { path: 'to-delete.json', content: renderJson({ objects: migration.toDelete(phase) }) },
  ];
  return writeOutput(outdir, [...all, ...guard.files], all.map(({ path, content }) => ({ path, sha256: contentHash(content) })), guard.gone);
}
