import { argFormOf } from './api-version';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';

export interface KubeadmConfigOptions {
  /** Name of the file, for errors. */
  readonly file: string;
}

/** Whether a file has a ClusterConfiguration: that of a node which joins has none. */
export function hasClusterConfiguration(text: string, options: KubeadmConfigOptions): boolean {
  return readKubeadmConfig(text, options).some(({ data }) => data.kind === 'ClusterConfiguration');
}

export function readKubeadmConfig(text: string, options: KubeadmConfigOptions): SourceDocument[] {
  const documents = parseSources(text, options);
  if (!documents.some(isKubeadm)) {
    throw documents[0].error(documents[0].offset(['kind']),
      `expected a kubeadm configuration, got kind ${JSON.stringify(documents[0].data.kind ?? null)}; hand in the file given to 'kubeadm init `
        + '--config\'');
  }
  const own = documents.filter(isKubeadm);
  for (const document of own) argFormOf(document);
  const other = own.find(({ data }) => data.apiVersion !== own[0].data.apiVersion);
  if (other) {
    throw other.errorIn(['apiVersion'], `is '${String(other.data.apiVersion)}', but the file begins with '${String(own[0].data.apiVersion)}'; write `
      + 'one version: \'kubeadm config migrate\' converts');
  }
  return documents;
}

/** Whether a document is kubeadm's own. */
export function isKubeadm({ data }: SourceDocument): boolean {
  return String(data.apiVersion).startsWith('kubeadm.k8s.io/');
}

/** What kubeadm reads as its configuration may be called so; no kubeconfig that it writes is. */
export function mayBeKubeadms(path: string): boolean {
  return /\.(?:ya?ml|json|conf|cfg)$/.test(path) && !KUBECONFIG.test(path);
}

const KUBECONFIG = /(?:^|[/-])(?:(?:super-)?admin|(?:bootstrap-)?kubelet|controller-manager|scheduler)\.conf$/;

/** Whether a text has a document of kubeadm, not within an object; not parsed, so that one that no reader understands is found too. */
export function isKubeadmText(text: string): boolean {
  return /^["']?apiVersion["']?[ \t]*:[ \t]*["']?kubeadm\.k8s\.io\/|[{,]\s*"apiVersion"\s*:\s*"kubeadm\.k8s\.io\//m.test(text);
}
