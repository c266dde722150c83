import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '../../src/cli/main';
import { ccm, Files, KCM_27, node } from '../lib/rules/input';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'verify-rollouts-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Exit code, and the lines that are about what replaces nodes. */
async function verify(folders: Record<string, Files>): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  for (const [folder, files] of Object.entries(folders)) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, folder, path)), { recursive: true });
      writeFileSync(join(dir, folder, path), text);
    }
  }
  let out = '';
  const write = (text: string) => { out += text; };
  const code = await main(['verify', ...Object.keys(folders)], { out: write, err: write, isTerminal: false, cwd: dir });
  return { code, lines: out.split('\n').filter(line => /^replaced by|\[rollout-|^liveness: U|takes at once/.test(line)) };
}

const NODE = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });

/** As clusterctl writes it for AWS, cut down. */
const controlPlane = (replicas: number, maxSurge: unknown) => `apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata:
  name: prod-control-plane
  namespace: default
spec:
  replicas: ${replicas}
  version: v1.27.16
  rolloutStrategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: ${JSON.stringify(maxSurge)}
  machineTemplate:
    infrastructureRef: {apiVersion: infrastructure.cluster.x-k8s.io/v1beta1, kind: AWSMachineTemplate, name: prod-control-plane}
  kubeadmConfigSpec:
    clusterConfiguration:
      apiServer: {extraArgs: {cloud-provider: external}}
      controllerManager: {extraArgs: {cloud-provider: external}}
    initConfiguration: {nodeRegistration: {kubeletExtraArgs: {cloud-provider: external}}}
    joinConfiguration: {nodeRegistration: {kubeletExtraArgs: {cloud-provider: external}}}
`;

describe('ccm-migration verify of what replaces nodes', () => {
  it('refuses a control plane of one that goes before the next one comes, as Cluster API does', async () => {
    const { code, lines } = await verify({ dist: { ...ccm(), 'cp.yaml': controlPlane(1, 0) } });
    expect(lines).toEqual([
      'dist/cp.yaml:4: error: KubeadmControlPlane prod-control-plane can take every control-plane node at once (1 of 1): until a new one has joined, '
        + 'no controller manager and no API server runs [rollout-stops-control-plane]',
      'replaced by KubeadmControlPlane prod-control-plane (control plane): 1 node, at most 1 at once, at least 0 ready (dist/cp.yaml:4)',
    ]);
    expect(code).toBe(1);
    expect((await verify({ dist: { 'cp.yaml': controlPlane(1, 1) } })).lines).toEqual([
      'replaced by KubeadmControlPlane prod-control-plane (control plane): 1 node, at most 2 at once, at least 1 ready (dist/cp.yaml:4)',
    ]);
  });

  it.each(['{{ .surge }}%', [1], 1e10, -1, '200%', ''])('never takes maxSurge %j for safe', async maxSurge => {
    const { code, lines } = await verify({ dist: { ...ccm(), 'cp.yaml': controlPlane(1, maxSurge) } });
    expect([code, lines.some(line => /\[rollout-stops-control-plane\]|liveness: UNKNOWN/.test(line))]).toEqual([1, true]);
  });

  it('refuses an instance refresh that may take a control plane of three', async () => {
    const { code, lines } = await verify({
      new: NODE,
      dist: {
        ...ccm(),
        'groups.json': JSON.stringify({
          AutoScalingGroups: [{
            AutoScalingGroupName: 'prod-cp', MinSize: 3, MaxSize: 6, DesiredCapacity: 3, Tags: [{ Key: 'k8s.io/role/control-plane', Value: '1' }],
          }],
        }),
        'refreshes.json': JSON.stringify({
          InstanceRefreshes: [{
            InstanceRefreshId: '08b91cf7',
            AutoScalingGroupName: 'prod-cp',
            Status: 'InProgress',
            PercentageComplete: 0,
            Preferences: { MinHealthyPercentage: 0, InstanceWarmup: 200, SkipMatching: true },
          }],
        }),
      },
    });
    expect(lines).toEqual([
      expect.stringMatching(/^dist\/refreshes\.json:1: error: .* every control-plane node at once \(3 of 3\).* \[rollout-stops-control-plane\]$/),
      'replaced by instance refresh of Auto Scaling group prod-cp (control plane): 3 nodes, at most 3 at once, at least 0 ready '
        + '(dist/refreshes.json:1)',
    ]);
    expect(code).toBe(1);
  });

  it('refuses a budget of Karpenter that takes all nodes of the cloud-controller-manager', async () => {
    const pool = (nodes: string) => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: system}
spec:
  template: {metadata: {labels: {pool: system}}, spec: {expireAfter: Never}}
  disruption: {consolidationPolicy: WhenEmpty, budgets: [{nodes: "${nodes}"}]}
`;
    const NODE_OF_POOL = 'apiVersion: v1\nkind: Node\nmetadata: {name: n, labels: {pool: system, karpenter.sh/nodepool: system}}\n';
    const deployment = ccm({ kind: 'Deployment', nodeSelector: 'pool: system' });
    const input = (nodes: string) => ({ new: NODE, dist: { ...deployment, 'pool.yaml': pool(nodes), 'node.yaml': NODE_OF_POOL } });
    const { code, lines } = await verify(input('100%'));
    expect(lines).toEqual([
      expect.stringMatching(/^dist\/ccm\.yaml:14: error: .* NodePool system, which can take all of them at once: .* \[rollout-leaves-ccm-no-node\]$/),
      'replaced by NodePool system (workers): number of nodes not said, all of them may be away at once (dist/pool.yaml:3)',
    ]);
    expect(code).toBe(1);
    expect((await verify(input('0'))).lines).toHaveLength(1);
  });
});
