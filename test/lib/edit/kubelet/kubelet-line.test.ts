import { kubeletLine } from '../../../../src/lib/edit/kubelet/kubelet-line';
import { FilesOfNode } from '../../../../src/lib/edit/systemd/unit';

type Files = Readonly<Record<string, string>>;

const UNIT = 'etc/systemd/system/kubelet.service';
const service = (...lines: readonly string[]) => `[Service]\n${lines.join('\n')}\n`;
const starts = (words: string) => service(`ExecStart=/usr/bin/kubelet ${words}`);

/** kubeadm's: a unit without flags, and a drop-in that names what is passed. */
const KUBEADM: Files = {
  'usr/lib/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet'),
  'usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf': service(
    'Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"', 'EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env',
    'EnvironmentFile=-/etc/default/kubelet', 'ExecStart=',
    'ExecStart=/usr/bin/kubelet $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS',
  ),
};

function lineOf(files: Files) {
  const node: FilesOfNode = { paths: Object.keys(files), contentOf: path => (path in files ? { text: files[path] } : undefined) };
  return kubeletLine(node, path => path);
}

const wordsOf = (files: Files) => lineOf(files)?.words.map(({ text, why }) => (why === undefined ? text : `${text}?`));

describe('the command line of a kubelet', () => {
  it.each<[string, Files, readonly string[]]>([
    ['of kubeadm, with each of its files', {
      ...KUBEADM,
      'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--v=1 --cloud-provider=aws"\n',
      'etc/default/kubelet': 'KUBELET_EXTRA_ARGS=--v=2\n',
    }, ['--config=/var/lib/kubelet/config.yaml', '--v=1', '--cloud-provider=aws', '--v=2']],
    ['of kubeadm, without those that may be missing', KUBEADM, ['--config=/var/lib/kubelet/config.yaml']],
    ...['etc/systemd/system', 'run/systemd/system', 'usr/local/lib/systemd/system', 'etc/systemd/system.control', 'run/systemd/transient'].map(
      (folder): [string, Files, readonly string[]] => [`with a drop-in in ${folder}`, {
        ...KUBEADM, [`${folder}/kubelet.service.d/20.conf`]: service('Environment=KUBELET_EXTRA_ARGS=--pod-manifest-path=/srv'),
      }, ['--config=/var/lib/kubelet/config.yaml', '--pod-manifest-path=/srv']]),
    ['with a drop-in for every service', {
      ...KUBEADM, 'etc/systemd/system/service.d/all.conf': service('Environment=KUBELET_EXTRA_ARGS=--v=3'),
    }, ['--config=/var/lib/kubelet/config.yaml', '--v=3']],
    ['with an environment file of its own', {
      ...KUBEADM,
      'etc/systemd/system/kubelet.service.d/20.conf': service('EnvironmentFile=/opt/own.env'),
      'opt/own.env': 'KUBELET_EXTRA_ARGS="--pod-manifest-path=/srv"\n',
    }, ['--config=/var/lib/kubelet/config.yaml', '--pod-manifest-path=/srv']],
    ['with the file over Environment=, whatever their order', {
      [UNIT]: service('EnvironmentFile=/opt/own.env', 'Environment=A=--v=1', 'ExecStart=/usr/bin/kubelet $A'), 'opt/own.env': 'A=--v=2\n',
    }, ['--v=2']],
    ['of a variable of any name', {
      [UNIT]: service('EnvironmentFile=-/etc/kubernetes/kubelet.env', 'ExecStart=/usr/local/bin/kubelet $KUBELET_ARGS $KUBELET_CLOUDPROVIDER'),
      'etc/kubernetes/kubelet.env': 'KUBELET_ARGS="--v=2 \\\n--config=/c"\nKUBELET_CLOUDPROVIDER="--cloud-provider=aws"\nPATH=/bin\n',
    }, ['--v=2', '--config=/c', '--cloud-provider=aws']],
    ['without a variable that the unit does not pass', {
      [UNIT]: service('EnvironmentFile=/etc/default/kubelet', 'ExecStart=/usr/bin/kubelet --v=2'),
      'etc/default/kubelet': 'KUBELET_EXTRA_ARGS=--cloud-provider=aws\n',
    }, ['--v=2']],
    ['without a file that the unit does not name', {
      [UNIT]: starts('--v=2 $KUBELET_EXTRA_ARGS'),
      'etc/default/kubelet': 'KUBELET_EXTRA_ARGS=--v=3\n',
    },
    ['--v=2']],
    ['behind a wrapper', { [UNIT]: service('ExecStart=/usr/bin/nice -n 5 /usr/bin/kubelet --v=2') }, ['--v=2']],
    ['of a unit of another name', { 'etc/systemd/system/kube-node.service': starts('--v=2') }, ['--v=2']],
    ['of hyperkube', { [UNIT]: service('ExecStart=/hyperkube kubelet --v=2') }, ['--v=2']],
    ['that an absent file may change', { [UNIT]: service('EnvironmentFile=-/opt/own.env', 'ExecStart=/usr/bin/kubelet --v=2 $OWN') },
      ['--v=2', '$OWN?']],
    ['without its unit, in the order of kubeadm', {
      'etc/default/kubelet': 'KUBELET_EXTRA_ARGS=--v=2\n', 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--v=1"\n',
    }, ['--v=1', '--v=2']],
    ['without its unit, of variables whose order does not matter', {
      'etc/kubernetes/kubelet.env': 'KUBELET_ARGS="--v=2"\nKUBELET_CLOUDPROVIDER="--cloud-provider=aws"\n',
    }, ['--v=2', '--cloud-provider=aws']],
    ['without its unit, of variables whose order matters', {
      'etc/kubernetes/kubelet.env': 'KUBELET_ARGS="--cloud-provider=external --v=2"\nKUBELET_CLOUDPROVIDER="--cloud-provider=aws"\n',
    }, ['--cloud-provider=external?', '--v=2', '--cloud-provider=aws?']],
    ['without its unit, by a drop-in that names a file of its own', {
      'etc/systemd/system/kubelet.service.d/20.conf': service('EnvironmentFile=/opt/own.env'), 'opt/own.env': 'KUBELET_EXTRA_ARGS=--v=4\n',
    }, ['--v=4']],
  ])('is that %s', (_, files, words) => expect(wordsOf(files)).toEqual(words));

  it.each<[string, Files, RegExp]>([
    ['starts a shell', { [UNIT]: service('ExecStart=/bin/sh -c "exec /usr/bin/kubelet --v=2"') },
      /starts '\/bin\/sh', and the flags that this passes/],
    ['starts a wrapper', { [UNIT]: service('ExecStart=/opt/bin/kubelet-wrapper --v=2') }, /starts '\/opt\/bin\/kubelet-wrapper'/],
    ['starts two programs', { [UNIT]: service('ExecStart=/usr/bin/kubelet --v=2', 'ExecStart=/usr/bin/kubelet --v=3') }, /more than one ExecStart=/],
    ['has an open quote', { [UNIT]: service('ExecStart=/usr/bin/kubelet "--v=2') }, /open quote/],
    ['is one of two', { [UNIT]: starts('--v=2'), 'etc/systemd/system/kube-node.service': starts('--v=3') }, /both start a kubelet/],
    ['is absent, and a drop-in names a file that is absent too', {
      'etc/systemd/system/kubelet.service.d/20.conf': service('EnvironmentFile=/opt/own.env'),
    }, /\/opt\/own\.env is not in the input/],
  ])('is not known where the unit %s', (_, files, what) => {
    expect(lineOf(files)).toMatchObject({ words: [], problem: { what: expect.stringMatching(what) } });
  });

  it('is none without a unit and without flag files', () => expect(lineOf({ 'etc/hosts': '' })).toBeUndefined());

  it('says which files are absent that may be', () => {
    expect(lineOf(KUBEADM)?.absent.map(({ value }) => value)).toEqual(['-/var/lib/kubelet/kubeadm-flags.env', '-/etc/default/kubelet']);
  });

  it('has each flag on its own line', () => {
    const files = {
      [UNIT]: service('EnvironmentFile=/opt/own.env', 'ExecStart=/usr/bin/kubelet \\', '  --v=2 \\', '  $OWN'),
      'opt/own.env': '# mine\nOWN="--a=1\n--b=2"\n',
    };
    expect(lineOf(files)?.words.map(({ text, file, line }) => [text, file, line])).toEqual([
      ['--v=2', UNIT, 4], ['--a=1', 'opt/own.env', 2], ['--b=2', 'opt/own.env', 3],
    ]);
  });
});
