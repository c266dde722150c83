import { Schema } from './schema';
import { OF_KUBELETS, UNIT_DECISIONS } from '../../../../src/lib/facts/decisions/units';
import { rows } from '../../../fixtures/systemd-directives.json';
import { ccm, Files, KCM_27, node } from '../../rules/input';

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'Service.Environment': ['NAME=other'],
  'Service.EnvironmentFile': ['/etc/kcm.env'],
  'Service.ExecStart': ['/usr/bin/kube-controller-manager --no-such-flag=x'],
  'Service.ExecStartPre': ['/bin/sed -i s/a/b/ /etc/kcm.env', '/bin/mkdir -p /srv'],
  'Service.ExecStartPost': ['/bin/sh -c "kill $MAINPID"'],
  'Service.PassEnvironment': ['NAME'],
  'Service.UnsetEnvironment': ['NAME'],
  'Service.CPUQuota': ['5%', '100%'],
  'Service.LimitNOFILE': ['100', '65536'],
  'Service.MemoryMax': ['100M', '4G'],
  'Service.RestartSec': ['1d', '1h 5min', '10s'],
  'Service.TimeoutStartSec': ['1', '0'],
  'Service.TimeoutSec': ['1', '90'],
  'Service.Type': ['forking', 'notify', 'simple'],
  'Service.User': ['kube', 'root'],
  'Unit.ConditionPathExists': ['/srv/there', '!/etc/kubernetes/kcm.conf'],
  'Unit.StartLimitBurst': ['1'],
};
const TIMED = /(?:Interval(?:Sec)?|DelaySec)$/;

function valuesOf(name: string): readonly unknown[] {
  const [row] = UNIT_DECISIONS.rows.filter(({ names }) => names.includes(name));
  if ('notDecided' in row && typeof row.usual === 'function' && row.usual('no')) return ['yes', 'strict', 'no'];
  return TIMED.test(name) ? ['1d'] : ['/srv/there'];
}

/** A service, with a setting of it. */
function unit(start: string, name: string, value: unknown): string {
  const [section, key] = name.split('.');
  const own = (of: string) => of === section && value !== undefined ? `${key}=${String(value)}\n` : '';
  return `[Unit]\n${own('Unit')}[Service]\nEnvironment=NAME=external FLAGS=--leader-elect=true\nExecStart=${start}\n${
    own('Service').replace(/^ExecStart=/m, 'ExecStart=\nExecStart=')}[Install]\nWantedBy=multi-user.target\n${own('Install')}`;
}

/** A node whose kube-controller-manager, or whose kubelet, is a service. */
function nodeOf(name: string, value: unknown): Files {
  const kubelet = { 'etc/systemd/system/kubelet.service': unit('/usr/bin/kubelet --cloud-provider=external', name, value) };
  if (OF_KUBELETS.has(name)) return node({ version: '1.27.16', kcm: KCM_27, mounts: [], files: kubelet });
  const flags = KCM_27.filter(flag => !/^--(?:cloud-provider|leader-elect)=/.test(flag)).join(' ');
  return {
    'etc/kubernetes/kcm.conf': 'x',
    'etc/kcm.env': 'NAME=other\n',
    'etc/systemd/system/kube-controller-manager.service':
      unit(`/usr/bin/kube-controller-manager ${flags} --cloud-provider=\${NAME} $FLAGS`, name, value),
    'etc/systemd/system/kube-controller-manager.service.d/90-release.conf': '[X-CcmMigration]\nKubernetesVersion=1.27.16\n',
  };
}

/** Settings of services: of a controller manager, and of a kubelet where a setting is of kubelets. */
export const UNITS_SCHEMA: Schema = {
  table: UNIT_DECISIONS,
  released: () => [...new Set(rows.map(({ name }) => name))],
  input: (name, value) => ({ n: nodeOf(name, value), dist: ccm({}) }),
  values: name => VALUES[name] ?? valuesOf(name),
};
