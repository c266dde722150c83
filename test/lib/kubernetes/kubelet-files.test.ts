import { kubeletFlagFilesOf } from '../../../src/lib/kubernetes/kubelet-files';

it('files with kubelet flags come in the order in which the kubelet gets the flags', () => {
  const inOrder = [
    '/lib/systemd/system/kubelet.service', '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf',
    '/etc/systemd/system/kubelet.service.d/20-more.conf', '/var/lib/kubelet/kubeadm-flags.env', '/etc/default/kubelet', '/etc/sysconfig/kubelet',
    '/etc/kubernetes/kubelet.env',
  ];
  const others = ['/etc/systemd/system/other.service', '/var/lib/kubelet/config.yaml', '/home/var/lib/kubelet/kubeadm-flags.env'];
  expect(kubeletFlagFilesOf([...others, ...inOrder].reverse())).toEqual(inOrder);
});
