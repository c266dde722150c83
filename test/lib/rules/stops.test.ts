import { access, ccm, ccmAccess, check, CcmInput, CCM_FLAGS, configuration, Files, KCM_26, KCM_27, MIGRATION, node, SAFE, WILDCARD } from './input';

/** One kube-controller-manager that leaves the cloud controllers to others, and one cloud-controller-manager. */
const alone = (input: CcmInput, more: Files = {}) =>
  ({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm(input), ...more } });
const withCloudConfig = (text: string, key = 'cloud.conf') => ({
  ...alone({}),
  dist: {
    'ccm.yaml': `${ccm({ flags: [...CCM_FLAGS, '--cloud-config=/etc/cc/cloud.conf'] })['ccm.yaml']}        volumeMounts:
        - {name: c, mountPath: /etc/cc}
      volumes:
      - {name: c, configMap: {name: cc}}
`,
    'cc.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cc, namespace: kube-system}\ndata: {${key}: ${JSON.stringify(text)}}\n`,
  },
});

/** A Node of another cloud beside a cloud-controller-manager of a release. */
const ofAnotherCloud = (release: string) => alone({ image: `registry.k8s.io/provider-aws/cloud-controller-manager:${release}` }, {
  'node.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: edge, labels: {node-role.kubernetes.io/control-plane: ""}}\n'
    + 'spec: {providerID: gce://p/z/i}\n',
});

const V1ALPHA1 = configuration(['route', 'service', 'cloud-node-lifecycle'], 'kube-controller-manager',
  'apiVersion: controllermanager.config.k8s.io/v1alpha1\nleaderName: cloud-provider-extraction-migration\nresourceLock: leases');

describe('a rule that says that a component does not run', () => {
  it.each<[string, Record<string, Files>, string]>([
    ['ccm-selects-no-node', alone({ nodeSelector: 'node-role.kubernetes.io/master: ""' }), 'broken'],
    ['ccm-does-not-tolerate-control-plane',
      alone({ tolerations: '      - {key: node.cloudprovider.kubernetes.io/uninitialized, operator: Exists}\n' }), 'broken'],
    ['ccm-does-not-tolerate-uninitialized',
      alone({ tolerations: '      - {key: node-role.kubernetes.io/control-plane, operator: Exists}\n' }), 'unknown'],
    // Where CoreDNS runs already, as in every cluster that migrates, it finds the cloud.
    ['ccm-waits-for-cluster-dns', alone({ network: '      hostNetwork: true\n      dnsPolicy: ClusterFirstWithHostNet\n' }), 'holds'],
    ['ccm-image-not-promoted', alone({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.0' }), 'broken'],
    ['aws-v2-provider', alone({ flags: ['--cloud-provider=aws/v2', '--configure-cloud-routes=false'] }), 'broken'],
    ['config-file-not-mounted', alone({ flags: [...CCM_FLAGS, '--cloud-config=/x'] }), 'broken'],
    ['cloud-config-missing', withCloudConfig('[Global]', 'cloud.cfg'), 'broken'],
    ['ccm-image-not-promoted', alone({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:1.27.10' }), 'broken'],
    ['cloud-config-refused', withCloudConfig('[Global'), 'broken'],
    ['cloud-config-refused', withCloudConfig('[Global]\nDisableSecurityGroupIngress=perhaps\n'), 'broken'],
    ['cloud-config-refused', withCloudConfig('[Global]\nNoSuchKey=x\n'), 'holds'],
    ['cloud-config-refused', withCloudConfig('[Global]\nZone=eu-central-1a\nDisableSecurityGroupIngress={{ x }}\nVPC=v\n'), 'unknown'],
    ['cloud-config-refused', withCloudConfig('[Global]\nZone={{ x }}\nDisableSecurityGroupIngress=perhaps\nVPC={{ x }}\n'), 'broken'],
    ['provider-id-malformed', ofAnotherCloud('v1.27.1'), 'broken'],
    ['provider-id-malformed', ofAnotherCloud('latest'), 'unknown'],
    ['main-lock-access-missing', alone({}, ccmAccess('[get]')), 'broken'],
    ['ccm-rights-missing', alone({}, ccmAccess('[create, get, update]', '[get, watch]')), 'broken'],
    ['process-ends', alone({ flags: [...CCM_FLAGS, '--controllers=*,-servis'] }), 'broken'],
    ['flag-unknown-to-release', alone({ flags: [...CCM_FLAGS, '--no-such-flag'] }), 'broken'],
    ['feature-gate-refused', alone({ flags: [...CCM_FLAGS, '--feature-gates=CSIMigrationAWS=true'] }), 'broken'],
  ])('%s is an input of the proof', (rule, folders, expected) => {
    const { exclusivity, liveness, findings } = check(folders);
    expect(findings.filter(({ severity }) => severity === 'error').map(finding => finding.rule)).toContain(rule);
    expect({ exclusivity: exclusivity.verdict, liveness: liveness.verdict }).toEqual({ exclusivity: 'holds', liveness: expected });
  });

  it.each([
    ['Node', 'unknown'], ['ABAC', 'unknown'], ['Webhook,RBAC', 'unknown'], ['AlwaysDeny', 'unknown'],
    ['AlwaysDeny,Node,RBAC', 'holds'], ['AlwaysDeny,RBAC', 'unknown'], ['RBAC', 'unknown'], ['RBAC,Webhook', 'holds'], ['ABAC,AlwaysAllow', 'holds'],
  ])('is undecided where what an API server with --authorization-mode=%s allows is not in the input: %s', (mode, expected) => {
    const { dist } = alone({}, ccmAccess('[create, get, update]'));
    const files = Object.entries({ ABAC: 'policy', Webhook: 'webhook-config' }).filter(([own]) => mode.includes(own));
    const apiserver = [`--authorization-mode=${mode}`, ...files.map(([, name]) => `--authorization-${name}-file=/x`)];
    const { liveness } = check({ new: node({ version: '1.27.16', kcm: KCM_27, apiserver, mounts: [] }), dist });
    expect([liveness.verdict, liveness.unknown.map(({ file, line }) => `${file}:${line}`)])
      .toStrictEqual([expected, expected === 'holds' ? [] : ['new/etc/kubernetes/manifests/kube-apiserver.yaml:13']]);
  });

  it('leaves what runs elsewhere alone: the other cloud-controller-manager keeps its promise', () => {
    const second = ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.0' })['ccm.yaml']
      .replace('name: aws-cloud-controller-manager, namespace', 'name: second, namespace');
    expect(check(alone({}, { 'second.yaml': second })).liveness.verdict).toBe('holds');
  });

  it('does not hide a controller that runs twice where it does run', () => {
    const { exclusivity } = check({ old: node({}), dist: ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.0' }) });
    expect(exclusivity.verdict).toBe('broken');
  });

  it('says what is doubtful where it decides', () => {
    const { liveness } = check(alone({ tolerations: '      - {key: node-role.kubernetes.io/control-plane, operator: Exists}\n' }));
    expect(liveness.unknown.map(({ what, why }) => [what, why])).toEqual([
      [expect.stringMatching(/does not tolerate node\.cloudprovider/), expect.stringMatching(/^Whether it runs depends .* For some values/)],
    ]);
  });

  it('is access of an API version that no API server of the input serves', () => {
    const old = (folders: Record<string, Files>) => ({
      ...folders, dist: { ...folders.dist, 'access.yaml': access()['access.yaml'].replaceAll('k8s.io/v1\n', 'k8s.io/v1beta1\n') },
    });
    const { liveness, findings } = check(old(SAFE));
    expect(findings.map(({ rule }) => rule).filter(rule => rule === 'api-gone-in-later-release')).toHaveLength(2);
    expect(findings.filter(({ rule }) => rule !== 'api-gone-in-later-release')
      .map(({ rule, message }) => [rule, /does not serve the version of Role migration \(.*v1beta1\), RoleBinding/.test(message)]))
      .toEqual([['lease-access-missing', true], ['lease-access-missing', true]]);
    expect(liveness.verdict).toBe('broken');
    const files = { 'etc/leadermigration.conf': V1ALPHA1 };
    const in21 = { old: node({ version: '1.21.14', kcm: [...KCM_26, ...MIGRATION], files }), dist: access() };
    expect(check(old(in21)).findings.map(({ rule }) => rule)).not.toContain('lease-access-missing');
  });

  it('is the migration Lease that it may not take: it runs, and never the migrated controllers', () => {
    const { liveness, findings } = check({
      ...SAFE,
      dist: {
        ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }),
        'rbac.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r, namespace: kube-system}\nrules: []\n',
      },
    });
    expect(findings.map(({ rule }) => rule)).toContain('lease-access-missing');
    expect(liveness.verdict).toBe('broken');
  });
});
