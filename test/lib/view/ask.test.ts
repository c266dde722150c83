import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import {
  apiServers, asksForLeaderMigration, boolOf, ccms, configPlace, entryPlace, isExternal, isInTree, kcms, kubelets, listed, managers, nameOf, placeOf,
  runsOn, textOf,
} from '../../../src/lib/view/ask';
import { at, configFile, flags, model, view } from '../rules/views';

describe('components', () => {
  const all: readonly Component[] = [KCM, CCM, 'kubelet', 'kube-apiserver', 'kube-scheduler'];
  const everything = model({ components: all.map(component => view({ component })) });

  it.each<[string, typeof kcms, readonly Component[]]>([
    ['kcms', kcms, [KCM]],
    ['ccms', ccms, [CCM]],
    ['kubelets', kubelets, ['kubelet']],
    ['apiServers', apiServers, ['kube-apiserver']],
    ['managers', managers, [KCM, CCM]],
  ])('of %s', (_, ask, expected) => expect(ask(everything).map(({ component }) => component)).toEqual(expected));
});

describe('flags', () => {
  it.each<[string, string, string]>([
    ['--a=x', 'x', 'the value'],
    ['--a', '', 'alone it has no text'],
    ['--b=x', 'other', 'not passed'],
  ])('textOf %s is %j: %s', (flag, expected) => expect(textOf(view({ flags: flags(flag) }), 'a', 'other')).toBe(expected));

  it('have no text by default', () => expect(textOf(view({}), 'a')).toBe(''));

  it('count where they are written last', () => expect(textOf(view({ flags: flags('--a=x', '--a=y') }), 'a')).toBe('y'));

  it.each<[string, boolean, boolean]>([
    ['--a', false, true],
    ['--a=false', true, false],
    ['--a=maybe', true, true],
    ['--a=maybe', false, false],
    ['--b', false, false],
  ])('boolOf %s, by default %j, is %j', (flag, fallback, expected) => expect(boolOf(view({ flags: flags(flag) }), 'a', fallback)).toBe(expected));

  it.each<[readonly string[], number]>([
    [['--b=1', '--a=1'], 11],
    [['--b=1'], 10],
    [['--c=1'], 1],
  ])('%j: the first name that is passed is the place, or else the component', (passed, line) => {
    expect(placeOf(view({ flags: flags(...passed) }), 'a', 'b')).toEqual(at(line));
  });

  it.each<[string, boolean, boolean]>([
    ['--cloud-provider=aws', false, true],
    ['--cloud-provider=external', true, false],
    ['--cloud-provider=', false, false],
    ['--v=2', false, false],
  ])('%s: external %j, in-tree %j', (flag, external, inTree) => {
    const asked = view({ flags: flags(flag) });
    expect([isExternal(asked), isInTree(asked)]).toEqual([external, inTree]);
  });

  it.each<[string, boolean]>([['--enable-leader-migration', true], ['--enable-leader-migration=false', false], ['--v=2', false]])('%s asks for '
    + 'Leader Migration: %j', (flag, expected) => {
    expect(asksForLeaderMigration(view({ flags: flags(flag) }))).toBe(expected);
  });
});

describe('nameOf', () => {
  const version = KubernetesVersion.of('1.26.15');

  it.each<[Parameters<typeof view>[0], string]>([
    [{ component: KCM, kind: 'node of version N', version }, 'KCM 1.26 of node of version N'],
    [{ component: CCM, version }, 'CCM 1.26 (DaemonSet kube-system/x)'],
    [{ component: CCM }, 'CCM (DaemonSet kube-system/x)'],
    [{ component: 'kubelet', kind: 'a' }, 'kubelet of a'],
  ])('%j', (known, expected) => expect(nameOf(view(known))).toBe(expected));
});

describe('the place in a migration configuration', () => {
  const passed = flags('--enable-leader-migration', '--leader-migration-config=/c');

  it.each<[string, string | undefined, RegExp, object]>([
    ['the line that is asked for', 'kind: x\nleaderName: y\n', /leaderName/, { file: 'config', line: 2 }],
    ['the first line', 'leaderName: y\n', /leaderName/, { file: 'config', line: 1 }],
    ['the flag, where no line is like it', 'kind: x\n', /leaderName/, at(11)],
    ['the flag, where the text is not here', undefined, /./, at(11)],
  ])('is %s', (_, text, line, expected) => expect(configPlace(view({ flags: passed, migrationConfig: configFile(text) }), line)).toEqual(expected));

  it.each([[passed, 11], [passed.slice(0, 1), 10]])('is where it is switched on, without a file', (given, line) => {
    expect(configPlace(view({ flags: given }), /^/)).toEqual(at(line));
  });

  it.each<[string, string, number]>([
    ['service', '- name: service-lb-controller\n- name: service\n', 2],
    ['service', '- name: "services"\n- name: "service"\n', 2],
    ['service', '{controllerLeaders: [\n{name: services},\n{name: \'service\', component: "*"}]}\n', 3],
    ['service', '- {component: "*", name: services}\n- {component: "*", name: service }\n', 2],
    ['service', '- names: service\n- name : service # of type LoadBalancer\n', 2],
    ['a.b', '- name: axb\n- name: a.b\n', 2],
  ])('is the entry of %s in %j', (name, text, line) => {
    expect(entryPlace(view({ flags: passed, migrationConfig: configFile(text) }), name)).toEqual({ file: 'config', line });
  });
});

describe('runsOn', () => {
  it.each<[Parameters<typeof view>[0], boolean]>([
    [{}, true],
    [{ onlyOn: ['a', 'b'] }, true],
    [{ onlyOn: ['b'] }, false],
    [{ kind: 'a' }, true],
    [{ kind: 'a', onlyOn: [] }, true],
    [{ kind: 'b' }, false],
  ])('%j on a: %j', (known, expected) => expect(runsOn(view(known), 'a')).toBe(expected));
});

describe('listed', () => {
  it.each([[[], ''], [['a'], "'a'"], [['a', 'b'], "'a' and 'b'"], [['a', 'b', 'c', 'd'], "'a', 'b', 'c' and 'd'"]])(
    '%j', (names, expected) => expect(listed(names)).toBe(expected),
  );
});
