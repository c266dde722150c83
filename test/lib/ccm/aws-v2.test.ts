import { Chart, Testing } from 'cdk8s';
import { parse, stringify } from 'yaml';
import { AwsCloudControllerManager } from '../../../src/constructs/aws-cloud-controller-manager';
import { CloudControllerManagerProps } from '../../../src/constructs/cloud-controller-manager';
import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { AwsCredentials } from '../../../src/lib/ccm/aws-credentials';
import { CcmLeaderMigration } from '../../../src/lib/ccm/leader-migration-config';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { parseAssumption } from '../../../src/lib/read/component/assumption';
import { verify } from '../../../src/lib/verify/verify';
import { CONTROLLER_MANAGER, kubeadmNodes, withEditEverywhere } from '../../nodes';

type Changes = Partial<CloudControllerManagerProps>;

function v2(props: AwsCcmProps = {}): { readonly ccm: AwsCcm } {
  return { ccm: AwsCcm.of({ alphaV2ClusterName: 'prod-eu', ...props }) };
}

function synth(props: Changes = {}) {
  const chart = new Chart(Testing.app(), 'chart');
  new AwsCloudControllerManager(chart, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.28.15'), ...v2(), ...props });
  return Testing.synth(chart);
}

function migration(changes: Partial<MigrationProps> = {}) {
  return new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.28.15'), ...v2(), ...changes });
}

describe('the opt-in to aws/v2', () => {
  it('writes its switch, its own configuration before the pods that mount it, and the controllers that it has nothing for', () => {
    const objects = synth();
    const kinds = objects.map(({ kind }) => kind);
    expect(kinds.indexOf('ConfigMap')).toBeLessThan(kinds.indexOf('DaemonSet'));
    const { data, metadata } = objects.find(({ kind }) => kind === 'ConfigMap');
    expect(metadata.namespace).toBe('kube-system');
    expect(parse(data['cloud-config.yaml']))
      .toEqual({ apiVersion: 'config.aws.io/v1alpha1', kind: 'AWSCloudConfig', config: { clusterName: 'prod-eu' } });
    const { spec } = objects.find(({ kind }) => kind === 'DaemonSet').spec.template;
    expect(spec.containers[0].args).toEqual([
      '--v=2', '--cloud-provider=aws/v2', '--use-service-account-credentials=true', '--configure-cloud-routes=false',
      '--cloud-config=/etc/kubernetes/aws-v2/cloud-config.yaml', '--controllers=*,-service-lb-controller,-node-route-controller',
    ]);
    expect(spec.containers[0].env).toEqual([{ name: 'ENABLE_ALPHA_V2', value: 'true' }]);
    expect(spec.containers[0].volumeMounts).toContainEqual(expect.objectContaining({ name: metadata.name, mountPath: '/etc/kubernetes/aws-v2' }));
  });

  it('uses the keys of the release, after those of the user', () => {
    const args = (props: Changes) => synth(props).find(({ kind }) => kind === 'DaemonSet').spec.template.spec.containers[0].args;
    expect(args({ kubernetesVersion: KubernetesVersion.of('1.27.16') })).toContain('--controllers=*,-service,-route');
    expect(args(v2({ run: { flags: { controllers: '*,-service-lb-controller' } } }))).toContain('--controllers=*,-service-lb-controller,'
      + '-node-route-controller');
  });

  it('is a warning of the verifier, which finds no error but that, and no service or route controller that should run', () => {
    const files = new Map([['ccm.yaml',
      { text: synth({ kubernetesVersion: KubernetesVersion.of('1.27.16') }).map(object => stringify(object)).join('---\n') }]]);
    const { findings, exclusivity, liveness } = verify({ directories: [{ name: 'dist', files }], assume: [parseAssumption('kcm=external:1.27.16')] });
    // It has no load balancers: whoever takes it as the only one has to say what serves them.
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(['declared-gap']);
    expect(findings.find(({ rule }) => rule === 'aws-v2-provider'))
      .toMatchObject({ severity: 'warning', message: expect.stringContaining('pre-alpha') });
    expect(exclusivity.holds).toBe(true);
    for (const { message } of liveness.counterexamples) expect(message).not.toMatch(/service|route/);
  });

  it.each<[string, Changes, string]>([
    ['from 1.29 on', { kubernetesVersion: KubernetesVersion.of('1.29.15') },
      '--cloud-provider=aws/v2 does not exist in cloud-controller-manager v1.29.8: the provider was deleted in v1.29.0'],
    ['with Leader Migration', { leaderMigration: CcmLeaderMigration.builtInDefault() },
      '--cloud-provider=aws/v2 cannot be used with Leader Migration: it has no load balancers and no routes'],
    ['with a migration configuration', { leaderMigration: CcmLeaderMigration._withConfiguration({ configMapName: 'c', key: 'k' }) }, 'cannot be '
      + 'used with Leader Migration'],
    ['with the INI of the other provider', { cloudConfigPath: '/etc/kubernetes/cloud.config' },
      'a cloud config is given with `alphaV2ClusterName`, but that provider reads a YAML file of its own'],
    ['with cloud routes', { network: { configureCloudRoutes: true } }, 'configureCloudRoutes is given with `alphaV2ClusterName`, but that provider '
      + 'has no routes'],
    ['with the tagging controller', v2({ tagging: { tags: { a: '1' } } }), 'the tagging controller does not start with that provider'],
    ['with IRSA', v2({ credentials: AwsCredentials.webIdentity('arn:aws:iam::123456789012:role/ccm') }), 'does not read the token of a '
      + 'ServiceAccount'],
    ['as a static pod', v2({ run: { workload: CcmWorkload.staticPod() } }), 'a ConfigMap that a static pod cannot mount'],
    ['with a name that no tag can have', v2({ alphaV2ClusterName: 'a b' }), "clusterName is 'a b'"],
  ])('is refused %s', (_, props, message) => expect(() => synth(props)).toThrow(message));
});

describe('the opt-in to aws/v2 in a migration', () => {
  const pair = { fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
  const downtime = { ...pair, strategy: MigrationStrategy.downtime() };

  it('is written where there is no Leader Migration, without the cloud config of kube-controller-manager', () => {
    const ccm = migration({ ...downtime, nodes: kubeadmNodes() })._model.phase(MigrationPhase.N_PLUS_1).ccm!;
    expect(ccm.args).toEqual(expect.arrayContaining(['--cloud-provider=aws/v2', '--cloud-config=/etc/kubernetes/aws-v2/cloud-config.yaml']));
    expect(ccm.args.filter(arg => arg.startsWith('--cloud-config'))).toHaveLength(1);
    expect(ccm.objects.map(({ manifest }) => manifest.kind)).toContain('ConfigMap');
    expect(JSON.stringify(ccm.objects)).not.toContain('hostPath');
  });

  it.each<[string, () => Partial<MigrationProps>, string]>([
    ['with Leader Migration', () => pair, 'cannot be used with Leader Migration'],
    ['from 1.29 on', () => ({ toVersion: KubernetesVersion.of('1.30.14') }), 'does not exist in cloud-controller-manager v1.30.9'],
    ['for another cluster than the tagged one', () => v2({ alphaV2ClusterName: 'other' }), "alphaV2ClusterName is 'other' and clusterId 'prod-eu'"],
    ['with the INI of the other provider', () => ({ cloudConfig: CloudConfig.inline('[Global]\nZone = eu-central-1a\n') }),
      'a cloud config is given with `alphaV2ClusterName`'],
    ['with a path of the INI of the other provider', () => ({ cloudConfigPath: '/etc/kubernetes/cloud.config' }), 'a cloud config is given with '
      + '`alphaV2ClusterName`'],
    ['with cloud routes', () => ({ network: { configureCloudRoutes: true } }), 'configureCloudRoutes is given with `alphaV2ClusterName`'],
    ['where kube-controller-manager of N makes cloud routes', () => ({
      ...downtime,
      nodes: withEditEverywhere(
        kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace('--configure-cloud-routes=false', '--configure-cloud-routes=true'),
      ),
    }), 'configureCloudRoutes is given with `alphaV2ClusterName`, but that provider has no routes'],
  ])('is refused %s', (_, changes, message) => {
    const given = changes();
    expect(() => migration(given)).toThrow(message);
  });
});
