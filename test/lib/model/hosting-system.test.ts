import { DataMap } from '../../../src/lib/edit/yaml/data';
import { controllerOf, hostingSystemOf } from '../../../src/lib/model/hosting-system';

const nameOf = (data: DataMap) => hostingSystemOf({ data })?.name;
const metadata = (more: DataMap): DataMap => ({ apiVersion: 'apps/v1', metadata: more });
const container = (image: string, list = 'containers'): DataMap =>
  ({ apiVersion: 'apps/v1', spec: { template: { spec: { [list]: [{ image: 'busybox:1' }, { image }] } } } });

describe('the system that writes an object', () => {
  it.each<[string, DataMap, string | undefined]>([
    ['is known by its own API group', { apiVersion: 'kamaji.clastix.io/v1alpha1' }, 'Kamaji'],
    ['is known by a group below it', { apiVersion: 'bootstrap.k0smotron.io/v1beta1' }, 'k0smotron'],
    ['is known by a label', metadata({ labels: { 'a': 'b', 'kamaji.clastix.io/name': 'x' } }), 'Kamaji'],
    ['is known by an annotation', metadata({ annotations: { 'hypershift.openshift.io/x': 'x' } }), 'HyperShift'],
    ['is known by a label of its pods', { spec: { template: { metadata: { labels: { 'kamaji.clastix.io/name': 'x' } } } } }, 'Kamaji'],
    ['is known by what owns it', metadata({ ownerReferences: [{ apiVersion: 'v1' }, { apiVersion: 'k0smotron.io/v1beta1' }] }), 'k0smotron'],
    ['is known by the image of a container', container('docker.io/k0sproject/k0s:v1.27.1-k0s.0'), 'k0smotron'],
    ['is known by the image of an init container', container('k0sproject/k0s', 'initContainers'), 'k0smotron'],
    ['is not known by an image that is called alike', container('k0sproject/k0s-tool:1'), undefined],
    ['is not known by a group that is called alike', { apiVersion: 'notkamaji.clastix.io/v1' }, undefined],
    ['is not known by a group above it', { apiVersion: 'clastix.io/v1' }, undefined],
    ['is not known by the value of a label', metadata({ labels: { a: 'kamaji.clastix.io/name' } }), undefined],
    ['is not known by the name of a key', metadata({ labels: { 'a/kamaji.clastix.io': 'x' } }), undefined],
    ['is none of what says nothing', {}, undefined],
    ['is none of what is no mapping', { metadata: { ownerReferences: ['kamaji.clastix.io/v1', null] } }, undefined],
  ])('%s', (_, data, expected) => expect(nameOf(data)).toBe(expected));
});

describe('the controller of an object', () => {
  it('is the owner that says so', () => {
    const ownerReferences: DataMap[] = [{ kind: 'ConfigMap', name: 'a' }, { kind: 'Tenant', name: 'b', controller: true }];
    expect(controllerOf({ data: { metadata: { ownerReferences } } })).toBe("Tenant 'b'");
  });

  it.each([[[{ kind: 'Tenant', name: 'b', controller: false }]], [[]], [undefined], ['x']])('is none of owners %j', ownerReferences => {
    expect(controllerOf({ data: { metadata: { ...ownerReferences !== undefined && { ownerReferences } } } })).toBeUndefined();
  });
});
