/**
 * "Before you begin" of the guide, where it says what it takes for granted of the setting, and each of its steps where components run as units or
 * as a Deployment: https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/#before-you-begin
 */
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { settingsOf, valuesOf } from '../../../src/lib/edit/systemd/unit';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { ManagerDeployment } from '../../../src/lib/migration/manager-deployment/manager-deployment';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { ToDelete } from '../../../src/lib/migration/to-delete';
import { dropInOf } from '../../../src/lib/migration/unit-component';
import { scaleToZero } from '../../../src/lib/plan/actions/deployments';
import { removeFiles } from '../../../src/lib/plan/actions/files';
import { rolledOut } from '../../../src/lib/plan/actions/objects';
import { restartUnit, runOnNode } from '../../../src/lib/plan/actions/units';
import { PlanStateName } from '../../../src/lib/plan/state';
import { LeaseAccessMode } from '../../../src/lib/rbac/lease-access-mode';
import { managerDeployment as deploymentOf } from '../../deployed-manager';
import { kubeadmNodes } from '../../nodes';
import { unitNodes } from '../../unit-nodes';
import { appFiles, migrationOf } from '../plan/app-fixture';
import { hostedFiles } from '../plan/hosted-app';
import { allGiven, everyAction, planned } from '../plan/plans';

const [KCM, FILE, FIRST] = ['kube-controller-manager', '/etc/leadermigration.conf', 'ip-10-0-1-10.eu-central-1.compute.internal'];
const UNITS = appFiles({ nodes: unitNodes() });
const CONTROL_PLANE = unitNodes().filter(({ role }) => role === NodeRole.CONTROL_PLANE);
const ccmCommandLine = (phase: string, files = UNITS) => files.get(`dist/${phase}/app.k8s.yaml`) ?? '';

/** A file of a control-plane node of units in a phase. */
function fileOf(phase: string, side: NodeSide, path: string, node = FIRST): string | undefined {
  return UNITS.get(`nodes/${phase}/control-plane-${side}/${node}${path}`);
}

/** The words that systemd starts kube-controller-manager with, by our drop-in. */
function words(phase: string, side: NodeSide, node = FIRST): readonly string[] {
  const dropIn = fileOf(phase, side, dropInOf(KCM), node)!;
  return valuesOf(settingsOf(dropIn, 'x.conf'), 'ExecStart').at(-1)!.value.split(/[\s\\]+/);
}

const withKcmFlags = (change: (line: string) => string) => unitNodes().map(node => node.role === NodeRole.WORKER ? node
  : { ...node, files: { ...node.files, '/etc/kubernetes/kcm.env': change(node.files['/etc/kubernetes/kcm.env']) } });

describe('the guide takes for granted', () => {
  it('"that kubelet of each control plane node starts kube-controller-manager and cloud-controller-manager as static pods defined by their '
    + 'manifests"', () => {
    const files = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    const manifests = (side: NodeSide) => [KCM, 'aws-cloud-controller-manager', 'cloud-controller-manager']
      .filter(name => files.has(`nodes/mixed/control-plane-${side}/${FIRST}/etc/kubernetes/manifests/${name}.yaml`));
    expect(manifests(NodeSide.N)).toEqual([KCM]);
    expect(manifests(NodeSide.N_PLUS_1)).toHaveLength(2);
  });

  it('"Leader Election enabled, which is the default": of a unit, too', () => {
    expect(words('n', NodeSide.N).filter(word => word === '--leader-elect=false')).toEqual([]);
    expect(() => migrationOf({ nodes: withKcmFlags(line => line.replace('--leader-elect=true', '--leader-elect=false')) })).toThrow('leader-elect');
  });

  it('"an in-tree cloud provider must be set with --cloud-provider flag": of a unit, too', () => {
    expect(words('n', NodeSide.N)).toContain('--cloud-provider=aws');
    const nodes = withKcmFlags(line => line.replace('--cloud-provider=aws ', ''));
    expect(() => migrationOf({ nodes })).toThrow('cloud-provider');
  });

  it('"cloud-controller-manager should not yet be deployed": phase n has none', () => {
    expect(ccmCommandLine('n')).not.toContain('aws-cloud-controller-manager');
    expect(ccmCommandLine('mixed')).toContain('kind: DaemonSet');
  });

  it('"for version before v0.22.0, Leader Migration is alpha and requires feature gate ControllerManagerLeaderMigration"', () => {
    const of = (from: string, to: string) => {
      const files = appFiles({ fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to), nodes: unitNodes() });
      return files.get(`nodes/n/control-plane-n/${FIRST}${dropInOf(KCM)}`)!;
    };
    expect(of('1.21.14', '1.22.17')).toContain('ControllerManagerLeaderMigration=true');
    expect(of('1.22.17', '1.23.17')).not.toContain('ControllerManagerLeaderMigration');
  });

  it('"that the cluster uses RBAC. If another authorization mode grants permissions [...], please grant the needed access in a way that '
    + 'matches"', () => {
    const none: Partial<MigrationProps> = { strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }) };
    expect(appFiles({ nodes: unitNodes(), ...none }).has('dist/n/app.k8s.yaml')).toBe(false);
    expect(UNITS.get('dist/n/app.k8s.yaml')).toMatch(/kind: Role\n[^]*cloud-provider-extraction-migration/);
  });
});

describe('"If the components run in a different setting, please adjust the steps accordingly": units', () => {
  it('"On each control plane node, save the content to /etc/leadermigration.conf": no mount, but the file itself', () => {
    for (const { name } of CONTROL_PLANE) {
      expect(fileOf('n', NodeSide.N, FILE, name)).toContain('kind: LeaderMigrationConfiguration');
      expect(words('n', NodeSide.N, name)).toEqual(expect.arrayContaining(['--enable-leader-migration=true', `--leader-migration-config=${FILE}`]));
      // What was handed in stays as it is.
      for (const path of [`/etc/systemd/system/${KCM}.service`, '/etc/kubernetes/kcm.env']) {
        expect(fileOf('n', NodeSide.N, path, name)).toBe(CONTROL_PLANE.find(one => one.name === name)!.files[path]);
      }
    }
  });

  it('"Restart kube-controller-manager on each node": its unit, one node after the other', () => {
    const { steps } = planned('not-started', 'n', UNITS);
    const restarts = steps.flatMap(({ node, run }) => allGiven(run, restartUnit).map(({ unit }) => `${unit} on ${node}`));
    expect(restarts).toEqual(CONTROL_PLANE.map(({ name }) => `${KCM} on ${name}`));
  });

  it('"with the --cloud-provider flag set to external [...]. kube-controller-manager of version N + 1 MUST NOT have Leader Migration '
    + 'enabled"', () => {
    for (const { name } of CONTROL_PLANE) {
      expect(words('mixed', NodeSide.N_PLUS_1, name)).toContain('--cloud-provider=external');
      expect(words('mixed', NodeSide.N_PLUS_1, name).filter(word => word.includes('leader-migration'))).toEqual([]);
    }
  });

  it('"add --enable-leader-migration and --leader-migration-config=/etc/leadermigration.conf to the arguments of cloud-controller-manager"', () => {
    expect(ccmCommandLine('mixed')).toMatch(/--enable-leader-migration=true[^]*--leader-migration-config=\/etc\/leadermigration.conf/);
  });

  it('"No controller will ever be running under both controller managers at any time": each step of units is proven, there and back', () => {
    const ways = [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['n-plus-1', 'disabled'], ['disabled', 'n-plus-1']] as const;
    for (const [from, to] of ways) {
      const { steps } = planned(from, to, UNITS);
      expect(steps.length).toBeGreaterThan(3);
      for (const { verdict } of steps) expect(verdict).toMatchObject({ exclusivity: true, liveness: true, counterexamples: [] });
    }
  });

  it('"In a rolling manner": nodes come to the release one by one, and units to its flags', () => {
    const nodes = planned('n', 'n-plus-1', UNITS).steps.filter(({ run }) => allGiven(run, restartUnit).some(({ release }) => release === '1.27.16'));
    expect(nodes.map(({ node }) => node)).toEqual(CONTROL_PLANE.map(({ name }) => name));
  });

  it('"If a rollback [...] is required, add nodes of version N with Leader Migration enabled for kube-controller-manager back"', () => {
    const restarts = planned('n-plus-1', 'n', UNITS).steps.flatMap(({ run }) => allGiven(run, restartUnit)).filter(({ unit }) => unit === KCM);
    expect(restarts.map(({ release }) => release)).toEqual(CONTROL_PLANE.map(() => '1.26.15'));
    for (const { has } of restarts) expect(has.join()).toContain('enable-leader-migration');
  });

  it('"update manifest of cloud-controller-manager to unset both [...] flag, also remove the mount [...], and finally remove" the file', () => {
    expect(ccmCommandLine('disabled')).not.toContain('leader-migration');
    expect(ccmCommandLine('disabled')).not.toContain('leadermigration');
    expect([...UNITS.keys()].filter(path => path.startsWith('nodes/disabled/') && path.endsWith(FILE))).toEqual([]);
  });

  it('"If your cloud provider provides an implementation of Node IPAM controller": that of AWS does not, and to move it is refused', () => {
    expect(() => migrationOf({ nodes: unitNodes(), nodeIpam: true })).toThrow('this cloud-controller-manager has no nodeipam controller');
  });
});

describe('"If the components run in a different setting, please adjust the steps accordingly": a Deployment of a management cluster', () => {
  const DEPLOYED = hostedFiles();
  const managerIn = (phase: string) => DEPLOYED.get(`dist/${phase}/40-management-kcm.k8s.yaml`)!;
  const OF_MIGRATION = /--(?:cloud-provider|enable-leader-migration|leader-migration-config)=\S+/g;
  const flagsIn = (phase: string) => [...managerIn(phase).matchAll(OF_MIGRATION)].map(([flag]) => flag);
  const stepsOf = (from: PlanStateName, to: PlanStateName) => planned(from, to, DEPLOYED).steps;
  const ON = ['--cloud-provider=aws', '--enable-leader-migration=true', `--leader-migration-config=${FILE}`];

  it('"The control plane nodes should run kube-controller-manager with Leader Election enabled", and an in-tree provider: a Deployment, too', () => {
    for (const [flag, other] of [['--leader-elect=true', '--leader-elect=false'], ['--cloud-provider=aws', '--v=1']]) {
      const managerDeployment = ManagerDeployment.ofManagementCluster(deploymentOf().replace(flag, other));
      expect(() => hostedFiles({}, { managerDeployment })).toThrow(flag.slice(2).split('=')[0]);
    }
  });

  it('"You can grant kube-controller-manager full access to the leases API": in the cluster that it serves, before it is rolled', () => {
    expect(DEPLOYED.get('dist/n/10-lease-access.k8s.yaml')).toMatch(/kind: Role\n[^]*cloud-provider-extraction-migration/);
    expect(stepsOf('not-started', 'n').map(({ id }) => id)).toEqual(['lease-access', 'enable', 'leader-of-n']);
  });

  it('"save the content to /etc/leadermigration.conf, and update the manifest [...] so that the file is mounted inside the container at the same '
    + 'location": from a ConfigMap', () => {
    expect(managerIn('n')).toMatch(/kind: ConfigMap\n[^]*leadermigration\.conf: \|\n[^]*kind: LeaderMigrationConfiguration/);
    expect(managerIn('n')).toContain(`mountPath: ${FILE}`);
    expect(flagsIn('n')).toEqual(ON);
  });

  it('"Restart kube-controller-manager on each node": the roll of its pods, which is waited for', () => {
    const [enable] = stepsOf('not-started', 'n').filter(({ id }) => id === 'enable');
    expect(allGiven(enable.proof, rolledOut)).toEqual([{ workload: `deployment/${KCM}`, namespace: 'prod-eu', cluster: 'management' }]);
  });

  it('"with the --cloud-provider flag set to external [...]. kube-controller-manager of version N + 1 MUST NOT have Leader Migration '
    + 'enabled"', () => {
    expect([flagsIn('mixed'), flagsIn('n-plus-1')]).toEqual([ON, ['--cloud-provider=external']]);
  });

  it('"add --enable-leader-migration and --leader-migration-config=/etc/leadermigration.conf to the arguments of cloud-controller-manager"', () => {
    expect(DEPLOYED.get('dist/mixed/30-management-ccm.k8s.yaml'))
      .toMatch(/--enable-leader-migration=true[^]*--leader-migration-config=\/etc\/leadermigration.conf[^]*mountPath: \/etc\/leadermigration.conf/);
  });

  it('"No controller will ever be running under both controller managers at any time": each roll is a mix that is proven, there and back', () => {
    const ways = [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['n-plus-1', 'disabled'], ['disabled', 'n-plus-1']] as const;
    for (const [from, to] of ways) {
      for (const { verdict } of stepsOf(from, to)) expect(verdict).toMatchObject({ exclusivity: true, liveness: true, counterexamples: [] });
    }
    const [upgrade] = stepsOf('mixed', 'n-plus-1').filter(({ id }) => id === 'upgrade');
    expect(upgrade.coexists.filter(line => line.startsWith('pod of version N')).length).toBe(2);
  });

  it('"In a rolling manner": as many pods at a time as its surge and its unavailability allow', () => {
    const [upgrade] = stepsOf('mixed', 'n-plus-1').filter(({ id }) => id === 'upgrade');
    expect(upgrade.now!.text).toContain('a rolling update of 2 pods, with at most 1 more, and at most 0 not ready: both sides run meanwhile');
  });

  it('"If a rollback [...] is required": pods of version N with Leader Migration come back, each replacing one of version N + 1', () => {
    const [back] = stepsOf('n-plus-1', 'mixed').filter(({ id }) => id === 'rollback');
    expect(back.now!.flags).toEqual([{ component: KCM, go: ['--cloud-provider=external'], come: ON }]);
  });

  it('"update manifest of cloud-controller-manager to unset both [...] flag, also remove the mount [...], and finally remove" the file', () => {
    expect(DEPLOYED.get('dist/disabled/30-management-ccm.k8s.yaml')).not.toMatch(/leader-?migration/);
    const { objects } = JSON.parse(DEPLOYED.get('nodes/disabled/to-delete.json')!) as ToDelete;
    expect(objects.filter(({ kind }) => kind === 'ConfigMap').map(({ name }) => name))
      .toEqual([`${KCM}-leader-migration`, 'leader-migration-config']);
  });
});

describe('"For a single-node control plane, or if unavailability of controller managers can be tolerated [...], Leader Migration is not '
  + 'needed"', () => {
  const DOWNTIME = appFiles({ strategy: MigrationStrategy.downtime() });
  const stopped = (kcmRuntime?: 'systemd' | 'deployment') => everyAction({
    steps: planned('n', 'n-plus-1', DOWNTIME, kcmRuntime && { kcmRuntime }).steps.filter(({ id }) => /^stop/.test(id)),
  });

  it('moving its manifest out of the folder of static pods', () => {
    expect(allGiven(stopped(), removeFiles).flatMap(({ paths }) => paths)).toContain(`/etc/kubernetes/manifests/${KCM}.yaml`);
  });

  it('scaling down its Deployment', () => {
    expect(allGiven(stopped('deployment'), scaleToZero)[0]).toEqual({ namespace: 'kube-system', name: KCM });
  });

  it('using systemctl stop', () => {
    expect(allGiven(stopped('systemd'), runOnNode).map(({ argv }) => argv.join(' '))).toContain(`systemctl stop ${KCM}`);
  });

  it('one node', () => {
    const one = kubeadmNodes().filter(({ name, role }) => name === FIRST || role === NodeRole.WORKER);
    const { steps } = planned('n', 'n-plus-1', appFiles({ strategy: MigrationStrategy.downtime(), nodes: one }));
    expect(new Set(steps.flatMap(({ node }) => node ?? [])).has(FIRST)).toBe(true);
    expect(migrationOf({ strategy: MigrationStrategy.downtime(), nodes: one }).phases).not.toContain('mixed');
  });
});
