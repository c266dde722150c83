import { KubeadmConfigOptions } from './documents';
import { Data, listOf, mapOf } from '../../edit/yaml/data';
import { parseSources } from '../../edit/yaml/source-document';

/** What a ClusterConfiguration says of the cluster as a whole. */
export interface ClusterValues {
  /** The address of the API that nodes join by; undefined: none, so that no other control-plane node can join. */
  readonly controlPlaneEndpoint?: string;
  /** Further names in the certificate of an API server. */
  readonly certSans: readonly string[];
  /** Where the images are; undefined: by kubeadm's default. */
  readonly imageRepository?: string;
}

export function clusterValues(text: string, options: KubeadmConfigOptions): ClusterValues {
  const documents = dataIn(text, options);
  const textAt = (key: string) => textOf(documents.map(data => data[key]).find(value => value !== undefined));
  const [apiServer] = documents.flatMap(data => data.apiServer ?? []);
  return {
    controlPlaneEndpoint: textAt('controlPlaneEndpoint'),
    certSans: listOf(mapOf(apiServer).certSANs).map(String),
    imageRepository: textAt('imageRepository'),
  };
}

/** The address of the API by which a JoinConfiguration in a text joins; undefined: there is none, or it does not say it. */
export function joinAddress(text: string, options: KubeadmConfigOptions): string | undefined {
  const join = dataIn(text, options).find(({ kind }) => kind === 'JoinConfiguration');
  return textOf(mapOf(mapOf(join?.discovery).bootstrapToken).apiServerEndpoint);
}

function dataIn(text: string, options: KubeadmConfigOptions) {
  return parseSources(text, options).map(({ data }) => data);
}

function textOf(value: Data | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
