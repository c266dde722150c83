import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { onceFor } from '../../kubernetes/once-for';
import { KubeconfigProblem, kubeconfigProblems } from '../../model/kubeconfig';
import { isPlaceholder } from '../../text/placeholder';
import { ComponentView, Place, ReferencedFile } from '../../view/model';

/** The cluster of the current context of a kubeconfig: that is all that a component uses of its clusters. */
export interface CurrentCluster {
  /** `https://10.0.0.1:6443`. */
  readonly server?: string;
  /** `certificate-authority-data`, in base64. */
  readonly authority?: string;
  readonly authorityPlace: Place;
}

/** As whom a component acts, by the current context of its kubeconfig. */
export interface CurrentUser {
  /** What the file calls it. */
  readonly name: string;
  /** Who it says that it is instead, which RBAC asks about: `as`, `as-groups`, `as-uid`. */
  readonly impersonated?: string;
  readonly place: Place;
}

/** Undefined: its kubeconfig is not in the input, cannot be read, or names no user. Source: as below, getAuthInfo. */
export function currentUser({ kubeconfig }: Pick<ComponentView, 'kubeconfig'>): CurrentUser | undefined {
  if (kubeconfig?.state !== 'present') return undefined;
  const config = documentOf(kubeconfig.text!);
  const { contexts, users, 'current-context': current } = mapOf(config?.data);
  const name = stringOf(mapOf(mapOf(named(contexts, stringOf(current)).value).context).user);
  const { index, value } = named(users, name);
  if (config === undefined || name === undefined || value === undefined) return undefined;
  const { as, 'as-groups': groups, 'as-uid': uid } = mapOf(mapOf(value).user);
  const impersonated = [stringOf(as), ...listOf(groups).map(stringOf), stringOf(uid)].filter(one => one !== undefined && one !== '');
  return {
    name,
    ...impersonated.length > 0 && { impersonated: impersonated.join(', ') },
    get place() { return kubeconfig.placeOf(config.line(['users', index])); },
  };
}

/**
 * The cluster that a component works for; undefined: its kubeconfig is not in the input, cannot be read, or names none.
 *
 * Source: k8s.io/client-go@v0.26.15 tools/clientcmd/client_config.go, getContext and getCluster
 */
export function currentCluster({ kubeconfig }: Pick<ComponentView, 'kubeconfig'>): CurrentCluster | undefined {
  return kubeconfig?.state === 'present' ? clusterIn(kubeconfig) : undefined;
}

const clusterIn = onceFor((file: ReferencedFile): CurrentCluster | undefined => {
  const config = documentOf(file.text!);
  if (config === undefined) return undefined;
  const { contexts, clusters, 'current-context': current } = mapOf(config.data);
  const context = mapOf(named(contexts, stringOf(current)).value);
  const { index, value } = named(clusters, stringOf(mapOf(context.context).cluster));
  if (value === undefined) return undefined;
  const cluster = mapOf(mapOf(value).cluster);
  return {
    server: stringOf(cluster.server),
    authority: stringOf(cluster['certificate-authority-data']),
    get authorityPlace() { return file.placeOf(config.line(['clusters', index, 'cluster', 'certificate-authority-data'])); },
  };
});

/**
 * What keeps a component from its API server by its kubeconfig; none: nothing does, or the file is not in the input or not filled in.
 *
 * @param server what `--master` says
 */
export function kubeconfigProblemsOf({ kubeconfig: file }: Pick<ComponentView, 'kubeconfig'>, server?: string): readonly KubeconfigProblem[] {
  if (file?.state !== 'present' || isPlaceholder(file.text!)) return [];
  const data = documentOf(file.text!)?.data;
  const what = file.text!.trim() === '' ? 'it is empty' : 'it cannot be read';
  return isMap(data) ? kubeconfigProblems(data, server) : [{ what, isDoubtful: true }];
}

function documentOf(text: string): SourceDocument | undefined {
  return attempt(() => parseSources(text, { file: '', isOnlyRead: true, onDuplicateKey: () => undefined })[0], () => undefined);
}

function named(list: Data | undefined, name: string | undefined): { readonly index: number; readonly value?: Data } {
  const index = name === undefined ? -1 : listOf(list).findIndex(one => mapOf(one).name === name);
  return { index, value: listOf(list)[index] };
}
