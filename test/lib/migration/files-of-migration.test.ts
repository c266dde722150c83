import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeRole } from '../../../src/lib/kubernetes/node';
import { filesOfMigration, withFilesOfMigration } from '../../../src/lib/migration/files-of-migration';
import { Migration } from '../../../src/lib/migration/migration';
import { CLOUD_CONFIG, CONTROLLER_MANAGER, kubeadmNodes } from '../../nodes';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n';
const KUBECONFIG = 'apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    token: abc\n';

const kept = (files: { [path: string]: string }, named: string[] = []) =>
  Object.keys(withFilesOfMigration({ name: 'a', role: NodeRole.CONTROL_PLANE, files }, named).files);

describe('files of a node that the migration is about', () => {
  it('are all that the nodes of kubeadm hand in', () => {
    for (const node of kubeadmNodes()) expect(withFilesOfMigration(node, [])).toEqual(node);
  });

  it.each([
    '/etc/kubernetes/pki/ca.key', '/etc/kubernetes/pki/ca.crt', '/etc/kubernetes/admin.conf', '/etc/kubernetes/kubelet.conf', '/etc/kubernetes/'
      + 'bootstrap-kubelet.conf',
    '/etc/kubernetes/encryption-config.yaml', '/var/lib/kubelet/pki/kubelet-client-current.pem', '/root/.kube/config', '/etc/kubernetes/tokens.csv',
    '/etc/passwd',
  ])('are not %s', path => {
    expect(filesOfMigration([path], () => { throw new Error('opened'); })).toEqual([]);
  });

  it('are named where they are left out', () => {
    const node = withFilesOfMigration(
      { name: 'a', role: NodeRole.CONTROL_PLANE, files: { '/etc/kubernetes/admin.conf': KUBECONFIG }, unreadFiles: ['/etc/x'] }, [],
    );
    expect(node).toEqual({ name: 'a', role: NodeRole.CONTROL_PLANE, files: {}, unreadFiles: ['/etc/x', '/etc/kubernetes/admin.conf'] });
  });

  it('are no key and no kubeconfig under another name', () => {
    expect(kept({
      '/etc/kubernetes/manifests/ca.key': KEY, '/etc/kubernetes/manifests/admin.conf': KUBECONFIG, '/etc/kubernetes/manifests/a.yaml': 'kind: Pod\n',
    }))
      .toEqual(['/etc/kubernetes/manifests/a.yaml']);
  });

  it('are static pods of the folder that the kubelet is told', () => {
    const pod = '/opt/pods/kcm.manifest';
    expect(kept({
      [pod]: 'kind: Pod\n', '/opt/other': '', '/var/lib/kubelet/config.yaml': 'kind: KubeletConfiguration\nstaticPodPath: /opt/pods/\n',
    })).toContain(pod);
    expect(kept({ [pod]: 'kind: Pod\n', '/var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--pod-manifest-path=/opt/pods"\n' })).toContain(
      pod,
    );
    expect(kept({ [pod]: 'kind: Pod\n' })).toEqual([]);
  });

  it.each([
    ['relative to the configuration', '/var/lib/kubelet/pods/kcm.yaml', '/var/lib/kubelet/config.yaml', 'staticPodPath: pods\n'],
    ['in a configuration that is JSON', '/opt/pods/kcm.yaml', '/var/lib/kubelet/config.yaml', '{"kind": "KubeletConfiguration", "staticPodPath": '
      + '"/opt/pods"}'],
    ['by a flag with its value as a word of its own', '/opt/pods/kcm.yaml', '/etc/systemd/system/kubelet.service',
      '[Service]\nExecStart=/usr/bin/kubelet --pod-manifest-path /opt/./pods/\n'],
    ['by the last of two flags', '/opt/pods/kcm.yaml', '/etc/default/kubelet',
      'KUBELET_EXTRA_ARGS="--pod-manifest-path=/opt/other --pod-manifest-path=/opt/pods"\n'],
  ])('are static pods of a folder that is named %s', (_, pod, file, text) => {
    expect(kept({ [pod]: 'kind: Pod\n', [file]: text })).toContain(pod);
  });

  it.each([
    ['a comment of the kubelet\'s configuration', '/var/lib/kubelet/config.yaml', '# --pod-manifest-path=/opt/pods\nkind: KubeletConfiguration\n'],
    ['a comment of a unit', '/etc/systemd/system/kubelet.service', '[Service]\n#ExecStart=/usr/bin/kubelet --pod-manifest-path=/opt/pods\n'],
    ['a configuration that cannot be read', '/var/lib/kubelet/config.yaml', 'staticPodPath: /opt/pods\na: [\n'],
    ['flags that cannot be read', '/etc/default/kubelet', 'KUBELET_EXTRA_ARGS="--pod-manifest-path=/opt/pods\n'],
  ])('are none that only %s names', (_, file, text) => {
    expect(kept({ '/opt/pods/kcm.yaml': 'kind: Pod\n', [file]: text })).toEqual([file]);
  });

  const CONFIGURATION = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nstaticPodPath: /opt/pods\n';
  it.each([
    ['beside kubeadm\'s', '/var/lib/kubelet/kubelet-config.yaml', '/var/lib/kubelet/kubeadm-flags.env',
      'KUBELET_KUBEADM_ARGS="--config=/var/lib/kubelet/kubelet-config.yaml"\n'],
    ['elsewhere', '/opt/kubelet/config.json', '/etc/systemd/system/kubelet.service', '[Service]\nExecStart=/usr/bin/kubelet --config '
      + '/opt/kubelet/config.json\n'],
    ['of a unit with another name', '/opt/kubelet.yaml', '/etc/systemd/system/node-agent.service', '[Service]\nExecStart=/opt/bin/kubelet '
      + '--config=/opt/kubelet.yaml\n'],
    ['that is a drop-in', '/opt/kubelet.d/10-pods.conf', '/etc/default/kubelet', 'KUBELET_EXTRA_ARGS="--config-dir=/opt/kubelet.d"\n'],
  ])('are the configuration of the kubelet %s, and the static pods that it names', (_, configuration, file, text) => {
    expect(kept({ [configuration]: CONFIGURATION, [file]: text, '/opt/pods/kcm.yaml': 'kind: Pod\n', '/opt/other.yaml': 'kind: Pod\n' }).sort())
      .toEqual([configuration, file, '/opt/pods/kcm.yaml'].sort());
  });

  it('are no configuration that another program is told, or that a later flag takes the place of', () => {
    const scheduler = '[Service]\nExecStart=/usr/bin/kube-scheduler --config=/etc/kubernetes/scheduler.yaml\n';
    expect(kept({ '/etc/kubernetes/scheduler.yaml': 'kind: KubeSchedulerConfiguration\n', '/etc/systemd/system/kube-scheduler.service': scheduler }))
      .toEqual(['/etc/systemd/system/kube-scheduler.service']);
    const flags = 'KUBELET_EXTRA_ARGS="--config=/opt/a.yaml --config=/opt/b.yaml"\n';
    expect(kept({ '/opt/a.yaml': CONFIGURATION, '/opt/b.yaml': CONFIGURATION, '/etc/default/kubelet': flags }))
      .toEqual(['/opt/b.yaml', '/etc/default/kubelet']);
  });

  it('are no files that a comment, or a flag of another program, names', () => {
    const { files } = kubeadmNodes()[0];
    const more = `${files[CONTROLLER_MANAGER].replace('    image:', '    # --cloud-config=/etc/a\n    image:')}`;
    const other = 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: other, image: b, command: [other, --cloud-config=/etc/b]}]}\n';
    const all = { ...files, '/etc/a': '', '/etc/b': '', [CONTROLLER_MANAGER]: more, '/etc/kubernetes/manifests/other.yaml': other };
    expect(kept(all)).toEqual(Object.keys(all).filter(path => path !== '/etc/a' && path !== '/etc/b'));
  });

  it('are files that flags name, also where a volume brings them from elsewhere', () => {
    const { files } = kubeadmNodes()[0];
    const elsewhere = {
      ...files,
      '/opt/cloud.conf': '[Global]\n',
      [CONTROLLER_MANAGER]: files[CONTROLLER_MANAGER].replace(`path: ${CLOUD_CONFIG}`, 'path: /opt/cloud.conf'),
    };
    expect(kept(elsewhere)).toContain('/opt/cloud.conf');
    expect(kept({ '/opt/mine.conf': '', '/etc/x': '' }, ['/opt/mine.conf'])).toEqual(['/opt/mine.conf']);
  });

  it('alone are written', () => {
    const nodes = kubeadmNodes().map(
      node => ({ ...node, files: { ...node.files, '/etc/kubernetes/pki/ca.key': KEY, '/etc/kubernetes/admin.conf': KUBECONFIG } }),
    );
    const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes });
    for (const phase of migration.phases) {
      expect(migration._model.phase(phase).nodeFiles.filter(({ path, content }) => /\.key$|admin/.test(path) || content.includes('PRIVATE')))
        .toEqual([]);
    }
  });
});
