import { DataMap } from '../../../src/lib/edit/yaml/data';
import { kubeconfigProblems } from '../../../src/lib/model/kubeconfig';

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
  readonly more?: object;
}

const CERTIFICATE = { 'client-certificate-data': 'QQ==', 'client-key-data': 'QQ==' };
const EXEC = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'aws' };
const SERVER = 'https://10.0.1.10:6443';

const config = ({ cluster = {}, user = CERTIFICATE, more = {} }: Parts) => ({
  'apiVersion': 'v1',
  'kind': 'Config',
  'clusters': [{ name: 'j', cluster: { server: 'https://other' } }, { name: 'k', cluster: { server: SERVER, ...cluster } }],
  'contexts': [{ name: 'b', context: { cluster: 'j', user: 'x' } }, { name: 'c', context: { cluster: 'k', user: 'u' } }],
  'current-context': 'c',
  'users': [{ name: 'x', user: {} }, { name: 'u', user }],
  ...more,
}) as DataMap;

const exec = (more: object) => ({ user: { exec: { ...EXEC, ...more } } });
/** What may not hold. */
const may = (what: string) => ({ what, isDoubtful: true });
const NONE = 'it has no address of an API server: ';
const BOTH = 'certificate-authority and certificate-authority-data are both given';
const SKIP = 'insecure-skip-tls-verify beside a certificate authority is refused';

it.each<[string, Parts, readonly (string | object)[]]>([
  ['with a certificate', {}, []],
  ['without kind and version', { more: { kind: undefined, apiVersion: undefined } }, []],
  ['of another kind', { more: { kind: 'Confg' } }, ['it is of apiVersion v1 and kind Confg, and has to be a Config of v1']],
  ['of another version', { more: { apiVersion: 'v2' } }, ['it is of apiVersion v2 and kind Config, and has to be a Config of v1']],
  ['with a token that is a number', { user: { token: 12345 } }, ['its users[1].user.token must be a string, got 12345']],
  ['with clusters by their names', { more: { clusters: { k: {} } } }, ['its clusters must be a list, got {"k":{}}']],
  ...['clusters', 'contexts', 'users'].map((list): [string, Parts, string[]] =>
    [`with two ${list} of one name`, { more: { [list]: [{ name: 'd' }, { name: 'c' }, { name: 'c' }] } }, [`${list} has a name more than once`]]),
  ['with contexts without a name', { more: { contexts: [{}, {}, { name: 'c', context: { cluster: 'k', user: 'u' } }] } }, []],
  ['with another current context', { more: { 'current-context': 'd' } }, ['there is no context d, which current-context names']],
  ['with entries whose names are empty', {
    more: { 'current-context': '', 'contexts': [{ name: '', context: { cluster: 'k', user: 'u' } }] },
  }, [`${NONE}current-context names no context`, may('it has no credentials: its context names no user')]],
  ['with entries without names, which nothing refers to', {
    more: { contexts: [{ name: 'c', context: {} }], clusters: [{ cluster: { server: SERVER } }], users: [{ user: CERTIFICATE }] },
  }, [`${NONE}its context c has no cluster with a server`, may('it has no credentials: its context names no user')]],
  ['without the field of a current context', { more: { 'current-context': undefined } }, [`${NONE}current-context names no context`, may(
    'it has no credentials: its context names no user')]],
  ['without a current context', { more: { 'current-context': '' } }, [`${NONE}current-context names no context`, may(
    'it has no credentials: its context names no user')]],
  ['whose current context is no text', { more: { 'current-context': 1, 'users': undefined } }, ['its current-context must be a string, got 1']],
  ['without its cluster', { more: { clusters: [] } }, [`${NONE}its context c has no cluster with a server`]],
  ['without an address', { cluster: { server: '' } }, [`${NONE}its context c has no cluster with a server`]],
  ['whose address is no text', { cluster: { server: 1 } }, ['its clusters[1].cluster.server must be a string, got 1']],
  ['without TLS', { cluster: { server: 'HTTP://a' } }, [may('it asks HTTP://a without TLS, which API servers serve alone')]],
  ['with a name that begins alike', { cluster: { server: 'xhttp://a' } }, []],
  ['with an authority', { cluster: { 'certificate-authority-data': 'QQ ==\n' } }, []],
  ...['%AAA', 'AAA%', 'A', 'A===', 'QQ=A', 'QUE=='].map((text): [string, Parts, string[]] =>
    [`with the authority ${text}`, { cluster: { 'certificate-authority-data': text } }, ['certificate-authority-data is no base64']]),
  ['with the file of an authority', { cluster: { 'certificate-authority': '/ca' } },
    [{ what: 'it names the certificate authority /ca', file: '/ca' }]],
  ['with two authorities', { cluster: { 'certificate-authority': '/ca', 'certificate-authority-data': 'QQ==' } },
    [BOTH, { what: 'it names the certificate authority /ca', file: '/ca' }]],
  ['that trusts all', { cluster: { 'insecure-skip-tls-verify': true } }, []],
  ['that trusts all and one', { cluster: { 'insecure-skip-tls-verify': true, 'certificate-authority-data': 'QQ==' } }, [SKIP]],
  ['that trusts all and a file', { cluster: { 'insecure-skip-tls-verify': true, 'certificate-authority': '/ca' } },
    [SKIP, { what: 'it names the certificate authority /ca', file: '/ca' }]],
  ['that does not trust all', { cluster: { 'insecure-skip-tls-verify': false, 'certificate-authority-data': 'QQ==' } }, []],
  ...['http://p', 'https://p', 'socks5://p'].map((proxy): [string, Parts, object[]] => [`by way of ${proxy}`, { cluster: { 'proxy-url': proxy } },
    [may(`it asks by way of ${proxy} (proxy-url), and whether that lets it through is not known`)]]),
  ...['ftp://p', 'xhttp://p', 'http://'].map((proxy): [string, Parts, string[]] =>
    [`by way of ${proxy}`, { cluster: { 'proxy-url': proxy } }, [`proxy-url: ${proxy} is no address of a proxy`]]),
  ['for another name', { cluster: { 'tls-server-name': 'api' } },
    [may('it takes a certificate of api alone (tls-server-name), and which the API server has is not known')]],
  ['of which the users are left out', { more: { users: undefined } }, []],
  ['without credentials', { user: {} }, [may('it has no credentials: nothing is said of user u')]],
  ['without its user', { more: { users: [{ name: 'v', user: CERTIFICATE }] } }, [may('it has no credentials: nothing is said of user u')]],
  ['without a user', { more: { contexts: [{ name: 'c', context: { cluster: 'k' } }] } }, [may('it has no credentials: its context names no user')]],
  ['with a token', { user: { token: 'a' } }, []],
  ['with the file of a token', { user: { tokenFile: '/t' } }, [{ what: 'tokenFile is /t', file: '/t' }]],
  ['with files', { user: { 'client-certificate': '/c', 'client-key': '/k' } },
    [{ what: 'client-certificate is /c', file: '/c' }, { what: 'client-key is /k', file: '/k' }]],
  ['with a broken certificate', { user: { ...CERTIFICATE, 'client-certificate-data': 'a' } }, ['client-certificate-data is no base64']],
  ['with a broken key', { user: { ...CERTIFICATE, 'client-key-data': 'a' } }, ['client-key-data is no base64']],
  ['with two keys', { user: { ...CERTIFICATE, 'client-key': '/k' } },
    ['client-key and client-key-data are both given', { what: 'client-key is /k', file: '/k' }]],
  ['without the key', { user: { 'client-certificate-data': 'QQ==' } }, ['user u has a certificate without its key']],
  ['without the certificate', { user: { 'client-key-data': 'QQ==' } }, ['user u has a key without its certificate']],
  ['with a token and a name', { user: { token: 'a', username: 'b' } }, ['user u has a token and a password, of which one is allowed']],
  ['with a token and a password', { user: { token: 'a', password: 'b' } }, ['user u has a token and a password, of which one is allowed']],
  ['with a password', { user: { password: 'b' } }, ['user u has a password, which API servers do not take from 1.19 on']],
  ['with a plugin of before', { user: { 'auth-provider': { name: 'gcp' } } }, ['user u has the auth-provider gcp, which components do not have']],
  ['that runs a program', exec({}), [may('it gets its credentials from aws (exec), and whether its image has that is not known')]],
  ...['v1alpha1', 'v1beta1'].map((version): [string, Parts, object[]] => [`that runs a program of ${version}`,
    exec({ apiVersion: `client.authentication.k8s.io/${version}` }),
    [may('it gets its credentials from aws (exec), and whether its image has that is not known')]]),
  ['that runs a program of v1', exec({ apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' }),
    [may('it gets its credentials from aws (exec), and whether its image has that is not known')]],
  ['that runs nothing', exec({ command: '' }), ['exec has no command']],
  ['that says nothing to run', exec({ command: undefined }), ['exec has no command']],
  ['that runs what is no text', exec({ command: 1 }), ['its users[1].user.exec.command must be a string, got 1']],
  ...['v1', 'xclient.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1x', ''].map((apiVersion): [string, Parts, string[]] =>
    [`that runs a program of '${apiVersion}'`, exec({ apiVersion }), [`exec is of apiVersion '${apiVersion}'`]]),
  ['that runs a program of no version', exec({ apiVersion: undefined }), ['exec is of apiVersion \'\'']],
  ['that needs a terminal', exec({ interactiveMode: 'Always' }), ['exec needs a terminal (interactiveMode: Always)']],
  ['that may need a terminal', exec({ apiVersion: 'client.authentication.k8s.io/v1' }), ['exec of v1 has no interactiveMode']],
  ['that acts as another one', { user: { ...CERTIFICATE, 'as': 'x', 'as-uid': 'y' } },
    [may('it acts as x (as), and whether that one may do its work is not known')]],
  ['that acts as a group', { user: { ...CERTIFICATE, 'as-groups': ['x'], 'as-uid': 'y', 'as-user-extra': {} } },
    ['as-groups, as-uid, as-user-extra without as is refused']],
])('a kubeconfig %s', (_, parts, expected) =>
  expect(kubeconfigProblems(config(parts))).toEqual(expected.map(one => typeof one === 'string' ? { what: one } : one)));

it.each<[string, Parts, readonly object[]]>([
  ['needs none', { cluster: { server: '' } }, []],
  ['needs no cluster', { more: { clusters: [] } }, []],
  ['is not asked without TLS', { cluster: { server: 'http://a' } }, []],
])('a kubeconfig of which --master says the address %s', (_, parts, expected) =>
  expect(kubeconfigProblems(config(parts), 'http://b')).toEqual(expected));
