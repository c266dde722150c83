import { contentHash } from '../../text/content-hash';
import { ComponentView, Place } from '../../view/model';
import { currentCluster } from '../documents/kubeconfig';

/** A cluster that a component works for, by who signed the certificate of its API server. */
export interface ClusterAuthority {
  /** The same for all authorities of one cluster: while they are exchanged, a kubeconfig has the old one and the new one. */
  readonly id: string;
  readonly place: Place;
}

/** Who signs the API server in the kubeconfigs of components. One without a certificate says nothing: addresses differ from node to node. */
export function clusterAuthorities(views: readonly ComponentView[]): readonly ClusterAuthority[] {
  const found = views.filter(({ isHosted }) => !isHosted).flatMap(view => {
    const cluster = currentCluster(view);
    return cluster?.authority === undefined ? [] : [{ cluster, certificates: certificatesIn(cluster.authority) }];
  }).filter(({ certificates }) => certificates.length > 0);
  const groups: { readonly certificates: Set<string>; readonly id: string }[] = [];
  const idOf = (certificates: readonly string[]): string => {
    const group = groups.find(one => certificates.some(certificate => one.certificates.has(certificate)));
    if (group) {
      certificates.forEach(certificate => group.certificates.add(certificate));
      return group.id;
    }
    const id = contentHash(certificates[0]).slice(0, 12);
    groups.push({ certificates: new Set(certificates), id });
    return id;
  };
  return found.map(({ cluster, certificates }) => ({ id: idOf(certificates), place: cluster.authorityPlace }));
}

function certificatesIn(data: string): readonly string[] {
  const pem = Buffer.from(data, 'base64').toString('latin1');
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(one => one.replace(/\s/g, ''));
}
