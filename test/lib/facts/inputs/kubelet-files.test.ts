import { kubeletConfigurationFiles, kubeletFlagFilesOf, pathInConfiguration, staticPodFiles } from '../../../../src/lib/facts/inputs/kubelet-files';
import { cleanedPath } from '../../../../src/lib/kubernetes/cleaned-path';

it('files with kubelet flags come in the order in which the kubelet gets the flags', () => {
  const inOrder = [
    '/lib/systemd/system/kubelet.service', '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf',
    '/etc/systemd/system/kubelet.service.d/20-more.conf', '/var/lib/kubelet/kubeadm-flags.env', '/etc/default/kubelet', '/etc/sysconfig/kubelet',
    '/etc/kubernetes/kubelet.env',
  ];
  const others = ['/etc/systemd/system/other.service', '/var/lib/kubelet/config.yaml', '/home/var/lib/kubelet/kubeadm-flags.env'];
  expect(kubeletFlagFilesOf([...others, ...inOrder].reverse())).toEqual(inOrder);
});

it('static pods are all files directly in the folder but those that begin with a dot, or the one file that is named', () => {
  const paths = ['a.yaml', 'b', 'c.yaml~', '.d.yaml', 'old/e.yaml'].map(name => `/etc/pods/${name}`).concat('/etc/pods2/f.yaml', '/etc/g.yaml');
  expect(staticPodFiles('/etc/pods', paths)).toEqual(['/etc/pods/a.yaml', '/etc/pods/b', '/etc/pods/c.yaml~']);
  expect(staticPodFiles('/etc/g.yaml', paths)).toEqual(['/etc/g.yaml']);
});

it('a path of the configuration is one of its folder, unless it is absolute or empty', () => {
  expect(['pods', '../pods', '/opt/pods', ''].map(path => pathInConfiguration(path, '/var/lib/kubelet/config.yaml')))
    .toEqual(['/var/lib/kubelet/pods', '/var/lib/kubelet/../pods', '/opt/pods', '']);
  expect(['/etc/./pods//', '/var/lib/kubelet/../pods', '/'].map(cleanedPath)).toEqual(['/etc/pods', '/var/lib/pods', '/']);
});

it('a kubelet is configured by the file that its flag names, else by one where installers put it, then by its drop-ins by name', () => {
  const usual = ['/etc/kubernetes/kubelet-config.yaml', '/var/lib/kubelet/config.yaml'];
  const paths = [...usual, '/opt/kubelet.json', '/opt/d/20-b.conf', '/opt/d/10-a.conf', '/opt/d/c.yaml', '/opt/dd/x.conf'];
  expect(kubeletConfigurationFiles(paths, {})).toEqual(['/var/lib/kubelet/config.yaml']);
  expect(kubeletConfigurationFiles(paths, { config: '/opt/./kubelet.json' })).toEqual(['/opt/kubelet.json']);
  expect(kubeletConfigurationFiles(usual.slice(0, 1), { config: '/not/there' })).toEqual(usual.slice(0, 1));
  expect(kubeletConfigurationFiles(paths, { config: '', configDir: '/opt/d/' }))
    .toEqual(['/var/lib/kubelet/config.yaml', '/opt/d/10-a.conf', '/opt/d/20-b.conf']);
  expect(kubeletConfigurationFiles([], { configDir: '' })).toEqual([]);
});
