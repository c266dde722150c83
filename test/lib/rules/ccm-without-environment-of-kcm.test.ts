import { at, flags, model, pod, view } from './views';
import { KCM } from '../../../src/lib/kubernetes/component';
import { ccmWithoutEnvironmentOfKcm } from '../../../src/lib/rules/ccm-without-environment-of-kcm';
import { toldOf } from '../../../src/lib/rules/rule';
import { ComponentView, PodFacts } from '../../../src/lib/view/model';

const PROXY = { HTTPS_PROXY: 'http://proxy:3128' };
const kcm = (env: Readonly<Record<string, string>>, provider = 'aws', object = 'kcm') =>
  view({ component: KCM, object, pod: pod({ env }), flags: flags(`--cloud-provider=${provider}`) });
const ccm = (known: Partial<PodFacts>) => view({ object: 'ccm', pod: pod({ place: at(7), ...known }) });
const lacking = (kcms: readonly ComponentView[], own: ComponentView) =>
  toldOf(ccmWithoutEnvironmentOfKcm.check(model({ components: [own, ...kcms] }))).map(({ message, severity = '', isUndecided }) =>
    `${/not have (.*) in its/.exec(message)![1]}${isUndecided === true ? ` ${severity}?` : ''}`);

it('says at the pod what is missing, and of which kube-controller-manager', () => {
  const components = [ccm({}), kcm({}), kcm({ ...PROXY, AWS_REGION: 'a' }, 'aws', 'other')];
  const [found] = toldOf(ccmWithoutEnvironmentOfKcm.check(model({ components })));
  expect(ccmWithoutEnvironmentOfKcm.severity).toBe('warning');
  expect(found).toEqual({
    place: at(7), message: expect.stringMatching(/ccm.* does not have HTTPS_PROXY, AWS_REGION in its environment, and .*other.* has$/) as string,
  });
});

it('says of a hosted kube-controller-manager with all of a ConfigMap that what it has is not known', () => {
  const open = (component: ComponentView) => ({ ...component, pod: { ...component.pod!, hasOpenEnv: true } });
  const messages = (own: ComponentView, ...kcms: readonly ComponentView[]) =>
    toldOf(ccmWithoutEnvironmentOfKcm.check(model({ components: [own, ...kcms] }))).map(({ message }) => message);
  expect(messages(ccm({}), open(kcm({})))).toEqual([
    expect.stringMatching(/nothing of what .*kcm.* takes into its environment from a ConfigMap or Secret .*: whether that is how .* is not known$/),
  ]);
  expect(toldOf(ccmWithoutEnvironmentOfKcm.check(model({ components: [ccm({}), open(kcm({}))] }))).map(({ fix }) => fix)).toEqual([
    expect.stringContaining('Hand the ConfigMap or Secret in too'),
  ]);
  expect(messages(ccm({}), open(kcm({})), kcm(PROXY))).toEqual([expect.stringContaining('does not have HTTPS_PROXY')]);
  expect(messages(ccm({ hasOpenEnv: true }), open(kcm({})))).toEqual([]);
});

it.each<[string, readonly ComponentView[], ComponentView, readonly string[]]>([
  ['a proxy', [kcm(PROXY)], ccm({}), ['HTTPS_PROXY']],
  ['a proxy of one without cloud controllers', [kcm(PROXY, 'external')], ccm({}), ['HTTPS_PROXY']],
  ['nothing where it has it', [kcm(PROXY)], ccm({ env: PROXY }), []],
  ['nothing where it has it in the other spelling', [kcm({ https_proxy: 'a' })], ccm({ env: PROXY }), []],
  ['nothing where it has it from elsewhere', [kcm(PROXY)], ccm({ unknownEnv: ['HTTPS_PROXY'] }), []],
  ['a doubt where it may have it', [kcm(PROXY)], ccm({ hasOpenEnv: true }), ['HTTPS_PROXY note?']],
  ['it where nothing else may be there', [kcm(PROXY)], ccm({ hasOpenEnv: false }), ['HTTPS_PROXY']],
  ['nothing of one that has no pod', [kcm(PROXY)], view({}), []],
  ['nothing of where no proxy is used', [kcm({ NO_PROXY: 'a' })], ccm({}), []],
  ['nothing of an API server', [kcm({ KUBERNETES_SERVICE_HOST: 'a' })], ccm({}), []],
  ['nothing of another variable', [kcm({ TZ: 'UTC' })], ccm({}), []],
  ['a region', [kcm({ AWS_REGION: 'a' })], ccm({}), ['AWS_REGION']],
  ['no region of one without cloud controllers', [kcm({ AWS_REGION: 'a' }, 'external')], ccm({}), []],
  ['certificates', [kcm({ SSL_CERT_FILE: '/a' })], ccm({}), ['SSL_CERT_FILE']],
  ['keys', [kcm({ AWS_SECRET_ACCESS_KEY: 'a' })], ccm({}), ['AWS_SECRET_ACCESS_KEY']],
  ['no keys where it has a web identity', [kcm({ AWS_SECRET_ACCESS_KEY: 'a' })], ccm({ env: { AWS_WEB_IDENTITY_TOKEN_FILE: '/t' } }), []],
  ['no other keys where it has some', [kcm({ AWS_ACCESS_KEY: 'a' })], ccm({ env: { AWS_ACCESS_KEY_ID: 'b' } }), []],
  ['keys where it has a region alone', [kcm({ AWS_ACCESS_KEY: 'a' })], ccm({ env: { AWS_REGION: 'b' } }), ['AWS_ACCESS_KEY']],
  ['a region also where it has keys', [kcm({ AWS_REGION: 'a' })], ccm({ env: { AWS_ACCESS_KEY_ID: 'b' } }), ['AWS_REGION']],
])('tells of %s', (_, kcms, own, expected) => expect(lacking(kcms, own)).toStrictEqual(expected.length === 0 ? [] : [expected.join(', ')]));
