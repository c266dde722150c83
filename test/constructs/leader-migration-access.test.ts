import { Testing } from 'cdk8s';
import { KubernetesVersion, LeaderMigrationAccess, LeaderMigrationAccessProps, LeaseAccessMode } from '../../src';

function names(props: LeaderMigrationAccessProps): string[] {
  const chart = Testing.chart();
  new LeaderMigrationAccess(chart, 'access', props);
  return Testing.synth(chart).map(({ kind, metadata }) => `${kind}/${metadata.namespace}/${metadata.name}`);
}

const KCM = ['Role/kube-system/leader-migration:kube-controller-manager', 'RoleBinding/kube-system/leader-migration:kube-controller-manager'];
const CCM = ['Role/kube-system/leader-migration:cloud-controller-manager', 'RoleBinding/kube-system/leader-migration:cloud-controller-manager'];

describe('LeaderMigrationAccess', () => {
  it.each<[string, LeaderMigrationAccessProps, string[]]>([
    ['of both components', { kcmVersion: KubernetesVersion.V1_26, ccmVersion: KubernetesVersion.V1_27 }, [...KCM, ...CCM]],
    ['of one', { kcmVersion: KubernetesVersion.V1_26 }, KCM],
    ['of nobody', {}, []],
    ['no longer granted', { kcmVersion: KubernetesVersion.V1_26, ccmVersion: KubernetesVersion.V1_27, granted: false }, []],
    ['that others grant', { kcmVersion: KubernetesVersion.V1_26, mode: LeaseAccessMode.NONE }, []],
    ['in another namespace', { ccmVersion: KubernetesVersion.V1_27, namespace: 'locks' }, CCM.map(name => name.replace('kube-system', 'locks'))],
  ])('%s', (_, props, expected) => {
    expect(names(props)).toEqual(expected);
  });
});
