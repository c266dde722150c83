import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { checkCsiMigration, csiGates } from '../../../src/lib/migration/csi-gates';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { addFlag, APISERVER, atRelease, CONTROLLER_MANAGER, KUBELET_FLAGS, kubeadmNodes, SCHEDULER, withEditEverywhere } from '../../nodes';

describe('gates of CSI migration', () => {
  it.each<[string, string, string | undefined]>([
    ['1.21', '', 'CSIMigrationAWS=true'],
    ['1.22', 'A=true,CSIMigrationAWS=false', 'A=true,CSIMigrationAWS=true'],
    ['1.22', 'CSIMigration=false', 'CSIMigration=true,CSIMigrationAWS=true'],
    ['1.23', '', undefined],
    ['1.24', 'CSIMigrationAWS=false', 'CSIMigrationAWS=true'],
    ['1.26', '', undefined],
    ['1.27', 'CSIMigrationAWS=false', undefined],
  ])('on %s with "%s": %s', (version, gates, expected) => {
    expect(csiGates('kubelet', KubernetesVersion.of(version), gates)?.value).toBe(expected);
  });

  it('are read by neither kube-apiserver nor cloud-controller-manager', () => {
    expect(csiGates('kube-apiserver', KubernetesVersion.of('1.22'), '')).toBeUndefined();
    expect(csiGates('cloud-controller-manager', KubernetesVersion.of('1.22'), '')).toBeUndefined();
  });

  it('fails for another cloud, and where volumes are to stay', () => {
    expect(() => checkCsiMigration('gce', {})).toThrow("csiMigration moves EBS volumes, but the cloud is 'gce'");
    expect(() => checkCsiMigration('aws', { externalCloudVolumePlugin: true })).toThrow('give one of them');
  });

  it('are written for version N, and for N+1 where it needs them too', () => {
    const files = (from: string, to: string, phase: MigrationPhase, path: string) => new Migration({
      clusterId: 'prod-eu',
      fromVersion: KubernetesVersion.of(from),
      toVersion: KubernetesVersion.of(to),
      nodes: atRelease(kubeadmNodes(), from),
      csiMigration: true,
    })._model.phase(phase).nodeFiles.filter(file => file.path === path).map(({ side, content }) => `${side} `
      + `${content.includes('--feature-gates=CSIMigrationAWS=true')}`);
    for (const path of [CONTROLLER_MANAGER, SCHEDULER, KUBELET_FLAGS]) {
      expect([path, new Set(files('1.22.17', '1.23.17', MigrationPhase.MIXED, path))]).toEqual([path, new Set(['n true', 'n-plus-1 false'])]);
    }
    expect(new Set(files('1.21.14', '1.22.17', MigrationPhase.MIXED, KUBELET_FLAGS))).toEqual(new Set(['n true', 'n-plus-1 true']));
  });
});

describe('EBS volumes that stay in-tree', () => {
  const keeping = (from: string, to: string, edit: (text: string) => string = text => text) => new Migration({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of(from),
    toVersion: KubernetesVersion.of(to),
    nodes: withEditEverywhere(atRelease(kubeadmNodes(), from), CONTROLLER_MANAGER, edit),
    externalCloudVolumePlugin: true,
  });

  it('stay with a gate on each component of N+1 that reads it, and none of N', () => {
    const { nodeFiles } = keeping('1.22.17', '1.23.17', addFlag('--v=2'))._model.phase(MigrationPhase.MIXED);
    for (const path of [APISERVER, CONTROLLER_MANAGER, SCHEDULER, KUBELET_FLAGS]) {
      const found = nodeFiles.filter(file => file.path === path).map(({ side, content }) => `${side} ${content.includes('CSIMigrationAWS=false')}`);
      expect([path, new Set(found)]).toEqual([path, new Set(['n false', 'n-plus-1 true'])]);
    }
  });

  it.each([
    ['1.24.17', '1.25.16', '1.25'], ['1.25.16', '1.26.15', '1.26'],
  ])('fails from %s to %s, which has them with the CSI driver', (from, to, minor) => {
    expect(() => keeping(from, to, addFlag('--v=2'))).toThrow(new Error(
      `externalCloudVolumePlugin keeps EBS volumes with the in-tree plugin, and in ${minor} the EBS CSI driver serves them whatever the flags `
        + '(CSIMigrationAWS is locked on since 1.25); install the driver and leave the property out',
    ));
  });

  it('fails where the CSI driver serves them at N, and not where its gate is off there', () => {
    expect(() => keeping('1.23.17', '1.24.17', addFlag('--v=2'))).toThrow('a kube-controller-manager of 1.23 without CSIMigrationAWS=false has '
      + 'the EBS CSI driver serve them; leave the property out');
    const one = keeping('1.23.17', '1.24.17', addFlag('--feature-gates=CSIMigrationAWS=false'));
    const kcm = one._model.phase(MigrationPhase.N_PLUS_1).nodeFiles.find(({ path }) => path === CONTROLLER_MANAGER)!.content;
    expect(kcm).toContain('--external-cloud-volume-plugin=aws');
    expect(kcm.match(/CSIMigrationAWS=false/g)).toHaveLength(1);
  });
});
