import { currentCluster } from '../../../../src/lib/read/documents/kubeconfig';
import { ReferencedFile } from '../../../../src/lib/view/model';

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
