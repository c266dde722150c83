import { Duration } from 'cdk8s';
import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { AwsCcmRules } from '../../../src/lib/ccm/aws-ccm-rules';
import { AwsCredentials } from '../../../src/lib/ccm/aws-credentials';
import { ccmObjects } from '../../../src/lib/ccm/ccm-objects';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { upstreamAwsRules } from '../../../src/lib/facts/aws-ccm-rules';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ccmClusterRoleRules } from '../../../src/lib/rbac/ccm-rules';

const V1_27 = KubernetesVersion.of('1.27.16');

function release(props: AwsCcmProps = {}, kubernetesVersion = V1_27) {
  return AwsCcm.of(props)._release({ kubernetesVersion, leaderMigration: false });
}

/** The workload and its args, as they are written. */
function written(props: AwsCcmProps) {
  const ccm = AwsCcm.of(props);
  const situation = {
    kubernetesVersion: V1_27, namespace: 'kube-system', network: {}, placementLabels: {}, defaultFlags: {}, controllersOff: [], requiredFlags: {},
  };
  const { args, objects } = ccmObjects(ccm, release(props), situation);
  return { args, workload: objects.find(({ id }) => id === 'Resource')!.manifest as { [key: string]: any } };
}

describe('the release of an AwsCcm', () => {
  it('is the newest promoted image of the minor, with upstream\'s name', () => {
    expect(release()).toMatchObject({
      name: 'aws-cloud-controller-manager',
      image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10',
      cloudProvider: 'aws',
      awsImage: 'v1.27.10',
      lacksNodeIpam: true,
      hasOwnCloudConfig: false,
      mounted: [],
    });
  });

  it('can be given, from a mirror, under a name of the user', () => {
    const given = release({ release: 'v1.28.11', imageRepository: 'mirror.example/ccm', run: { metadata: { name: 'mine' } } });
    expect(given).toMatchObject({ name: 'mine', image: 'mirror.example/ccm:v1.28.11', awsImage: 'v1.28.11' });
    expect(`${given.linkedMinor.minorVersion} ${given.release}`).toBe('1.28 1.28.11');
  });

  it('fails for one that is none, by the name that the user gave it', () => {
    expect(() => release({ release: 'v1.23.8' })).toThrow("release 'v1.23.8' is not a release of the AWS cloud-controller-manager");
    expect(() => release({}, KubernetesVersion.of('1.38.0'))).toThrow('give the release to run as `release` of the AwsCcm');
  });

  it('has its credentials after the environment and the volumes of the user', () => {
    const { workload } = written({
      credentials: AwsCredentials.webIdentity('arn:aws:iam::123456789012:role/ccm'),
      run: {
        pod: {
          env: [{ name: 'X', value: 'y' }], volumes: [{ name: 'mine', emptyDir: {} }], volumeMounts: [{ name: 'mine', mountPath: '/mine' }],
        },
      },
    });
    const { containers: [{ env, volumeMounts }], volumes } = workload.spec.template.spec;
    expect(env.map(({ name }: { name: string }) => name)).toEqual(['X', 'AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE']);
    expect(volumes.map(({ name }: { name: string }) => name)).toEqual(['mine', 'token-amazonaws-com']);
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(['mine', 'token-amazonaws-com']);
  });

  it('says what the instances need where the pods are not on the host network, beside the annotations of the user', () => {
    const { metadata } = written({ run: { pod: { hostNetwork: false }, metadata: { annotations: { a: '1' } } } }).workload;
    expect(metadata.annotations)
      .toEqual({ 'a': '1', 'ccm-migration/imds-hop-limit': expect.stringMatching(/hop limit of at least 2 .*--http-put-response-hop-limit 2/) });
    expect(written({}).workload.metadata.annotations).toBeUndefined();
  });
});

describe('the rules of an AwsCcm', () => {
  const VERSION = KubernetesVersion.of('1.27.16');
  const MINE = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }];

  it.each<[string, AwsCcmProps, object]>([
    ['what its flags need', {},
      { rules: ccmClusterRoleRules({ useServiceAccountCredentials: true, delegatedAuthorization: true }), rulesGrantLeases: false }],
    ['what its flags need without accounts of the controllers', { run: { access: { useServiceAccountCredentials: false } } },
      { rules: ccmClusterRoleRules({ useServiceAccountCredentials: false, delegatedAuthorization: true }), rulesGrantLeases: false }],
    ['upstream\'s', { rules: AwsCcmRules.UPSTREAM_BASE }, { rules: upstreamAwsRules(VERSION).base, rulesGrantLeases: true }],
    ['upstream\'s superset', { rules: AwsCcmRules.UPSTREAM_SUPERSET }, { rules: upstreamAwsRules(VERSION).superset, rulesGrantLeases: true }],
    ['those of the user', { rules: AwsCcmRules.of(MINE) }, { rules: MINE, rulesGrantLeases: false }],
    ['those of the user, with Leases', { rules: AwsCcmRules.of(MINE, true) }, { rules: MINE, rulesGrantLeases: true }],
  ])('are %s', (_, props, expected) => {
    const { rules, rulesGrantLeases } = release(props);
    expect({ rules, rulesGrantLeases }).toEqual(expected);
  });
});

describe('upstream\'s rules of a release', () => {
  const tokens = (minor: string) => (['base', 'superset'] as const).map(
    form => upstreamAwsRules(KubernetesVersion.of(minor))[form].filter(({ resources }) => resources?.includes('serviceaccounts/token')));
  const limited = {
    apiGroups: [''],
    resources: ['serviceaccounts/token'],
    verbs: ['create'],
    resourceNames: ['node-controller', 'service-controller', 'route-controller'],
  };

  it.each([['1.20', [[], []]], ['1.21', [[limited], [limited]]], ['1.22', [[limited], [limited]]], ['1.28', [[limited], [limited]]]])(
    'for %s', (minor, expected) => expect(tokens(minor)).toEqual(expected));

  it('are one manifest in 1.20, whatever account the controllers act as', () => {
    const { base, superset } = upstreamAwsRules(KubernetesVersion.of('1.20'));
    expect(base).toEqual(superset);
    expect(base.map(({ resources, verbs }) => `${resources}: ${verbs}`)).toEqual([
      'events: create,patch,update', 'nodes: *', 'nodes/status: patch', 'services: list,patch,update,watch',
      'services/status: list,patch,update,watch', 'serviceaccounts: create', 'persistentvolumes: get,list,update,watch',
      'endpoints: create,get,list,watch,update', 'leases: create,get,list,watch,update',
    ]);
  });

  it('are never guessed', () => {
    expect(() => upstreamAwsRules(KubernetesVersion.of('1.19'))).toThrow("upstream's rules for 1.19 were not read, only those of 1.20 to 1.37");
  });
});

describe('what a user says of it', () => {
  it('is leader election in Go\'s durations, which a flag of the same name wins over', () => {
    const leaderElection = { leaseDuration: Duration.seconds(60), renewDeadline: Duration.seconds(40), retryPeriod: Duration.millis(1500) };
    const { args } = written({ run: { leaderElection, flags: { 'leader-elect-renew-deadline': '30s' } } });
    expect(args.filter(arg => arg.startsWith('--leader-elect'))).toEqual([
      '--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=30s', '--leader-elect-retry-period=1500ms',
    ]);
  });

  it('fails for a workload that is none, which only plain JavaScript can hand in', () => {
    expect(() => AwsCcm.of({ run: { workload: 'deployment' as unknown as CcmWorkload } })).toThrow(new Error(
      'workload is "deployment"; give CcmWorkload.daemonSet(), CcmWorkload.deployment() or CcmWorkload.staticPod()'));
  });
});
