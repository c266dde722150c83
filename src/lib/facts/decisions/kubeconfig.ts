import { DecisionTable } from './decision';

/** As src/lib/model/kubeconfig.ts reads them. */
export const KUBECONFIG_DECISIONS: DecisionTable = {
  title: 'Fields of a kubeconfig',
  rows: [
    {
      names: [
        'Config.apiVersion', 'Config.clusters', 'Config.contexts', 'Config.current-context', 'Config.kind', 'Config.users', 'NamedCluster.cluster',
        'NamedCluster.name', 'NamedContext.context', 'NamedContext.name', 'Context.cluster', 'Cluster.server',
      ],
      decides: 'reach',
    },
    { names: ['Cluster.certificate-authority-data'], decides: ['reach', 'starts'] },
    {
      names: [
        'AuthInfo.auth-provider', 'AuthInfo.client-certificate', 'AuthInfo.client-certificate-data', 'AuthInfo.client-key',
        'AuthInfo.client-key-data', 'AuthInfo.password', 'AuthInfo.tokenFile', 'AuthInfo.username', 'AuthProviderConfig.config',
        'AuthProviderConfig.name', 'Cluster.certificate-authority', 'Cluster.insecure-skip-tls-verify', 'ExecConfig.apiVersion', 'ExecConfig.command',
        'ExecConfig.interactiveMode',
      ],
      decides: 'starts',
    },
    {
      names: [
        'AuthInfo.as', 'AuthInfo.as-groups', 'AuthInfo.as-uid', 'AuthInfo.as-user-extra', 'AuthInfo.exec', 'Context.user', 'ExecConfig.args',
        'ExecConfig.env', 'ExecConfig.installHint', 'ExecConfig.provideClusterInfo', 'ExecEnvVar.name', 'ExecEnvVar.value', 'NamedAuthInfo.name',
        'NamedAuthInfo.user',
      ],
      decides: 'rights',
    },
    { names: ['Cluster.proxy-url', 'Cluster.tls-server-name'], decides: 'reach' },
    { names: ['AuthInfo.token'], harmless: 'a token is taken to be one of the user that the file is for, as a certificate is' },
    { names: ['Cluster.disable-compression'], harmless: 'answers are longer' },
    { names: ['Context.namespace'], harmless: 'components name the namespace of each request' },
    {
      names: [
        'AuthInfo.extensions', 'Cluster.extensions', 'Config.extensions', 'Config.preferences', 'Context.extensions', 'NamedExtension.extension',
        'NamedExtension.name', 'Preferences.colors', 'Preferences.extensions',
      ],
      harmless: 'of programs that people use',
    },
  ],
};
