import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { AwsCcmRules } from '../../../src/lib/ccm/aws-ccm-rules';
import { ccmObjects } from '../../../src/lib/ccm/ccm-objects';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { RbacRule } from '../../../src/lib/kubernetes/rbac-rule';

const MINORS = [...new Set(awsCcmReleases().filter(({ promoted }) => promoted).map(({ tag }) => /^v(1\.\d+)/.exec(tag)![1]))];

function objects(props: AwsCcmProps = {}, minor = '1.27') {
  const kubernetesVersion = KubernetesVersion.of(minor);
  const ccm = AwsCcm.of(props);
  return ccmObjects(ccm, ccm._release({ kubernetesVersion, leaderMigration: false }), {
    kubernetesVersion, namespace: 'kube-system', network: {}, placementLabels: {}, defaultFlags: {}, controllersOff: [], requiredFlags: {},
  }).objects;
}

function rulesOf(all: ReturnType<typeof objects>, kind: string, about: RegExp): RbacRule[] {
  const rules = all.filter(({ manifest }) => manifest.kind === kind).flatMap(({ manifest }) => (manifest as unknown as { rules: RbacRule[] }).rules);
  return rules.filter(({ resources }) => resources?.some(resource => about.test(resource)));
}

describe('tokens of service accounts', () => {
  it.each(MINORS)('are those of the controllers of %s, in a Role of their namespace, and of no other account', minor => {
    const accounts = ['aws-cloud-provider', 'node-controller', 'route-controller', 'service-controller'];
    const all = objects({}, minor);
    expect(rulesOf(all, 'ClusterRole', /serviceaccounts/)).toEqual([]);
    expect(rulesOf(all, 'Role', /token/))
      .toEqual([{ apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'], resourceNames: accounts }]);
    const roles = all.filter(({ id }) => id.startsWith('ControllerAccounts'));
    expect(roles.map(({ manifest }) => [manifest.kind, manifest.metadata.namespace]))
      .toEqual([['Role', 'kube-system'], ['RoleBinding', 'kube-system']]);
  });

  it('are that of the tagging controller too, where it is on', () => {
    expect(rulesOf(objects({ tagging: { tags: { team: 'a' } } }), 'Role', /token/)[0].resourceNames).toContain('tagging-controller');
  });

  it('are not used where all controllers act as the component', () => {
    expect(rulesOf(objects({ run: { access: { useServiceAccountCredentials: false } } }), 'Role', /serviceaccounts/)).toEqual([]);
  });

  it('are as upstream has them with its rules', () => {
    const all = objects({ rules: AwsCcmRules.UPSTREAM_BASE }, '1.32');
    expect(rulesOf(all, 'ClusterRole', /token/)).toEqual([{ apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] }]);
    expect(rulesOf(all, 'Role', /token/)).toEqual([]);
  });
});

describe('the alert for a missing leader', () => {
  it.each([[undefined, 'cloud-controller-manager'],
    ['mine', 'mine']])('names the Lease that --leader-elect-resource-name=%s says: %s', (name, lease) => {
    const all = objects({ run: { flags: name === undefined ? {} : { 'leader-elect-resource-name': name }, monitoring: { prometheusRule: true } } });
    const rule = all.find(({ manifest }) => manifest.kind === 'PrometheusRule')!;
    expect(JSON.stringify(rule.manifest)).toContain(`name=\\"${lease}\\"}) == 0`);
  });
});

describe('a static pod', () => {
  it.each([
    ['serviceAccountName', { serviceAccountName: 'mine' }], ['serviceAccountAnnotations', { serviceAccountAnnotations: { a: 'b' } }],
  ])('fails with access.%s, which it has not', (prop, access) => {
    expect(() => objects({ run: { workload: CcmWorkload.staticPod(), access } })).toThrow(new Error(
      `access.${prop} is given, but a static pod has no ServiceAccount: it is the user of its kubeconfig; leave it out, or take another workload`));
  });
});
