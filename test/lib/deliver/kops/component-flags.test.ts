import { componentFlags } from '../../../../src/lib/deliver/kops/component-flags';
import { kopsRelease } from '../../../../src/lib/facts/kops';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';

const WITH_DRIVER = { cloudConfig: { awsEBSCSIDriver: { enabled: true } } };

/** The gates of each component, as kops writes them. */
function gates(release: string, version: string, spec: Parameters<typeof componentFlags>[1]): readonly (string | undefined)[] {
  const { kcm, apiServer, kubelet, masterKubelet } = componentFlags('c', spec, kopsRelease(release), KubernetesVersion.of(version));
  return [kcm, apiServer, kubelet, masterKubelet].map(flags => flags['feature-gates']);
}

describe('feature gates that come with the EBS CSI driver', () => {
  const COMPLETE = 'CSIMigrationAWS=true,CSIMigrationAWSComplete=true';
  const UNREGISTER = 'CSIMigrationAWS=true,InTreePluginAWSUnregister=true';

  // k8s.io/kops@v1.21.0 pkg/model/components/kubecontrollermanager.go:155-172 gives those of kubelet to kubelet again; apiserver.go has none.
  it.each([
    ['1.21', '1.20.15', ['CSIMigrationAWS=true', undefined, COMPLETE, COMPLETE]],
    ['1.21', '1.21.14', ['CSIMigrationAWS=true', undefined, UNREGISTER, UNREGISTER]],
    ['1.22', '1.20.15', [COMPLETE, COMPLETE, COMPLETE, COMPLETE]],
    ['1.22', '1.22.17', [UNREGISTER, UNREGISTER, UNREGISTER, UNREGISTER]],
    ['1.25', '1.20.15', [COMPLETE, COMPLETE, COMPLETE, COMPLETE]],
    ['1.27', '1.26.15', [UNREGISTER, UNREGISTER, UNREGISTER, UNREGISTER]],
    ['1.27', '1.27.16', Array.from({ length: 4 }, () => 'InTreePluginAWSUnregister=true')],
  ])('kops %s on Kubernetes %s', (release, version, expected) => {
    expect(gates(release, version, WITH_DRIVER)).toEqual(expected);
  });

  it('are not there without it, and never over a value of the user', () => {
    expect(gates('1.25', '1.23.17', { cloudConfig: { awsEBSCSIDriver: { enabled: false } } })).toEqual([undefined, undefined, undefined, undefined]);
    const spec = { ...WITH_DRIVER, kubelet: { featureGates: { InTreePluginAWSUnregister: 'false' } } };
    expect(gates('1.25', '1.23.17', spec)[2]).toBe('CSIMigrationAWS=true,InTreePluginAWSUnregister=false');
  });
});
