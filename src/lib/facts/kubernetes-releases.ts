import { generatedKubernetesReleases } from './generated';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A patch release that is newer than those that are known. */
export interface UnknownPatch {
  /** Newest patch release of the minor that is known. */
  readonly newest: string;
  /** Whether no more will come: then there is no such release. */
  readonly ended: boolean;
}

/** Why a patch release is not known; `undefined`: it is, or the version is a bare minor, or its minor is not known at all. */
export function unknownPatch({ _facts: version }: KubernetesVersion): UnknownPatch | undefined {
  const row = generatedKubernetesReleases().find(({ minor }) => minor === version.minorVersion);
  if (!row || version.patch === undefined || version.patch <= KubernetesVersion.of(row.newest).patch!) return undefined;
  return { newest: row.newest, ended: row.ended };
}

/** Of a release that is out and could not be read: the newest of its minor that was. `undefined`: it is none of these. */
export function lastReadBefore(version: KubernetesVersion): string | undefined {
  const row = generatedKubernetesReleases().find(({ unread }) => unread.includes(version.toString()));
  return row && `${row.minor}.${KubernetesVersion.of(row.unread[0]).patch! - 1}`;
}

/** The newest release of a minor that was read; `undefined` for a minor that no table knows. */
export function newestRead(minorVersion: string): string | undefined {
  const row = generatedKubernetesReleases().find(({ minor }) => minor === minorVersion);
  return row && (row.unread.length === 0 ? row.newest : lastReadBefore(KubernetesVersion.of(row.unread[0])));
}

/** Minors of which releases were read, oldest first. */
export function knownMinors(): readonly string[] {
  return generatedKubernetesReleases().map(({ minor }) => minor);
}

/**
 * A release that is younger than what was read, with the facts of the newest that was: of its minor, or of all where its minor is younger too. Any
 * other one as it is.
 */
export function takenUnread(version: KubernetesVersion): KubernetesVersion {
  const last = KubernetesVersion.of(knownMinors().at(-1)!);
  if (version.minor > last.minor) return version._servedBy(KubernetesVersion.of(newestRead(last.minorVersion)!));
  const unknown = unknownPatch(version);
  return unknown === undefined || unknown.ended ? version : version._servedBy(KubernetesVersion.of(newestRead(version.minorVersion)!));
}
