import { access, ccm, CcmInput, CCM_FLAGS, configuration, Files, KCM_26, KCM_27, MIGRATION, node, SAFE, WILDCARD } from './input';
import { said } from './said';
import { at, flags, model, view } from './views';
import { newestRead, takenUnread } from '../../../src/lib/facts/kubernetes-releases';
import { KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { modelProcess, Process } from '../../../src/lib/model/process';
import { CounterExample } from '../../../src/lib/proof/counterexample';
import { declaredGap } from '../../../src/lib/rules/declared-gap';
import { patchReleaseUnknown } from '../../../src/lib/rules/patch-release-unknown';
import { toldOf } from '../../../src/lib/rules/rule';
import { nameOf as nameOfView } from '../../../src/lib/view/ask';

type Table = readonly (readonly [string, Record<string, Files>, readonly string[]])[];

const old = (...more: string[]) => ({ old: node({ kcm: [...KCM_26, ...more] }) });
const in27 = (...more: string[]) => node({ version: '1.27.16', kcm: [...KCM_27, ...more], mounts: [] });
const withCcm = (input: CcmInput) => ({ dist: ccm(input) });
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const nameOf = (minor: string) => `CCM ${minor} (DaemonSet kube-system/aws-cloud-controller-manager)`;
const CCM_TAG = 'registry.k8s.io/provider-aws/cloud-controller-manager:';
const OTHER_IMAGE = 'example.com/openstack-cloud-controller-manager:v1.27.1';
const sides = (oldConfig: string, newConfig: string, version?: string) => ({
  old: node({ version, kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': oldConfig } }),
  dist: { ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: newConfig }), ...access() },
});
const configured = (text: string, version?: string) => ({ old: sides(text, '', version).old });

function table(rule: string, rows: Table): void {
  describe(rule, () => {
    it.each(rows)('tells %s', (_, folders, expected) => expect(said(rule, folders)).toEqual(expected));
  });
}

table('migrated-controllers-differ', [
  ['nothing where both list the same', SAFE, []],
  ['what the second lacks', sides(WILDCARD, configuration(['route'])), [
    `dist/config.yaml:9 error: ${nameOf('1.27')} migrates not 'service' and 'cloud-node-lifecycle', unlike KCM 1.26 of node of old`,
  ]],
  ['what the second has more', sides(configuration(['route']), WILDCARD), [
    `dist/config.yaml:9 error: ${nameOf('1.27')} migrates also 'service' and 'cloud-node-lifecycle', unlike KCM 1.26 of node of old`,
  ]],
  ['both', sides(configuration(['route', 'service']), configuration(['route', 'cloud-node-lifecycle'])), [
    `dist/config.yaml:9 error: ${nameOf('1.27')} migrates not 'service' and also 'cloud-node-lifecycle', unlike KCM 1.26 of node of old`,
  ]],
  ['nothing where each lists them under the keys of its release', {
    old: sides(configuration(['service', 'route']), '').old,
    dist: {
      ...ccm({
        image: `${CCM_TAG}v1.28.11`, flags: [...CCM_FLAGS, ...MIGRATION], config: configuration(['service-lb-controller', 'node-route-controller']),
      }),
      ...access(),
    },
  }, []],
  ['what the other lacks under any key', {
    old: sides(configuration(['service', 'route']), '').old,
    dist: {
      ...ccm({ image: `${CCM_TAG}v1.28.11`, flags: [...CCM_FLAGS, ...MIGRATION], config: configuration(['service-lb-controller']) }), ...access(),
    },
  }, [`dist/config.yaml:9 error: ${nameOf('1.28')} migrates not 'route', unlike KCM 1.26 of node of old`]],
  ['a controller of a provider that one side lacks', sides(configuration(['route', 'gkenetworkparamset']), configuration(['route'])), [
    `dist/config.yaml:9 error: ${nameOf('1.27')} migrates not 'gkenetworkparamset', unlike KCM 1.26 of node of old`,
  ]],
  ['nothing of the built-in default that names controllers which do not exist',
    { ...configured(WILDCARD), dist: ccm({ image: `${CCM_TAG}v1.28.11`, flags: [...CCM_FLAGS, '--enable-leader-migration'] }) }, []],
]);

const unreadable = {
  [KCM_FILE]: node({})[KCM_FILE].replace('    - kube-controller-manager\n', '    - /bin/sh\n    - -c\n    - exec kube-controller-manager\n'),
};

/** With a variable whose value is in a Secret that is not in the input. */
const unknownIn = (files: Files) => ({
  'ccm.yaml': files['ccm.yaml'].replace(
    '        args:\n', '        env: [{name: CLOUD, valueFrom: {secretKeyRef: {name: s, key: k}}}]\n        args:\n',
  ),
});

const VSPHERE = 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere';

table('ccm-without-cloud-provider', [
  ['that it is missing', withCcm({ flags: ['--v=2'] }), [
    `dist/ccm.yaml:20 error: ${nameOf('1.27')} has no --cloud-provider`,
  ]],
  ['nothing where it is not known what the image serves without', withCcm({ image: 'x/y-cloud-controller-manager:v1.27.0', flags: ['--v=2'] }), []],
  ['nothing of one that sets it itself', withCcm({ image: `${VSPHERE}:v1.27.0`, flags: ['--v=2'] }), []],
  ['that it is missing, of one that is known to set none', withCcm({ image: 'x/openstack-cloud-controller-manager:v1.27.0', flags: ['--v=2'] }), [
    `dist/ccm.yaml:20 error: ${nameOf('1.27')} has no --cloud-provider`,
  ]],
  ['that it is empty, with any image', withCcm({ image: OTHER_IMAGE, flags: ['--cloud-provider='] }), [
    `dist/ccm.yaml:23 error: ${nameOf('1.27')} has no --cloud-provider`,
  ]],
  ['that it is external, with any image', withCcm({ image: OTHER_IMAGE, flags: ['--v=2', '--cloud-provider=external'] }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} has --cloud-provider=external`,
  ]],
  ['a cloud that the release does not have', withCcm({ flags: ['--cloud-provider=gce'] }), [
    `dist/ccm.yaml:23 error: ${nameOf('1.27')} has --cloud-provider=gce`,
  ]],
  ['nothing of the clouds of other images', withCcm({ image: OTHER_IMAGE, flags: ['--cloud-provider=openstack'] }), []],
  ['it beside another command line that cannot be read', { ...withCcm({ flags: ['--v=2'] }), old: unreadable }, [
    `dist/ccm.yaml:20 error: ${nameOf('1.27')} has no --cloud-provider`,
  ]],
  ['nothing where its value is not known', { dist: unknownIn(ccm({ flags: ['--cloud-provider=$(CLOUD)'] })) }, []],
  ['it beside another flag that is not known', { dist: unknownIn(ccm({ flags: ['--cluster-name=$(CLOUD)'] })) }, [
    `dist/ccm.yaml:20 error: ${nameOf('1.27')} has no --cloud-provider`,
  ]],
  ['nothing where the command line cannot be read', {
    dist: {
      'ccm.yaml': ccm()['ccm.yaml'].replace('        args:\n', '        command: [/bin/sh, '
    + '-c, "exec aws-cloud-controller-manager"]\n        args:\n'),
    },
  }, []],
]);

table('main-lock-names-differ', [
  ['the name, at its flag', { a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect-resource-name=other', '--v=2'] }) }, [
    `b/${KCM_FILE}:17 error: KCM 1.26 of node of b has the main lock other, KCM 1.26 of node of a has kube-controller-manager`,
  ]],
  ['the namespace, at its flag', { a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect-resource-namespace=other', '--v=2'] }) }, [
    `b/${KCM_FILE}:17 error: KCM 1.26 of node of b has the main lock leases other/kube-controller-manager, KCM 1.26 of node of a has `
      + 'kube-controller-manager',
  ]],
  ['the kind, at its flag', { a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect-resource-lock=endpointsleases', '--v=2'] }) }, [
    `b/${KCM_FILE}:17 error: KCM 1.26 of node of b has the main lock endpoints kube-system/kube-controller-manager + kube-controller-manager, KCM `
      + '1.26 of node of a has kube-controller-manager',
  ]],
  ['nothing of a process without a lock', { a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect=false'] }) }, []],
  ['nothing of a process of no known release', { a: node({}), b: node({ version: 'latest' }) }, []],
]);

table('migration-lock-is-main-lock', [
  ['the lock of the scheduler', configured(WILDCARD.replace('cloud-provider-extraction-migration', 'kube-scheduler')), [
    'old/etc/leadermigration.conf:3 error: KCM 1.26 of node of old has the migration lock kube-scheduler, which is a main lock',
  ]],
  ['the lock of a process that has another',
    {
      ...configured(WILDCARD),
      b: node({ kcm: [...KCM_26, '--leader-elect-resource-name=cloud-provider-extraction-migration'] }),
      c: node({ version: 'latest' }),
    }, [
      'old/etc/leadermigration.conf:3 error: KCM 1.26 of node of old has the migration lock cloud-provider-extraction-migration, '
      + 'which is a main lock',
    ]],
  ['nothing beside a process of an unknown release', { ...configured(WILDCARD), c: node({ version: 'latest' }) }, []],
]);

table('leader-migration-with-external-provider', [
  ['it at the flag', { new: in27('--v=2', '--enable-leader-migration') }, [
    `new/${KCM_FILE}:18 error: KCM 1.27 of node of new has --cloud-provider=external and --enable-leader-migration`,
  ]],
  ['it where the release is unknown', { new: node({ version: 'latest', kcm: [...KCM_27, '--enable-leader-migration'] }) }, [
    `new/${KCM_FILE}:17 error: KCM of node of new has --cloud-provider=external and --enable-leader-migration`,
  ]],
  ['nothing where it still owns a migrated controller', {
    new: node({
      version: '1.27.16',
      kcm: [...KCM_27, '--allocate-node-cidrs', '--cluster-cidr=10.0.0.0/16', ...MIGRATION],
      files: { 'etc/leadermigration.conf': configuration(['nodeipam'], 'kube-controller-manager') },
    }),
  }, []],
  ['nothing of one that is in-tree', old('--enable-leader-migration'), []],
]);

table('leader-migration-config-missing', [
  ['a file that the node does not have', { old: node({ kcm: [...KCM_26, ...MIGRATION] }) }, [
    `old/${KCM_FILE}:18 error: KCM 1.26 of node of old has --leader-migration-config=/etc/leadermigration.conf, but hostPath `
      + '/etc/leadermigration.conf of node old does not exist',
  ]],
  ['a ConfigMap that the input does not have', { dist: { 'ccm.yaml': ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD })['ccm.yaml'] } }, [
    `dist/ccm.yaml:27 error?: ${nameOf('1.27')} has --leader-migration-config=/etc/leadermigration.conf, but ConfigMap `
      + `kube-system/leader-migration-config is not part of the input, so ${nameOf('1.27')} is left out of the proof`,
  ]],
  ['nothing of a file that is there', SAFE, []],
  ['nothing of a file that is not read', { old: node({ kcm: [...KCM_26, '--leader-migration-config=/etc/leadermigration.conf'] }) }, []],
  ['nothing of a file that is not mounted', { old: node({ kcm: [...KCM_26, ...MIGRATION], mounts: [] }) }, []],
]);

table('config-file-not-mounted', [
  ['each of the files', { old: node({ kcm: [...KCM_26, ...MIGRATION, '--cloud-config=/etc/kubernetes/cloud.conf'], mounts: [] }) }, [
    `old/${KCM_FILE}:18 error: KCM 1.26 of node of old has --leader-migration-config=/etc/leadermigration.conf, but no volume is mounted there`,
    `old/${KCM_FILE}:19 error: KCM 1.26 of node of old has --cloud-config=/etc/kubernetes/cloud.conf, but no volume is mounted there`,
  ]],
]);

const lock = (version: string, kind: string) =>
  `apiVersion: controllermanager.config.k8s.io/${version}\nleaderName: cloud-provider-extraction-migration\nresourceLock: ${kind}`;

table('leader-migration-config-misleading', [
  ['a controller that is listed twice', configured(configuration(['route', 'route'])), [
    'old/etc/leadermigration.conf:7 error: KCM 1.26 of node of old: line 7, column 3: controller \'route\' is listed twice, first as '
      + 'controllerLeaders[0]: components use the last one; keep one',
  ]],
  ['nothing of a name that has a rule of its own', configured(configuration(['service-lb-controller'])), []],
  ['nor of the lock of another component', configured(WILDCARD.replace('cloud-provider-extraction-migration', 'kube-scheduler')), []],
  ['nor of a lock of a kind that is gone', configured(configuration(['route'], '"*"', lock('v1beta1', 'endpoints')), '1.26.15'), []],
  ['nor of * where it is no component', configured(configuration(['route'], '"*"', lock('v1alpha1', 'leases')), '1.21.14'), []],
  ['nothing of a file that is refused', configured(`${WILDCARD}- name: route\n  component: *\n`), []],
  ['a component that does not exist', configured(configuration(['route'], 'other')), [
    'old/etc/leadermigration.conf:6 error: KCM 1.26 of node of old: line 6, column 14: component \'other\' of controller \'route\' matches no '
      + 'component; accepted: kube-controller-manager, cloud-controller-manager, "*"',
  ]],
]);

table('controller-name-of-other-release', [
  ['the name to use, at the entry', configured(configuration(['service-lb-controller', 'route'])), [
    'old/etc/leadermigration.conf:5 error: KCM 1.26 of node of old: controller \'service-lb-controller\' is not known to Kubernetes 1.26; use '
      + '\'service\' (keys changed in 1.28)',
  ]],
  ['nothing of a controller of the provider', configured(configuration(['route', 'gkenetworkparamset'])), []],
  ['the entry, not one that begins alike',
    configured(configuration(['service', 'service-lb-controller', 'route', 'cloud-node']).replace(
      'name: cloud-node', 'name: cloud-node-controller',
    )), [
      'old/etc/leadermigration.conf:11 error: KCM 1.26 of node of old: controller \'cloud-node-controller\' is not known to Kubernetes 1.26; use '
      + '\'cloud-node\' (keys changed in 1.28)',
    ]],
]);

table('cloud-config-refused', [
  ['what cannot be read',
    {
      old: node({
        kcm: [...KCM_26, '--cloud-config=/etc/cloud.conf'], mounts: ['/etc/cloud.conf'], files: { 'etc/cloud.conf': '[Global]\n{"tenantId": "x"}\n' },
      }),
    }, [
      'old/etc/cloud.conf:2 error: KCM 1.26 of node of old cannot read /etc/cloud.conf: cloud config line 2: expected a section header or a '
      + 'variable, got "{" => Correct the line: it is read as gcfg, [Section] and Name = value.',
    ]],
]);

table('cloud-routes-carry-ipv4-only', [
  ['a range of IPv6 alone', withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=fd00::/56'] }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} makes cloud routes on AWS for --cluster-cidr="fd00::/56"`,
  ]],
  ['nothing of another cloud', withCcm({ flags: ['--cloud-provider=gce', '--cluster-cidr=fd00::/56'] }), []],
  ['nothing of what is no range', withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=fd00::'] }), []],
  ['nothing where routes are switched off', withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=fd00::/56', '--controllers=*,-route'] }), []],
]);

table('cloud-routes-without-cluster-cidr', [
  ['that routes are on by default', withCcm({ flags: ['--cloud-provider=aws'] }), [
    `dist/ccm.yaml:20 error: ${nameOf('1.27')} starts its route controller (--configure-cloud-routes is true by default) with --cluster-cidr=""`,
  ]],
  ['that routes are asked for', withCcm({ flags: ['--cloud-provider=aws', '--configure-cloud-routes=true'] }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} starts its route controller with --cluster-cidr=""`,
  ]],
  ['a range that is none', withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0'] }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} starts its route controller (--configure-cloud-routes is true by default) with `
      + '--cluster-cidr="10.0.0.0"',
  ]],
  ['nothing of a release without a route controller', { new: node({ version: '1.37.1', kcm: ['--cloud-provider=external'] }) }, []],
  ['nothing of an unknown release', { new: node({ version: 'latest', kcm: ['--cloud-provider=aws'] }) }, []],
]);

table('aws-v2-provider', [
  ['all that ends it', withCcm({ flags: ['--v=2', '--cloud-provider=aws/v2'], image: `${CCM_TAG}v1.29.10` }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.29')} has --cloud-provider=aws/v2 without --cloud-config: it ends at start with 'no AWS cloud provider `
      + 'config file given\'',
    `dist/ccm.yaml:24 error: ${nameOf('1.29')} has --cloud-provider=aws/v2 without ENABLE_ALPHA_V2=true in its environment: it ends at start`,
    `dist/ccm.yaml:24 error: ${nameOf('1.29')} has --cloud-provider=aws/v2, which v1.29.10 no longer has: it ends at start`,
    `dist/ccm.yaml:24 warning: ${nameOf('1.29')}: --cloud-provider=aws/v2 is pre-alpha, made for new clusters, and gone from v1.29.0 on: it only `
      + 'initializes and deletes nodes, and keeps no load balancer and no route',
  ]],
  ['what a mirror cannot say', withCcm({ flags: ['--v=2', '--cloud-provider=aws/v2'], image: OTHER_IMAGE }), [
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} has --cloud-provider=aws/v2 without --cloud-config: it ends at start with 'no AWS cloud provider `
      + 'config file given\'',
    `dist/ccm.yaml:24 error: ${nameOf('1.27')} has --cloud-provider=aws/v2 without ENABLE_ALPHA_V2=true in its environment: it ends at start`,
    `dist/ccm.yaml:24 warning: ${nameOf('1.27')}: --cloud-provider=aws/v2 is pre-alpha, made for new clusters, and gone from v1.29.0 on: it only `
      + 'initializes and deletes nodes, and keeps no load balancer and no route',
  ]],
  ['controllers that run nowhere', {
    dist: {
      'ccm.yaml': ccm({ flags: ['--enable-leader-migration', '--cloud-provider=aws/v2', '--cloud-config=/x'] })['ccm.yaml'].replace(
        '        args:\n', '        env: [{name: ENABLE_ALPHA_V2, value: "true"}]\n        args:\n',
      ),
    },
  }, [
    `dist/ccm.yaml:25 error: ${nameOf('1.27')} has --cloud-provider=aws/v2 and Leader Migration: the service and route controllers that are handed `
      + 'over would run nowhere',
    `dist/ccm.yaml:25 warning: ${nameOf('1.27')}: --cloud-provider=aws/v2 is pre-alpha, made for new clusters, and gone from v1.29.0 on: it only `
      + 'initializes and deletes nodes, and keeps no load balancer and no route',
  ]],
  ['nothing of another provider', withCcm({}), []],
]);

table('in-tree-provider-gone', [
  ['the words of kube-controller-manager', { new: node({ version: '1.27.16', kcm: ['--cloud-provider=aws'] }) }, [
    `new/${KCM_FILE}:13 error: KCM 1.27 of node of new has no in-tree cloud provider 'aws': cloud provider could not be initialized: unknown cloud `
      + 'provider "aws"',
  ]],
  ['the words of kubelet', { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--cloud-provider=aws'] }) }, [
    'new/var/lib/kubelet/kubeadm-flags.env:1 error: kubelet 1.27 of node of new has no in-tree cloud provider \'aws\': unknown cloud provider "aws"',
  ]],
  ['other clouds without words', { new: node({ version: '1.30.14', kcm: ['--cloud-provider=azure'] }) }, [
    `new/${KCM_FILE}:13 error: KCM 1.30 of node of new has no in-tree cloud provider 'azure'`,
  ]],
  ['nothing where it is not checked', { old: node({ apiserver: ['--cloud-provider=aws'] }) }, []],
  ['nothing where the flag is gone', { new: node({ version: '1.33.13', kcm: KCM_27, apiserver: ['--cloud-provider=aws'] }) }, []],
  ['nothing of a flag without a value', { new: node({ version: '1.27.16', kcm: ['--v=2', '--cloud-provider'] }) }, []],
  ['nothing where it is not passed', { new: node({ version: '1.27.16', kcm: ['--v=2'] }) }, []],
  ['nothing of an unknown release', { new: node({ version: 'latest', kcm: ['--cloud-provider=aws'] }) }, []],
  ['nothing of a cloud-controller-manager', withCcm({ flags: ['--cloud-provider=aws'] }), []],
]);

table('flag-unknown-to-release', [
  ['flags that came later and went before', { new: node({ version: '1.20.15', kcm: [...KCM_26, '--leader-migration-config=/x'] }) }, [
    `new/${KCM_FILE}:17 error: KCM 1.20 of node of new does not have the flag --leader-migration-config`,
  ]],
  ['flags of the tagging controller, before it had them',
    withCcm({ image: `${CCM_TAG}v1.27.10`, flags: [...CCM_FLAGS, '--tags=a=b', '--tagging-controller-enable-batching'] }), [
      `dist/ccm.yaml:27 error: ${nameOf('1.27')} does not have the flag --tagging-controller-enable-batching`,
    ]],
  ['nothing of them in an image that is not known', withCcm({ image: OTHER_IMAGE, flags: [...CCM_FLAGS, '--tagging-controller-enable-batching'] }),
    []],
  ['no flag that only another release of AWS has',
    withCcm({ image: `${CCM_TAG}v1.27.10`, flags: [...CCM_FLAGS, '--tagging-controller-enable-batchin'] }), [
      `dist/ccm.yaml:26 error: ${nameOf('1.27')} does not have the flag --tagging-controller-enable-batchin; `
        + 'did you mean --tagging-controller-rate-limit?',
    ]],
  ['a slip of the pen', { new: node({ version: '1.26.15', kcm: [...KCM_26, '--enable-leader-migraton'] }) }, [
    `new/${KCM_FILE}:17 error: KCM 1.26 of node of new does not have the flag --enable-leader-migraton; did you mean --enable-leader-migration?`,
  ]],
  ['a flag that is like no other', { new: node({ version: '1.26.15', kcm: [...KCM_26, '--nonsense'] }) }, [
    `new/${KCM_FILE}:17 error: KCM 1.26 of node of new does not have the flag --nonsense`,
  ]],
  ['what is near to a flag of the release, not of a later one',
    { new: node({ version: '1.20.15', kcm: [...KCM_26, '--leader-migration-confg=/x'] }) }, [
      `new/${KCM_FILE}:17 error: KCM 1.20 of node of new does not have the flag --leader-migration-confg`,
    ]],
  ['slips in a cloud-controller-manager of AWS',
    withCcm({ image: `${CCM_TAG}v1.27.10`, flags: [...CCM_FLAGS, '--enable-leader-migraton', '--tagging-controller-rate-limt=1'] }), [
      `dist/ccm.yaml:26 error: ${nameOf('1.27')} does not have the flag --enable-leader-migraton; did you mean --enable-leader-migration?`,
      `dist/ccm.yaml:27 error: ${nameOf('1.27')} does not have the flag --tagging-controller-rate-limt; `
      + 'did you mean --tagging-controller-rate-limit?',
    ]],
  ['nothing of them in one of another provider', withCcm({ image: OTHER_IMAGE, flags: [...CCM_FLAGS, '--enable-leader-migraton'] }), []],
  ['a name with underscores, which the program of AWS does not turn into dashes', withCcm({ flags: [...CCM_FLAGS, '--leader_elect=true'] }), [
    `dist/ccm.yaml:26 error: ${nameOf('1.27')} does not have the flag --leader_elect; did you mean --leader-elect?`,
  ]],
  ['that it is not known, of a patch release that was not read', { new: node({ version: '1.27.0', kcm: [...KCM_27, '--add-dir-header'] }) }, [
    `new/${KCM_FILE}:17 warning?: it is not known whether KCM 1.27 of node of new has the flag --add-dir-header: 1.27.0 was not read, and a release `
      + 'next to it does not have the flag',
  ]],
  ['nothing of the spelling with underscores', { new: node({ version: '1.26.15', kcm: [...KCM_26, '--leader_elect'] }) }, []],
  ['nothing of a letter', { new: node({ version: '1.26.15', kcm: [...KCM_26, '-x'] }) }, []],
  ['nothing of an unknown release', { new: node({ version: 'latest', kcm: ['--leader-migration-config=/x'] }) }, []],
]);

table('wildcard-matches-nobody', [
  ['the entry', configured(configuration(['route'], '"*"', 'apiVersion: controllermanager.config.k8s.io/v1alpha1\nleaderName: x\nresourceLock: '
    + 'leases'), '1.21.14'), [
    'old/etc/leadermigration.conf:6 error: KCM 1.21 of node of old: component \'*\' of controller \'route\' matches no component',
  ]],
]);

table('feature-gate-refused', [
  ['a gate that only one of two components lacks', {
    old: node({ version: '1.25.16', kcm: [...KCM_26, '--feature-gates=IPv6DualStack=true'], kubelet: ['--feature-gates=IPv6DualStack=true'] }),
  }, [
    'old/var/lib/kubelet/kubeadm-flags.env:1 error: kubelet 1.25 of node of old does not accept the feature gate IPv6DualStack=true',
  ]],
  ['the gate without its spaces, at the flag', { new: in27('--feature-gates=A=false, ControllerManagerLeaderMigration = true') }, [
    `new/${KCM_FILE}:17 error: KCM 1.27 of node of new does not accept the feature gate ControllerManagerLeaderMigration=true`,
  ]],
  ['a gate that only kube-controller-manager has, in the CCM of AWS',
    withCcm({ flags: [...CCM_FLAGS, '--feature-gates=CSIMigrationAWS=true'], image: `${CCM_TAG}v1.24.4` }), [
      `dist/ccm.yaml:26 error: ${nameOf('1.24')} does not accept the feature gate CSIMigrationAWS=true`,
    ]],
  ['nothing of it in a CCM that may have it from its provider', withCcm({
    flags: [...CCM_FLAGS, '--feature-gates=CSIMigrationAWS=true'], image: OTHER_IMAGE.replace('1.27', '1.24'),
  }), []],
]);

table('static-pod-kubeconfig-missing', [
  ['a file that no volume holds', {
    new: node({
      version: '1.27.16',
      kcm: KCM_27,
      mounts: [],
      files: {
        'etc/kubernetes/manifests/ccm.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n  containers:\n'
          + `  - name: ccm\n    image: ${CCM_TAG}v1.27.10\n    args:\n    - --cloud-provider=aws\n    - --kubeconfig=/etc/ccm.conf\n`,
      },
    }),
  }, ['new/etc/kubernetes/manifests/ccm.yaml:10 error: CCM 1.27 of node of new has --kubeconfig=/etc/ccm.conf, but no volume is mounted there']],
  ['nothing of a pod that a workload makes', withCcm({ flags: [...CCM_FLAGS, '--kubeconfig=/etc/ccm.conf'] }), []],
]);

table('process-ends', [
  ['what no other rule tells', old('--controllers=*,-servis'), [
    `old/${KCM_FILE}:17 error: KCM 1.26 of node of old ends: "servis" is not in the list of known controllers`,
  ]],
  ['nothing of a flag that the release does not have', old('--nonsense'), []],
  ['nor of a CIDR', { old: node({ kcm: ['--cloud-provider=aws', '--allocate-node-cidrs', '--cluster-cidr=x'] }) }, []],
  ['nor of a feature gate', { new: in27('--feature-gates=ControllerManagerLeaderMigration=true') }, []],
  ['nor of a cloud', { new: node({ version: '1.27.16' }) }, []],
  ['nor of a kind of lock', old('--leader-elect-resource-lock=endpoints'), []],
  ['nor of a configuration that is refused', configured(configuration(['route'], '*')), []],
  ['nor of one that is not there', old(...MIGRATION), []],
]);

table('controller-of-provider', [
  ['the entry', configured(configuration(['route', 'gkenetworkparamset'])), [
    "old/etc/leadermigration.conf:7 warning: KCM 1.26 of node of old: controller 'gkenetworkparamset' is listed, which Kubernetes does not have",
  ]],
]);

table('duplicate-key', [
  ['the second', { old: node({}), dist: { 'x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: b\n  a: c\n' } }, [
    'dist/x.yaml:6 warning: key a is given twice',
  ]],
]);

table('patch-release-unknown', [
  ['one after the last', { old: node({ version: '1.26.16' }) }, [
    `old/${KCM_FILE}:9 error: KCM 1.26 of node of old is 1.26.16, but Kubernetes 1.26 ended with 1.26.15`,
  ]],
  ['one of a minor that goes on', { new: node({ version: '1.36.99', kcm: KCM_27, mounts: [] }) }, [
    `new/${KCM_FILE}:9 note: KCM 1.36 of node of new is 1.36.99, newer than 1.36.6, the newest that is known`,
  ]],
  ['one that could not be read', { new: node({ version: '1.34.12', kcm: KCM_27, mounts: [] }) }, [
    `new/${KCM_FILE}:9 note: KCM 1.34 of node of new is 1.34.12, whose sources could not be read; it is checked as 1.34.10, the last of its minor `
      + 'that was',
  ]],
  ['nothing of one that was read', { new: node({ version: '1.34.10', kcm: KCM_27, mounts: [] }) }, []],
]);

it('patch-release-unknown tells of a version that is read as an older one', () => {
  const components = [view({ component: KCM, object: 'x', version: takenUnread(KubernetesVersion.of('1.99.1')) })];
  expect(toldOf(patchReleaseUnknown.check(model({ components })))).toEqual([
    {
      place: at(1),
      severity: 'warning',
      message: `${nameOfView(components[0])} is 1.99.1, which was not read; what is known of ${newestRead('1.37')} is taken for it`,
    },
  ]);
});

table('cloud-config-not-read', [
  ['where the file is from', {
    dist: {
      'ccm.yaml': `${ccm({ flags: [...CCM_FLAGS, '--cloud-config=/c/cloud.conf'] })['ccm.yaml']}        volumeMounts: [{name: c, mountPath: /c}]
      volumes: [{name: c, secret: {secretName: cloud}}]
`,
    },
  }, [`dist/ccm.yaml:26 note: ${nameOf('1.27')} has --cloud-config=/c/cloud.conf from Secret cloud`]],
]);

const LIST = 'apiVersion: v1\nkind: List\nitems:\n- image: registry.k8s.io/kube-controller-manager:v1.26.15\n';

table('static-pod-refused', [
  ['the file', { old: { ...node({}), 'etc/kubernetes/manifests/list.yaml': LIST } }, [
    'old/etc/kubernetes/manifests/list.yaml:4 warning: the kubelet starts nothing from this file, which has the image '
      + 'registry.k8s.io/kube-controller-manager:v1.26.15: it is "v1" "List", and the kubelet takes v1 Pods only',
  ]],
  ['nothing of documentation that names a component',
    { old: node({}), docs: { 'README.md': '# kube-controller-manager\n\nimage: registry.k8s.io/kube-controller-manager:v1.26.15\n' } }, []],
]);

table('version-unknown', [
  ['the image', { old: node({ version: 'latest' }) }, [
    'old/etc/kubernetes/manifests/kube-controller-manager.yaml:10 error: the version of kube-controller-manager is unknown: its image has no '
      + 'version in its tag that is a Kubernetes release, and neither --kubernetes-version nor --image-version is given'
      + ' => Use an image with a version tag, or pass --kubernetes-version <version> or --image-version '
        + 'registry.k8s.io/kube-controller-manager=<version>.',
  ]],
]);

table('service-override-not-matching', [
  ['the section', {
    old: node({
      kcm: [...KCM_26, '--cloud-config=/etc/cloud.conf'],
      mounts: ['/etc/cloud.conf'],
      files: { 'etc/cloud.conf': '[ServiceOverride "1"]\nService=EC2\nRegion=r\nURL=https://x\nSigningRegion=r\n' },
    }),
  }, [
    'old/etc/cloud.conf:1 error: KCM 1.26 of node of old: [ServiceOverride "1"] has Service \'EC2\', which this release never asks for; with AWS '
      + 'SDK v1 it is \'ec2\'',
  ]],
]);

const processIn = (dir: string, ...given: string[]): Process => modelProcess({
  dir, label: dir, component: KCM, version: KubernetesVersion.of('1.26.15'), flags: flags('--cloud-provider=external', ...given),
});

describe('declared-gap', () => {
  const gap = (...dirs: string[]): CounterExample => ({
    controller: 'route',
    processes: dirs.map(dir => ({ dir, component: KCM, version: '1.26.15', locks: [] })),
    message: 'no process runs \'route\'',
    story: [],
    fix: 'do this',
  });
  const kcm = (dir: string | undefined, line: number, ...given: string[]) => view({
    component: KCM, flags: flags(...given), place: { file: 'kcm', line }, process: dir === undefined ? undefined : processIn(dir),
  });
  const found = (components: ReturnType<typeof kcm>[], ...dirs: string[]) => (
    toldOf(declaredGap.check(model({ components, verdict: { ...model({}).verdict, declaredGaps: [gap(...dirs)] } }))));

  it('is a warning with how long it lasts, where a strategy ends it', () => {
    expect(found([kcm('a', 1)], 'a')).toEqual([{
      place: { file: 'kcm', line: 1 },
      message: 'no process runs \'route\'; the gap lasts from the first process with this configuration until a process that runs \'route\' has won '
        + 'its locks: '
        + 'less than 43.2 s plus its start-up after it is deployed, with the durations of this cluster',
      fix: 'do this',
      severity: 'warning',
    }]);
  });

  const TAKES = 'Services of its loadBalancerClass, which its webhook sets for new ones where that is on';
  it.each<[string, string, object]>([
    ['error where the input has no end of it', 'route', {
      message: "no process runs 'route'; no process of the input has 'route' on, so the gap has no end",
      fix: 'do this Where something outside the input does its work, accept this finding with the reason (--accepted).',
    }],
    ['warning where the input has what may serve in its place', 'service', {
      message: "no process runs 'route'; no process of the input has 'service' on, so the gap has no end but in what AWS Load Balancer Controller "
        + `(Deployment kube-system/lbc) takes ${TAKES}, AWS Load Balancer Controller (Deployment kube-system/other) takes ${TAKES}`,
      fix: 'See that it takes all of them, and accept this finding with the reason (--accepted). Else: do this',
      severity: 'warning',
    }],
  ])('is an %s', (_, controller, expected) => {
    expect(declaredGap.severity).toBe('error');
    const images = [{ reference: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.8.1', place: at(1) }];
    const objects = ['lbc', 'other'].map(name => ({ kind: 'Deployment', namespace: 'kube-system', name, place: at(1), topologyKeys: [], images }));
    const gaps = [{ ...gap('a'), controller }];
    const told = model({ components: [kcm('a', 1)], endsGaps: false, objects, verdict: { ...model({}).verdict, declaredGaps: gaps } });
    expect(toldOf(declaredGap.check(told)))
      .toEqual([{ place: { file: 'kcm', line: 1 }, ...expected }]);
  });

  it('is a note where the migration says by what it is served, whatever ends', () => {
    for (const endsGaps of [true, false]) {
      const known = { endsGaps, declaredServers: new Map([['route', 'cilium']]), verdict: { ...model({}).verdict, declaredGaps: [gap('a')] } };
      expect(toldOf(declaredGap.check(model({ components: [kcm('a', 1)], ...known })))).toEqual([{
        place: { file: 'kcm', line: 1 },
        message: "no process runs 'route'; the migration says that it is served elsewhere: by cilium",
        fix: "See that cilium does the work of 'route' for each object; else leave it out of servedElsewhere, and switch the controller on.",
        severity: 'note',
      }]);
    }
    const others = model({
      components: [kcm('a', 1)], declaredServers: new Map([['service', 'x']]), verdict: { ...model({}).verdict, declaredGaps: [gap('a')] },
    });
    expect(toldOf(declaredGap.check(others))[0].severity).toBe('warning');
  });

  it('counts with the durations that the processes have', () => {
    const slow = { ...kcm('a', 1), process: processIn('a', '--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s') };
    expect(found([slow], 'a')[0].message).toContain('less than 133.2 s plus');
  });

  it('counts with the slowest, whatever has no process', () => {
    const slow = { ...kcm('b', 1), process: processIn('b', '--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s') };
    expect(found([kcm('a', 1), slow, kcm(undefined, 2)], 'a')[0].message).toContain('less than 133.2 s plus');
  });

  it('says no number where no process is known', () => {
    expect(found([kcm(undefined, 2)], 'a')[0].message).toContain('less than the waits for its locks plus its start-up');
  });

  it.each<[string, ReturnType<typeof kcm>[], string[], object]>([
    ['--controllers that leaves one out', [kcm('a', 1), kcm('b', 2, '--controllers=*,cloud-node'), kcm('c', 3, '--v=2', '--controllers=*,-route')],
      ['a'], { file: 'f', line: 11 }],
    ['--controllers that begins with it', [kcm('a', 1), kcm('b', 2, '--controllers=-route,*')], ['a'], { file: 'f', line: 10 }],
    ['the provider of a process in it, where none is left out',
      [kcm('b', 1), kcm(undefined, 2), kcm('a', 3, '--controllers', '--cloud-provider=external')], ['x', 'a'], { file: 'f', line: 10 }],
    ['the process in it, where its flags say nothing', [kcm('b', 1, '--v=-route'), kcm(undefined, 2), kcm('a', 3, '--v=,-route', '--controllers')],
      ['x', 'a'], { file: 'f', line: 11 }],
    ['the provider', [kcm('b', 1), kcm('a', 3, '--v=,-route', '--cloud-provider=external')], ['x', 'a'], { file: 'f', line: 11 }],
    ['the first component, where no process is in it', [kcm(undefined, 1), kcm('a', 2)], [], { file: 'kcm', line: 1 }],
  ])('is at %s', (_, components, dirs, expected) => expect(found(components, ...dirs)[0].place).toEqual(expected));
});
