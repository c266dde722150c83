import { DecisionTable } from './decision';

const of = (type: string, ...fields: readonly string[]) => fields.map(field => `${type}.${field}`);

/** As `credential-provider-config.ts` reads them. A kubelet that refuses the file ends, and its static pods with it. */
export const CREDENTIAL_PROVIDER_DECISIONS: DecisionTable = {
  title: 'CredentialProviderConfig of the kubelet',
  rows: [
    {
      names: [
        ...of('CredentialProvider', 'apiVersion', 'defaultCacheDuration', 'matchImages', 'name'),
        ...of('CredentialProviderConfig', 'apiVersion', 'kind', 'providers'),
      ],
      decides: 'starts',
    },
    {
      names: [...of('CredentialProvider', 'args', 'env'), ...of('ExecEnvVar', 'name', 'value')],
      harmless: 'what the plugin is handed; images of static pods that it does not fetch are taken to be there',
    },
    {
      names: [
        ...of('CredentialProvider', 'tokenAttributes'),
        ...of('ServiceAccountTokenAttributes', 'cacheType', 'optionalServiceAccountAnnotationKeys', 'requireServiceAccount',
          'requiredServiceAccountAnnotationKeys', 'serviceAccountTokenAudience'),
      ],
      notDecided: 'whether its release takes these attributes, with its gates',
    },
  ],
};
