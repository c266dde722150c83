import { ControllerManager } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { EndCause, textOfCauses } from '../../../src/lib/model/end-cause';
import { allLocks, controllerIn, locksToRun, modelProcess, Process } from '../../../src/lib/model/process';
import { ccm, file, kcm, LM, LM_FILE, NEW, OLD, ROUTES } from '../proof/processes';

const AWS = `--cloud-provider=aws ${ROUTES}`;
const MIGRATION = 'leases/kube-system/cloud-provider-extraction-migration';
const KCM_LOCK = 'leases/kube-system/kube-controller-manager';
const CCM_LOCK = 'leases/kube-system/cloud-controller-manager';

function under(process: Process, ...controllers: string[]): string[] {
  return controllers.map(controller => controllerIn(process, controller).under);
}

function presence(process: Process, ...controllers: string[]): string[] {
  return controllers.map(controller => controllerIn(process, controller).presence);
}

describe('main lock', () => {
  test.each<[string, Process, string[]]>([
    ['is a Lease in kube-system named after the component', kcm('1.26', AWS), [KCM_LOCK]],
    ['of a CCM too', ccm('1.26', ''), [CCM_LOCK]],
    ['follows name and namespace', kcm('1.26', `${AWS} --leader-elect-resource-name=x --leader-elect-resource-namespace=y`), ['leases/y/x']],
    ['is two objects for endpointsleases', kcm('1.26', `${AWS} --leader-elect-resource-lock=endpointsleases`),
      ['endpoints/kube-system/kube-controller-manager', KCM_LOCK]],
    ['is two objects for configmapsleases', kcm('1.24', `${AWS} --leader-elect-resource-lock=configmapsleases`),
      ['configmaps/kube-system/kube-controller-manager', KCM_LOCK]],
    ['is an Endpoints object to 1.23', kcm('1.23', `${AWS} --leader-elect-resource-lock=endpoints`), ['endpoints/kube-system/'
      + 'kube-controller-manager']],
    ['is a ConfigMap to 1.23', kcm('1.23', `${AWS} --leader-elect-resource-lock=configmaps`), ['configmaps/kube-system/kube-controller-manager']],
    ['is none without leader election', kcm('1.26', `${AWS} --leader-elect=false`), []],
    ['is none for a value that means false', kcm('1.26', `${AWS} --leader-elect=F`), []],
    ['is there for a flag without a value', kcm('1.26', `${AWS} --leader-elect=false --leader-elect`), [KCM_LOCK]],
    ['follows the last of several flags', kcm('1.26', `${AWS} --leader-elect=true --leader_elect=false`), []],
  ])('%s', (_, process, expected) => {
    expect([...process.mainLock]).toEqual(expected);
    expect(process.fate).toEqual({ kind: 'runs', causes: [], startsControllers: true });
  });
});

it('is one of each node, where nothing else is said', () => {
  const replicas = { kind: 'replicas', count: 2 } as unknown as Process['replication'];
  expect([{}, { replication: replicas }].map(more => kcm('1.26', AWS, more).replication)).toEqual([{ kind: 'per-node' }, replicas]);
});

describe('migration lock', () => {
  test.each<[string, Process, string[] | undefined]>([
    ['is the built-in one without a file', kcm('1.26', `${AWS} ${LM}`), [MIGRATION]],
    ['is bid for even with no controller to run under it', kcm('1.27', `--cloud-provider=external ${LM}`), [MIGRATION]],
    ['lies in the namespace of the process, not of the other side', ccm('1.27', `${LM} --leader-elect-resource-namespace=other`),
      ['leases/other/cloud-provider-extraction-migration']],
    ['has the name of the file', ccm('1.27', LM_FILE, file('v1', OLD, { leaderName: 'mine' })), ['leases/kube-system/mine']],
    ['has the kind of a v1beta1 file', kcm('1.23', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock: 'endpoints' })),
      ['endpoints/kube-system/cloud-provider-extraction-migration']],
    ['is a Lease whatever a v1 file says', kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', OLD, { resourceLock: 'endpoints' })), [MIGRATION]],
    ['is none when Leader Migration is off', kcm('1.26', `${AWS} --leader-migration-config=/etc/leadermigration.conf`), undefined],
    ['is none when it is switched off again', kcm('1.26', `${AWS} ${LM} --enable-leader-migration=false`), undefined],
    ['is ignored under --leader-elect=false', kcm('1.26', `${AWS} ${LM} --leader-elect=false`), undefined],
    ['is never bid for by a KCM of 1.29 whose token controller is left out', kcm('1.29', `--cloud-provider=external ${LM} `
      + '--controllers=*,-serviceaccount-token'),
    undefined],
    ['nor by one of 1.36', kcm('1.36', `--cloud-provider=external ${LM} --controllers=*,-serviceaccount-token-controller `
      + '--service-account-private-key-file=/k'), undefined],
    ['is bid for by a KCM of 1.29 that leaves another controller out', kcm('1.29', `--cloud-provider=external ${LM} --controllers=*,-ttl`),
      [MIGRATION]],
    ['is never bid for by a KCM of 1.29 without a star', kcm('1.29', `--cloud-provider=external ${LM} --controllers=ttl`), undefined],
    ['is bid for by a KCM of 1.28 all the same', kcm('1.28', `--cloud-provider=external ${LM} --controllers=*,-serviceaccount-token`), [MIGRATION]],
  ])('%s', (_, process, expected) => {
    expect(process.migrationLock && [...process.migrationLock]).toEqual(expected);
    expect(process.fate.kind).toBe('runs');
  });

  it('is held on top of the main lock', () => {
    expect([...allLocks(kcm('1.26', `${AWS} ${LM}`))]).toEqual([KCM_LOCK, MIGRATION]);
    expect([...allLocks(kcm('1.26', `${AWS} ${LM} --feature-gates=ControllerManagerLeaderMigration=false`))]).toEqual([]);
  });
});

describe('controllers', () => {
  test.each<[string, Process, string, string, string[]?]>([
    ['run under both locks when listed for everybody', kcm('1.26', `${AWS} ${LM}`), 'service', 'migration', [KCM_LOCK, MIGRATION]],
    ['run under the main lock when not listed', kcm('1.26', `${AWS} ${LM}`), 'nodeipam', 'main', [KCM_LOCK]],
    ['run under both locks when listed for their component', kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['route=kube-controller-manager'])),
      'route', 'migration',
      [KCM_LOCK, MIGRATION]],
    ['are not started when listed for the other component', kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['route=cloud-controller-manager'])),
      'route', 'never'],
    ['are not started on 1.21 when listed for *, which is no component there',
      kcm('1.21', `${AWS} ${LM_FILE} --feature-gates=ControllerManagerLeaderMigration=true`, file('v1alpha1', OLD, { resourceLock: 'leases' })),
      'service', 'never'],
    ['follow the last entry of a name', kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['service', 'service=cloud-controller-manager'])), 'service',
      'never'],
    ['follow the last entry of a name the other way round',
      kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['service=cloud-controller-manager', 'service'])),
      'service', 'migration', [KCM_LOCK, MIGRATION]],
    ['are not matched by an alias', ccm('1.28', LM_FILE, file('v1', OLD)), 'service', 'main', [CCM_LOCK]],
    ['are matched by the key of the release', ccm('1.28', LM_FILE, file('v1', NEW)), 'service', 'migration', [CCM_LOCK, MIGRATION]],
    ['are not matched by the built-in default from 1.28 on', ccm('1.28', LM), 'service', 'main', [CCM_LOCK]],
    ['but for cloud-node-lifecycle', ccm('1.37', LM), 'cloud-node-lifecycle', 'migration', [CCM_LOCK, MIGRATION]],
    ['that are of no cloud are migrated like any other', kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['attachdetach'])), 'attachdetach',
      'migration',
      [KCM_LOCK, MIGRATION]],
    ['that mint tokens stay under the main lock',
      kcm('1.26', `${AWS} ${LM_FILE} --controllers=*,serviceaccount-token`, file('v1', ['serviceaccount-token'])),
      'serviceaccount-token', 'main', [KCM_LOCK]],
    ['that nothing names run under the main lock', kcm('1.26', `${AWS} ${LM}`), 'other controllers', 'main', [KCM_LOCK]],
    ['that only another process names run with the rest', kcm('1.28', '--cloud-provider=external'), 'attachdetach', 'main', [KCM_LOCK]],
    ['that are off by default stay off', kcm('1.28', '--cloud-provider=external'), 'bootstrapsigner', 'never'],
    ['of the other component are none', ccm('1.28', ''), 'attachdetach', 'never'],
    ['of a migration that is never bid for do not run',
      kcm('1.29', `--cloud-provider=external ${LM_FILE} --controllers=*,-serviceaccount-token`, file('v1', ['ttl-controller'])), 'ttl', 'migration'],
    ['of the other component are none, whatever the configuration lists', ccm('1.26', LM_FILE, file('v1', ['attachdetach'])), 'attachdetach',
      'never'],
    ['do not wait for a lock under --leader-elect=false', kcm('1.26', `${AWS} ${LM} --leader-elect=false`), 'service', 'main', []],
  ])('%s', (...[, process, controller, where, locks]) => {
    expect(controllerIn(process, controller).under).toBe(where);
    const held = locksToRun(process, controller);
    expect(held && [...held]).toEqual(locks);
  });
});

describe('--controllers', () => {
  test.each<[string, Process, string, string]>([
    ['excludes by key', kcm('1.26', `${AWS} --controllers=*,-service`), 'service', 'excluded'],
    ['excludes by alias from 1.28 on', ccm('1.28', '--controllers=*,-service'), 'service', 'excluded'],
    ['excludes by the new key', ccm('1.28', '--controllers=*,-service-lb-controller'), 'service', 'excluded'],
    ['follows the first explicit entry', kcm('1.26', `${AWS} --controllers=-service,*,service`), 'service', 'excluded'],
    ['follows the first explicit entry the other way round', kcm('1.26', `${AWS} --controllers=service,-service`), 'service', 'enabled'],
    ['grows over several flags', kcm('1.26', `${AWS} --controllers=* --controllers=-service`), 'service', 'excluded'],
    ['leaves out what it does not name without a star', kcm('1.26', `${AWS} --controllers=service`), 'route', 'excluded'],
    ['leaves out the rest without a star', kcm('1.26', `${AWS} --controllers=service`), 'other controllers', 'excluded'],
    ['switches on what is off by default', kcm('1.26', `${AWS} --controllers=*,bootstrapsigner`), 'bootstrapsigner', 'enabled'],
    ['is looked at after the migration', kcm('1.26', `${AWS} ${LM} --controllers=*,-service`), 'service', 'excluded'],
    ['leaves out all when it is empty', kcm('1.26', `${AWS} --controllers=`), 'other controllers', 'excluded'],
    ['names what has several dashes in its name', ccm('1.28', '--controllers=*,-cloud-node-lifecycle-controller'), 'cloud-node-lifecycle',
      'excluded'],
    ['can name a controller of the provider', ccm('1.27', '--controllers=*,tagging'), 'tagging', 'enabled'],
    ['can name nodeipam where the image has it', ccm('1.27', `--controllers=*,-nodeipam ${ROUTES}`, { hasNodeIpam: true }), 'nodeipam', 'excluded'],
    ['does not make a controller that the cloud provider leaves out', kcm('1.26', '--cloud-provider=external --controllers=*,-service'), 'service',
      'absent'],
  ])('%s', (_, process, controller, expected) => {
    expect(process.fate.kind).toBe('runs');
    expect(controllerIn(process, controller).presence).toBe(expected);
  });
});

it('--controllers adds nothing to the controllers that there are when it names one of them', () => {
  expect([...ccm('1.28', '--controllers=*,cloud-node-lifecycle-controller').controllers.keys()].sort())
    .toEqual(['cloud-node', 'cloud-node-lifecycle', 'route', 'service']);
});

describe('the controllers that * leaves out', () => {
  test.each<[string, string]>([
    ['1.26', 'bootstrapsigner'], ['1.26', 'tokencleaner'], ['1.28', 'bootstrapsigner'], ['1.28', 'tokencleaner'],
    ['1.37', 'selinux-warning-controller'],
  ])('in %s: %s', (minor, controller) => {
    expect(controllerIn(kcm(minor, '--cloud-provider=external'), controller)).toMatchObject({ presence: 'excluded', under: 'never' });
  });
});

describe('presence', () => {
  test.each<[string, Process, string[]]>([
    ['in-tree: all three and nodeipam', kcm('1.26', AWS), ['enabled', 'enabled', 'enabled', 'absent', 'enabled']],
    ['external: nodeipam only', kcm('1.26', `--cloud-provider=external ${ROUTES}`), ['absent', 'absent', 'absent', 'absent', 'enabled']],
    ['no cloud: nodeipam only', kcm('1.26', ROUTES), ['absent', 'absent', 'absent', 'absent', 'enabled']],
    ['CCM: all but nodeipam', ccm('1.27', ROUTES, { cloudHasRoutes: true }), ['enabled', 'enabled', 'enabled', 'enabled', 'absent']],
    ['CCM image with nodeipam', ccm('1.27', ROUTES, { cloudHasRoutes: true, hasNodeIpam: true }),
      ['enabled', 'enabled', 'enabled', 'enabled', 'enabled']],
    ['KCM without node CIDRs: no routes', kcm('1.26', '--cloud-provider=aws --cluster-cidr=10.0.0.0/16'),
      ['enabled', 'absent', 'enabled', 'absent', 'absent']],
    ['KCM without cloud routes', kcm('1.26', `${AWS} --configure-cloud-routes=false`), ['enabled', 'absent', 'enabled', 'absent', 'enabled']],
    ['CCM 1.20 wants node CIDRs', ccm('1.20', '--cluster-cidr=10.0.0.0/16', { cloudHasRoutes: true }),
      ['enabled', 'absent', 'enabled', 'enabled', 'absent']],
    ['CCM 1.21 does not', ccm('1.21', '--cluster-cidr=10.0.0.0/16', { cloudHasRoutes: true }),
      ['enabled', 'enabled', 'enabled', 'enabled', 'absent']],
    ['a cloud without routes', ccm('1.27', ROUTES), ['enabled', 'absent', 'enabled', 'enabled', 'absent']],
  ])('%s', (_, process, expected) => {
    expect(presence(process, 'service', 'route', 'cloud-node-lifecycle', 'cloud-node', 'nodeipam')).toEqual(expected);
  });
});

describe('fate', () => {
  const missing = 'open /etc/leadermigration.conf: no such file or directory';
  test.each<[string, Process, string, string | RegExp]>([
    ['unknown flag', kcm('1.20', LM), 'fails-at-start', 'unknown flag: --enable-leader-migration'],
    ['bad boolean', kcm('1.26', `${AWS} --leader-elect=yes`), 'fails-at-start', 'invalid argument "yes" for "--leader-elect" flag'],
    ['bad duration', kcm('1.26', `${AWS} --leader-elect-lease-duration=15`), 'fails-at-start', 'invalid argument "15" for '
      + '"--leader-elect-lease-duration" flag'],
    ['bad value before a good one', kcm('1.26', `${AWS} --leader-elect=no --leader-elect=true`), 'fails-at-start', 'invalid argument "no" for '
      + '"--leader-elect" flag'],
    ['lease not longer than renewal', kcm('1.26', `${AWS} --leader-elect-lease-duration=10s`), 'fails-at-start', 'leaseDuration must be greater '
      + 'than renewDeadline'],
    ['renewal not longer than jitter', kcm('1.26', `${AWS} --leader-elect-renew-deadline=2400ms`), 'fails-at-start',
      /^renewDeadline must be greater/],
    ['no retry period', kcm('1.26', `${AWS} --leader-elect-retry-period=0`), 'fails-at-start', 'retryPeriod must be greater than zero'],
    ['endpoints as main lock from 1.24', kcm('1.24', `${AWS} --leader-elect-resource-lock=endpoints`), 'fails-at-start',
      '--leader-elect-resource-lock=endpoints does not work in 1.24 (it works with leases, endpointsleases, configmapsleases)'],
    ['endpointsleases as main lock from 1.27', ccm('1.27', '--leader-elect-resource-lock=endpointsleases'), 'fails-at-start',
      /does not work in 1.27/],
    ['name that no release knows', kcm('1.26', `${AWS} --controllers=*,-sevice`), 'fails-at-start', '"sevice" is not in the list of known '
      + 'controllers'],
    ['name of a later release', kcm('1.26', `${AWS} --controllers=*,-service-lb-controller`), 'fails-at-start', '"service-lb-controller" is not in '
      + 'the list of known controllers'],
    ['name that 1.37 dropped', kcm('1.37', '--cloud-provider=external --controllers=*,-service'), 'fails-at-start', '"service" is not in the list '
      + 'of known controllers'],
    ['nodeipam in an image without it', ccm('1.27', '--controllers=*,-nodeipam'), 'fails-at-start', '"nodeipam" is not in the list of known '
      + 'controllers'],
    ['controller of the KCM in a CCM', ccm('1.27', '--controllers=*,-attachdetach'), 'fails-at-start', '"attachdetach" is not in the list of known '
      + 'controllers'],
    ['name that a CCM of another minor has', ccm('1.27', '--controllers=*,-cloud-node-controller'), 'fails-at-start',
      '"cloud-node-controller" is not in the list of known controllers'],
    ['all that is wrong', kcm('1.26', `${AWS} --leader-elect=yes --controllers=*,-sevice`), 'fails-at-start',
      'invalid argument "yes" for "--leader-elect" flag; "sevice" is not in the list of known controllers'],
    ['gate not set on 1.21', kcm('1.21', `${AWS} ${LM_FILE}`, file('v1alpha1', OLD, { resourceLock: 'leases' })), 'fails-at-start',
      'Leader Migration is not enabled through feature gate'],
    ['gate off on 1.22', kcm('1.22', `${AWS} ${LM} --feature-gates=ControllerManagerLeaderMigration=false`), 'fails-at-start',
      /not enabled through feature gate/],
    ['beta gates off on 1.22', kcm('1.22', `${AWS} ${LM} --feature-gates=AllBeta=false`), 'fails-at-start', /not enabled through feature gate/],
    ['gate off on 1.24, where it is locked', kcm('1.24', `${AWS} --feature-gates=ControllerManagerLeaderMigration=false`), 'fails-at-start',
      'cannot set feature gate ControllerManagerLeaderMigration to false, feature is locked to true'],
    ['gate that is no boolean', kcm('1.24', `${AWS} --feature-gates=ControllerManagerLeaderMigration=on`), 'fails-at-start',
      'invalid argument "ControllerManagerLeaderMigration=on" for "--feature-gates" flag'],
    ['gate from 1.27 on', ccm('1.27', '--feature-gates=ControllerManagerLeaderMigration=true'), 'fails-at-start',
      'unrecognized feature gate: ControllerManagerLeaderMigration'],
    ['no file on 1.21', kcm('1.21', `${AWS} ${LM} --feature-gates=ControllerManagerLeaderMigration=true`), 'fails-at-start',
      '--leader-migration-config is required'],
    ['file that is not there', kcm('1.26', `${AWS} ${LM_FILE}`), 'fails-at-start', missing],
    ['file that is not there, although --leader-elect=false', kcm('1.26', `${AWS} ${LM_FILE} --leader-elect=false`), 'fails-at-start', missing],
    ['resourceLock in v1 from 1.32 on', ccm('1.32', LM_FILE, file('v1', NEW, { resourceLock: 'leases' })), 'fails-at-start', 'strict decoding '
      + 'error: unknown field "resourceLock"'],
    ['no resourceLock in v1beta1', ccm('1.26', LM_FILE, file('v1beta1', OLD)), 'fails-at-start', /resource Lock must be one of/],
    ['aws from 1.27 to 1.31', kcm('1.27', AWS), 'dies-after-main-lock', 'kube-controller-manager 1.27 has no in-tree cloud provider "aws"'],
    ['aws in 1.31', kcm('1.31', AWS), 'dies-after-main-lock', /no in-tree cloud provider/],
    ['aws from 1.32 on', kcm('1.32', AWS), 'fails-at-start', /no in-tree cloud provider/],
    ['aws volume plugin from 1.27', kcm('1.27', '--cloud-provider=external --external-cloud-volume-plugin=aws'), 'dies-after-main-lock',
      /no in-tree cloud provider/],
    ['in-tree cloud behind its gate', kcm('1.29', `--cloud-provider=gce ${ROUTES}`), 'dies-after-main-lock',
      'cloud provider "gce" was specified, but built-in cloud providers are disabled'],
    ['gate of in-tree clouds that the release does not have', kcm('1.33', '--cloud-provider=external --feature-gates=DisableCloudProviders=true'),
      'fails-at-start',
      'unrecognized feature gate: DisableCloudProviders'],
    ['CCM without a cloud', ccm('1.27', '--cloud-provider='), 'fails-at-start', '--cloud-provider cannot be empty'],
    ['cloud that the CCM of AWS does not have', ccm('1.27', '--cloud-provider=gce', { awsRelease: 'v1.27.10' }), 'fails-at-start',
      'unknown cloud provider "gce"; v1.27.10 has aws, aws/v2'],
    ['CCM with external', ccm('1.27', '--cloud-provider=external'), 'fails-at-start', /names no cloud/],
    ['endpoints as migration lock from 1.24', kcm('1.24', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock: 'endpoints' })),
      'dies-after-main-lock',
      'error creating lock: endpoints lock is removed, migrate to endpointsleases'],
    ['routes without a CIDR under the main lock', ccm('1.27', '', { cloudHasRoutes: true }), 'dies-after-main-lock',
      'route: --cluster-cidr="" is not one CIDR or one of each IP family'],
    ['routes without a CIDR under the migration lock', ccm('1.27', LM, { cloudHasRoutes: true }), 'dies-after-migration-lock',
      /^route: --cluster-cidr/],
    ['node CIDRs without a CIDR', kcm('1.27', '--cloud-provider=external --allocate-node-cidrs'), 'dies-after-main-lock',
      /^nodeipam: --cluster-cidr/],
    ['two CIDRs before dual stack was on', kcm('1.20', '--cloud-provider=aws --allocate-node-cidrs --cluster-cidr=10.0.0.0/16,fd00::/64'),
      'dies-after-main-lock', /has two CIDRs, but the feature gate IPv6DualStack is off$/],
    ['two CIDRs with dual stack switched off', kcm('1.21', '--cloud-provider=aws --allocate-node-cidrs --cluster-cidr=10.0.0.0/16,fd00::/64 '
      + '--feature-gates=IPv6DualStack=false'), 'dies-after-main-lock', /IPv6DualStack is off$/],
    ...[
      ['one mask with both families', '1.27', '10.0.0.0/16,fd00::/56 --node-cidr-mask-size=24',
        /^nodeipam: usage of --node-cidr-mask-size is not allowed with CIDRs of both IP families$/],
      ['a mask of its family up to 1.22', '1.22', '10.0.0.0/16 --node-cidr-mask-size-ipv4=24', /--node-cidr-mask-size-ipv4 is not allowed with IPv4/],
      ['a mask of the other family', '1.27', '10.0.0.0/16 --node-cidr-mask-size-ipv6=64', /--node-cidr-mask-size-ipv6 is not allowed with IPv4/],
      ['a mask of IPv4 with IPv6', '1.27', 'fd00::/56 --node-cidr-mask-size-ipv4=24', /--node-cidr-mask-size-ipv4 is not allowed with IPv6/],
      ['one mask and that of its family', '1.27', '10.0.0.0/16 --node-cidr-mask-size=24 --node-cidr-mask-size-ipv4=24',
        /--node-cidr-mask-size-ipv4 is not allowed/],
      ['a mask shorter than that of the cluster', '1.27', '10.0.0.0/26', /the mask of the IPv4 cluster CIDR \/26 is longer than that of a node, 24$/],
      ['a mask of the other family with a cloud\'s allocator', '1.26',
        '10.0.0.0/16 --cidr-allocator-type=CloudAllocator --node-cidr-mask-size-ipv6=64', /--node-cidr-mask-size-ipv6 is not allowed with IPv4/],
      ['a mask shorter than that of the cluster with IPAMFromCluster', '1.26', '10.0.0.0/26 --cidr-allocator-type=IPAMFromCluster',
        /the mask of the IPv4 cluster CIDR \/26 is longer/],
      ['a cloud\'s allocator without its cloud', '1.31', '10.0.0.0/26 --cidr-allocator-type=CloudAllocator',
        /^node-ipam-controller: --cidr-allocator-type=CloudAllocator is for the in-tree cloud gce$/],
      ['an IPv6 mask that is far longer, and the allocator of ranges', '1.27',
        'fd00::/44 --cidr-allocator-type=RangeAllocator', /more than 16 longer/],
      ['an IPv6 mask that is far longer', '1.27', '10.0.0.0/16,fd00::/44', /64, is more than 16 longer than that of the IPv6 cluster CIDR \/44$/],
    ].map(([name, version, flags, cause]): [string, Process, string, RegExp] => [
      `${String(name)} (node IPAM)`, kcm(String(version), `--cloud-provider=external --allocate-node-cidrs --cluster-cidr=${String(flags)}`),
      'dies-after-main-lock', cause as RegExp,
    ]),
    ['another CIDR allocator from 1.32 on', kcm('1.32', '--cloud-provider=external --cidr-allocator-type=CloudAllocator'), 'fails-at-start',
      /^--cidr-allocator-type=CloudAllocator: built-in cloud providers are disabled, the ipam CloudAllocator is not available$/],
    ['token controller without a key from 1.35', kcm('1.35', `--cloud-provider=external ${LM}`), 'dies-after-main-lock',
      /service-account-private-key-file/],
  ])('%s', (_, process, kind, cause) => {
    expect(process.fate.kind).toBe(kind);
    if (typeof cause === 'string') expect(textOfCauses(process.fate.causes)).toBe(cause);
    else expect(textOfCauses(process.fate.causes)).toMatch(cause);
  });

  it('names the flag that is about a mask, and the CIDRs', () => {
    const { fate } = kcm('1.27', '--cloud-provider=external --allocate-node-cidrs --cluster-cidr=10.0.0.0/16,fd00::/56 --node-cidr-mask-size=24');
    expect(fate.causes.map(({ concern, flags }) => [concern, flags])).toEqual([['cluster-cidr', ['node-cidr-mask-size', 'cluster-cidr']]]);
  });

  it('names the flags that are about an allocator', () => {
    const { fate } = kcm('1.26', '--cloud-provider=external --allocate-node-cidrs --cluster-cidr=10.0.0.0/16 --cidr-allocator-type=CloudAllocator');
    expect(fate.causes.map(({ concern, flags }) => [concern, flags])).toEqual([['command-line', ['cidr-allocator-type', 'cloud-provider']]]);
  });

  it('takes a mask of nodes that is the one of the cluster', () =>
    expect(kcm('1.27', '--cloud-provider=external --allocate-node-cidrs --cluster-cidr=10.0.0.0/24').fate.kind).toBe('runs'));

  it('leaves masks to node IPAM: the route controller reads none', () => {
    expect(kcm('1.26', `${AWS} --allocate-node-cidrs --cluster-cidr=10.0.0.0/26 --controllers=*,-nodeipam`).fate.kind).toBe('runs');
    expect(ccm('1.27', '--allocate-node-cidrs --cluster-cidr=10.0.0.0/26', { hasNodeIpam: true }).fate.kind).toBe('dies-after-main-lock');
  });

  it('says whether its release is only taken to be that', () => {
    expect(kcm('1.27', '--cloud-provider=external', { isReleaseTaken: true }).isReleaseTaken).toBe(true);
    expect(kcm('1.27', '--cloud-provider=external')).not.toHaveProperty('isReleaseTaken');
  });

  test.each<[string, Process]>([
    ['a gate that may be set', kcm('1.26', `${AWS} ${LM} --feature-gates=ControllerManagerLeaderMigration=true`)],
    ['alpha gates on, on 1.21', kcm('1.21', `${AWS} ${LM_FILE} --feature-gates=AllAlpha=true`, file('v1alpha1', OLD, { resourceLock: 'leases' }))],
    ['a gate of its own over its group', kcm('1.22', `${AWS} ${LM} --feature-gates=AllBeta=false,ControllerManagerLeaderMigration=true`)],
    ['resourceLock in v1 to 1.31', ccm('1.31', LM_FILE, file('v1', NEW, { resourceLock: 'leases' }))],
    ['a volume plugin that is no longer read', kcm('1.32', '--cloud-provider=external --external-cloud-volume-plugin=aws')],
    ['another CIDR allocator to 1.31', kcm('1.31', '--cloud-provider=external --cidr-allocator-type=CloudAllocator')],
    ['a volume plugin that is in-tree', kcm('1.26', '--cloud-provider=external --external-cloud-volume-plugin=aws')],
    ['an in-tree cloud whose gate is off', kcm('1.29', `--cloud-provider=gce ${ROUTES} --feature-gates=DisableCloudProviders=false`)],
    ['a bad main lock under --leader-elect=false', kcm('1.27', '--cloud-provider=external --leader-elect=false '
      + '--leader-elect-resource-lock=endpoints')],
    ['routes without a CIDR that are left to the other component',
      ccm('1.27', LM_FILE, { cloudHasRoutes: true, ...file('v1', ['route=kube-controller-manager']) })],
    ['a controller that would break, in a migration that is never bid for', kcm('1.29',
      `--cloud-provider=external --allocate-node-cidrs ${LM_FILE} --controllers=*,-serviceaccount-token`, file('v1', ['node-ipam-controller']))],
    ['a lock that cannot be made, in a migration that is never bid for', kcm('1.29', `--cloud-provider=external ${LM_FILE} `
      + '--controllers=*,-serviceaccount-token',
    file('v1beta1', ['node-ipam-controller'], { resourceLock: 'endpoints' }))],
    ['a mask per family', kcm('1.27', '--cloud-provider=external --allocate-node-cidrs --cluster-cidr=10.0.0.0/8,fd00::/56 '
      + '--node-cidr-mask-size-ipv4=25 --node-cidr-mask-size-ipv6=72')],
    ['masks per family where both are on, up to 1.22', kcm('1.22', `${AWS} ${LM} --allocate-node-cidrs --configure-cloud-routes=false `
      + '--cluster-cidr=10.0.0.0/16,fd00::/56 --node-cidr-mask-size-ipv4=25')],
    ['one mask for one IPv6 CIDR', kcm('1.27', '--cloud-provider=external --allocate-node-cidrs --cluster-cidr=fd00::/100 '
      + '--node-cidr-mask-size=112')],
    ['the mask of its family from 1.23 on',
      kcm('1.23', `${AWS} ${LM} --allocate-node-cidrs --configure-cloud-routes=false --cluster-cidr=fd00::/56 --node-cidr-mask-size-ipv6=64`)],
    ['masks that a cloud\'s allocator does not read', kcm('1.26', '--cloud-provider=gce --allocate-node-cidrs --configure-cloud-routes=false '
      + '--cluster-cidr=10.0.0.0/26 --cidr-allocator-type=CloudAllocator')],
    ['an IPv6 mask that only the allocator of ranges limits', kcm('1.26', '--cloud-provider=external --allocate-node-cidrs '
      + '--cluster-cidr=fd00::/44 --cidr-allocator-type=IPAMFromCluster')],
    ['a cloud\'s allocator of another component', ccm('1.27', '--allocate-node-cidrs --cluster-cidr=10.0.0.0/16 --cidr-allocator-type=CloudAllocator',
      { hasNodeIpam: true })],
    ['a key for the token controller', kcm('1.35', `--cloud-provider=external ${LM} --service-account-private-key-file=/k`)],
  ])('runs with %s', (_, process) => {
    expect(process.fate).toEqual({ kind: 'runs', causes: [], startsControllers: true });
  });
});

describe('a process that dies', () => {
  it('has started nothing when its cloud is unknown', () => {
    expect(locksToRun(kcm('1.27', AWS), 'service')).toBeUndefined();
    expect(locksToRun(kcm('1.27', AWS), 'other controllers')).toBeUndefined();
  });

  it('has started what is under its main lock when it dies there of a controller, but not that controller', () => {
    const process = ccm('1.27', '', { cloudHasRoutes: true });
    expect([...locksToRun(process, 'service')!]).toEqual([CCM_LOCK]);
    expect(locksToRun(process, 'route')).toBeUndefined();
  });

  it('has not got to its migration lock when it dies at its main lock', () => {
    const process = kcm('1.24', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock: 'endpoints' }));
    expect(under(process, 'service', 'nodeipam')).toEqual(['migration', 'main']);
    expect(locksToRun(process, 'service')).toBeUndefined();
    expect([...locksToRun(process, 'nodeipam')!]).toEqual([KCM_LOCK]);
  });

  it('has started all the others when it dies at its migration lock', () => {
    const process = ccm('1.27', LM, { cloudHasRoutes: true });
    expect([...locksToRun(process, 'service')!]).toEqual([CCM_LOCK, MIGRATION]);
    expect(locksToRun(process, 'route')).toBeUndefined();
  });
});

describe('external', () => {
  it('is said by a KCM, not by a CCM', () => {
    expect([kcm('1.27', '--cloud-provider=external'), kcm('1.26', AWS), ccm('1.27', '')].map(process => process.external))
      .toEqual([true, false, false]);
  });
});

describe('the route controller asks the cloud before it reads --cluster-cidr', () => {
  const CIDR = '--cluster-cidr=10.0.0.0/16';

  it.each([
    ['CCM of aws', ccm('1.27', '', { cloudHasRoutes: undefined }), 'enabled', 'dies-after-main-lock'],
    ['CCM of azure', ccm('1.27', '--cloud-provider=azure', { cloudHasRoutes: undefined }), 'enabled', 'dies-after-main-lock'],
    ['CCM that names no cloud', ccm('1.27', '--cloud-provider=', { cloudHasRoutes: undefined }), 'enabled', 'fails-at-start'],
    ['CCM of vSphere with a CIDR', ccm('1.27', `--cloud-provider=vsphere ${CIDR}`, { cloudHasRoutes: undefined }), 'enabled', 'runs'],
    ['CCM of gce', ccm('1.27', '--cloud-provider=gce', { cloudHasRoutes: undefined }), 'enabled', 'dies-after-main-lock'],
    ['CCM of OpenStack as upstream deploys it, without a router', ccm('1.27', '--cloud-provider=openstack', { cloudHasRoutes: undefined }), 'absent',
      'runs'],
    ['CCM of OpenStack with a CIDR', ccm('1.27', `--cloud-provider=openstack ${CIDR}`, { cloudHasRoutes: undefined }), 'enabled', 'runs'],
    ['CCM of a cloud that is not known', ccm('1.27', '--cloud-provider=example', { cloudHasRoutes: undefined }), 'absent', 'runs'],
    ['in-tree vSphere, which has none', kcm('1.26', `--cloud-provider=vsphere ${ROUTES}`), 'absent', 'runs'],
    ['in-tree gce', kcm('1.26', `--cloud-provider=gce ${ROUTES}`), 'enabled', 'runs'],
  ])('%s', (_, process, route, fate) => {
    expect([controllerIn(process, 'route').presence, process.fate.kind]).toEqual([route, fate]);
  });
});

describe('a command line that pflag refuses', () => {
  const one = (component: ControllerManager, ...words: readonly string[]) => modelProcess({
    dir: 'n',
    label: 'node',
    component,
    version: KubernetesVersion.of('1.26'),
    flags: [],
    words: ['--cloud-provider=aws', '--configure-cloud-routes=false', ...words],
  });

  it.each<[string, readonly string[], EndCause | undefined]>([
    ['a boolean with its value behind it', ['--leader-elect', 'false'], {
      concern: 'command-line',
      text: '"kube-controller-manager" does not take any arguments, got ["false"] (write --leader-elect=false)',
      flags: ['leader-elect'],
    }],
    ['a word with nothing before it', ['more'], {
      concern: 'command-line',
      text: '"kube-controller-manager" does not take any arguments, got '
      + '["more"]',
      flags: [],
    }],
    ['a flag of no component', ['--leader-select'], { concern: 'unknown-flag', text: 'unknown flag: --leader-select', flags: ['leader-select'] }],
    ['a value of another type', ['--leader-elect=maybe'], {
      concern: 'command-line', text: 'invalid argument "maybe" for "--leader-elect" flag', flags: ['leader-elect'],
    }],
    ['no value', ['--controllers'], { concern: 'command-line', text: 'flag needs an argument: --controllers', flags: ['controllers'] }],
    ['help', ['--help'], { concern: 'command-line', text: '--help prints the help and ends', flags: ['help'] }],
    ['durations that do not fit', ['--leader-elect-lease-duration=1s'], {
      concern: 'durations',
      text: 'leaseDuration must be greater than renewDeadline',
      flags: ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'],
    }],
    ['a kind of lock that is gone', ['--leader-elect-resource-lock=endpoints'], {
      concern: 'lock-kind',
      text: '--leader-elect-resource-lock=endpoints does not work in 1.26 (it works with leases, endpointsleases, '
        + 'configmapsleases)',
      flags: ['leader-elect-resource-lock'],
    }],
    ['a file that is not there', ['--enable-leader-migration', '--leader-migration-config=/x'], {
      concern: 'configuration-missing', text: 'open /x: no such file or directory', flags: ['leader-migration-config'],
    }],
    ['a gate that is gone', ['--feature-gates=ControllerManagerLeaderMigration=false'], {
      concern: 'feature-gate', text: expect.stringContaining('ControllerManagerLeaderMigration') as unknown as string, flags: ['feature-gates'],
    }],
    ['a text with its value behind it', ['--leader-elect-resource-name', 'mine'], undefined],
    ['one dash', ['-leader-elect=false'], { concern: 'command-line', text: "unknown shorthand flag: 'l' in -l...", flags: [] }],
    ['a letter with a value', ['-tS3CRET'], { concern: 'command-line', text: "unknown shorthand flag: 't' in -t...", flags: [] }],
    ['a value that looks like a message', ['--leader-elect=bad flag syntax: --x'], {
      concern: 'command-line', text: expect.stringContaining('"bad flag syntax: --x" for') as unknown as string, flags: ['leader-elect'],
    }],
    ['a letter alone', ['-t'], { concern: 'command-line', text: "unknown shorthand flag: 't' in -t", flags: [] }],
    ['no name', ['--=S3CRET'], { concern: 'command-line', text: 'bad flag syntax: --...', flags: [] }],
    ['the letter of verbosity', ['-v', '2'], undefined],
    ['an unknown name', ['--controllers=*,srevice'], {
      concern: 'command-line', text: '"srevice" is not in the list of known controllers', flags: ['controllers'],
    }],
  ])('%s', (_, words, cause) => {
    expect(one('kube-controller-manager', ...words).fate)
      .toStrictEqual(cause === undefined ? expect.objectContaining({ kind: 'runs' })
        : { kind: 'fails-at-start', causes: [cause], startsControllers: false });
  });

  it.each([
    ['its cloud', kcm('1.27', AWS), 'cloud-provider', 'cloud-provider'],
    ['its CIDR', ccm('1.27', '', { cloudHasRoutes: true }), 'cluster-cidr', 'cluster-cidr'],
    ['its keys', kcm('1.35', `--cloud-provider=external ${LM}`), 'command-line', 'service-account-private-key-file'],
    ['a file that it needs', kcm('1.21', `${AWS} ${LM} --feature-gates=ControllerManagerLeaderMigration=true`), 'command-line',
      'leader-migration-config'],
    ['its lock', kcm('1.24', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock: 'endpoints' })), 'lock-kind', 'leader-migration-config'],
  ])('says that the cause is %s, and names the flag', (_, process, concern, flag) => {
    expect(process.fate.causes).toEqual([{ concern, text: expect.any(String), flags: [flag] }]);
  });

  it.each(['(mine', 'mine)', 'my cloud'])('has no controller that no program would call %s', name => {
    expect(one('cloud-controller-manager', `--controllers=*,${name}`).fate.causes.map(({ text }) => text))
      .toEqual([`"${name}" is not in the list of known controllers`]);
  });

  it('has as many causes as there are, each once', () => {
    const cause = (text: string): EndCause => ({ concern: 'command-line', text, flags: [] });
    const { fate } = kcm('1.26', '--leader-elect=x', { ends: [cause('a'), cause('b'), cause('invalid argument "x" for "--leader-elect" flag')] });
    expect(fate.causes.map(({ text }) => text)).toEqual(['a', 'b', 'invalid argument "x" for "--leader-elect" flag']);
  });

  it('is not known of an unknown gate', () => {
    expect(one('kube-controller-manager', '--feature-gates=NoSuchGate=true').doubts).toHaveLength(1);
  });

  it('is known of all controllers of the AWS program, and of those that a provider is said to have', () => {
    const aws = { awsRelease: 'v1.27.10' };
    expect(ccm('1.27', '--controllers=*,tagging', aws)).toMatchObject({ fate: { kind: 'runs' } });
    expect(ccm('1.27', '--controllers=*,tagging', aws).doubts).toBeUndefined();
    expect(ccm('1.27', '--controllers=*,-mine', aws).fate.causes.map(({ text }) => text)).toEqual(['"mine" is not in the list of known controllers']);
    const provided = ccm('1.27', '--controllers=*,-mine', { ...aws, providerControllers: ['mine'] });
    expect([provided.fate.kind, controllerIn(provided, 'mine').presence]).toEqual(['runs', 'excluded']);
  });

  it('is asked of the allocator of CIDRs in kube-controller-manager alone', () => {
    const line = '--cidr-allocator-type=CloudAllocator';
    expect(kcm('1.32', line).fate.causes).toEqual([expect.objectContaining({ concern: 'command-line', flags: ['cidr-allocator-type'] })]);
    expect(ccm('1.32', line).fate.kind).toBe('runs');
  });

  it('is not known of flags and controllers that only its provider knows', () => {
    expect(one('cloud-controller-manager', '--mine=1', '--controllers=*,-mine').doubts).toEqual(['nothing is known of --mine', 'whether the image '
      + 'has a controller "mine" is not known']);
    expect(one('cloud-controller-manager', '--controllers=*,-service').doubts).toBeUndefined();
  });
});
