import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { checkCsiMigration, csiGates } from '../../../src/lib/migration/csi-gates';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { atRelease, CONTROLLER_MANAGER, KUBELET_FLAGS, kubeadmNodes, SCHEDULER } from '../../nodes';

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
