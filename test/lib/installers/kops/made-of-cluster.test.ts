import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from '../../../../src/lib/edit/yaml/source-document';
import { kopsRelease } from '../../../../src/lib/facts/kops';
import { machinesOf } from '../../../../src/lib/installers/kops/machines';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { verify } from '../../../../src/lib/verify/verify';

const EXAMPLE = join(__dirname, '..', '..', '..', '..', 'examples', 'kops');
const INPUT = readFileSync(join(EXAMPLE, 'input', 'cluster.yaml'), 'utf8');
const phase = (name: string) => readFileSync(join(EXAMPLE, 'bundles', 'kops', name, 'cluster.yaml'), 'utf8');
const check = (...texts: string[]) =>
  verify({ directories: texts.map((text, index) => ({ name: `d${index}`, files: new Map([['cluster.yaml', { text }]]) })) });

const external = (ccm: string) => INPUT.replace('1.23.17', '1.22.17').replace('  kubeControllerManager:', `  cloudControllerManager: ${ccm}\n  `
  + 'kubeControllerManager:');

describe('a Cluster of kops', () => {
  it('is read as the nodes that are made from it and the objects that are applied', () => {
    const { exclusivity, liveness, seen } = check(phase('n'), phase('mixed'));
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(seen.workloads.map(({ object }) => object)).toEqual(['DaemonSet kube-system/aws-cloud-controller-manager']);
  });

  it('holds with IPv6, where kops-controller gives nodes their CIDRs and no component is told to', () => {
    const ipv6 = phase('disabled').replace('100.64.0.0/10', '"::/0"');
    const { liveness, exclusivity, findings } = check(ipv6);
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('breaks exclusivity beside one whose cloud-controller-manager has no Leader Migration', () => {
    const { exclusivity } = check(phase('n'), phase('disabled'));
    expect(exclusivity.holds).toBe(false);
    expect(exclusivity.counterexamples.map(({ controller }) => controller)).toContain('service');
  });

  it('breaks exclusivity where what the user set wins over kops\' own default', () => {
    const off = INPUT.replace('  kubeControllerManager:', '  kubeControllerManager:\n    enableLeaderMigration: false');
    expect(check(off, phase('mixed')).exclusivity.holds).toBe(false);
  });

  it('says what is wrong with a kube-controller-manager that is external and has Leader Migration on', () => {
    const bad = phase('mixed').replace('  kubeControllerManager:', '  kubeControllerManager:\n    enableLeaderMigration: true');
    expect(check(bad).findings.map(({ rule }) => rule)).toContain('leader-migration-with-external-provider');
  });

  it.each([
    ['RBAC', INPUT, 'Node,RBAC'],
    ['AlwaysAllow', INPUT.replace('rbac: {}', 'alwaysAllow: {}'), 'AlwaysAllow'],
    ['AlwaysAllow, where it does not say', INPUT.replace('authorization:\n    rbac: {}', 'x: 1'), 'AlwaysAllow'],
    ['what the user set', INPUT.replace('rbac: {}', 'alwaysAllow: {}\n  kubeAPIServer: {authorizationMode: RBAC}'), 'RBAC'],
  ])('has an API server that asks %s', (_, text, modes) => {
    const { files } = machinesOf(parseSource(text, { file: 'c' }), kopsRelease('1.24'), KubernetesVersion.of('1.23.17'));
    expect([...files.values()].map(file => /--authorization-mode=([A-Za-z,]*)/.exec(file.text)?.[1]).filter(found => found)).toEqual([modes]);
  });

  it('is read where patches of the releases pick other images of one minor', () =>
    expect(check(external('{cloudProvider: aws}')).exclusivity.verdict).toBe('holds'));

  it.each([
    ['another cloud', INPUT.replace('cloudProvider: aws', 'cloudProvider: gce'), 'd0/cluster.yaml:16:18: spec.cloudProvider is "gce"; what kops '
      + 'makes of a Cluster is known for \'aws\' only'],
    ['a version that is none', INPUT.replace('1.23.17', 'latest'), 'spec.kubernetesVersion is \'latest\', so what kops makes of it is not known'],
    ['a version that no release runs', INPUT.replace('1.23.17', '1.31.0'), 'no known release of kops runs Kubernetes 1.31.0; known: 1.21 to 1.30'],
    ['what releases of kops make different things of', INPUT.replace('1.23.17', '1.22.17').replace('  kubeControllerManager:', '  '
      + 'kubeControllerManager:\n    enableLeaderMigration: true'),
    'the Cluster does not say which kops applies it, and kops 1.22 and 1.27 make different things of it at Kubernetes 1.22.17'],
    ['a cloud-controller-manager whose cloud is not named, which gets defaults from kops 1.23 on only', external('{}'), 'kops 1.22 and 1.27 make '
      + 'different things of it'],
    ['one that differs in its image only', external('{cloudProvider: aws}').replace('1.22.17', '1.27.16'),
      'kops 1.27 and 1.30 make different things of it'],
    ['routes of no component', phase('disabled').replace('calico: {}', 'kubenet: {}').replace('enableLeaderMigration', 'configureCloudRoutes'),
      'd0/cluster.yaml:19:27: spec.cloudControllerManager.configureCloudRoutes is false, but the networking of this cluster is kubenet'],
    ['what kops refuses: the driver off', phase('mixed').replace('enabled: true', 'enabled: false'), 'd0/cluster.yaml:16:16: '
      + 'spec.cloudConfig.awsEBSCSIDriver.enabled is false, and kops refuses an external cloud controller without the EBS CSI driver'],
    ['the experimental cloud-controller-manager of kops 1.21', external('{}').replace('1.22.17', '1.16.15'), 'd0/cluster.yaml:36:27: in kops 1.21 '
      + 'the cloud-controller-manager is an experimental feature, and what it applies is not known'],
    ['a cloud-controller-manager whose image is not known', external('{}').replace('1.22.17', '1.17.17'), 'which cloud-controller-manager kops 1.22 '
      + 'runs with Kubernetes 1.17 is not known'],
    ['a switch in quotes', INPUT.replace('  kubeControllerManager:', '  kubeControllerManager:\n    enableLeaderMigration: "true"'),
      'spec.kubeControllerManager.enableLeaderMigration is "true", expected true or false'],
    ['two Clusters', `${INPUT}---\n${INPUT}`, '\'d0\' has 2 Clusters of kops \'prod.example.com\'; each may be another state of the cluster'],
  ])('is not guessed: %s', (_, text, message) => {
    const { verdict, unknown } = check(text).exclusivity;
    expect([verdict, unknown.map(({ what }) => what).join('\n')]).toEqual(['unknown', expect.stringContaining(message)]);
  });
});
