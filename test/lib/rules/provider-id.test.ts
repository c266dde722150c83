import { flags, model, view } from './views';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { providerIdMalformed } from '../../../src/lib/rules/provider-id-malformed';
import { doubtsOf, toldOf } from '../../../src/lib/rules/rule';
import { ComponentView } from '../../../src/lib/view/model';

const place = { file: 'node.yaml', line: 3 };
const manager = (awsRelease?: string, provider = 'aws', component: Component = CCM): ComponentView =>
  view({ component, version: KubernetesVersion.of('1.27'), awsRelease, flags: flags(`--cloud-provider=${provider}`) });

function found(asked: ComponentView, ...values: readonly string[]) {
  const providerIds = values.map((value, index) => ({ value, place, of: `node ${index}` }));
  const all = model({ components: [asked], providerIds });
  return { stops: doubtsOf(providerIdMalformed.stops!(asked, all)), said: toldOf(providerIdMalformed.check(all)).map(({ message }) => message) };
}

describe('a provider ID of another cloud', () => {
  it('stops a release that panics at it, once its controllers run', () => expect(found(manager('v1.27.1'), 'gce://p/z/i')).toEqual({
    stops: [{
      place, what: 'CCM 1.27 (DaemonSet kube-system/x) panics at the provider ID gce://p/z/i of node 0', reaches: 'controllers',
    }],
    said: ['node 0 has the provider ID gce://p/z/i, at which CCM 1.27 (DaemonSet kube-system/x) panics'],
  }));

  it('is told of the release that certainly panics, where another one may', () => {
    const components = [manager(), manager('v1.27.5')];
    const said = (views: readonly ComponentView[]) =>
      toldOf(providerIdMalformed.check(model({ components: views, providerIds: [{ value: 'gce://p/z/i', place, of: 'node 0' }] })));
    expect([components, [...components].reverse(), components.slice(0, 1)].map(views => said(views).map(({ isUndecided }) => isUndecided)))
      .toEqual([[undefined], [undefined], [true]]);
  });

  it.each<[string, ComponentView, readonly (boolean | undefined)[]]>([
    ['may stop a release that is not known', manager(), [true]],
    ['may stop a pre-release', manager('v1.27.0-rc.1'), [true]],
    ['stops the last release that panics', manager('v1.27.5'), [undefined]],
    ['does not stop one that only logs it', manager('v1.27.6'), []],
    ['does not stop one that was before', manager('v1.22.0'), []],
    ['does not stop the manager of that cloud', manager(undefined, 'gce'), []],
    ['does not stop kube-controller-manager', manager(undefined, 'aws', KCM), []],
  ])('%s', (_, asked, expected) => expect(found(asked, 'gce://p/z/i').stops.map(({ isDoubtful }) => isDoubtful)).toEqual(expected));
});

describe('a provider ID that AWS\'s reads', () => {
  it.each([
    'aws:///eu-central-1a/i-0123456789abcdef0', 'i-0123456789abcdef0', '', 'aws:///{{ zone }}/{{ id }}', 'aws:///eu-central-1a/fargate-10.0.0.1',
    // Taken for an instance that is none.
    'aws:///eu-central-1a/i-xyz',
  ])('stops nothing: %s', value => expect(found(manager('v1.27.1'), value).stops).toEqual([]));

  it('hides none after it', () =>
    expect(found(manager('v1.27.1'), '', 'i-0123', 'aws:///a/i-xyz', 'gce://a', 'gce://b').stops.map(({ what }) => what))
      .toEqual([expect.stringMatching(/the provider ID gce:\/\/a of node 3$/)]));
});
