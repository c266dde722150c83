import { Schema } from './schema';
import { KUBECONFIG_DECISIONS } from '../../../../src/lib/facts/decisions/kubeconfig';
import { generatedFileTypes } from '../../../../src/lib/facts/generated';
import { ccm, KCM_27, node } from '../../rules/input';

/** Every field of the types of packages, as `Type.field`. */
export function releasedFields(packages: RegExp): readonly string[] {
  const rows = generatedFileTypes().rows.filter(one => packages.test(one.package));
  return [...new Set(rows.flatMap(({ name, fields }) => Object.keys(fields).map(field => `${name}.${field}`)))].sort();
}

type Fields = Record<string, unknown>;

/** Where each type stands in a whole file. */
const PLACES: Readonly<Record<string, (config: Fields) => Fields>> = {
  Config: config => config,
  NamedCluster: config => (config.clusters as Fields[])[0],
  Cluster: config => PLACES.NamedCluster(config).cluster as Fields,
  NamedContext: config => (config.contexts as Fields[])[0],
  Context: config => PLACES.NamedContext(config).context as Fields,
  NamedAuthInfo: config => (config.users as Fields[])[0],
  AuthInfo: config => PLACES.NamedAuthInfo(config).user as Fields,
  NamedExtension: config => ((config.extensions ??= [{}]) as Fields[])[0],
  Preferences: config => (config.preferences ??= {}) as Fields,
};

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'Config.apiVersion': ['v2'],
  'Config.clusters': [[]],
  'Config.contexts': [[]],
  'Config.current-context': ['other', ''],
  'Config.kind': ['Confg'],
  'Config.users': [[]],
  'Cluster.certificate-authority': ['/srv/ca.crt'],
  'Cluster.certificate-authority-data': ['%'],
  'Cluster.insecure-skip-tls-verify': [true],
  'Cluster.disable-compression': [true],
  'Cluster.proxy-url': ['http://10.9.9.9:3128'],
  'Cluster.server': ['', 'http://10.0.1.10:6443'],
  'Context.user': ['other'],
  'NamedAuthInfo.user': [{}],
  'NamedCluster.cluster': [{}],
  'NamedContext.context': [{}],
  'AuthInfo.as-groups': [['x']],
  'AuthInfo.as-user-extra': [{ x: ['y'] }],
  'AuthInfo.auth-provider': [{ name: 'gcp' }],
  'AuthInfo.client-certificate': ['/srv/c.crt'],
  'AuthInfo.client-certificate-data': ['%'],
  'AuthInfo.client-key': ['/srv/c.key'],
  'AuthInfo.client-key-data': ['%'],
  'AuthInfo.tokenFile': ['/srv/token'],
  'AuthInfo.exec': [{ apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'aws' }],
  'Config.preferences': [{ colors: true }],
  'Preferences.colors': [true],
};

/** Fields of what nothing reads once it is there at all: its own row says what its being there means. */
const WITHIN = /^(?:ExecConfig|ExecEnvVar|AuthProviderConfig)\./;

function usable(): Fields {
  return {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'k', cluster: { 'server': 'https://10.0.1.10:6443', 'certificate-authority-data': 'QQ==' } }],
    'contexts': [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    'current-context': 'c',
    'users': [{ name: 'u', user: { 'client-certificate-data': 'QQ==', 'client-key-data': 'QQ==' } }],
  };
}

export const KUBECONFIG_SCHEMA: Schema = {
  table: KUBECONFIG_DECISIONS,
  released: () => releasedFields(/^k8s\.io\/client-go\/tools\/clientcmd\//),
  input: (name, value) => {
    const file = usable();
    const [type, field] = name.split('.');
    if (value !== undefined) {
      if (WITHIN.test(name)) within(file, type, field, value);
      else PLACES[type](file)[field] = value;
    }
    return {
      n: node({
        version: '1.27.16',
        kcm: [...KCM_27, '--kubeconfig=/etc/kubernetes/kcm/k.conf'],
        mounts: ['/etc/kubernetes/kcm'],
        files: { 'etc/kubernetes/kcm/k.conf': JSON.stringify(file) },
      }),
      dist: ccm({}),
    };
  },
  values: name => VALUES[name] ?? (/extensions?$/.test(name) ? [[{ name: 'x', extension: {} }]] : ['x']),
};

function within(file: Fields, type: string, field: string, value: unknown): void {
  const user = PLACES.AuthInfo(file);
  if (type === 'AuthProviderConfig') user['auth-provider'] = { [field]: value };
  else user.exec = type === 'ExecConfig' ? { [field]: value } : { env: [{ [field]: value }] };
}
