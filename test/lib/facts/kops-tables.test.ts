import { behaviourOf } from '../../../scripts/facts/kops/behaviour';
import { KINDS, Kind, NON_MASQUERADE_CIDR } from '../../../scripts/facts/kops/kinds';
import { ReadKops, ReadKopsCase } from '../../../scripts/facts/kops/read';
import { kopsTables } from '../../../scripts/facts/kops/tables';
import { KopsTable } from '../../../src/lib/facts/generated';
import { hasField, kopsBehaviours, kopsRelease, KOPS_FIELDS, KOPS_RELEASES } from '../../../src/lib/facts/kops';

const EMPTY: KopsTable = { tags: [], behaviours: [], images: [], fields: [] };
const CCM = { 'cluster-name': 'c', 'cluster-cidr': NON_MASQUERADE_CIDR };

/** A release that makes the same of every kind and minor, but for some. */
function release(change: (kind: Kind, minor: number) => Partial<ReadKopsCase> = () => ({}), more: Partial<ReadKops> = {}): ReadKops {
  const cases = (Object.keys(KINDS) as Kind[]).flatMap(kind => [24, 25].map((minor): ReadKopsCase => ({
    kind, kubernetes: `1.${minor}.10`, kcm: {}, ccm: CCM, apiServer: {}, kubelet: {}, ...change(kind, minor),
  })));
  return {
    oldest: '1.24.0',
    cases,
    cloudConfig: '/c',
    placement: 'master',
    masterRole: 'master',
    texts: { f: '1' },
    fields: { kubeControllerManager: ['old'], cloudControllerManager: [] },
    ...more,
  };
}

const table = (read: Readonly<Record<string, ReadKops>>, tags = Object.keys(read), before = EMPTY) =>
  kopsTables(new Map(Object.entries(read)), tags, before).get('kops.json') as KopsTable;
const newField = { fields: { kubeControllerManager: ['old', 'new'], cloudControllerManager: [] } };

describe('the table of kops', () => {
  it('has a row for each patch that does something else, and one for each that picks other images', () => {
    const image = (tag: string) => () => ({ image: `r/provider-aws/cloud-controller-manager:${tag}` });
    const podCidr = { ...CCM, 'cluster-cidr': '100.96.0.0/11' };
    const { behaviours, images, fields } = table({
      'v1.25.0': release(image('v1.25.0')),
      'v1.25.1': release(image('v1.25.1')),
      'v1.25.2': release(() => ({ ...image('v1.25.1')(), ccm: podCidr }), { texts: { f: '2' }, ...newField }),
    });
    expect(behaviours.map(({ from, ccmClusterCidr, source }) => [from, ccmClusterCidr, source])).toEqual([
      [0, 'nonMasqueradeCIDR', 'k8s.io/kops@v1.25.0 f'], [2, 'podCIDR', 'k8s.io/kops@v1.25.2 f; not in v1.25.1'],
    ]);
    expect(images.map(({ from, images: of }) => [from, of[25]])).toEqual([[0, 'v1.25.0'], [1, 'v1.25.1']]);
    expect(fields.map(({ field, since }) => [field, since])).toEqual([['new', ['v1.25.2']]]);
  });

  it('stays as it was where not every release of a minor is here, if those that are do as it says', () => {
    const before = table({ 'v1.25.0': release(), 'v1.25.1': release(undefined, newField) });
    const again = (read: Readonly<Record<string, ReadKops>>, tags = ['v1.25.0', 'v1.25.1']) => () => table(read, tags, before);
    expect(again({ 'v1.25.1': release(undefined, newField) })()).toEqual(before);
    expect(again({ 'v1.25.0': release(undefined, { texts: { f: '2' } }) })).toThrow(
      'kops v1.25.0 is not what src/lib/facts/generated/kops.json says');
    expect(again({ 'v1.25.0': release(() => ({ ccm: {} })) })).toThrow('kops v1.25.0 is not what');
    expect(again({}, ['v1.25.0', 'v1.25.1', 'v1.25.2'])).toThrow('kops v1.25.2 was never read, and neither a clone nor Go\'s module cache has it');
  });

  it.each<[string, ReadKops, string]>([
    ['a minor between others', { ...release((kind, minor) => kind === 'plain' && minor === 24 ? {} : { ccm: undefined }) }, 'to 1.24 only'],
    ['another range', release(() => ({ ccm: { 'cluster-cidr': '10.0.0.0/8' } })), "is '10.0.0.0/8', which is neither range of the Cluster"],
    ['ranges of some minors', release((_, minor) => minor === 24 ? { ccm: {} } : {}), "'external' differs from minor to minor"],
    ['kops-controller of some minors', release((kind, minor) => kind === 'ipv6' && minor === 24 ? { kcm: { 'allocate-node-cidrs': 'false' } } : {}),
      'the facts have all minors, or none'],
  ])('has no word for %s', (_, read, message) => expect(() => behaviourOf('v1.25.0', read)).toThrow(message));

  it('has no word for a field that is gone', () => {
    expect(() => table({ 'v1.24.0': release(undefined, newField), 'v1.25.0': release() })).toThrow(
      'spec.kubeControllerManager.new of kops is there since');
  });

  it('knows fields that older minors got later', () => {
    const field = KOPS_FIELDS().find(({ path }) => path.join('.') === 'kubeControllerManager.cpuRequest')!;
    expect(field.since).toBe('1.28.6, 1.29.1');
    expect(['1.28.5', '1.28.6', '1.28', '1.29.0', '1.29.1', '1.30.0'].map(name => hasField(field, kopsRelease(name)))).toEqual(
      [false, true, true, false, true, true]);
  });

  it('has every release of each minor', () => {
    expect(KOPS_RELEASES().map(({ readAt }) => readAt.join(' '))).toContain('v1.27.0 v1.27.3');
    expect(kopsBehaviours()).toHaveLength(13);
  });
});
