import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { MIGRATED_CONTROLLERS } from '../../../src/lib/migration/component-changes';
import { readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
import { checkUpgradedKcms, KcmReading, readKcms } from '../../../src/lib/migration/kcm-reading';
import { StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes, upgradedKubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';

const NODES = kubeadmNodes();

function read(nodes: readonly NodeInput[] = NODES, strategy = StrategyKind.LEADER_MIGRATION): KcmReading {
  return readKcms(readControlPlaneNodes(nodes), { cloud: 'aws', strategy, version: KubernetesVersion.of('1.26.15'), moving: MIGRATED_CONTROLLERS });
}

function edited(from: string, to: string): NodeInput[] {
  return withEditEverywhere(NODES, CONTROLLER_MANAGER, text => text.replace(from, to));
}

describe('what kube-controller-managers say', () => {
  it('of kubeadm 1.26', () => {
    expect(read()).toEqual({
      cluster: {
        'cluster-name': 'prod-eu',
        'cluster-cidr': '100.96.0.0/11',
        'allocate-node-cidrs': true,
        'configure-cloud-routes': false,
      },
      leaderElection: [],
      off: [],
      settings: [],
      cloudConfig: '/etc/kubernetes/cloud.conf',
    });
  });

  it('is nothing where nothing is passed', () => {
    const bare = ['allocate-node-cidrs', 'cluster-name', 'cluster-cidr', 'configure-cloud-routes', 'cloud-config', 'leader-elect'].reduce(
      (nodes, flag) => withEditEverywhere(nodes, CONTROLLER_MANAGER, text => text.replace(new RegExp(`^ *- --${flag}=.*\n`, 'm'), '')), NODES);
    expect(read(bare)).toEqual({ cluster: { 'configure-cloud-routes': false }, leaderElection: [], off: [], settings: [] });
  });

  it.each([
    ['true', 'true', true], ['true', 'false', false], ['false', 'true', false], ['1', 'T', true], ['True', '0', false],
  ])('has cloud routes with allocation %s and routes %s: %s', (allocate, routes, expected) => {
    // The added flag is an edit in any case.
    const nodes = withEditEverywhere(edited('--allocate-node-cidrs=true', `--allocate-node-cidrs=${allocate}\n    - --v=2`), CONTROLLER_MANAGER,
      text => text.replace('--configure-cloud-routes=false', `--configure-cloud-routes=${routes}\n    - --profiling=false`));
    expect(read(nodes).cluster['configure-cloud-routes']).toBe(expected);
  });

  it('reads a cloud config where it is on the node', () => {
    const nodes = withEditEverywhere(NODES, CONTROLLER_MANAGER, text => text.replace('      path: /etc/kubernetes/cloud.conf', '      path: '
      + '/opt/cloud.conf'));
    expect(read(nodes).cloudConfig).toBe('/opt/cloud.conf');
  });

  it.each([
    'cluster-name', 'cluster-cidr', 'allocate-node-cidrs', 'configure-cloud-routes', 'cloud-config', 'leader-elect-resource-namespace',
    'leader-elect-resource-name', 'leader-elect-resource-lock', 'leader-elect-lease-duration', 'leader-elect-renew-deadline',
    'leader-elect-retry-period',
  ])('fails where replicas disagree on --%s, whichever replica it is', (flag) => {
    for (const index of [0, 1, 2]) {
      const nodes = withEdit(NODES, CONTROLLER_MANAGER, text => {
        const line = new RegExp(`- --${flag}=.*`);
        return line.test(text) ? text.replace(line, `- --${flag}=x`) : addFlag(`--${flag}=x`)(text);
      }, index);
      expect(() => read(nodes)).toThrow(new RegExp(`^kube-controller-managers disagree on '--${flag}': .* in .*, .* in .*; make them equal$`));
    }
  });

  it.each(['--leader-elect=false', '--leader-elect=0', '--leader-elect=F'])('fails for %s on one node', (flag) => {
    const nodes = withEdit(NODES, CONTROLLER_MANAGER, text => text.replace('--leader-elect=true', flag), 2);
    expect(() => read(nodes)).toThrow("'--leader-elect=false' leaves kube-controller-manager without a lock");
    expect(() => read(nodes, StrategyKind.CONTROLLERS_OFF_THEN_ON)).toThrow('without a lock');
  });

  it('needs no lock in a downtime, as the refusal says', () => {
    expect(() => read(edited('--leader-elect=true', '--leader-elect=false'), StrategyKind.DOWNTIME)).not.toThrow();
  });

  it.each([['--cloud-provider=gce', "'--cloud-provider=gce'"], ['--cloud-provider=external', "'--cloud-provider=external'"],
    ['--v=2', "no '--cloud-provider'"]])(
    'fails without the in-tree provider: %s', (flag, got) => {
      expect(() => read(edited('--cloud-provider=aws', flag))).toThrow(
        `kube-controller-manager has ${got}, but a node of version N runs the in-tree provider '--cloud-provider=aws'; hand in the manifests of `
          + 'version N');
    });
});

describe('manifests of N+1', () => {
  const check = (upgraded: readonly NodeInput[]) => checkUpgradedKcms(readControlPlaneNodes(NODES), readControlPlaneNodes(upgraded));

  it('of kubeadm 1.27 are of the same cluster', () => {
    expect(() => check(upgradedKubeadmNodes())).not.toThrow();
  });

  it('fail with other durations', () => {
    expect(() => check(withEdit(upgradedKubeadmNodes(), CONTROLLER_MANAGER, addFlag('--leader-elect-lease-duration=60s')))).toThrow(
      /^kube-controller-managers disagree on '--leader-elect-lease-duration': not passed in .*, '60s' in .*:\d+; make them equal$/);
  });
});
