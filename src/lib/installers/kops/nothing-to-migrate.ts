import { KOPS_API } from './documents';
import { Data, mapOf } from '../../edit/yaml/data';
import { FIRST_EXTERNAL, imagesOf, isExternalInKops, KOPS_RELEASES, runs } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** Why there is nothing to migrate: the end of a sentence. */
export function whyNothingToMigrate(): string {
  const first = `1.${FIRST_EXTERNAL()}`;
  return `there is nothing to migrate, because kops runs the cloud-controller-manager in every cluster from ${first} on`;
}

/** The version of a Cluster of kops that has nothing to migrate; undefined: the object is no such Cluster. */
export function migratedKopsVersion({ apiVersion, kind, spec }: { readonly [key: string]: Data }): KubernetesVersion | undefined {
  if (apiVersion !== KOPS_API || kind !== 'Cluster') return undefined;
  const version = KubernetesVersion._readStart(String(mapOf(spec).kubernetesVersion ?? ''));
  return version && isExternalInKops(version) ? version : undefined;
}

/** The tag of the cloud-controller-manager that the newest kops has for a version, where the user sets no image; undefined: it is not known. */
export function ccmOfKops(version: KubernetesVersion): { readonly kops: string; readonly tag: string } | undefined {
  const known = KOPS_RELEASES().flatMap(release => {
    const tag = runs(release, version) ? imagesOf(release)[version.minor] : undefined;
    return tag === undefined ? [] : [{ kops: release.release, tag }];
  });
  return known.at(-1);
}
