import { access, ccm, CCM_FLAGS, CcmInput, directory, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from './input';
import { CCM, ControllerManager, KCM } from '../../../src/lib/kubernetes/component';
import { buildModel } from '../../../src/lib/read/build-model';
import { RULES } from '../../../src/lib/rules';
import { toldOf } from '../../../src/lib/rules/rule';

const modelOf = (folders: Record<string, Files>) =>
  buildModel({ directories: Object.entries(folders).map(([name, files]) => directory(name, files)) });

/** What becomes of the only process of a component. */
function reached(component: ControllerManager, folders: Record<string, Files>) {
  const { process } = modelOf(folders).components.find(view => view.component === component)!.stopped!;
  return [process.fate.kind, process.fate.startsControllers, process.migrationLock !== undefined];
}

const mounted = (path: string, text: string): Files => {
  const manifest = ccm({ flags: [...CCM_FLAGS, `--cloud-config=${path}`] })['ccm.yaml'];
  return {
    'ccm.yaml': `${manifest}        volumeMounts:
        - {name: c, mountPath: /etc/cc}
      volumes:
      - {name: c, configMap: {name: cc}}
`,
    'cc.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cc, namespace: kube-system}\ndata: {cloud.conf: ${JSON.stringify(text)}}\n`,
  };
};
const CONFIG = 'etc/kubernetes/cloud.conf';
const kcm = (mounts: readonly string[], text: string, ...flags: string[]) =>
  ({ old: node({ kcm: [...KCM_26, `--cloud-config=/${CONFIG}`, ...flags], mounts, files: { [CONFIG]: text } }) });
const withCcm = (input: CcmInput, more: Files = {}) =>
  ({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm(input), ...more } });
const NODE_OF_GCE = {
  'node.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: edge, labels: {node-role.kubernetes.io/control-plane: ""}}\n'
    + 'spec: {providerID: gce://p/z/i}\n',
};
const NO_GRANT = {
  'rbac.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r, namespace: kube-system}\nrules: []\n',
};
const OVERRIDE = '[ServiceOverride "1"]\nService=s3\n';

describe('a component that is stopped gets', () => {
  it.each<[string, ControllerManager, Record<string, Files>, ReturnType<typeof reached>]>([
    ['nowhere, where a CCM has no cloud config', CCM,
      { dist: ccm({ flags: [...CCM_FLAGS, '--cloud-config=/x'] }) }, ['fails-at-start', false, false]],
    ['nowhere, where a CCM refuses it', CCM, { dist: mounted('/etc/cc/cloud.conf', '[Global') }, ['fails-at-start', false, false]],
    ['to its main lock, where kube-controller-manager has no cloud config', KCM, kcm([], ''), ['dies-after-main-lock', false, false]],
    ['to its main lock, where it refuses it', KCM, kcm([`/${CONFIG}`], '[Global'), ['dies-after-main-lock', false, false]],
    ['to its main lock, where it refuses an override', KCM, kcm([`/${CONFIG}`], OVERRIDE), ['dies-after-main-lock', false, false]],
    ['to its controllers, where it panics at a Node', CCM,
      withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1' }, NODE_OF_GCE), ['dies-after-main-lock', true, false]],
    ['anywhere but the migration Lease that it may not take', CCM,
      withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }, NO_GRANT), ['runs', true, false]],
    ['anywhere but the migration Lease, of which a webhook says who may take it', KCM,
      { old: node({ kcm: [...KCM_26, ...MIGRATION], apiserver: ['--authorization-mode=Webhook'], files: { 'etc/leadermigration.conf': WILDCARD } }) },
      ['runs', true, false]],
  ])('%s', (_, component, folders, expected) => expect(reached(component, folders)).toEqual(expected));
});

/** What a rule itself says, before what is said twice is told once. */
function said(id: string, folders: Record<string, Files>) {
  return toldOf(RULES.find(rule => rule.id === id)!.check(modelOf(folders))).map(({ severity, message }) => [severity, message]);
}

describe('what stops a component is said once', () => {
  it.each<[string, Record<string, Files>, RegExp, number?]>([
    ['ccm-image-not-promoted', withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.0' }), /there is no image/],
    ['cloud-config-refused', kcm([`/${CONFIG}`], '[Global]\nDisableSecurityGroupIngress=perhaps\n'), /must be a boolean/],
    ['service-override-not-matching', kcm([`/${CONFIG}`], '[ServiceOverride "1"]\nService=s3\nRegion=r\nURL=https://x\n'),
      /'SigningRegion' is missing/, 1],
    ['lease-access-missing', withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }, NO_GRANT), /may not create/],
  ])('by %s', (id, folders, message, warnings = 0) => {
    const [stop, ...others] = said(id, folders);
    expect(stop).toEqual([undefined, expect.stringMatching(message)]);
    expect(others.map(([severity]) => severity)).toStrictEqual(Array(warnings).fill('warning'));
  });
  it('and what does not is said of nothing', () => {
    expect(said('lease-access-missing', withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }, access()))).toEqual([]);
  });
});
