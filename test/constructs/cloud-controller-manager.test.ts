import { createHash } from 'node:crypto';
import { ApiObject, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import { ConfigMap, Role, ServiceAccount } from 'cdk8s-plus-27';
import {
  AwsCcm, AwsCcmProps, AwsCcmRules, AwsCloudControllerManager, CcmAccessOptions, CcmLeaderMigration, CcmWorkload, CloudControllerManager,
  CloudProvider, ClusterNetworkOptions, CustomCcm, IpFamily, KubernetesVersion, LeaderMigrationConfig, Migration, VpaUpdateMode,
} from '../../src';

type Json = { [key: string]: any };

function aws(props: AwsCcmProps = {}, unsafeIgnoreRules?: string[]) {
  const chart = Testing.chart();
  const ccm = new AwsCloudControllerManager(
    chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.34.3'), ccm: AwsCcm.of(props), unsafeIgnoreRules },
  );
  const find = (kind: string): Json => (Testing.synth(chart) as Json[]).find(object => object.kind === kind)!;
  return { chart, ccm, find, args: () => find('DaemonSet').spec.template.spec.containers[0].args as string[] };
}

describe('AwsCloudControllerManager', () => {
  it('runs the newest image of the minor, and says what it is', () => {
    const { ccm, find, args } = aws();
    expect(find('DaemonSet').spec.template.spec.containers[0].image).toMatch(
      /^registry\.k8s\.io\/provider-aws\/cloud-controller-manager:v1\.34\.\d+$/,
    );
    expect(find('DaemonSet').metadata.name).toBe('aws-cloud-controller-manager');
    expect(ccm.serviceAccount.name).toBe('cloud-controller-manager');
    expect(args()).toEqual(['--v=2', '--cloud-provider=aws', '--use-service-account-credentials=true', '--configure-cloud-routes=false']);
    expect(ccm.staticPod).toBeUndefined();
  });

  it('has durations as Go reads them', () => {
    const leaderElection = { leaseDuration: Duration.minutes(1), renewDeadline: Duration.seconds(40), retryPeriod: Duration.millis(2500) };
    const { args } = aws({ run: { leaderElection } });
    expect(args().slice(4)).toEqual(['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=2500ms']);
  });

  it('reads the configuration that it is given', () => {
    const { chart } = aws();
    const migration = new Migration({
      clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
    });
    const config = new LeaderMigrationConfig(chart, 'config', { migration });
    new AwsCloudControllerManager(chart, 'migrating', {
      kubernetesVersion: KubernetesVersion.of('1.27'),
      leaderMigration: config.leaderMigration,
      unsafeIgnoreRules: ['lease-access-missing', 'port-taken'],
      ccm: AwsCcm.of({ run: { metadata: { name: 'm' }, access: { rbac: false } } }),
    });
    const workload = (Testing.synth(chart) as Json[]).find(({ metadata }) => metadata.name === 'm')!;
    expect(workload.spec.template.spec.volumes).toEqual([{ name: 'leader-migration-config', configMap: { name: 'leader-migration-config' } }]);
    expect(workload.spec.template.metadata.annotations)
      .toEqual({ 'ccm-migration/leader-migration-config-sha256': createHash('sha256').update(config.content).digest('hex') });
  });

  it('reads one that exists, whose content is not known, or the default that is built in', () => {
    const workload = (leaderMigration: CcmLeaderMigration): Json => {
      const chart = Testing.chart();
      new AwsCloudControllerManager(
        chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.27'), leaderMigration, unsafeIgnoreRules: ['lease-access-missing'] },
      );
      return (Testing.synth(chart) as Json[]).find(({ kind }) => kind === 'DaemonSet')!.spec.template;
    };
    const exists = ConfigMap.fromConfigMapName(Testing.chart(), 'theirs', 'mine');
    for (const [key, subPath] of [[undefined, 'leadermigration.conf'], ['k', 'k']]) {
      const { metadata, spec } = workload(CcmLeaderMigration.fromConfigMap(exists, key));
      expect(spec.volumes).toEqual([{ name: 'leader-migration-config', configMap: { name: 'mine' } }]);
      expect(spec.containers[0].volumeMounts).toEqual([
        { name: 'leader-migration-config', mountPath: '/etc/leadermigration.conf', readOnly: true, subPath },
      ]);
      expect(metadata.annotations).toBeUndefined();
    }
    const { spec } = workload(CcmLeaderMigration.builtInDefault());
    expect(spec.containers[0].args.filter((arg: string) => arg.includes('leader-migration'))).toEqual(['--enable-leader-migration=true']);
    expect(spec.volumes).toBeUndefined();
  });

  it('may delete nodes by itself only where it acts as itself', () => {
    const verbs = (props: AwsCcmProps) => aws(props).find('ClusterRole').rules.find(({ resources }: Json) => resources[0] === 'nodes').verbs;
    expect(verbs({})).toEqual(['list', 'watch']);
    expect(verbs({ run: { access: { useServiceAccountCredentials: false } } })).toContain('delete');
    expect(verbs({ rules: AwsCcmRules.UPSTREAM_BASE })).toEqual(['*']);
  });

  it('lets the tagging controller label nodes where that acts as itself, and only then', () => {
    const tagging = (props: AwsCcmProps) => {
      const objects = Testing.synth(aws(props).chart) as Json[];
      const role = objects.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'cloud-controller-manager:tagging-controller');
      const binding = objects.find(({ kind, roleRef }) => kind === 'ClusterRoleBinding' && roleRef.name === role?.metadata.name);
      return role && [role.rules, binding!.subjects];
    };
    const on = { tagging: { tags: { team: 'platform' } } };
    expect(tagging(on)).toEqual([
      [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }],
      [{ apiGroup: '', kind: 'ServiceAccount', name: 'tagging-controller', namespace: 'kube-system' }],
    ]);
    expect(tagging({ ...on, run: { access: { useServiceAccountCredentials: false } } })).toBeUndefined();
    expect(tagging({})).toBeUndefined();
    expect(tagging({ ...on, run: { access: { rbac: false } } })).toBeUndefined();
  });

  it('is a Pod for the kubelet as a static pod', () => {
    const { ccm, find } = aws({ run: { workload: CcmWorkload.staticPod() } });
    expect(ccm.staticPod).toMatchObject({ kind: 'Pod', metadata: { name: 'aws-cloud-controller-manager', namespace: 'kube-system' } });
    expect(find('ClusterRoleBinding').subjects)
      .toEqual([{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:cloud-controller-manager' }]);
    expect(() => ccm.serviceAccount).toThrow('static pod');
    expect(find('DaemonSet')).toBeUndefined();
  });

  it('can be changed with a patch, the promised way out', () => {
    const { ccm, find } = aws({}, ['ccm-waits-for-cluster-dns']);
    ApiObject.of(ccm).addJsonPatch(JsonPatch.replace('/spec/template/spec/dnsPolicy', 'ClusterFirstWithHostNet'));
    expect(find('DaemonSet').spec.template.spec.dnsPolicy).toBe('ClusterFirstWithHostNet');
  });
});

describe('CloudControllerManager', () => {
  it('is of any cloud: image, provider and rules of the user', () => {
    const chart = Testing.chart();
    const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }];
    new CloudControllerManager(chart, 'ccm', {
      kubernetesVersion: KubernetesVersion.of('1.30'), ccm: CustomCcm.of({ cloud: CloudProvider.of('openstack'), image: 'x/y:v1', rules }),
    });
    const objects = Testing.synth(chart) as Json[];
    expect(objects.find(({ kind }) => kind === 'DaemonSet')!.spec.template.spec.containers[0].args[1]).toBe('--cloud-provider=openstack');
    expect(objects.find(({ kind }) => kind === 'ClusterRole')!.rules).toEqual(rules);
    expect(objects.map(({ kind }) => kind))
      .toEqual(['ServiceAccount', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'DaemonSet']);
  });
});

describe('the ServiceAccount', () => {
  it('is what a platform composes with: a binding of its own names ours', () => {
    const { chart, ccm } = aws({ run: { access: { serviceAccountName: 'aws-ccm' } } });
    new Role(chart, 'own', { metadata: { namespace: 'kube-system' } }).bind(ccm.serviceAccount);
    const binding = (Testing.synth(chart) as Json[]).find(({ kind, roleRef }) => kind === 'RoleBinding' && roleRef.name.startsWith('test-own'))!;
    expect(binding.subjects).toEqual([{ apiGroup: '', kind: 'ServiceAccount', name: 'aws-ccm', namespace: 'kube-system' }]);
    expect(ccm.serviceAccount).toBe(ccm.serviceAccount);
  });

  it('may be one that a platform has, which is then used everywhere and written by the platform alone', () => {
    const chart = Testing.chart();
    const serviceAccount = new ServiceAccount(chart, 'theirs', { metadata: { name: 'platform-ccm', namespace: 'kube-system' } });
    const ccm = new AwsCloudControllerManager(
      chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.34'), ccm: AwsCcm.of({ run: { access: { serviceAccount } } }) },
    );
    const objects = Testing.synth(chart) as Json[];
    expect(objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name)).toEqual(['platform-ccm']);
    const subjects = objects.flatMap(object => object.subjects ?? []) as Json[];
    expect(subjects.length).toBeGreaterThan(2);
    for (const subject of subjects) expect(subject).toMatchObject({ kind: 'ServiceAccount', name: 'platform-ccm', namespace: 'kube-system' });
    expect(objects.find(({ kind }) => kind === 'ServiceAccount')!.automountServiceAccountToken).toBe(false);
    expect(objects.find(({ kind }) => kind === 'DaemonSet')!.spec.template.spec)
      .toMatchObject({ automountServiceAccountToken: true, serviceAccountName: 'platform-ccm' });
    expect(ccm.serviceAccount.name).toBe('platform-ccm');
  });

  it('may be one that is only referred to', () => {
    const chart = Testing.chart();
    const serviceAccount = ServiceAccount.fromServiceAccountName(chart, 'theirs', 'exists', { namespaceName: 'kube-system' });
    new AwsCloudControllerManager(
      chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.34'), ccm: AwsCcm.of({ run: { access: { serviceAccount } } }) },
    );
    const objects = Testing.synth(chart) as Json[];
    expect(objects.some(({ kind }) => kind === 'ServiceAccount')).toBe(false);
    expect(objects.find(({ kind }) => kind === 'ClusterRoleBinding')!.subjects[0].name).toBe('exists');
  });

  it.each<[string, (chart: Chart) => CcmAccessOptions, string]>([
    ['in another namespace', chart => ({ serviceAccount: ServiceAccount.fromServiceAccountName(chart, 'theirs', 'exists') }),
      "access.serviceAccount 'exists' is in namespace 'default', but the cloud-controller-manager runs in 'kube-system'"],
    ['without a namespace', chart => ({ serviceAccount: new ServiceAccount(chart, 'theirs', { metadata: { name: 'exists' } }) }),
      "access.serviceAccount 'exists' has no namespace, so the current context of kubectl would decide; give it `metadata: { "
        + 'namespace: \'kube-system\' }`'],
    ['with a name for another one',
      chart => ({ serviceAccount: ServiceAccount.fromServiceAccountName(chart, 'theirs', 'exists'), serviceAccountName: 'x' }),
      "access.serviceAccount 'exists' exists already, so a name or annotations for another one mean nothing; leave one of them out"],
  ])('is refused %s', (_, access, message) => {
    const chart = Testing.chart();
    const ccm = AwsCcm.of({ run: { access: access(chart) } });
    expect(() => new AwsCloudControllerManager(chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.34'), ccm })).toThrow(message);
  });

  it('is none for a static pod', () => {
    const { ccm } = aws({ run: { workload: CcmWorkload.staticPod() } });
    expect(() => ccm.serviceAccount).toThrow(new Error(
      "'test/ccm' runs as static pods, as user 'system:cloud-controller-manager' of a kubeconfig; there is no ServiceAccount"));
  });
});

describe('address families', () => {
  const made = (network: ClusterNetworkOptions, cloudConfigPath?: string) => () => {
    const chart = Testing.chart();
    new AwsCloudControllerManager(chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.33.3'), network, cloudConfigPath });
    chart.toJson();
    Testing.synth(chart);
  };

  it('of a dual-stack cluster need a cloud config that says so', () => {
    const network = { ipFamilies: [IpFamily.IPV4, IpFamily.IPV6], clusterCidr: '10.0.0.0/16,fd00::/56' };
    expect(made(network)).toThrow('network.ipFamilies has ipv6, which the cloud-controller-manager reads from its cloud config (NodeIPFamilies); '
      + 'give `cloudConfigPath`');
    expect(made(network, '/etc/kubernetes/cloud.config')).not.toThrow();
  });

  it('have no cloud routes with IPv6, asked for or not', () => {
    const network = { clusterCidr: '10.0.0.0/16,fd00::/56', configureCloudRoutes: true, allocateNodeCidrs: true };
    expect(made(network)).toThrow(/makes cloud routes on AWS for --cluster-cidr="10\.0\.0\.0\/16,fd00::\/56" \[cloud-routes-carry-ipv4-only\]/);
    expect(made({ ...network, ipFamilies: [IpFamily.IPV4, IpFamily.IPV6] }, '/etc/kubernetes/cloud.config')).toThrow('carry IPv4 only');
  });
});

describe('handles', () => {
  it('are the workload and the PodDisruptionBudget', () => {
    const { ccm, find } = aws({ run: { availability: { podDisruptionBudget: true } } });
    ccm.workload.metadata.addLabel('team', 'platform');
    ccm.podDisruptionBudget.metadata.addLabel('team', 'platform');
    expect([find('DaemonSet').metadata.labels.team, find('PodDisruptionBudget').metadata.labels.team]).toEqual(['platform', 'platform']);
  });

  it('say why there is none', () => {
    expect(() => aws().ccm.podDisruptionBudget).toThrow("'test/ccm' has no PodDisruptionBudget: ask for one with `availability.podDisruptionBudget`");
    expect(() => aws({ run: { workload: CcmWorkload.staticPod() } }).ccm.workload).toThrow('has no workload: static pods are files of nodes');
  });
});

describe('the VerticalPodAutoscaler', () => {
  it('sets requests of new pods only, of whatever the workload is', () => {
    const vpa = (props: AwsCcmProps) => aws(props).find('VerticalPodAutoscaler');
    expect(vpa({ run: { availability: { verticalPodAutoscaler: {} } } })).toMatchObject({
      apiVersion: 'autoscaling.k8s.io/v1',
      metadata: { name: 'aws-cloud-controller-manager', namespace: 'kube-system' },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'aws-cloud-controller-manager' },
        updatePolicy: { updateMode: 'Initial' },
        resourcePolicy: { containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] },
      },
    });
    const verticalPodAutoscaler = { updateMode: VpaUpdateMode.OFF, minAllowed: { memory: '32Mi' }, maxAllowed: { cpu: '1' } };
    const { spec } = vpa({ run: { workload: CcmWorkload.deployment(), availability: { verticalPodAutoscaler } } });
    expect([spec.targetRef.kind, spec.updatePolicy.updateMode]).toEqual(['Deployment', 'Off']);
    expect(spec.resourcePolicy.containerPolicies[0]).toMatchObject({ minAllowed: { memory: '32Mi' }, maxAllowed: { cpu: '1' } });
  });

  it('is refused for a static pod, and with a mode that is none', () => {
    const bounds = (least: string, most: string) => () =>
      aws({ run: { availability: { verticalPodAutoscaler: { minAllowed: { cpu: least }, maxAllowed: { cpu: most } } } } });
    expect(bounds('100m', '0.1')).not.toThrow();
    expect(bounds('1', '100m')).toThrow('verticalPodAutoscaler.minAllowed.cpu is \'1\', more than maxAllowed.cpu, which is \'100m\'; give at most');
    expect(bounds('1', 'much')).toThrow('verticalPodAutoscaler.maxAllowed.cpu is \'much\', which is no quantity; give one like');
    expect(() => aws({ run: { workload: CcmWorkload.staticPod(), availability: { verticalPodAutoscaler: {} } } }))
      .toThrow('availability.verticalPodAutoscaler is given, but an autoscaler targets a workload of the API server');
    expect(() => aws({ run: { availability: { verticalPodAutoscaler: { updateMode: 'Always' as VpaUpdateMode } } } }))
      .toThrow("verticalPodAutoscaler.updateMode is 'Always'; accepted: Off, Initial, Recreate");
  });
});
