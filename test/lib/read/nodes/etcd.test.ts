import { unknowns } from '../../../../src/lib/verify/result';
import { ccm, check, Files, KCM_27, node } from '../../rules/input';

/** Two control-plane nodes, each with an etcd that its API server asks alone. */
const OWN = '--etcd-servers=https://127.0.0.1:2379';
type Both = (index: number) => Files;

const pod = (words: readonly string[], env = '[]'): Files => ({
  'etc/kubernetes/manifests/etcd.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: etcd, namespace: kube-system}\nspec:\n  containers:
  - name: etcd\n    image: registry.k8s.io/etcd:3.5.6-0\n    command: ${JSON.stringify(words)}\n    env: ${env}\n`,
});
const unit = (start: string, more = ''): Files => ({ 'etc/systemd/system/etcd.service': `[Service]\n${more}ExecStart=${start}\n` });
const configured = (text: string): Files => ({ ...pod(['etcd', '--config-file=/etc/etcd/etcd.yml']), 'etc/etcd/etcd.yml': text });
const LIST = 'c0=https://10.0.0.10:2380,c1=https://10.0.0.11:2380';

function saidOf(etcd: Both, servers: (index: number) => string = () => OWN, count = 2): readonly string[] {
  const files = Array.from({ length: count }, (_, index) => index).flatMap(index => Object.entries({
    ...node({ version: '1.27.16', kcm: KCM_27, mounts: [], apiserver: [...servers(index).split(' '), `--advertise-address=10.0.0.1${index}`] }),
    ...etcd(index),
  }).map(([path, text]) => [`c${index}/${path}`, text] as const));
  return unknowns(check({ n: Object.fromEntries(files), dist: ccm({}) })).map(({ what }) => what);
}

describe('etcds that only their own API server asks', () => {
  it.each<[string, Both, RegExp]>([
    ['no list of members', index => pod(['etcd', `--name=c${index}`]), /are one cluster by nothing in the input/],
    ['no name', () => pod(['etcd', '--data-dir=/x']), /are one cluster by nothing in the input/],
    ['no words at all', () => pod([]), /are one cluster by nothing in the input/],
    ['another domain each', index => pod(['etcd', `--discovery-srv=${index}.example.com`]), /are one cluster by nothing in the input/],
    ['a file that names its own', index => configured(`name: c${index}\ninitial-cluster: c${index}=https://10.0.0.1${index}:2380\n`),
      /^etcd of node c1 is a cluster of c1, etcd of node c0 one of c0$/],
    ['a file that is not there', () => pod(['etcd', '--config-file', '/etc/etcd/etcd.yml']), /--config-file, .*etcd.yml, is not in the input/],
    ['a file that is none', () => configured('a: [\n'), /cannot be read/],
    ['a list beside a file that counts', () => pod(['etcd', `--initial-cluster=${LIST}`, '--config-file=/x']), /is not in the input/],
    ['variables from elsewhere', () => pod(['etcd'], '[{name: ETCD_INITIAL_CLUSTER, valueFrom: {fieldRef: {fieldPath: x}}}]'), /are not in the/],
    ['units without a list', index => unit(`/usr/bin/etcd --name c${index}`), /are one cluster by nothing in the input/],
    ['units with variables that are not there', () => unit('/usr/bin/etcd', 'EnvironmentFile=/etc/x\n'), /variables that are not in the input/],
    ['a script with a list of its own', index => pod(['sh', '-c', `exec etcd --initial-cluster="c${index}=https://10.0.0.1${index}:2380"`]),
      /^etcd of node c1 is a cluster of c1, /],
    ['a shell that starts it', index => pod(['sh', '-c', `exec etcd --name c${index}`]), /are one cluster by nothing in the input/],
  ])('are not known to be one: %s', (_, etcd, what) =>
    expect([...new Set(saidOf(etcd).map(text => text.replace('node c1 has', 'node c0 has')))]).toStrictEqual([expect.stringMatching(what)]));

  it.each<[string, Both, readonly string[], (index: number) => string]>([
    ['three that are alone', index => pod(['etcd', `--name=c${index}`]), ['c1 c0', 'c2 c0'], () => OWN],
    ['one beside two that know each other', index => pod(['etcd', `--name=c${index}`, ...index === 2 ? [] : [`--initial-cluster=${LIST}`]]),
      ['c2 c0'], () => OWN],
    ['only for what a flag keeps elsewhere', index => pod(['etcd', `--name=c${index}`]), ['c1 c0', 'c2 c0'], () =>
      `--etcd-servers=${[0, 1, 2].map(index => `https://10.0.0.1${index}:2379`).join(',')} `
        + '--etcd-servers-overrides=/endpoints#https://127.0.0.1:2379'],
  ])('each is told, of all nodes: %s', (_, etcd, nodes, servers) => {
    const pairs = saidOf(etcd, servers, 3).map(text => [...text.matchAll(/etcd of node (c\d)|that of node (c\d)/g)]
      .map(([, one, other]) => one ?? other).join(' '));
    expect(pairs).toStrictEqual(nodes);
  });

  it.each<[string, Both, ((index: number) => string)?, number?]>([
    ['none in the input', () => ({})],
    ['one node alone', () => pod(['etcd']), undefined, 1],
    ['lists as kubeadm writes them', index =>
      pod(['etcd', `--name=c${index}`, `--initial-cluster=${LIST.split(',').slice(0, index + 1).join(',')}`])],
    ['a first one that lists none', index => pod(['etcd', `--name=c${index}`, ...index === 0 ? [] : [`--initial-cluster=${LIST}`]])],
    ['a list as words of their own', () => pod(['etcd', '--initial-cluster', LIST])],
    ['a list in a variable', () => pod(['etcd'], `[{name: ETCD_INITIAL_CLUSTER, value: "${LIST}"}]`)],
    ['a list with one dash, in JSON', index => Object.fromEntries([['etc/kubernetes/manifests/etcd.json', JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'etcd' },
      spec: { containers: [{ name: 'etcd', image: 'x/etcd:1', command: ['etcd', `-name=c${index}`, '-initial-cluster', LIST] }] },
    })]])],
    ['a list in a script', index => pod(['sh', '-c', `exec etcd --name c${index} --initial-cluster="${LIST}"`])],
    ['one domain', () => pod(['etcd', '--discovery-srv=example.com'])],
    ['a file with all', index => configured(`name: c${index}\ninitial-cluster: ${LIST}\n`)],
    ['units with a list', index => unit(`/usr/bin/etcd --name c${index} --initial-cluster ${LIST}`)],
    ['units with variables', index => ({
      ...unit('/usr/bin/etcd', 'EnvironmentFile=/etc/etcd.env\n'),
      'etc/etcd.env': `ETCD_NAME=c${index}\nETCD_INITIAL_CLUSTER=${LIST}\n`,
    })],
    ['API servers that list all', index => pod(['etcd', `--name=c${index}`]), () =>
      '--etcd-servers=https://10.0.0.10:2379,https://10.0.0.11:2379'],
    ['API servers that ask one elsewhere', () => pod(['etcd']), () => '--etcd-servers=https://etcd.example.com:2379'],
    ['a manager of etcds', () => pod(['/etcd-manager', '--cluster-name=etcd'])],
    ['a client of etcd', () => pod(['sh', '-c', 'etcdctl snapshot save /x'])],
  ])('leave it safe: %s', (_, ...given) => expect(saidOf(...given)).toStrictEqual([]));
});
