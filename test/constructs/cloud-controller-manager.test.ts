import { ApiObject, Duration, JsonPatch, Testing } from 'cdk8s';
import {
  AwsCcmRules, AwsCloudControllerManager, AwsCloudControllerManagerProps, CcmWorkload, CloudControllerManager, KubernetesVersion,
  LeaderMigrationConfig,
} from '../../src';

type Json = { [key: string]: any };

function aws(props: Partial<AwsCloudControllerManagerProps> = {}) {
  const chart = Testing.chart();
  const ccm = new AwsCloudControllerManager(chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.34.3'), ...props });
  return { chart, ccm, find: (kind: string) => (Testing.synth(chart) as Json[]).find(object => object.kind === kind)! };
}

describe('AwsCloudControllerManager', () => {
  it('runs the newest image of the minor, and says what it is', () => {
    const { ccm, find } = aws();
    expect(find('DaemonSet').spec.template.spec.containers[0].image).toMatch(/^registry\.k8s\.io\/provider-aws\/cloud-controller-manager:v1\.34\.\d+$/);
    expect(ccm.name).toBe('aws-cloud-controller-manager');
    expect(ccm.subject).toEqual({ kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' });
    expect(ccm.args).toEqual(['--v=2', '--cloud-provider=aws', '--use-service-account-credentials=true', '--configure-cloud-routes=false']);
    expect(ccm.staticPod).toBeUndefined();
  });

  it('has durations as Go reads them', () => {
    const { ccm } = aws({ leaseDuration: Duration.minutes(1), renewDeadline: Duration.seconds(40), retryPeriod: Duration.millis(2500) });
    expect(ccm.args.slice(4)).toEqual(['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=2500ms']);
  });

  it('reads the configuration that it is given', () => {
    const { chart } = aws();
    const config = new LeaderMigrationConfig(chart, 'config', { kubernetesVersion: KubernetesVersion.V1_27 });
    new AwsCloudControllerManager(chart, 'migrating', { kubernetesVersion: KubernetesVersion.V1_27, name: 'm', rbac: false, leaderMigrationConfig: config });
    const workload = (Testing.synth(chart) as Json[]).find(({ metadata }) => metadata.name === 'm')!;
    expect(workload.spec.template.spec.volumes).toEqual([{ name: 'leader-migration-config', configMap: { name: config.configMapName } }]);
    expect(workload.spec.template.metadata.annotations).toEqual({ 'ccm-migration/leader-migration-config-sha256': config.contentHash });
  });

  it('may delete nodes by itself only where it acts as itself', () => {
    const verbs = (props: Partial<AwsCloudControllerManagerProps>) => aws(props).find('ClusterRole').rules.find(({ resources }: Json) => resources[0] === 'nodes').verbs;
    expect(verbs({})).toEqual(['list', 'watch']);
    expect(verbs({ useServiceAccountCredentials: false })).toContain('delete');
    expect(verbs({ awsRules: AwsCcmRules.UPSTREAM_BASE })).toEqual(['*']);
  });

  it('lets the tagging controller label nodes where that acts as itself, and only then', () => {
    const tagging = (props: Partial<AwsCloudControllerManagerProps>) => {
      const objects = Testing.synth(aws(props).chart) as Json[];
      const role = objects.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'cloud-controller-manager:tagging-controller');
      const binding = objects.find(({ kind, roleRef }) => kind === 'ClusterRoleBinding' && roleRef.name === role?.metadata.name);
      return role && [role.rules, binding!.subjects];
    };
    const taggingTags = { team: 'platform' };
    expect(tagging({ taggingTags })).toEqual([
      [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }],
      [{ apiGroup: '', kind: 'ServiceAccount', name: 'tagging-controller', namespace: 'kube-system' }],
    ]);
    expect(tagging({ taggingTags, useServiceAccountCredentials: false })).toBeUndefined();
    expect(tagging({})).toBeUndefined();
    expect(tagging({ taggingTags, rbac: false })).toBeUndefined();
  });

  it('is a Pod for the kubelet as a static pod', () => {
    const { ccm, find } = aws({ workload: CcmWorkload.STATIC_POD });
    expect(ccm.staticPod).toMatchObject({ kind: 'Pod', metadata: { name: 'aws-cloud-controller-manager', namespace: 'kube-system' } });
    expect(ccm.subject).toEqual({ kind: 'User', name: 'system:cloud-controller-manager' });
    expect(find('DaemonSet')).toBeUndefined();
  });

  it('can be changed with a patch, the promised way out', () => {
    const { ccm, find } = aws();
    ApiObject.of(ccm).addJsonPatch(JsonPatch.replace('/spec/template/spec/dnsPolicy', 'ClusterFirstWithHostNet'));
    expect(find('DaemonSet').spec.template.spec.dnsPolicy).toBe('ClusterFirstWithHostNet');
  });
});

describe('CloudControllerManager', () => {
  it('is of any cloud: image, provider and rules of the user', () => {
    const chart = Testing.chart();
    const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }];
    const ccm = new CloudControllerManager(chart, 'ccm', { kubernetesVersion: KubernetesVersion.V1_30, image: 'x/y:v1', cloudProvider: 'openstack', rules });
    const objects = Testing.synth(chart) as Json[];
    expect(ccm.args[1]).toBe('--cloud-provider=openstack');
    expect(objects.find(({ kind }) => kind === 'ClusterRole')!.rules).toEqual(rules);
    expect(objects.map(({ kind }) => kind)).toEqual(['ServiceAccount', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'DaemonSet']);
  });
});
