import { settingsIn } from '../../../scripts/facts/systemd';
import { undecidedSettings } from '../../../src/lib/facts/unit-settings';
import { ccm, check, Files, KCM_27, node } from '../rules/input';

const of = (...lines: readonly string[]) => lines.map(line => {
  const [name, ...value] = line.split('=');
  const [section, key] = name.split('.');
  return { section, key, value: value.join('=') };
});

describe('settings of a unit', () => {
  it.each<[string, Parameters<typeof undecidedSettings>[1], readonly string[], readonly string[]]>([
    ['the last line counts', 'kube-controller-manager', ['Service.User=kube', 'Service.User=root'], []],
    ['each line of a list counts', 'kubelet', ['Service.ExecStartPre=/bin/sed x', 'Service.ExecStartPre=/bin/mkdir /x'], ['ExecStartPre']],
    ['nothing takes back what is before', 'kube-controller-manager', ['Service.ReadOnlyPaths=/var', 'Service.ReadOnlyPaths='], []],
    ['what tells that it is up', 'kube-apiserver', ['Service.Type=notify'], []],
    ['what does not tell', 'cloud-controller-manager', ['Service.Type=notify'], ['Type']],
    ['a kubelet without its mounts', 'kubelet', ['Service.PrivateTmp=yes', 'Service.IPAddressDeny=any'], ['PrivateTmp']],
    ['a manager without the addresses', 'kube-controller-manager', ['Service.PrivateTmp=yes', 'Service.IPAddressDeny=any'], ['IPAddressDeny']],
    ['a file that is there', 'kubelet', ['Unit.ConditionPathExists=/etc/kubernetes/a.conf'], []],
    ['a folder that is there', 'kubelet', ['Unit.ConditionDirectoryNotEmpty=/etc/kubernetes'], []],
    ['a file that is not to be there', 'kubelet', ['Unit.AssertPathExists=!/etc/kubernetes/a.conf'], ['AssertPathExists']],
    ['a file that is not there', 'kubelet', ['Unit.ConditionPathExists=/etc/kubernetes/b.conf'], ['ConditionPathExists']],
    ['a program', 'kubelet', ['Unit.ConditionFileIsExecutable=/usr/bin/kubelet'], []],
    ['what is not filled in', 'kubelet', ['Service.User={{ user }}'], []],
    ['a time of several words', 'kubelet', ['Service.RestartSec=1min 20s'], []],
    ['a time without an end', 'kubelet', ['Service.RestartSec=infinity'], ['RestartSec']],
    ['a key that no release has', 'kubelet', ['Service.NoSuchKey=x', 'X-Own.User=kube'], []],
  ])('%s', (_, program, lines, expected) =>
    expect(undecidedSettings(of(...lines), program, ['etc/kubernetes/a.conf']).map(({ setting }) => setting.key)).toEqual(expected));
});

describe('a node whose services have settings', () => {
  const verdicts = (files: Files) => {
    const { exclusivity, liveness } = check({ n: node({ version: '1.27.16', kcm: KCM_27, mounts: [], files }), dist: ccm({}) });
    return [exclusivity.verdict, liveness.verdict];
  };
  const kubelet = (setting: string) => ({
    'etc/systemd/system/kubelet.service': `[Service]\nExecStart=/usr/bin/kubelet --cloud-provider=external\n${setting}\n`,
  });
  const etcd = (setting: string) => ({ 'etc/systemd/system/etcd.service': `[Service]\nExecStart=/usr/bin/etcd --name=a\n${setting}\n` });

  it.each<[string, Files, readonly string[]]>([
    ['of which none matters', { ...kubelet('Restart=always'), ...etcd('Type=notify') }, ['holds', 'holds']],
    ['by which its kubelet may not start', kubelet('ExecCondition=/usr/bin/test -e /x'), ['holds', 'unknown']],
    ['in a drop-in beside kubeadm\'s', {
      'etc/systemd/system/kubelet.service.d/10-kubeadm.conf': '[Service]\nInaccessiblePaths=/var/lib\n',
      'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n',
    }, ['holds', 'unknown']],
    ['by which its etcd may not start', etcd('DynamicUser=yes'), ['holds', 'unknown']],
  ])('%s', (_, files, expected) => expect(verdicts(files)).toEqual(expected));
});

describe('settings that a release has', () => {
  it('are told by its list for gperf, old and new, or by the texts of its library', () => {
    const [other, macro, items] = ['Unit.After, x\nMount.What, x', 'KILL_ITEMS', ['KillMode, x', 'KillSignal, x']];
    const old = [
      `m4_define(\`${macro}',`, `\`$1.${items[0]}`, `$1.${items[1]}'`, ')m4_dnl', other, `${macro}(Service)m4_dnl`, `${macro}(Mount)m4_dnl`,
    ];
    const now = [`{%- macro ${macro}(type) -%}`, ...items.map(item => `{{type}}.${item}`), '{%- endmacro -%}', other, `{{ ${macro}('Service') }}`];
    const texts = ['Unit.After', 'Mount.What', 'Service.KillMode', 'Service.KillSignal'];
    expect([old, now, texts].map(lines => [...settingsIn(lines.join('\n'))].sort()))
      .toEqual(Array.from({ length: 3 }, () => ['Service.KillMode', 'Service.KillSignal', 'Unit.After']));
  });
});
