import { at, model, view } from './views';
import { KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { CcmSkew, ccmSkews } from '../../../src/lib/rules/skew';
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
    ['each of several', '1.28', [server('a', '1.28'), server('b', '1.26'), kcm('c', '1.26')], [
      { is: 'newer', by: 2, allowed: 1, than: 'kube-apiserver 1.26 of b' }, { is: 'newer', by: 1, allowed: 1, than: `KCM 1.26 of c${BESIDE}` },
    ]],
  ])('is %s', (_, minor, components, expected) => expect(ccmSkews(ccm(minor), model({ components, kinds: kindsOf(components) }))).toEqual(expected));
});

it('says nothing of kubelets beside an API server of no table', () => {
  const nodeObjects = [{ name: 'n', place: at(1), labels: new Map<string, string>(), taints: [], minor: 20 }];
  const found = (minor: string) => versionSkew.check(model({ components: [server('a', minor)], nodeObjects })).map(({ message }) => message);
  expect(found('1.99')).toStrictEqual([]);
  expect(found('1.27')).toEqual(['kubelet 1.20 of Node n is 7 minors older than kube-apiserver 1.27 of a']);
});
