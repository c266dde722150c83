import { NodeRole } from '../../../src/lib/kubernetes/node';
import { editKubeletFlagFiles, kubeletFlag, kubeletFlagFiles } from '../../../src/lib/migration/kubelet-side';

const ENV = '/var/lib/kubelet/kubeadm-flags.env';
const DEFAULT = '/etc/default/kubelet';
const DROP_IN = '/etc/systemd/system/kubelet.service.d/20-cloud.conf';

function node(files: { [path: string]: string }) {
  return { name: 'w1', role: NodeRole.WORKER, files };
}

describe('kubelet flag files', () => {
  it.each<[string, { [path: string]: string }, string[]]>([
    ['kubeadm\'s alone', { [ENV]: 'KUBELET_KUBEADM_ARGS="--cloud-provider=aws"\n', '/etc/hosts': '' }, [ENV]],
    ['the one that passes the provider first', { [ENV]: 'KUBELET_KUBEADM_ARGS="--v=2"\n', [DEFAULT]: 'KUBELET_EXTRA_ARGS=--cloud-provider=aws\n' },
      [DEFAULT, ENV]],
    ['kubeadm\'s first where none does', { [DEFAULT]: 'KUBELET_EXTRA_ARGS=\n', [ENV]: 'KUBELET_KUBEADM_ARGS=""\n' }, [ENV, DEFAULT]],
    ['drop-ins', { [DROP_IN]: '[Service]\nEnvironment="KUBELET_EXTRA_ARGS=--cloud-provider=aws"\n' }, [DROP_IN]],
    ['that of kubespray', { '/etc/kubernetes/kubelet.env': 'KUBELET_ADDRESS="--node-ip=10.0.0.1"\n' }, ['/etc/kubernetes/kubelet.env']],
    ['the unit itself, after its variables', {
      '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet --v=2 $KUBELET_EXTRA_ARGS\n',
      [DEFAULT]: 'KUBELET_EXTRA_ARGS=--v=3\n',
    }, [DEFAULT, '/etc/systemd/system/kubelet.service']],
  ])('are %s', (_, files, expected) => {
    expect(kubeletFlagFiles(node(files))).toEqual(expected);
  });

  it('fail where there is none', () => {
    expect(() => kubeletFlagFiles(node({ '/etc/hosts': '' }))).toThrow(new Error(
      `node 'w1' has no file with kubelet flags; hand in '${ENV}' or the file that your kubelet reads its flags from`,
    ));
  });

  it('get a new flag once, a flag that is there in its place, and lose what is gone everywhere', () => {
    const files = {
      [ENV]: 'KUBELET_KUBEADM_ARGS="--feature-gates=A=true --v=2"\n',
      [DEFAULT]: 'KUBELET_EXTRA_ARGS="--cloud-config=/c --cloud-provider=aws"\n',
    };
    const edited = editKubeletFlagFiles(node(files), current => ({
      set: [{ name: 'cloud-provider', value: 'external' }, { name: 'new', value: 'x' }],
      remove: ['cloud-config', ...current('feature-gates') ? ['feature-gates'] : []],
    }));
    expect(Object.fromEntries(edited)).toEqual({
      [ENV]: 'KUBELET_KUBEADM_ARGS="--v=2"\n',
      [DEFAULT]: 'KUBELET_EXTRA_ARGS="--cloud-provider=external --new=x"\n',
    });
  });

  it('stay byte for byte where nothing changes', () => {
    const files = { [ENV]: '# mine\nKUBELET_KUBEADM_ARGS="--cloud-provider=external"   \r\n' };
    expect(Object.fromEntries(editKubeletFlagFiles(node(files), () => ({ set: [{ name: 'cloud-provider', value: 'external' }] })))).toEqual(files);
  });

  it('say the flag that the kubelet gets last', () => {
    const files = { [ENV]: 'KUBELET_KUBEADM_ARGS="--hostname-override=a"\n', [DEFAULT]: 'KUBELET_EXTRA_ARGS=--hostname-override=b\n' };
    expect(kubeletFlag(node(files), 'hostname-override')).toBe('b');
    expect(kubeletFlag(node({ ...files, [DEFAULT]: 'KUBELET_EXTRA_ARGS=--v=2\n' }), 'hostname-override')).toBe('a');
  });
});

/** The unit of kubespray, whose variables are its own. */
const KUBESPRAY = '[Service]\nEnvironmentFile=-/etc/kubernetes/kubelet.env\n'
  + 'ExecStart=/usr/local/bin/kubelet $KUBELET_HOSTNAME $KUBELET_ARGS $KUBELET_CLOUDPROVIDER\n';
const UNIT = '/etc/systemd/system/kubelet.service';
const unit = (...lines: readonly string[]) => `[Service]\n${lines.join('\n')}\n`;

describe('a flag is changed where it counts', () => {
  const external = (files: { [path: string]: string }) =>
    Object.fromEntries(editKubeletFlagFiles(node(files), () => ({ set: [{ name: 'cloud-provider', value: 'external' }], remove: ['cloud-config'] })));

  it.each<[string, { [path: string]: string }, string, string]>([
    ['a variable of its own', {
      [UNIT]: KUBESPRAY,
      '/etc/kubernetes/kubelet.env': 'KUBELET_ARGS="--v=2"\nKUBELET_CLOUDPROVIDER="--cloud-provider=aws"\n',
    }, '/etc/kubernetes/kubelet.env', 'KUBELET_ARGS="--v=2"\nKUBELET_CLOUDPROVIDER="--cloud-provider=external"\n'],
    ['no variable yet', { [UNIT]: KUBESPRAY, '/etc/kubernetes/kubelet.env': 'KUBELET_ARGS="--v=2"\nKUBELET_HOSTNAME="--hostname-override=a"\n' },
      '/etc/kubernetes/kubelet.env', 'KUBELET_ARGS="--cloud-provider=external --v=2"\nKUBELET_HOSTNAME="--hostname-override=a"\n'],
    ['a drop-in in /run', {
      [ENV]: 'KUBELET_KUBEADM_ARGS=""\n',
      '/run/systemd/system/kubelet.service.d/9.conf':
      unit('Environment="KUBELET_EXTRA_ARGS=--cloud-provider=aws"'),
    }, '/run/systemd/system/kubelet.service.d/9.conf',
    unit('Environment="KUBELET_EXTRA_ARGS=--cloud-provider=external"')],
    ['an environment file of its own', {
      [UNIT]: unit('EnvironmentFile=/etc/default/mine', 'ExecStart=/usr/bin/kubelet $MINE'),
      '/etc/default/mine': 'MINE="--cloud-provider=aws --cloud-config=/c"\n',
    }, '/etc/default/mine', 'MINE="--cloud-provider=external"\n'],
    ['the unit, behind a variable', {
      [UNIT]: unit('EnvironmentFile=/etc/default/kubelet', 'ExecStart=/usr/bin/kubelet $A --cloud-provider=aws'),
      [DEFAULT]: 'A=--v=2\n',
    }, UNIT, unit('EnvironmentFile=/etc/default/kubelet', 'ExecStart=/usr/bin/kubelet $A --cloud-provider=external')],
  ])('in %s', (_, files, path, text) => expect(external(files)[path]).toBe(text));

  it.each<[string, { [path: string]: string }, RegExp]>([
    ['is not in the input', { [UNIT]: unit('EnvironmentFile=/opt/own.env', 'ExecStart=/usr/bin/kubelet --v=2 $OWN') },
      /own\.env, which is not in the input, may define OWN; hand in every file/],
    ['is a script', { [UNIT]: unit('ExecStart=/bin/sh -c "kubelet --cloud-provider=aws"') }, /starts '\/bin\/sh'/],
    ['is not passed on', { [UNIT]: unit('ExecStart=/usr/bin/kubelet --v=2'), [ENV]: 'KUBELET_KUBEADM_ARGS="--cloud-provider=aws"\n' },
      /to pass --cloud-provider=external to its kubelet, and its unit passes no such variable; pass the flag in one place/],
    ['is a file whose change restarts no kubelet', {
      [UNIT]: unit('EnvironmentFile=/opt/own', 'ExecStart=/usr/bin/kubelet $OWN'),
      '/opt/own': 'OWN=--cloud-provider=aws\n',
    }, /are in '\/opt\/own', a file of your own/],
    ['begins with a byte order mark', { [ENV]: '\uFEFFKUBELET_KUBEADM_ARGS="--cloud-provider=aws"\n' },
      /kubeadm-flags\.env:1: the kubelet's flags cannot be read: a byte order mark stands before the first line, .*; remove the mark/],
  ])('and is refused where that %s', (_, files, message) => expect(() => external(files)).toThrow(message));
});
