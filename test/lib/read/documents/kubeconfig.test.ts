import { kubeconfigProblems } from '../../../../src/lib/model/kubeconfig';
import { currentCluster } from '../../../../src/lib/read/documents/kubeconfig';
import { ReferencedFile } from '../../../../src/lib/view/model';
import { ccm, check, KCM_27, node } from '../../rules/input';

const of = (text: string, state: ReferencedFile['state'] = 'present') => currentCluster({
  kubeconfig: { path: '/a', flag: { file: 'a', line: 1 }, mounted: true, state, text, placeOf: line => ({ file: 'b', line }) },
});

const CONFIG = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: 'old', cluster: { 'server': 'https://10.0.0.1:6443', 'certificate-authority-data': 'T0xE' } },
    { name: 'new', cluster: { 'server': 'https://10.0.0.2:6443', 'certificate-authority-data': 'TkVX' } },
    { name: 'bare', cluster: { server: 'https://10.0.0.3:6443' } },
  ],
  contexts: ['old', 'new', 'bare', 'gone'].map(name => ({ name: `to-${name}`, context: { cluster: name, user: 'x' } })),
};
const to = (context?: string) => JSON.stringify({ ...CONFIG, 'current-context': context }, undefined, 1);

describe('the cluster of a kubeconfig', () => {
  it('is that of the current context, wherever it stands', () => {
    expect(['to-old', 'to-new', 'to-bare'].map(context => of(to(context)))).toMatchObject([
      { server: 'https://10.0.0.1:6443', authority: 'T0xE', authorityPlace: { file: 'b', line: 9 } },
      { server: 'https://10.0.0.2:6443', authority: 'TkVX', authorityPlace: { file: 'b', line: 16 } },
      { server: 'https://10.0.0.3:6443', authority: undefined },
    ]);
  });

  it('is none where no context, or no cluster, has the name', () => {
    expect([of(to()), of(to('to-gone')), of(to('other')), of(''), of('a: [')]).toEqual(Array(5).fill(undefined));
  });

  it('is not known of a file that is not in the input', () => {
    expect([of(to('to-old'), 'absent'), currentCluster({})]).toEqual([undefined, undefined]);
  });
});

const CERTIFICATE = { 'client-certificate-data': 'QQ==', 'client-key-data': 'QQ==' };
const EXEC = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'aws' };

interface Parts { readonly cluster?: object; readonly user?: object | null; readonly more?: object }

const usable = ({ cluster = {}, user = CERTIFICATE, more = {} }: Parts) => ({
  'apiVersion': 'v1',
  'kind': 'Config',
  'clusters': [{ name: 'k', cluster: { 'server': 'https://10.0.1.10:6443', 'certificate-authority-data': 'QQ==', ...cluster } }],
  'contexts': [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  'current-context': 'c',
  'users': [{ name: 'u', user }],
  ...more,
}) as Parameters<typeof kubeconfigProblems>[0];

describe('a kubeconfig', () => {
  it.each<[string, Parts, RegExp]>([
    ['of another kind', { more: { kind: 'Confg' } }, /of apiVersion v1 and kind Confg/],
    ['of another version', { more: { apiVersion: 'v2' } }, /of apiVersion v2 and kind Config/],
    ['with two contexts of one name', { more: { contexts: [{ name: 'c' }, { name: 'c' }] } }, /^contexts has a name more than once/],
    ['with another current context', { more: { 'current-context': 'd' } }, /no context d, which current-context names/],
    ['without a current context', { more: { 'current-context': '' } }, /no address of an API server: current-context names no context/],
    ['without its cluster', { more: { clusters: [] } }, /its context c has no cluster with a server/],
    ['without an address', { cluster: { server: '' } }, /its context c has no cluster with a server/],
    ['without TLS', { cluster: { server: 'http://10.0.1.10:6443' } }, /asks http:\/\/10\.0\.1\.10:6443 without TLS/],
    ['with a broken authority', { cluster: { 'certificate-authority-data': '%' } }, /certificate-authority-data is no base64/],
    ['with two authorities', { cluster: { 'certificate-authority': '/ca' } }, /certificate-authority and certificate-authority-data are both given/],
    ['that trusts all and one', { cluster: { 'insecure-skip-tls-verify': true } }, /beside a certificate authority is refused/],
    ['by way of a proxy', { cluster: { 'proxy-url': 'http://10.9.9.9:3128' } }, /by way of http:\/\/10\.9\.9\.9:3128 \(proxy-url\)/],
    ['by way of no proxy', { cluster: { 'proxy-url': 'ftp://x' } }, /proxy-url: ftp:\/\/x is no address of a proxy/],
    ['for another name', { cluster: { 'tls-server-name': 'api' } }, /a certificate of api alone/],
    ['without credentials', { user: {} }, /no credentials: nothing is said of user u/],
    ['without its user', { more: { users: [{ name: 'v', user: CERTIFICATE }] } }, /no credentials: nothing is said of user u/],
    ['without a user', { more: { contexts: [{ name: 'c', context: { cluster: 'k' } }] } }, /no credentials: its context names no user/],
    ['with a broken key', { user: { ...CERTIFICATE, 'client-key-data': 'a' } }, /client-key-data is no base64/],
    ['with two keys', { user: { ...CERTIFICATE, 'client-key': '/k' } }, /client-key and client-key-data are both given/],
    ['without the key', { user: { 'client-certificate-data': 'QQ==' } }, /user u has a certificate without its key/],
    ['without the certificate', { user: { 'client-key-data': 'QQ==' } }, /user u has a key without its certificate/],
    ['with two credentials', { user: { token: 'a', username: 'b' } }, /has a token and a password/],
    ['with a password', { user: { username: 'a', password: 'b' } }, /has a password, which API servers do not take/],
    ['with a plugin of before', { user: { 'auth-provider': { name: 'gcp' } } }, /has the auth-provider gcp/],
    ['that runs a program', { user: { exec: EXEC } }, /gets its credentials from aws \(exec\)/],
    ['that runs nothing', { user: { exec: { ...EXEC, command: '' } } }, /exec has no command/],
    ['that runs a program of another version', { user: { exec: { ...EXEC, apiVersion: 'v1' } } }, /exec is of apiVersion 'v1'/],
    ['that needs a terminal', { user: { exec: { ...EXEC, interactiveMode: 'Always' } } }, /exec needs a terminal/],
    ['that may need a terminal', { user: { exec: { ...EXEC, apiVersion: 'client.authentication.k8s.io/v1' } } }, /exec of v1 has no interactiveMode/],
    ['that acts as another one', { user: { ...CERTIFICATE, as: 'x' } }, /acts as x \(as\)/],
    ['that acts as a group', { user: { ...CERTIFICATE, 'as-groups': ['x'] } }, /as-groups without as is refused/],
  ])('%s cannot be used', (_, parts, says) => {
    expect(kubeconfigProblems(usable(parts))[0]?.what).toMatch(says);
  });

  it.each<[string, Parts]>([
    ['as kubeadm writes it', {}],
    ['with a token', { user: { token: 'a' } }],
    ['that trusts all', { cluster: { 'insecure-skip-tls-verify': true, 'certificate-authority-data': '' } }],
    ['of which the users are left out', { more: { users: undefined } }],
    ['with what nothing reads', { cluster: { 'disable-compression': true, 'extensions': [] }, more: { preferences: { colors: true } } }],
  ])('%s can be used', (_, parts) => expect(kubeconfigProblems(usable(parts))).toEqual([]));

  it('of which --master says the address needs none', () => {
    expect(kubeconfigProblems(usable({ cluster: { server: '' } }), 'https://10.0.1.10:6443')).toEqual([]);
  });

  it('keeps a manager from running, or may', () => {
    const verdict = (parts: Parts) => {
      const kcm = node({
        version: '1.27.16',
        kcm: [...KCM_27, '--kubeconfig=/etc/kubernetes/kcm/k.conf'],
        mounts: ['/etc/kubernetes/kcm'],
        files: { 'etc/kubernetes/kcm/k.conf': JSON.stringify(usable(parts)) },
      });
      return check({ n: kcm, dist: ccm({}) }).liveness.verdict;
    };
    const named = (folder: string) => ({ user: { tokenFile: `${folder}token` } });
    const all = [{}, { user: { exec: EXEC } }, { more: { contexts: [] } }, named(''), named('/etc/kubernetes/kcm/'), named('/etc/kubernetes/')];
    expect(all.map(verdict))
      .toEqual(['holds', 'unknown', 'broken', 'holds', 'holds', 'broken']);
  });
});
