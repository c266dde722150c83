import { DecisionTable } from './decision';

/** As src/lib/model/api-server-files.ts reads them; whom one asks, src/lib/rules/authorization.ts. */
export const APISERVER_FILE_DECISIONS: DecisionTable = {
  title: 'Files of kube-apiserver',
  rows: [
    {
      names: [
        'AESConfiguration.keys', 'AdmissionConfiguration.apiVersion', 'AdmissionConfiguration.kind', 'AuthenticationConfiguration.apiVersion',
        'AuthenticationConfiguration.kind', 'EgressSelection.name', 'EgressSelectorConfiguration.apiVersion', 'EgressSelectorConfiguration.kind',
        'EncryptionConfiguration.apiVersion', 'EncryptionConfiguration.kind', 'EncryptionConfiguration.resources', 'Key.name', 'Key.secret',
        'ProviderConfiguration.aescbc', 'ProviderConfiguration.aesgcm', 'ProviderConfiguration.secretbox', 'ResourceConfiguration.providers',
        'ResourceConfiguration.resources', 'SecretboxConfiguration.keys', 'TracingConfiguration.apiVersion', 'TracingConfiguration.kind',
        'TracingConfiguration.samplingRatePerMillion',
      ],
      decides: 'starts',
    },
    {
      names: ['AdmissionConfiguration.plugins', 'AdmissionPluginConfiguration.configuration', 'AdmissionPluginConfiguration.name'],
      decides: ['others', 'starts'],
    },
    {
      names: [
        'AnonymousAuthCondition.path', 'AnonymousAuthConfig.conditions', 'AnonymousAuthConfig.enabled', 'AuthenticationConfiguration.anonymous',
      ],
      decides: 'starts',
    },
    { names: ['Connection.proxyProtocol', 'EgressSelection.connection', 'EgressSelectorConfiguration.egressSelections'], decides: 'reach' },
    {
      names: [
        'Connection.transport', 'TCPTransport.tlsConfig', 'TCPTransport.url', 'TLSConfig.caBundle', 'TLSConfig.clientCert', 'TLSConfig.clientKey',
        'TLSConfig.tlsServerName', 'Transport.tcp', 'Transport.uds', 'UDSTransport.udsName',
      ],
      notDecided: 'whether the proxy lets it through',
    },
    {
      names: [
        'AuthenticationConfiguration.jwt', 'ClaimMappings.extra', 'ClaimMappings.groups', 'ClaimMappings.uid', 'ClaimMappings.username',
        'ClaimOrExpression.claim', 'ClaimOrExpression.expression', 'ClaimValidationRule.claim', 'ClaimValidationRule.expression',
        'ClaimValidationRule.message', 'ClaimValidationRule.requiredValue', 'ExtraMapping.key', 'ExtraMapping.valueExpression',
        'Issuer.audienceMatchPolicy', 'Issuer.audiences', 'Issuer.certificateAuthority', 'Issuer.discoveryURL', 'Issuer.egressSelectorType',
        'Issuer.url',
        'JWTAuthenticator.claimMappings', 'JWTAuthenticator.claimValidationRules', 'JWTAuthenticator.issuer', 'JWTAuthenticator.userValidationRules',
        'PrefixedClaimOrExpression.claim', 'PrefixedClaimOrExpression.expression', 'PrefixedClaimOrExpression.prefix',
        'UserValidationRule.expression', 'UserValidationRule.message',
      ],
      notDecided: 'whether its release takes these authenticators',
    },
    {
      names: [
        'KMSConfiguration.apiVersion', 'KMSConfiguration.cachesize', 'KMSConfiguration.endpoint', 'KMSConfiguration.name', 'KMSConfiguration.timeout',
        'ProviderConfiguration.kms',
      ],
      notDecided: 'whether the plugin of its key management answers',
    },
    { names: ['AuthorizationConfiguration.authorizers', 'AuthorizerConfiguration.type'], decides: ['rights', 'starts'] },
    {
      names: [
        'AuthorizationConfiguration.apiVersion', 'AuthorizationConfiguration.kind', 'AuthorizerConfiguration.name', 'AuthorizerConfiguration.webhook',
        'WebhookConfiguration.authorizedTTL', 'WebhookConfiguration.connectionInfo', 'WebhookConfiguration.failurePolicy',
        'WebhookConfiguration.matchConditionSubjectAccessReviewVersion', 'WebhookConfiguration.subjectAccessReviewVersion',
        'WebhookConfiguration.timeout', 'WebhookConfiguration.unauthorizedTTL', 'WebhookConnectionInfo.kubeConfigFile', 'WebhookConnectionInfo.type',
      ],
      decides: 'starts',
    },
    {
      names: ['WebhookConfiguration.matchConditions', 'WebhookMatchCondition.expression'],
      notDecided: 'whether its release takes these expressions',
    },
    {
      names: ['WebhookConfiguration.cacheAuthorizedRequests', 'WebhookConfiguration.cacheUnauthorizedRequests'],
      harmless: 'says how long answers about users are kept',
    },
    { names: ['AdmissionPluginConfiguration.path'], decides: 'others' },
    { names: ['ProviderConfiguration.identity'], harmless: 'nothing is encrypted' },
    { names: ['TracingConfiguration.endpoint'], harmless: 'where it sends traces' },
  ],
};
