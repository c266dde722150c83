import { CCM, Component } from '../../../src/lib/kubernetes/component';
import { toldOf } from '../../../src/lib/rules/rule';
import { severalPhasesApplied } from '../../../src/lib/rules/several-phases-applied';
import { ComponentView, Model } from '../../../src/lib/view/model';

const view = (line: number, isMigrating: boolean, change: object = {}, component: Component = CCM) => ({
  component,
  object: 'DaemonSet ccm',
  place: { file: 'dist', line },
  ...change,
  flags: isMigrating ? [{ name: 'enable-leader-migration', value: 'true', place: { file: 'dist', line } }] : [],
}) as unknown as ComponentView;
const told = (...components: readonly ComponentView[]) => toldOf(severalPhasesApplied.check({
  components, realPlace: ({ line }: { readonly line: number }) => ({ file: 'real', line: line + 100 }),
} as unknown as Model)).map(({ place, message }) => `${place.line}: ${message}`);

it.each<[string, readonly ComponentView[], readonly string[]]>([
  ['one', [view(1, true)], []],
  ['two alike', [view(1, true), view(2, true)], []],
  ['with, then without', [view(1, true), view(2, false)],
    ['2: DaemonSet ccm is here without --enable-leader-migration, and with it at real:101, so these are two phases']],
  ['without, then with', [view(1, false), view(2, false), view(3, true), view(4, true)],
    ['3: DaemonSet ccm is here with --enable-leader-migration, and without it at real:101, so these are two phases']],
  ['two of other names', [view(1, true), view(2, false, { object: 'DaemonSet other' })], []],
  ['one of a node beside', [view(1, true), view(2, false, { kind: 'node of old' })], []],
  ['two of nodes', [view(1, true, { kind: 'node of old' }), view(2, false, { kind: 'node of new' })], []],
  ['two of other components', [view(1, true, {}, 'kubelet'), view(2, false, {}, 'kubelet')], []],
  ['two objects with two phases each',
    [view(1, true), view(2, true, { object: 'Deployment d' }), view(3, false, { object: 'Deployment d' }), view(4, false)], [
      '4: DaemonSet ccm is here without --enable-leader-migration, and with it at real:101, so these are two phases',
      '3: Deployment d is here without --enable-leader-migration, and with it at real:102, so these are two phases',
    ]],
])('of what is applied, %s', (_, components, expected) => {
  expect(told(...components)).toEqual(expected);
  expect(severalPhasesApplied.severity).toBe('error');
});
