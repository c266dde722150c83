import { releasedFields } from './kubeconfig-schema';
import { Schema } from './schema';
import { CREDENTIAL_PROVIDER_DECISIONS } from '../../../../src/lib/facts/decisions/credential-provider';
import { ccm, KCM_27, node } from '../../rules/input';

type Fields = Record<string, unknown>;

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'CredentialProvider.apiVersion': ['credentialprovider.kubelet.k8s.io/v2'],
  'CredentialProvider.args': [['get-credentials']],
  'CredentialProvider.defaultCacheDuration': ['-1s'],
  'CredentialProvider.env': [[{ name: 'AWS_REGION', value: 'eu-central-1' }]],
  'CredentialProvider.matchImages': [[]],
  'CredentialProvider.name': ['a/b'],
  'CredentialProvider.tokenAttributes': [{ serviceAccountTokenAudience: 'a' }],
  'CredentialProviderConfig.providers': [[]],
};

/** The file of a node's kubelet. */
export const CREDENTIAL_PROVIDER_SCHEMA: Schema = {
  table: CREDENTIAL_PROVIDER_DECISIONS,
  released: () => releasedFields(/^k8s\.io\/kubelet\/config\//),
  input: (name, value) => {
    const [type, field] = name.split('.');
    const env: Fields = { name: 'A', value: 'b' };
    const attributes: Fields = {};
    const provider: Fields = {
      name: 'ecr-credential-provider',
      apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
      matchImages: ['*.dkr.ecr.*.amazonaws.com'],
      defaultCacheDuration: '12h',
      env: [env],
    };
    const file: Fields = { apiVersion: 'kubelet.config.k8s.io/v1', kind: 'CredentialProviderConfig', providers: [provider] };
    const held = { CredentialProvider: provider, ExecEnvVar: env, ServiceAccountTokenAttributes: attributes }[type] ?? file;
    if (value !== undefined) held[field] = value;
    if (Object.keys(attributes).length > 0) provider.tokenAttributes = attributes;
    return {
      new: node({
        version: '1.27.16',
        kcm: KCM_27,
        kubelet: [
          '--cloud-provider=external', '--image-credential-provider-bin-dir=/opt/bin',
          '--image-credential-provider-config=/etc/kubernetes/providers.json',
        ],
        mounts: [],
        files: { 'etc/kubernetes/providers.json': JSON.stringify(file) },
      }),
      dist: ccm({}),
    };
  },
  values: name => VALUES[name] ?? ['other'],
};
