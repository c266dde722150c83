import { isMap, listOf, mapOf, stringOf } from './data';
import { Data, parseSources, SourceDocument } from '../edit/yaml/source-document';
import { SourceError } from '../edit/yaml/source-error';
import { contentHash } from '../text/content-hash';
import { ComponentView, Place } from '../view/model';

/** A cluster that a component works for, by who signed the certificate of its API server. */
export interface ClusterAuthority {
  /** The same for all authorities of one cluster: while they are exchanged, a kubeconfig has the old one and the new one. */
  readonly id: string;
  readonly place: Place;
}

interface Authorities {
  readonly place: Place;
  readonly certificates: readonly string[];
}

/**
 * Who signs the API server in the kubeconfigs of these components. One without a certificate in it says nothing: addresses differ from node to node.
 */
export function clusterAuthorities(views: readonly ComponentView[]): readonly ClusterAuthority[] {
  const found = views.flatMap(({ kubeconfig, isHosted }) => kubeconfig?.state !== 'present' || isHosted ? [] : [{
    place: kubeconfig.placeOf(lineOf(kubeconfig.text!)), certificates: certificatesIn(kubeconfig.text!),
  }]).filter(({ certificates }) => certificates.length > 0);
  const groups: { readonly certificates: Set<string>; readonly id: string }[] = [];
  const idOf = ({ certificates }: Authorities): string => {
    const group = groups.find(one => certificates.some(certificate => one.certificates.has(certificate)));
    if (group) {
      certificates.forEach(certificate => group.certificates.add(certificate));
      return group.id;
    }
    const id = contentHash(certificates[0]).slice(0, 12);
    groups.push({ certificates: new Set(certificates), id });
    return id;
  };
  return found.map(one => ({ id: idOf(one), place: one.place }));
}

function lineOf(text: string): number {
  return Math.max(0, text.split('\n').findIndex(line => line.includes('certificate-authority-data'))) + 1;
}

/** Of the cluster of its current context; keys are not looked at. */
function certificatesIn(text: string): readonly string[] {
  let config: SourceDocument;
  try {
    [config] = parseSources(text, { file: '', isOnlyRead: true, onDuplicateKey: () => undefined });
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
  const { contexts, clusters, 'current-context': current } = mapOf(config.data);
  const named = (list: Data | undefined, name: string | undefined) => listOf(list).filter(isMap).find(one => one.name === name);
  const context = mapOf(named(contexts, stringOf(current))?.context);
  const data = stringOf(mapOf(named(clusters, stringOf(context.cluster))?.cluster)['certificate-authority-data']);
  const pem = data === undefined ? '' : Buffer.from(data, 'base64').toString('latin1');
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(one => one.replace(/\s/g, ''));
}
