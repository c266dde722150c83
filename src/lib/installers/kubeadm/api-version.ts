import type { SourceDocument } from '../../edit/yaml/source-document';
import { CLUSTER_API_VERSIONS } from '../../facts/cluster-api';
import { KUBEADM_ENDINGS } from '../../facts/endings/kubeadm';
import { ArgForm, KUBEADM_APIS } from '../../facts/kubeadm-api';

/**
 * How a document writes extra arguments. Each keeps its form: a migration and a conversion are two changes, and each is reviewed alone.
 *
 * @throws if the API version is not understood
 */
export function argFormOf(document: SourceDocument): ArgForm {
  const apiVersion = String(document.data.apiVersion);
  const form = KUBEADM_APIS()[apiVersion]?.form ?? CLUSTER_API_VERSIONS()[apiVersion.replace(/^[a-z]+\.cluster\.x-k8s\.io\//, '')]?.form;
  if (!form) {
    throw document.errorIn(['apiVersion'], `'${apiVersion}' is not understood${endOf(apiVersion)}; accepted: `
      + `${Object.keys(KUBEADM_APIS()).join(', ')}; convert it with 'kubeadm config migrate'`);
  }
  return form;
}

/** Of one that kubeadm read once. */
function endOf(apiVersion: string): string {
  const ending = KUBEADM_ENDINGS().find(({ what }) => what === apiVersion);
  return ending === undefined ? '' : `, and no kubeadm reads it from ${ending.release} on`;
}
