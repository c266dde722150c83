import { kopsRelease } from '../../../../src/lib/facts/kops';
import { componentFlags, KopsFlags } from '../../../../src/lib/installers/kops/component-flags';
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
    ['1.21.4', '1.20.15', ['CSIMigrationAWS=true', undefined, COMPLETE, COMPLETE]],
    ['1.21.4', '1.21.14', ['CSIMigrationAWS=true', undefined, UNREGISTER, UNREGISTER]],
    ['1.21.5', '1.20.15', [COMPLETE, COMPLETE, COMPLETE, COMPLETE]],
    ['1.21', '1.21.14', [UNREGISTER, UNREGISTER, UNREGISTER, UNREGISTER]],
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

describe('an IPv6 cluster', () => {
  const flags = (release: string, spec: Parameters<typeof componentFlags>[1], version = '1.22.17') => {
    const { kcm, ccm } = componentFlags('c', { networking: { calico: {} }, ...spec }, kopsRelease(release), KubernetesVersion.of(version));
    const of = (line: KopsFlags = {}) => ['allocate-node-cidrs', 'cluster-cidr', 'node-cidr-mask-size', 'controllers'].map(name => line[name]);
    return [of(kcm), of(ccm)];
  };
  const CCM = { cloudControllerManager: { cloudProvider: 'aws' } };

  // k8s.io/kops@v1.22.6 gives pods a range of their own; later ones have kops-controller give each node the prefix of its network interface.
  it.each<[string, string, (string | undefined)[]]>([
    ['1.22', '::/0', ['true', '::1:0:0/96', '112', undefined]],
    ['1.22', '2001:db8:1::/48', ['true', '2001:db8:1::1:0:0/96', '112', undefined]],
    ['1.22', 'fd00::/100', ['true', 'fd00::800:0/101', '114', undefined]],
    ['1.23', '::/0', ['false', undefined, undefined, '*,-nodeipam']],
    ['1.26', '::/0', ['false', undefined, undefined, '*,-nodeipam']],
  ])('of kops %s with %s', (release, nonMasqueradeCIDR, expected) => {
    expect(flags(release, { nonMasqueradeCIDR, ...CCM })[0]).toEqual(expected);
    expect(flags(release, { nonMasqueradeCIDR, ...CCM })[1]).toEqual(['true', nonMasqueradeCIDR, undefined, undefined]);
  });

  it('has what the user says of it, and tells the cloud-controller-manager from 1.28 on', () => {
    const [kcm, ccm] = flags('1.28', { nonMasqueradeCIDR: '::/0' }, '1.26.15');
    expect([kcm, ccm]).toEqual([['false', undefined, undefined, '*,-nodeipam'], ['false', undefined, undefined, undefined]]);
    const given = { kubeControllerManager: { clusterCIDR: 'fd00::/56', controllers: ['*'], nodeCIDRMaskSize: 70 } };
    expect(flags('1.24', { nonMasqueradeCIDR: '::/0', ...CCM, ...given })[0]).toEqual(['false', 'fd00::/56', '70', '*']);
    expect(flags('1.24', { nonMasqueradeCIDR: '::/0', ...CCM, kubeControllerManager: { clusterCIDR: 'fd00::/56' } })[0][2]).toBe('72');
  });
});
