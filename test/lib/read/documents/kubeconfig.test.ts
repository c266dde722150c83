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
});

it('a kubeconfig keeps a manager from running, or may', () => {
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
