import { clusterFolder } from './cluster-folder';
import type { MigrationFile } from './migration-file';
import { contentHash } from '../text/content-hash';

/** Folder of the manifests of every phase, in an app whose `dist` has those of the phase that the cluster is in. */
export const PHASES_DIR = 'phases';

/** Folder of what is applied; in an app without `phases`, of every phase. */
export const APPLIED_DIR = 'dist';

/** Output folder of an App that has one of several clusters in a phase: its node files are in folders of that cluster, too. */
export function ownFolder(cluster: string, phase: string): string {
  return `${PHASES_DIR}/${clusterFolder(cluster)}/${phase}`;
}

/** The folder that the manifests of a phase lie in, and their names in it: there they are next to each other, one file per Chart. */
export function folderAndName(path: string): { readonly folder: string; readonly name: string } {
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, end)), name: path.slice(end + 1) };
}

/** Whether what is applied is a copy: then no manifest of the index lies where it is applied from. */
export function isKeptInPhases({ manifests }: Pick<MigrationFile, 'manifests'>): boolean {
  return manifests.length > 0 && manifests.every(({ path }) => path.startsWith(`${PHASES_DIR}/`));
}

const SEPARATOR = '---\n';

/**
 * A manifest as it is applied. cdk8s-cli prints files one after the other with nothing between, and two documents would be read as one.
 *
 * @param kept its text in `phases`
 */
export function appliedText(kept: string): string {
  return kept.trim() === '' || kept.startsWith(SEPARATOR) ? kept : `${SEPARATOR}${kept}`;
}

/** Whether a text is that of a manifest with this sum, or of its copy that is applied. */
export function isCopyOf(text: string, sha256: string | undefined): boolean {
  return contentHash(text) === sha256 || (text.startsWith(SEPARATOR) && contentHash(text.slice(SEPARATOR.length)) === sha256);
}

/** A file of the output that is not as synthesis wrote it. */
export interface EditedFile {
  readonly file: string;
  /** The index that has another sum of it. */
  readonly index: string;
}
