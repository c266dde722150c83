import { at, model, pod, view } from './views';
import { KCM } from '../../../src/lib/kubernetes/component';
import { parseImage } from '../../../src/lib/kubernetes/image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { toldOf } from '../../../src/lib/rules/rule';
import { CcmSkew, ccmSkews, placeOfRelease, reached, releasedFor } from '../../../src/lib/rules/skew';
import { versionSkew } from '../../../src/lib/rules/version-skew';
import { ComponentView } from '../../../src/lib/view/model';

const V = (minor: string | undefined) => minor === undefined ? undefined : KubernetesVersion.of(minor);
const ccm = (minor: string | undefined) => view({ version: V(minor) });
const on = (component: ComponentView['component'], kind: string, minor: string | undefined) =>
  view({ component, kind, origin: 'static-pod', version: V(minor) });
const server = (kind: string, minor: string | undefined) => on('kube-apiserver', kind, minor);
const kcm = (kind: string, minor: string | undefined) => on(KCM, kind, minor);
const kindsOf = (components: readonly ComponentView[]) =>
  [...new Set(components.map(({ kind }) => kind!))].map(name => ({ name, nodes: [], external: true }));
const BESIDE = ', whose API server is not in the input';

describe('what a cloud-controller-manager is too old or too new for', () => {
  it.each<[string, string | undefined, readonly ComponentView[], readonly CcmSkew[]]>([
    ['nothing of its own release', '1.27', [server('a', '1.27')], []],
    ['nothing where its release is not known', undefined, [server('a', '1.20'), kcm('b', '1.20')], []],
    ['an API server of the minor before', '1.28', [server('a', '1.27')], [{ is: 'newer', by: 1, allowed: 1, than: 'kube-apiserver 1.27 of a' }]],
    ['not the KCM beside it', '1.26', [server('a', '1.28'), kcm('a', '1.28')],
      [{ is: 'older', by: 2, allowed: 1, than: 'kube-apiserver 1.28 of a' }]],
    ['the KCM beside one whose release is not known', '1.26', [server('a', undefined), kcm('a', '1.28'), kcm('b', undefined)],
      [{ is: 'older', by: 2, allowed: 1, than: `KCM 1.28 of a${BESIDE}` }]],
    ['not what is no manager', '1.28', [on('kubelet', 'a', '1.20')], []],
    ['each of several', '1.28', [server('a', '1.28'), server('b', '1.26'), kcm('c', '1.26')], [
      { is: 'newer', by: 2, allowed: 1, than: 'kube-apiserver 1.26 of b' }, { is: 'newer', by: 1, allowed: 1, than: `KCM 1.26 of c${BESIDE}` },
    ]],
  ])('is %s', (_, minor, components, expected) => expect(ccmSkews(ccm(minor), model({ components, kinds: kindsOf(components) }))).toEqual(expected));
});

describe('what it can reach', () => {
  const all = [server('a', '1.27'), server('b', '1.27'), kcm('b', '1.27'), server('c', undefined), on('kubelet', 'b', '1.27'),
    view({ component: 'kube-apiserver', version: V('1.27') })];
  const ofHost = (host?: string) => pod({ env: host === undefined ? {} : { KUBERNETES_SERVICE_HOST: host } });
  const names = (own: Partial<ComponentView>, isAsked: (one: ComponentView) => boolean) =>
    reached(view({ kind: 'a', ...own }), model({ components: [...all], kinds: kindsOf(all.slice(0, 5)) }), isAsked)
      .map(({ component, kind }) => `${component} ${kind}`);

  it.each<[string, Partial<ComponentView>, readonly string[]]>([
    ['a unit of systemd', {}, ['kube-apiserver a']],
    ['a static pod', { origin: 'static-pod', pod: ofHost() }, ['kube-apiserver a']],
    ...['127.0.0.1', 'localhost', '::1', 'fieldRef:status.hostIP'].map((host): [string, Partial<ComponentView>, string[]] =>
      [`a pod that asks ${host}`, { pod: ofHost(host) }, ['kube-apiserver a']]),
    ['a pod', { pod: ofHost() }, ['kube-apiserver a', 'kube-apiserver b', 'kube-controller-manager b']],
    ['a pod that asks another host', { pod: ofHost('10.0.0.1') }, ['kube-apiserver a', 'kube-apiserver b', 'kube-controller-manager b']],
  ])('by %s', (_, own, expected) => {
    expect(names(own, () => true)).toEqual(expected);
    expect(names(own, ({ kind }) => kind === 'b')).toEqual(expected.filter(one => one.endsWith(' b')));
  });
});

it('a release of AWS is the one of its tag, whatever libraries it has', () =>
  expect([releasedFor(view({ version: V('1.29'), awsRelease: 'v1.28.3' })), releasedFor(view({ version: V('1.29') })), releasedFor(view({}))])
    .toEqual([28, 29, undefined]));

it('a release is where its image is, else where it is itself', () => {
  const image = { ...parseImage('registry.k8s.io/x:v1'), place: at(7) };
  expect([placeOfRelease(view({ image })), placeOfRelease(view({}))]).toEqual([at(7), at(1)]);
});

it('says nothing of kubelets beside an API server of no table', () => {
  const nodeObjects = [{ name: 'n', place: at(1), labels: new Map<string, string>(), taints: [], addresses: [], minor: 20 }];
  const found = (minor: string) => toldOf(versionSkew.check(model({ components: [server('a', minor)], nodeObjects }))).map(({ message }) => message);
  expect(found('1.99')).toStrictEqual([]);
  expect(found('1.27')).toEqual(['kubelet 1.20 of Node n is 7 minors older than kube-apiserver 1.27 of a']);
});

describe('what is told to be of another version', () => {
  const told = (one: ComponentView, ...flags: readonly (readonly [string, string])[]) =>
    ({ ...one, flags: flags.map(([name, value]) => ({ name, value, place: at(1) })) });
  const emulates = (one: ComponentView, minor: string) => told(one, ['emulated-version', minor]);
  const found = (...components: readonly ComponentView[]) =>
    toldOf(versionSkew.check(model({ components, kinds: kindsOf(components) }))).map(({ message }) => message);
  it.each<[string, readonly ComponentView[], readonly string[]]>([
    ['a newer KCM that behaves as the API server', [server('a', '1.35'), emulates(kcm('a', '1.36'), '1.35')], []],
    ['a KCM beside an API server that behaves as the one before', [emulates(server('a', '1.36'), '1.35'), kcm('a', '1.36')],
      ['KCM 1.36 of a is newer than kube-apiserver 1.36 of a (told to be of 1.35)']],
    ['a KCM that behaves as one two minors older', [server('a', '1.36'), emulates(kcm('a', '1.36'), '1.34')],
      ['KCM 1.36 of a (told to be of 1.34) is 2 minors older than kube-apiserver 1.36 of a']],
    ['a KCM two minors older, of an API server that behaves as one before', [emulates(server('a', '1.36'), '1.35'), kcm('a', '1.34')], []],
    ['a KCM that is older than the API server is told to go together with',
      [told(server('a', '1.36'), ['min-compatibility-version', '1.36']), kcm('a', '1.35')],
      ['KCM 1.35 of a is 1 minor older than kube-apiserver 1.36 of a']],
    ['a KCM two minors older, which the API server is told to go together with',
      [told(server('a', '1.36'), ['min-compatibility-version', '1.34']), kcm('a', '1.34')], []],
    ['a flag that the release does not have', [told(server('a', '1.30'), ['min-compatibility-version', '1.30']), kcm('a', '1.29')], []],
    ['a value that is not filled in', [emulates(server('a', '1.36'), '${VERSION}'), kcm('a', '1.36')], []],
  ])('%s', (_, components, expected) => expect(found(...components)).toEqual(expected));

  it('of a CCM too, and of kubelets', () => {
    const components = [emulates(server('a', '1.36'), '1.35')];
    expect(ccmSkews(ccm('1.36'), model({ components, kinds: kindsOf(components) })))
      .toEqual([{ is: 'newer', by: 1, allowed: 1, than: 'kube-apiserver 1.36 of a (told to be of 1.35)' }]);
    const alone = [emulates(kcm('a', '1.36'), '1.34')];
    expect(ccmSkews(ccm('1.36'), model({ components: alone, kinds: kindsOf(alone) })))
      .toEqual([{ is: 'newer', by: 1, allowed: 1, than: `KCM 1.36 of a (told to be of 1.34)${BESIDE}` }]);
    const nodeObjects = [{ name: 'n', place: at(1), labels: new Map<string, string>(), taints: [], addresses: [], minor: 36 }];
    expect(toldOf(versionSkew.check(model({ components, nodeObjects }))).map(({ message }) => message))
      .toEqual(['kubelet 1.36 of Node n is newer than kube-apiserver 1.36 of a (told to be of 1.35)']);
  });
});
