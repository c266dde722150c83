import { decisionOf, undecided } from './decisions/undecided';
import { OF_KUBELETS, OF_OTHERS, UNIT_DECISIONS } from './decisions/units';
import { Component } from '../kubernetes/component';
import { isPlaceholder } from '../text/placeholder';

/** A setting of a unit. */
export interface GivenSetting {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** What says something of a unit, and what would have to be known. */
export interface UnitProblem<S> {
  readonly setting: S;
  readonly what: string;
}

/** Programs that tell systemd when they are up: k8s.io/kubernetes@v1.20.15 cmd/kubelet/app/server.go SdNotify; k8s.io/apiserver and etcd likewise. */
const TELLING: readonly string[] = ['kubelet', 'kube-apiserver', 'etcd'];

/** Keys of which each line counts; of others the last one does. */
const LISTED = /^(?:Exec|Condition|Assert|Environment|PassEnv|UnsetEnv|Bind(?:ReadOnly)?Paths|\w+(?:Paths|Directories)$|IPAddress|SystemCallFilter)/;

/** Conditions on a path that files of a node may answer: systemd.unit(5). */
const OF_PATH = /^(?:Assert|Condition)(?:DirectoryNotEmpty|FileIsExecutable|FileNotEmpty|PathExists|PathIsDirectory)$/;

/** Where programs are, which an input has none of; and what is there only while a node runs. */
const GRANTED = /^\/(?:bin|opt|sbin|usr|run|var\/run|sys|proc|dev)\//;

/**
 * Settings of a unit by which it is not known whether its service starts, or goes on.
 *
 * @param paths of the files of its node, without the leading `/`
 */
export function undecidedSettings<S extends GivenSetting>(
  settings: readonly S[], program: Component | 'etcd', paths: readonly string[],
): readonly UnitProblem<S>[] {
  return counting(settings).flatMap(setting => {
    const { section, key, value } = setting;
    const name = `${section}.${key}`;
    if ((program === 'kubelet' ? OF_OTHERS : OF_KUBELETS).has(name) || isPlaceholder(value)) return [];
    if (key === 'Type' && value.startsWith('notify') && TELLING.includes(program)) return [];
    const what = OF_PATH.test(key) && section === 'Unit' ? ofPath(value, paths) : undecided(UNIT_DECISIONS, name, value);
    return what === undefined ? [] : [{ setting, what: `${key}=${value}: it is not known ${what}` }];
  });
}

/** An empty value takes back what is before it. */
function counting<S extends GivenSetting>(settings: readonly S[]): readonly S[] {
  const byName = new Map<string, S[]>();
  for (const setting of settings) {
    const name = `${setting.section}.${setting.key}`;
    if (decisionOf(UNIT_DECISIONS, name) === undefined) continue;
    const before = LISTED.test(setting.key) && setting.value !== '' ? byName.get(name) ?? [] : [];
    byName.set(name, setting.value === '' ? [] : [...before, setting]);
  }
  return [...byName.values()].flat();
}

/** What would have to be known of `!/path`; of `|/path` one of several has to hold. */
function ofPath(value: string, paths: readonly string[]): string | undefined {
  const [, isNot, path] = /^\|?(!?)(.*)$/.exec(value)!;
  const below = path.replace(/^\/+/, '').replace(/\/$/, '');
  const isThere = paths.some(one => one === below || one.startsWith(`${below}/`));
  if (isThere !== (isNot === '!')) return undefined;
  return !isThere && GRANTED.test(path) ? undefined : 'whether its condition holds on the node: by the input it does not';
}
