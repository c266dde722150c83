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
