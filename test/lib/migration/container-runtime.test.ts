import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput, NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { MIGRATED_CONTROLLERS, SideSettings } from '../../../src/lib/migration/component-changes';
import { refusedRegistration } from '../../../src/lib/migration/container-runtime';
import { StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { editedWorker } from '../../../src/lib/migration/node-side';
import { KUBELET_FLAGS } from '../../nodes';

const CONTAINERD = 'unix:///run/containerd/containerd.sock';
const DOCKERSHIM = '/var/run/dockershim.sock';

function settings(before: string, version: string): SideSettings {
  return {
    cloud: 'aws',
    strategy: StrategyKind.LEADER_MIGRATION,
    version: KubernetesVersion.of(version),
    before: KubernetesVersion.of(before),
    configurationFile: true,
    moved: MIGRATED_CONTROLLERS,
    externalVolumePlugin: false,
  };
}

/** Flags that a kubelet of N+1 has, of one that has these in N. */
function upgraded(flags: string, before: string, version: string, criSocket?: string): string {
  const text = `KUBELET_KUBEADM_ARGS="--cloud-provider=aws ${flags}"\n`;
  const node: NodeInput = { name: 'w1', role: NodeRole.WORKER, files: { [KUBELET_FLAGS]: text }, criSocket };
  const { files } = editedWorker(node, { side: NodeSide.N_PLUS_1, changes: settings(before, version) });
  return /"--cloud-provider=external ?(.*)"/.exec(files.get(KUBELET_FLAGS)!)![1];
}

const DOCKER_FLAGS = '--network-plugin=cni --cni-bin-dir=/opt/cni/bin --cni-conf-dir=/etc/cni/net.d --docker-endpoint=unix:///var/run/docker.sock '
  + '--image-pull-progress-deadline=2m --network-plugin-mtu=9001';
const REMOTE = `--container-runtime=remote --container-runtime-endpoint=${CONTAINERD}`;

describe('the container runtime of a kubelet', () => {
  it.each([
    ['no flag', DOCKER_FLAGS, undefined, 'no --container-runtime, no --container-runtime-endpoint'],
    ['docker by its name', '--container-runtime=docker', undefined, '--container-runtime=docker, no --container-runtime-endpoint'],
    ['the socket of dockershim', `--container-runtime-endpoint=unix://${DOCKERSHIM}`, undefined, `--container-runtime-endpoint=unix://${DOCKERSHIM}`],
    ['an annotation of dockershim', DOCKER_FLAGS, DOCKERSHIM, 'no --container-runtime'],
  ])('is refused in 1.24 with %s', (_, flags, criSocket, told) => {
    const run = () => upgraded(flags, '1.23.17', '1.24.17', criSocket);
    expect(run).toThrow('the kubelet of node \'w1\' runs Docker by dockershim');
    expect(run).toThrow(told);
    expect(run).toThrow(`start the kubelet of version N with --container-runtime=remote and --container-runtime-endpoint=${CONTAINERD}`);
  });

  it.each([
    ['1.23.17', '1.24.17', REMOTE, undefined, REMOTE],
    ['1.23.17', '1.24.17', `${DOCKER_FLAGS} ${REMOTE}`, DOCKERSHIM, REMOTE],
    ['1.23.17', '1.24.17', DOCKER_FLAGS, CONTAINERD, `--container-runtime-endpoint=${CONTAINERD}`],
    ['1.23.17', '1.24.17', '--container-runtime=docker', CONTAINERD, REMOTE],
    ['1.22.17', '1.23.17', DOCKER_FLAGS, undefined, DOCKER_FLAGS],
    ['1.24.17', '1.25.16', REMOTE, undefined, REMOTE],
    ['1.26.15', '1.27.16', REMOTE, undefined, `--container-runtime-endpoint=${CONTAINERD}`],
    ['1.24.17', '1.25.16', '--node-ip=10.0.0.1', undefined, '--node-ip=10.0.0.1'],
  ])('is carried from %s to %s: %s, of a node with the socket %s', (before, version, flags, criSocket, expected) => {
    expect(upgraded(flags, before, version, criSocket)).toBe(expected);
  });

  it.each([
    [DOCKERSHIM, {}, 'criSocket', `is '${DOCKERSHIM}', that of dockershim, which 1.24.17 does not have; give the node containerd`],
    [CONTAINERD, { 'container-runtime': 'docker' }, 'kubeletExtraArgs', 'has --container-runtime=docker, no --container-runtime-endpoint, that of'],
    [undefined, { 'container-runtime-endpoint': DOCKERSHIM }, 'kubeletExtraArgs', `--container-runtime-endpoint=${DOCKERSHIM}, that of dockershim`],
    [CONTAINERD, {}, undefined, ''],
    [undefined, { 'container-runtime-endpoint': CONTAINERD }, undefined, ''],
  ])('of a kubeadm configuration with criSocket %s and %j is refused: %s', (criSocket, args: Record<string, string>, field, why) => {
    const refused = refusedRegistration(criSocket, name => args[name], settings('1.23.17', '1.24.17'));
    expect(refused?.field).toBe(field);
    expect(refused?.why ?? '').toContain(why);
    expect(refusedRegistration(criSocket, name => args[name], settings('1.22.17', '1.23.17'))).toBeUndefined();
  });
});
