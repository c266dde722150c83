import { CcmInput, ccm, CCM_FLAGS, configuration, Files, KCM_26, KCM_27, MIGRATION, node, SAFE, WILDCARD } from './input';
import { said } from './said';

const FIX_DURATIONS = ' => Give a --leader-elect-lease-duration above the --leader-elect-renew-deadline, and that above 1.2 times the '
  + '--leader-elect-retry-period.';

/** Rules about flags, locks and the migration configuration: each condition, with everything that the finding says. */
type Case = [string, string, Record<string, Files>, readonly string[]];

const DIST = 'dist/ccm.yaml';
const OBJECT = '(DaemonSet kube-system/aws-cloud-controller-manager)';
const CCM_27 = `CCM 1.27 ${OBJECT}`;
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const CONF_FILE = 'etc/leadermigration.conf';
const IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager';

const manager = (version: string, ...flags: string[]) => ({ old: node({ version, kcm: ['--v=2', ...flags], mounts: [] }) });
const with26 = (...flags: string[]) => manager('1.26.15', ...flags);
const withCcm = (input: CcmInput, ...flags: string[]) => ({ dist: ccm({ ...input, flags: [...CCM_FLAGS, ...flags] }) });
const deployed = (spec: string, ...flags: string[]) => withCcm({ kind: 'Deployment', spec }, '--leader-elect=false', ...flags);
const UNKNOWN = { image: 'example.com/cloud-controller-manager:latest' };
const configured = (text: string, version = '1.26.15', ...flags: string[]) => (
  node({ version, kcm: [...KCM_26, ...MIGRATION, ...flags], files: { [CONF_FILE]: text } }));
const V1BETA1 = 'apiVersion: controllermanager.config.k8s.io/v1beta1\nleaderName: lock\nresourceLock: ';
const assigned = (entries: Record<string, string>) =>
  `${configuration([])}${Object.entries(entries).map(([name, component]) => `- name: ${name}\n  component: ${component}\n`).join('')}`;
const [KCM, CCM] = ['kube-controller-manager', 'cloud-controller-manager'];
const sides = (first: Record<string, string>, second: Record<string, string>, version = '1.26.15') =>
  ({ a: configured(assigned(first)), b: configured(assigned(second), version) });
const SHORT = ['--leader-elect-lease-duration=8s', '--leader-elect-renew-deadline=5s', '--leader-elect-retry-period=1s'];
const LONG = ['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=2s'];
const kubeadm = (...args: string[]) => ({
  'kubeadm.yaml': 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.26.15\ncontrollerManager:\n  extraArgs:\n'
    + `${args.map(arg => `    ${arg}\n`).join('')}`,
});
const SHELL = `apiVersion: v1
kind: Pod
metadata: {name: kcm, namespace: kube-system}
spec:
  containers:
  - {name: kube-controller-manager, image: "x/kube-controller-manager:v1.26.15", command: [/bin/sh, -c, "exec kube-controller-manager --v=2"]}
`;

const lockOfKind = (kind: string) => configured(configuration(['route'], '"*"', V1BETA1 + kind), '1.23.17');
const twoKinds = { a: lockOfKind('leases'), b: lockOfKind('endpoints') };
const SAME = 'give every process that shares a lock the same --leader-elect-lease-duration, --leader-elect-renew-deadline and '
  + '--leader-elect-retry-period, '
  + 'with retryPeriod + renewDeadline below leaseDuration (15s, 10s and 2s are the defaults)';

const EXTERNAL = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });

it.each<Case>([
  ['leader-election-off', 'every replica of a DaemonSet', withCcm({}, '--leader-elect=false'), [
    `${DIST}:26 error: ${CCM_27} has --leader-elect=false`,
  ]],
  ['leader-election-off', 'two replicas', deployed('  replicas: 2\n  strategy: {type: Recreate}\n'), [
    `${DIST}:28 error: CCM 1.27 (Deployment kube-system/aws-cloud-controller-manager) has --leader-elect=false`,
  ]],
  ['leader-election-off', 'one replica that overlaps with the next', deployed('  replicas: 1\n'), [
    `${DIST}:27 error: CCM 1.27 (Deployment kube-system/aws-cloud-controller-manager) has --leader-elect=false`,
  ]],
  ['leader-election-off', 'one replica that is replaced while it still ends', deployed('  replicas: 1\n  strategy: {type: Recreate}\n'), [
    `${DIST}:28 error: CCM 1.27 (Deployment kube-system/aws-cloud-controller-manager) has --leader-elect=false`,
  ]],
  ['leader-election-off', 'two replicas of a StatefulSet', withCcm({ kind: 'StatefulSet', spec: '  replicas: 2\n' }, '--leader-elect=false'), [
    `${DIST}:27 error: CCM 1.27 (StatefulSet kube-system/aws-cloud-controller-manager) has --leader-elect=false`,
  ]],
  ['leader-election-off', 'not one replica of a StatefulSet, which ends before the next begins',
    withCcm({ kind: 'StatefulSet', spec: '  replicas: 1\n' }, '--leader-elect=false'), []],
  ['leader-election-off', 'Leader Migration that it switches off',
    deployed('  replicas: 1\n  strategy: {type: Recreate}\n', '--enable-leader-migration'), [
      `${DIST}:28 error: CCM 1.27 (Deployment kube-system/aws-cloud-controller-manager) has --leader-elect=false, which switches its Leader `
      + 'Migration off',
    ]],
  ['leader-election-off', 'a release that is unknown', withCcm(UNKNOWN, '--leader-elect=false'), [
    `${DIST}:26 error: CCM ${OBJECT} has --leader-elect=false`,
  ]],
  ['leader-election-off', 'no leader election that is on', withCcm({}, '--leader-elect=true'), []],
  ['lock-kind-removed', 'a main lock', with26('--leader-elect-resource-lock=endpoints'), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old: --leader-elect-resource-lock=endpoints does not work; it works with leases, `
      + 'endpointsleases, configmapsleases',
  ]],
  ['lock-kind-removed', 'a main lock of no kind', with26('--leader-elect-resource-lock='), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old: --leader-elect-resource-lock= does not work; it works with leases, endpointsleases, `
      + 'configmapsleases',
  ]],
  ['lock-kind-removed', 'no main lock that works', with26('--leader-elect-resource-lock=leases'), []],
  ['lock-kind-removed', 'no release that is unknown', manager('x', '--leader-elect-resource-lock=endpoints'), []],
  ['lock-kind-removed', 'a migration lock', { old: configured(configuration(['route'], '"*"', `${V1BETA1}endpoints`)) }, [
    `old/${CONF_FILE}:4 error: KCM 1.26 of node of old: its migration lock cannot be made: endpoints lock is removed, migrate to endpointsleases`,
  ]],
  ['lock-kind-removed', 'no migration lock that works', { old: configured(configuration(['route'], '"*"', `${V1BETA1}leases`)) }, []],
  ['lease-durations-overlap', 'a candidate, where it has durations', { a: node({}), b: node({ kcm: [...KCM_26, ...SHORT] }) }, [
    `b/${KCM_FILE}:17 error: node of a: ${KCM} 1.26 can act for 12 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but node of b: `
      + `kube-controller-manager 1.26 takes it after 8 s => ${SAME}`,
  ]],
  ['lease-durations-overlap', 'a holder, where it alone has durations', { a: node({}), b: node({ kcm: [...KCM_26, ...LONG] }) }, [
    `b/${KCM_FILE}:17 error: node of b: ${KCM} 1.26 can act for 42 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but node of a: `
      + `kube-controller-manager 1.26 takes it after 15 s => ${SAME}`,
  ]],
  ['lease-durations-overlap', 'durations beside other flags', { a: node({ kcm: [...KCM_26, ...LONG] }), b: node({ kcm: [...KCM_26, ...SHORT] }) }, [
    `b/${KCM_FILE}:17 error: node of a: ${KCM} 1.26 can act for 42 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but node of b: `
      + `kube-controller-manager 1.26 takes it after 8 s => ${SAME}`,
  ]],
  ['lease-durations-overlap', 'flags that kubeadm writes with underscores', { a: node({}), b: kubeadm('leader_elect_lease_duration: 11s') }, [
    `b/kubeadm.yaml:6 error: kubeadm configuration of node of b: ${KCM} 1.26 can act for 12 s after its last renewal of ${KCM} (retryPeriod + `
      + `renewDeadline), but kubeadm configuration of node of b: kube-controller-manager 1.26 takes it after 11 s => ${SAME}`,
    `b/kubeadm.yaml:6 error: node of a: ${KCM} 1.26 can act for 12 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but kubeadm `
      + `configuration of node of b: kube-controller-manager 1.26 takes it after 11 s => ${SAME}`,
  ]],
  ['lease-durations-overlap', 'a deadline alone', with26('--leader-elect-renew-deadline=14s'), [
    `old/${KCM_FILE}:14 error: node of old: ${KCM} 1.26 can act for 16 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but node `
      + `of old: kube-controller-manager 1.26 takes it after 15 s => ${SAME}`,
  ]],
  ['lease-durations-overlap', 'a retry alone', with26('--leader-elect-retry-period=6s'), [
    `old/${KCM_FILE}:14 error: node of old: ${KCM} 1.26 can act for 16 s after its last renewal of ${KCM} (retryPeriod + renewDeadline), but node `
      + `of old: kube-controller-manager 1.26 takes it after 15 s => ${SAME}`,
  ]],
  ['two-managers-for-one-controller', 'one controller', sides({ service: KCM }, { service: CCM }), [
    'b/etc/leadermigration.conf:5 warning: KCM 1.26 of node of b assigns \'service\' to cloud-controller-manager, KCM 1.26 of node of a to '
      + 'kube-controller-manager',
  ]],
  ['two-managers-for-one-controller', 'one controller by two names', sides({ service: KCM }, { 'service-lb-controller': CCM }), [
    'b/etc/leadermigration.conf:5 warning: KCM 1.26 of node of b assigns \'service-lb-controller\' to cloud-controller-manager, KCM 1.26 of node of '
      + 'a to kube-controller-manager',
  ]],
  ['two-managers-for-one-controller', 'an unknown controller', sides({ dns: KCM }, { dns: CCM }), [
    'b/etc/leadermigration.conf:5 warning: KCM 1.26 of node of b assigns \'dns\' to cloud-controller-manager, KCM 1.26 of node of a to '
      + 'kube-controller-manager',
  ]],
  ['two-managers-for-one-controller', 'not two controllers', sides({ route: KCM, service: CCM }, { route: KCM, service: CCM }), []],
  ['two-managers-for-one-controller', 'not two unknown controllers', sides({ dns: KCM }, { mail: CCM }), []],
  ['two-managers-for-one-controller', 'no wildcard', sides({ route: '"*"' }, { route: CCM }), []],
  ['two-managers-for-one-controller', 'not two releases', sides({ route: KCM }, { route: CCM }, '1.25.16'), []],
  ['leader-migration-config-refused', 'a wildcard without quotes', { old: configured(configuration(['route'], '*')) }, [
    `old/${CONF_FILE}:6 error: KCM 1.26 of node of old refuses /etc/leadermigration.conf: line 6, column 14: a bare * is a YAML alias, not text; `
      + 'write: component: "*"',
  ]],
  ['leader-migration-config-refused', 'not a file that means what it says', { old: configured(WILDCARD) }, []],
  ['leader-migration-config-refused', 'a file that no component reads yet', { conf: { 'leadermigration.yaml': configuration(['route'], '*') } }, [
    'conf/leadermigration.yaml:6 error: line 6, column 14: a bare * is a YAML alias, not text; write: component: "*"',
  ]],
  ['leader-migration-config-refused', 'not a correct file that no component reads yet', { conf: { 'leadermigration.yaml': WILDCARD } },
    []],
  ['leader-migration-config-refused', 'not a file that is not here', with26(...MIGRATION), []],
  ['leader-migration-config-without-enable', 'a file', with26('--leader-migration-config=/etc/x.conf'), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old has --leader-migration-config=/etc/x.conf, but Leader Migration is off`,
  ]],
  ['leader-migration-config-without-enable', 'not with the switch', with26('--leader-migration-config=/etc/x.conf', '--enable-leader-migration'), []],
  ['migration-lock-names-differ', 'locks of two kinds', twoKinds, [
    'b/etc/leadermigration.conf:3 error: KCM 1.23 of node of b uses the migration lock endpoints kube-system/lock, KCM 1.23 of node of a uses lock',
  ]],
  ['built-in-default-not-effective', 'names that no release has', withCcm({ image: `${IMAGE}:v1.28.11` }, '--enable-leader-migration'), [
    `${DIST}:26 error: CCM 1.28 ${OBJECT} uses the built-in default, which names 'route-controller' and 'service-controller': `
      + '\'node-route-controller\' and \'service-lb-controller\' are not protected',
  ]],
  ['built-in-default-not-effective', 'names that no release has, beside a KCM that may run what they mean',
    { ...with26(...KCM_26), ...withCcm({ image: `${IMAGE}:v1.28.11` }, '--enable-leader-migration') }, [
      `${DIST}:26 error: CCM 1.28 ${OBJECT} uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected',
    ]],
  ['built-in-default-not-effective', 'those, where one of two KCMs may run what they mean',
    { ...with26(...KCM_26), new: EXTERNAL, ...withCcm({ image: `${IMAGE}:v1.28.11` }, '--enable-leader-migration') }, [
      `${DIST}:26 error: CCM 1.28 ${OBJECT} uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected',
    ]],
  ['built-in-default-not-effective', 'those, where the release of the KCM is not known',
    { new: node({ version: 'x', kcm: KCM_27, mounts: [] }), ...withCcm({ image: `${IMAGE}:v1.28.11` }, '--enable-leader-migration') }, [
      `${DIST}:26 error: CCM 1.28 ${OBJECT} uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected',
    ]],
  ['built-in-default-not-effective', 'that they are of no use, where every KCM is external',
    { new: EXTERNAL, ...withCcm({ image: `${IMAGE}:v1.28.11` }, '--enable-leader-migration') }, [
      `${DIST}:26 warning: CCM 1.28 ${OBJECT} uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected; no kube-controller-manager of the input runs them, so that '
        + 'nothing is at risk => Remove --enable-leader-migration: there is nothing left to migrate.',
    ]],
  ['built-in-default-not-effective', 'a KCM of 1.28 that has another cloud inside',
    { old: node({ version: '1.28.15', kcm: ['--cloud-provider=gce', '--enable-leader-migration'], mounts: [] }) }, [
      `old/${KCM_FILE}:14 error: KCM 1.28 of node of old uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected',
    ]],
  ['built-in-default-not-effective', 'that it is of no use to an external KCM of 1.28',
    { old: node({ version: '1.28.15', kcm: ['--cloud-provider=external', '--enable-leader-migration'], mounts: [] }) }, [
      `old/${KCM_FILE}:14 warning: KCM 1.28 of node of old uses the built-in default, which names 'route-controller' and 'service-controller': `
        + '\'node-route-controller\' and \'service-lb-controller\' are not protected; no kube-controller-manager of the input runs them, so that '
        + 'nothing is at risk => Remove --enable-leader-migration: there is nothing left to migrate.',
    ]],
  ['built-in-default-not-effective', 'not the names of 1.27', withCcm({}, '--enable-leader-migration'), []],
  ['built-in-default-not-effective', 'not a file',
    { ...SAFE, ...withCcm({ image: `${IMAGE}:v1.28.11`, config: configuration(['service-lb-controller']) }, ...MIGRATION) }, []],
  ['built-in-default-not-effective', 'no release that is unknown', withCcm(UNKNOWN, '--enable-leader-migration'), []],
  ['process-ends', 'a controller that no component has', with26('--controllers=*,-servis'), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old ends: "servis" is not in the list of known controllers`,
  ]],
  ['process-ends', 'a value that is no boolean', with26('--controllers=*', '--leader-elect=maybe'), [
    `old/${KCM_FILE}:15 error: KCM 1.26 of node of old ends: invalid argument "maybe" for "--leader-elect" flag`,
  ]],
  ['process-ends', 'two values', with26('--leader-elect=maybe', '--leader-elect-renew-deadline=1'), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old ends: invalid argument "maybe" for "--leader-elect" flag`,
    `old/${KCM_FILE}:15 error: KCM 1.26 of node of old ends: invalid argument "1" for "--leader-elect-renew-deadline" flag`,
  ]],
  ['process-ends', 'a lease that is too short', with26('--controllers=*', '--leader-elect-lease-duration=10s'), [
    `old/${KCM_FILE}:15 error: KCM 1.26 of node of old ends: leaseDuration must be greater than renewDeadline${FIX_DURATIONS}`,
  ]],
  ['process-ends', 'a deadline that is too long', with26('--controllers=*', '--leader-elect-renew-deadline=15s'), [
    `old/${KCM_FILE}:15 error: KCM 1.26 of node of old ends: leaseDuration must be greater than renewDeadline${FIX_DURATIONS}`,
  ]],
  ['process-ends', 'a retry that is too late', with26('--controllers=*', '--leader-elect-retry-period=10s'), [
    `old/${KCM_FILE}:15 error: KCM 1.26 of node of old ends: renewDeadline must be greater than retryPeriod*JitterFactor${FIX_DURATIONS}`,
  ]],
  ['process-ends', 'not what another rule tells', with26('--leader-elect-resource-lock=endpoints'), []],
  ['process-ends', 'not a flag that another rule tells of', manager('1.20.15', '--enable-leader-migration'), []],
  ['process-ends', 'not a file that another rule tells of', { old: configured(configuration(['route'], '*')) }, []],
  ['process-ends', 'not a file that another rule tells of, whatever is in it', { old: configured('# one; two; three\n') }, []],
  ['process-ends', 'a value beside a file that another rule tells of', { old: configured('# one; two; three\n', '1.26.15', '--leader-elect=maybe') },
    [
      `old/${KCM_FILE}:19 error: KCM 1.26 of node of old ends: invalid argument "maybe" for "--leader-elect" flag`,
    ]],
  ['process-ends', 'no process that runs', with26(), []],
  ['feature-gate-refused', 'a gate that is gone', manager('1.27.16', '--feature-gates=ControllerManagerLeaderMigration=true'), [
    `old/${KCM_FILE}:14 error: KCM 1.27 of node of old does not accept the feature gate ControllerManagerLeaderMigration=true`,
  ]],
  ['feature-gate-refused', 'a gate that is locked, among others', manager('1.26.15', '--feature-gates=Other=true, CSIMigrationAWS = 0'), [
    `old/${KCM_FILE}:14 error: KCM 1.26 of node of old does not accept the feature gate CSIMigrationAWS=0`,
  ]],
  ['feature-gate-refused', 'a gate of kube-controller-manager in a cloud-controller-manager of AWS', {
    ...withCcm({ image: `${IMAGE}:v1.24.4` }, '--feature-gates=CSIMigrationAWS=true'),
  }, [`${DIST}:26 error: CCM 1.24 ${OBJECT} does not accept the feature gate CSIMigrationAWS=true`]],
  ['feature-gate-refused', 'no gate that the cloud-controller-manager of another provider may link', {
    ...withCcm({ image: 'example.com/cloud-controller-manager:v1.24.4' }, '--feature-gates=CSIMigrationAWS=true'),
  }, []],
  ['feature-gate-refused', 'any gate that a release does not have, from the one on that can be told its version',
    manager('1.36.4', '--feature-gates=NoSuchGate=true'), [
      `old/${KCM_FILE}:14 error: KCM 1.36 of node of old ends with its feature gates: unrecognized feature gate: NoSuchGate`,
    ]],
  ['feature-gate-refused', 'a gate that the version does not have which it emulates',
    manager('1.36.4', '--emulated-version=1.35', '--feature-gates=WorkloadWithJob=true'), [
      `old/${KCM_FILE}:15 error: KCM 1.36 of node of old ends with its feature gates: cannot set feature gate WorkloadWithJob to true, 1.35, which `
        + 'it emulates, does not have it yet',
    ]],
  ['feature-gate-refused', 'no gate that the version has not locked yet which it emulates',
    manager('1.36.4', '--emulated-version=1.35', '--feature-gates=CSIServiceAccountTokenSecrets=false'), []],
  ['process-ends', 'a version that cannot be emulated', manager('1.36.4', '--emulated-version=1.32'), [
    `old/${KCM_FILE}:14 error: KCM 1.36 of node of old ends: --emulated-version=1.32 is not between 1.33 and 1.36`,
  ]],
  ['feature-gate-refused', 'one of an API server', { old: node({ version: '1.36.4', apiserver: ['--feature-gates=NoSuchGate=true'] }) }, [
    'old/etc/kubernetes/manifests/kube-apiserver.yaml:13 error: kube-apiserver 1.36 of node of old ends with its feature gates: unrecognized feature '
      + 'gate: NoSuchGate',
  ]],
  ['feature-gate-refused', 'a gate that an API server has no more', {
    old: node({ version: '1.27.16', apiserver: ['--feature-gates=DynamicKubeletConfig=false'], mounts: [] }),
  }, ['old/etc/kubernetes/manifests/kube-apiserver.yaml:13 error: kube-apiserver 1.27 of node of old does not accept the feature gate '
    + 'DynamicKubeletConfig=false']],
  ['feature-gate-refused', 'no gate that an API server has', {
    old: node({ version: '1.27.16', apiserver: ['--feature-gates=AllAlpha=false,StorageVersionAPI=true'], mounts: [] }),
  }, []],
  ['feature-gate-refused', 'no gate in no table', with26('--feature-gates=Other=true'), []],
  ['feature-gate-refused', 'no value that is no boolean', manager('1.27.16', '--feature-gates=ControllerManagerLeaderMigration=maybe'), []],
  ['feature-gate-refused', 'no gate without a value', manager('1.27.16', '--feature-gates=ControllerManagerLeaderMigration'), []],
  ['feature-gate-refused', 'no release that is unknown', manager('x', '--feature-gates=ControllerManagerLeaderMigration=true'), []],
  ['command-line-not-understood', 'a shell', { old: { 'etc/kubernetes/manifests/kcm.yaml': SHELL } }, [
    'old/etc/kubernetes/manifests/kcm.yaml:6 error: \'/bin/sh\' starts kube-controller-manager; its command line is not understood => Give the '
      + 'flags as items of command or args.',
  ]],
])('%s tells of %s', (rule, _, folders, expected) => {
  expect(said(rule, folders)).toEqual(expected);
});
