import { ccm, CCM_FLAGS, check, Files, KCM_26, KCM_27, node } from './input';
import { HANDED_ON } from '../../../src/lib/rules/handed-on';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';

/** What is said of the environment of a cloud-controller-manager, and whether its controllers run. */
function told(env: Readonly<Record<string, string>>, input: { flags?: readonly string[]; mounts?: string; more?: Files; image?: string } = {}) {
  const source = (value: string) => value.startsWith('{') ? `valueFrom: ${value}` : `value: "${value}"`;
  const list = Object.entries(env).map(([name, value]) => `        - {name: ${name}, ${source(value)}}\n`);
  const { flags = [], mounts = '', more = {}, image } = input;
  const manifest = ccm({ flags: [...CCM_FLAGS, ...flags], ...image === undefined ? {} : { image } })['ccm.yaml']
    .replace('        args:\n', `        env:\n${list.join('')}        args:\n`);
  const { liveness, findings } = check({
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { 'ccm.yaml': `${manifest}${mounts}`, ...more },
  });
  const own = findings.filter(({ rule }) => rule === 'environment-cuts-off').map(({ message }) => message.replace(/^.* has /, ''));
  return [liveness.verdict, ...own];
}

const SECRET = '{secretKeyRef: {name: s, key: k}}';
const PROXY = 'http://proxy:3128';
const proxied = (variable: string, what: string) =>
  `${variable}: it asks ${what} through a proxy that nothing in the input describes, and NO_PROXY does not leave that out`;
const API = 'the API server';
/** Whether such a server is that of the cluster is another question, which is unknown. */
const ELSEWHERE = 'unknown';
const IMDS = 'the metadata of its instance (169.254.169.254)';

it('is an error', () => expect(HANDED_ON.find(({ id }) => id === 'environment-cuts-off')!.severity).toBe('error'));

describe('a proxy', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['for all', { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY }, ['unknown', proxied('HTTPS_PROXY', API), proxied('HTTP_PROXY', IMDS)]],
    ['in small letters', { https_proxy: PROXY, http_proxy: PROXY }, ['unknown', proxied('https_proxy', API), proxied('http_proxy', IMDS)]],
    ['that is empty', { HTTPS_PROXY: '', HTTP_PROXY: '' }, ['holds']],
    ['for nothing', { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, NO_PROXY: '*' }, ['holds']],
    ['for nothing of the network', { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, NO_PROXY: 'localhost, 10.96.0.0/12,169.254.169.254' }, ['holds']],
    ['for nothing of it, in small letters', { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, no_proxy: '10.0.0.0/8,169.254.0.0/16' }, ['holds']],
    ['for the metadata', { HTTP_PROXY: PROXY, NO_PROXY: '10.0.0.0/8,169.254.168.0/24' }, ['unknown', proxied('HTTP_PROXY', IMDS)]],
    ['for an API server of a name', { HTTPS_PROXY: PROXY, NO_PROXY: '.svc,.cluster.local,127.0.0.1,169.254.169.254' },
      ['unknown', proxied('HTTPS_PROXY', API)]],
    ['for an API server whose address is said', { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/16', KUBERNETES_SERVICE_HOST: '10.1.0.1' },
      ['unknown', proxied('HTTPS_PROXY', API)]],
    ['not for one in a CIDR', { HTTPS_PROXY: PROXY, NO_PROXY: '10.1.0.0/16', KUBERNETES_SERVICE_HOST: '10.1.0.1' }, [ELSEWHERE]],
    ['not for one by its address and port', { HTTPS_PROXY: PROXY, NO_PROXY: '10.1.0.1:443', KUBERNETES_SERVICE_HOST: '10.1.0.1' }, [ELSEWHERE]],
    ['not for one on the node', { HTTPS_PROXY: PROXY, KUBERNETES_SERVICE_HOST: '127.0.0.1' }, ['holds']],
    ['not for one by a domain', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example.com', KUBERNETES_SERVICE_HOST: 'api.example.com' }, [ELSEWHERE]],
    ['not for one by the name of its domain', { HTTPS_PROXY: PROXY, NO_PROXY: 'example.com', KUBERNETES_SERVICE_HOST: 'api.Example.com' },
      [ELSEWHERE]],
    ['for one of another domain', { HTTPS_PROXY: PROXY, NO_PROXY: 'ample.com', KUBERNETES_SERVICE_HOST: 'api.example.com' },
      ['unknown', proxied('HTTPS_PROXY', API)]],
    ['that a Secret has', { HTTPS_PROXY: SECRET, NO_PROXY: '10.0.0.0/8' }, ['holds']],
    ['beside exceptions that a Secret has', { HTTPS_PROXY: PROXY, NO_PROXY: SECRET }, ['unknown', proxied('HTTPS_PROXY', API)]],
    ['for an API server on its node', {
      HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8', KUBERNETES_SERVICE_HOST: '{fieldRef: {fieldPath: status.hostIP}}',
    },
    ['holds']],
  ])('%s', (_, env, expected) => expect(told(env)).toStrictEqual(expected));

  it('is one for the server of the flags', () => {
    const env = { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/16' };
    expect(told(env, { flags: ['--master=https://10.0.0.1:6443'] })).toStrictEqual([ELSEWHERE]);
    expect(told(env, { flags: ['--master=https://10.9.0.1:6443'] })).toStrictEqual(['unknown', proxied('HTTPS_PROXY', API)]);
    expect(told({ HTTPS_PROXY: PROXY }, { flags: ['--master=https://[::1]:6443'] })).toStrictEqual(['holds']);
  });

  it('is one for the server of a kubeconfig', () => {
    const mounts = '        volumeMounts: [{name: k, mountPath: /k}]\n      volumes: [{name: k, configMap: {name: k}}]\n';
    const more = (server: string) => ({
      'k.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: k, namespace: kube-system}\ndata:\n  c: |\n'
        + '    current-context: to-b\n    clusters:\n'
        + `    - {name: a, cluster: {server: "https://10.9.0.1:6443"}}\n    - {name: b, cluster: {server: ${server}}}\n`
        + '    contexts:\n    - {name: to-b, context: {cluster: b}}\n',
    });
    const of = (server: string, exceptions: string) =>
      told({ HTTPS_PROXY: PROXY, NO_PROXY: exceptions }, { flags: ['--kubeconfig=/k/c'], mounts, more: more(server) });
    expect(of('https://api.example.com:6443', '.example.com')).toStrictEqual(['holds']);
    expect(of('"https://api.example.com:6443"', '.example.org')).toStrictEqual(['unknown', proxied('HTTPS_PROXY', API)]);
    const unnamed = { 'k.yaml': more('https://api.example.com')['k.yaml'].replace('current-context: to-b', 'current-context: to-c') };
    expect(told({ HTTPS_PROXY: PROXY, NO_PROXY: '.example.com' }, { flags: ['--kubeconfig=/k/c'], mounts, more: unnamed }))
      .toStrictEqual(['broken', proxied('HTTPS_PROXY', API)]);
    const hidden = (exceptions: string) => told({ HTTPS_PROXY: PROXY, NO_PROXY: exceptions }, { flags: ['--kubeconfig=/k/c'], mounts });
    expect(hidden('.example.com')).toStrictEqual(['holds']);
    expect(hidden('localhost,169.254.169.254')).toStrictEqual(['unknown', proxied('HTTPS_PROXY', API)]);
  });

  it('of kube-controller-manager is the same, and the metadata are no business of one that is external', () => {
    const of = (kcm: readonly string[], version: string) => {
      const files = node({ kcm, version, mounts: [] });
      const text = files[KCM_FILE].replace('    command:\n', `    env: [{name: HTTP_PROXY, value: "${PROXY}"}]\n    command:\n`);
      return check({ old: { [KCM_FILE]: text } }).findings.filter(({ rule }) => rule === 'environment-cuts-off').length;
    };
    expect([of(KCM_26, '1.26.15'), of(KCM_27, '1.27.16')]).toStrictEqual([1, 0]);
  });
});

describe('the metadata of the instance', () => {
  const OFF = 'AWS_EC2_METADATA_DISABLED';
  it.each<[string, Readonly<Record<string, string>>, Parameters<typeof told>[1], readonly string[]]>([
    ['are off', { [OFF]: 'True' }, {}, ['broken', `${OFF}: it may not ask for its region and zone, and ends at start`]],
    ['are on', { [OFF]: '1' }, {}, ['holds']],
    ['are off if a Secret says so', { [OFF]: SECRET }, {},
      ['unknown', `${OFF}: whether it starts without the metadata of its instance is not known`]],
    ['are off beside a cloud config', { [OFF]: 'true' }, {
      flags: ['--cloud-config=/k/c'],
      mounts: '        volumeMounts: [{name: k, mountPath: /k}]\n      volumes: [{name: k, hostPath: {path: /k}}]\n',
    }, ['unknown', `${OFF}: whether it starts without the metadata of its instance is not known`]],
    ['are another cloud\'s', { [OFF]: 'true' }, {
      flags: ['--cloud-provider=openstack'], image: 'example.com/openstack-cloud-controller-manager:v1.27.1',
    },
    ['holds']],
  ])('%s', (_, env, input, expected) => expect(told(env, input)).toStrictEqual(expected));

  it('are off for kube-controller-manager once it leads', () => {
    const files = node({ mounts: [] });
    const { liveness } = check({
      old: { [KCM_FILE]: files[KCM_FILE].replace('    command:\n', '    env: [{name: AWS_EC2_METADATA_DISABLED, value: "true"}]\n    command:\n') },
    });
    expect([liveness.verdict, JSON.stringify(liveness).includes('dies immediately')]).toStrictEqual(['broken', true]);
  });
});

describe('an endpoint', () => {
  const silent = (variable: string) => ['unknown', `${variable}: whether that endpoint answers is not known`];
  const certificates = (variable: string) => ['unknown', `${variable}: whether its certificates are there is not known: no volume is mounted there`];
  const mounts = '        volumeMounts: [{name: k, mountPath: /k/}]\n      volumes: [{name: k, hostPath: {path: /k}}]\n';
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['of everything', { AWS_ENDPOINT_URL: 'http://x' }, silent('AWS_ENDPOINT_URL')],
    ['of a service', { AWS_ENDPOINT_URL_EC2: 'http://x' }, silent('AWS_ENDPOINT_URL_EC2')],
    ['of a service that a Secret names', { AWS_ENDPOINT_URL_EC2: SECRET }, silent('AWS_ENDPOINT_URL_EC2')],
    ['of the metadata', { AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://x' }, silent('AWS_EC2_METADATA_SERVICE_ENDPOINT')],
    ['of the metadata, as it is', { AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://169.254.169.254/' }, ['holds']],
    ['that is empty', { AWS_ENDPOINT_URL: '' }, ['holds']],
    ['of nothing', { AWS_REGION: 'eu-west-1', AWS_MAX_ATTEMPTS: '5', AWS_STS_REGIONAL_ENDPOINTS: 'regional', MY_AWS_ENDPOINT_URL: 'x' }, ['holds']],
    ['with certificates', { AWS_CA_BUNDLE: '/ca.pem' }, certificates('AWS_CA_BUNDLE')],
    ['with a folder of them', { SSL_CERT_DIR: '/x' }, certificates('SSL_CERT_DIR')],
    ['with those that a Secret names', { SSL_CERT_FILE: SECRET }, certificates('SSL_CERT_FILE')],
    ['with those of its image', { SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt' }, ['holds']],
  ])('%s', (_, env, expected) => expect(told(env)).toStrictEqual(expected));

  it('has certificates that are mounted', () => {
    expect(told({ AWS_CA_BUNDLE: '/k/ca.pem', SSL_CERT_DIR: '/k' }, { mounts })).toStrictEqual(['holds']);
    expect(told({ AWS_CA_BUNDLE: '/kk/ca.pem' }, { mounts })).toStrictEqual(certificates('AWS_CA_BUNDLE'));
    expect(told({ SSL_CERT_DIR: '/k:/etc/ssl/certs' }, { mounts })).toStrictEqual(['holds']);
    expect(told({ SSL_CERT_DIR: '/k:/kk' }, { mounts })).toStrictEqual(certificates('SSL_CERT_DIR'));
  });
});

describe('a static cloud-controller-manager', () => {
  const CONFIG = 'current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\nclusters: [{name: k, cluster: {server: "https://127.0.0.1"}}]\n';
  const of = (flags: string, mounts = '[]') => {
    const manifest = 'apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n  hostNetwork: true\n  containers:\n'
      + '  - name: ccm\n    image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10\n'
      + `    args: [--cloud-provider=aws, --configure-cloud-routes=false${flags}]\n`
      + `    volumeMounts: ${mounts}\n  volumes: [{name: t, hostPath: {path: /t}}]\n`;
    const { liveness, findings } = check({
      new: { ...node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), 'etc/kubernetes/manifests/ccm.yaml': manifest, 't/k': CONFIG },
    });
    return [liveness.verdict, ...findings.filter(({ rule }) => rule === 'pod-does-not-start').map(({ message }) => message)];
  };

  it('has no token of a service account', () => {
    expect(of('')).toStrictEqual(['broken', 'cloud-controller-manager of static pod ccm has no kubeconfig, and a static pod gets no token of a '
      + 'service account: it ends at start']);
    expect(of(', --kubeconfig=/t/k', '[{name: t, mountPath: /t}]')).toStrictEqual(['holds']);
    expect(of(', --master=http://127.0.0.1:8080')).toStrictEqual(['holds']);
    expect(of('', '[{name: t, mountPath: /var/run/secrets/kubernetes.io/serviceaccount}]')).toStrictEqual(['holds']);
  });
});
