import { ObjectAt } from '../../../../src/lib/read/documents/documents';
import { leftOut } from '../../../../src/lib/read/interference/left-out';
import { NeededObject } from '../../../../src/lib/read/interference/needs';

const told = (list: 'annotations' | 'labels', key: string, value: unknown, kind = 'DaemonSet') =>
  leftOut([{ object: { kind, name: 'x', base: [], data: { metadata: { [list]: { [key]: value } } } } as unknown as ObjectAt } as NeededObject])
    .map(({ what }) => what.replace(/^.*, and so /, ''));
const of = (key: string, value: unknown, kind?: string) => told('annotations', key, value, kind);

describe('an annotation at which an object is not applied, or taken away', () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['kustomize.toolkit.fluxcd.io/reconcile', ['disabled', 'Disabled'], ['enabled', '']],
    ['kustomize.toolkit.fluxcd.io/ssa', ['ignore', 'Ignore', 'IfNotPresent'], ['Override', 'merge']],
    ['fluxcd.io/ignore', ['true'], ['True', 'false', 'sync_only']],
    ['flux.weave.works/ignore', ['true'], ['sync_only']],
    ['argocd.argoproj.io/hook', ['PreSync', 'Skip'], []],
    ['argocd.argoproj.io/skip-reconcile', [], ['true']],
    ['helm.sh/hook', ['pre-install'], []],
    ['kapp.k14s.io/noop', [''], []],
    ['kapp.k14s.io/exists', [''], []],
    ['kapp.k14s.io/update-strategy', ['skip'], ['always-replace', 'Skip']],
    ['configmanagement.gke.io/managed', ['disabled'], ['enabled']],
    ['configmanagement.gke.io/cluster-selector', ['a'], []],
    ['configmanagement.gke.io/namespace-selector', ['a'], []],
    ['configsync.gke.io/cluster-name-selector', ['a'], []],
    ['configsync.gke.io/cluster-selector', [], ['a']],
    ['configmanagement.gke.io/cluster-name-selector', [], ['a']],
    ['client.lifecycle.config.k8s.io/mutation', ['ignore'], ['Ignore']],
    ['config.kubernetes.io/local-config', ['true', '', 'no'], ['false']],
    ['resources.gardener.cloud/mode', ['Ignore'], ['ignore', 'true']],
    ['resources.gardener.cloud/ignore', ['true', 'TRUE', 'True', 't', 'T', '1'], ['Ignore', 'false', 'tRUE', 'yes']],
    ['kots.io/exclude', ['true', '1', 'repl{{ ConfigOptionEquals "a" "1" }}'], ['false', 'F', '0', false]],
    ['kots.io/when', ['false', '0', '{{repl ConfigOptionEquals "a" "1" }}'], ['true', 'T', '1', true]],
    ['kluctl.io/hook', ['pre-deploy'], []],
    ['kluctl.io/delete', ['true', '1'], ['false', 'yes']],
    ['kluctl.io/ignore', ['true'], ['false']],
    ['janitor/ttl', ['7d', '010w', '1s'], ['forever', 'Forever', '0d', '7', '7y', '1d2h']],
    ['janitor/expires', ['2019-02-25', '2019-2-5', '2019-02-25T09:26', '2019-02-25T09:26:14Z'], ['forever', '2019', '2019-02-25T09:26:14', '7d']],
    ['downscaler/downtime', ['always', 'Mon-Fri 19:00-20:00 UTC'], ['never', 'Never']],
    ['downscaler/downscale-period', ['always'], ['never']],
    ['downscaler/uptime', ['Mon-Fri 07:30-20:30 UTC', 'never'], ['always', 'Always']],
    ['downscaler/upscale-period', [], ['always']],
    ['downscaler/force-uptime', [], ['true']],
    ['downscaler/force-downtime', [], ['true']],
  ])('%s counts with %j, and not with %j', (key, counting, idle) => {
    const counted = [counting, idle].map(values => values.map(value => of(key, value).length));
    expect(counted).toStrictEqual([counting.map(() => 1), idle.map(() => 0)]);
    expect([...counting, ...idle].flatMap(value => of(`x${key}`, value).concat(of(`${key}x`, value)))).toStrictEqual([]);
  });

  it.each([['true', 1], ['Mon-Sun 00:00-24:00 UTC', 1], ['false', 0], ['False', 0]])(
    'downscaler/force-downtime: %s counts on a Namespace', (value, count) => {
      expect(of('downscaler/force-downtime', value, 'Namespace')).toHaveLength(count);
    });

  it('counts as a label where the tool reads labels', () => {
    expect([
      told('labels', 'kustomize.toolkit.fluxcd.io/reconcile', 'disabled'), told('labels', 'kustomize.toolkit.fluxcd.io/ssa', 'Ignore'),
      told('labels', 'kustomize.toolkit.fluxcd.io/ssa', 'IfNotPresent'), told('labels', 'helm.sh/hook', 'x'),
      told('labels', 'kots.io/exclude', 'true'),
    ].map(({ length }) => length)).toStrictEqual([1, 1, 1, 0, 0]);
  });

  it('does not count where the object is there and has nothing that may differ', () => {
    const keys = [['resources.gardener.cloud/ignore', 'true'], ['kapp.k14s.io/exists', ''], ['kapp.k14s.io/noop', '']] as const;
    const counts = (kind: string) => keys.map(([key, value]) => of(key, value, kind).length);
    expect([counts('ConfigMap'), counts('Namespace'), counts('ServiceAccount')]).toStrictEqual([[1, 1, 1], [0, 0, 1], [0, 0, 1]]);
  });

  it('says what becomes of it', () => {
    const keys = [['resources.gardener.cloud/ignore', 'true'], ['kluctl.io/delete', 'true'], ['resources.gardener.cloud/mode', 'Ignore']] as const;
    expect(keys.map(([key, value]) => of(key, value))).toStrictEqual([
      ['gardener-resource-manager leaves it as it is where the cluster has one of that name'], ['Kluctl deletes it'],
      ['gardener-resource-manager does not apply it'],
    ]);
  });
});
