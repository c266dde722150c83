import { endingsBetween } from '../../../src/lib/facts/endings';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { endingLine, rowsOfComponents } from '../../../src/lib/migration/endings';

const [FROM, TO] = ['1.25.16', '1.26.15'].map(text => KubernetesVersion.of(text));

function rows(component: 'kube-scheduler', ...nodes: { [flag: string]: string }[]): string[] {
  const asked = nodes.map((flags, index) => ({ component, node: `node-${index}`, current: (name: string) => flags[name] }));
  return rowsOfComponents(asked, endingsBetween(FROM, TO, []))
    .map(({ becomes, what, nodes: own, todo }) => `${becomes} ${what.join(' ')} on ${own.join(' ')}: ${todo.slice(0, 20)}`);
}

describe('rows of what ends', () => {
  it('are carried where version N+1 does the same without it', () => {
    expect(rows('kube-scheduler', { 'logtostderr': 'true', 'log-dir': '/var/log' }, { logtostderr: '' }).sort()).toEqual([
      'carried --logtostderr=true on node-0 node-1: nothing', 'named --log-dir=/var/log on node-0: take them from there',
    ]);
  });

  it('are one for all that asks for the same, and for all nodes', () => {
    expect(rows('kube-scheduler', { 'log-dir': '/a', 'skip-headers': 'true' }, { 'log-dir': '/a', 'skip-headers': 'true' }))
      .toEqual(['named --log-dir=/a --skip-headers=true on node-0 node-1: take them from there']);
  });

  it('are carried where version N did not read it', () => {
    const endings = endingsBetween(KubernetesVersion.of('1.23.17'), KubernetesVersion.of('1.24.17'), []);
    const asked = (flags: { [flag: string]: string }) => rowsOfComponents(
      [{ component: 'kubelet', node: 'a', current: name => flags[name] }], endings,
    ).filter(({ what }) => what[0].startsWith('--network-plugin')).map(({ becomes }) => becomes);
    expect(asked({ 'network-plugin': 'cni' })).toEqual(['named']);
    expect(asked({ 'network-plugin': 'cni', 'container-runtime': 'remote' })).toEqual(['carried']);
  });

  it('show no markup of the input', () => {
    const [row] = rowsOfComponents([{ component: 'kube-scheduler', node: 'a', current: name => name === 'log-dir' ? '/`a`' : undefined }],
      endingsBetween(FROM, TO, []));
    expect(endingLine(row)).toContain('kube-scheduler on 1 node, `--log-dir=/\'a\'`, from 1.26 on');
  });
});
