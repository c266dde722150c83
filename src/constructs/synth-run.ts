import { IConstruct } from 'constructs';

/** What was found out so far, by construct and by topic. */
type Found = Map<IConstruct, Map<string, unknown>>;

/** Where it is kept while an App synthesizes. */
const FOUND = Symbol('found while the App synthesizes');

/** Methods of an App in which cdk8s validates all of it: once before it writes, and once more for each Chart. */
const METHODS = ['synth', 'synthYaml'] as const;

interface Watched extends IConstruct {
  [FOUND]?: { found?: Found };
  synth?(): void;
  synthYaml?(): string;
}

/**
 * Looks once while `app.synth()` runs, however often cdk8s asks: until it returns, nothing of the App changes. Outside of it, as in `chart.toJson()`,
 * each call looks: the App may have been edited since the last one.
 *
 * @param construct that is looked at
 * @param topic what for
 */
export function onceInSynth<T>(construct: IConstruct, topic: string, look: () => T): T {
  const { found } = watched(construct.node.root);
  if (!found) return look();
  const known = found.get(construct) ?? new Map<string, unknown>();
  found.set(construct, known);
  if (!known.has(topic)) known.set(topic, look());
  return known.get(topic) as T;
}

/** cdk8s says neither when it begins to synthesize nor when it ends, so the methods of this one App are wrapped. */
function watched(root: Watched): { found?: Found } {
  if (root[FOUND]) return root[FOUND];
  const state: { found?: Found } = {};
  Object.defineProperty(root, FOUND, { value: state });
  for (const name of METHODS) {
    const method = root[name];
    if (method === undefined) continue; // a tree without an App
    const value = function (this: unknown) {
      if (state.found) return method.call(this);
      state.found = new Map();
      try {
        return method.call(this);
      } finally {
        state.found = undefined;
      }
    };
    Object.defineProperty(root, name, { value, configurable: true, writable: true });
  }
  return state;
}

/** Begins to watch the App of a construct, so that its first synthesis is seen from its beginning. */
export function watchSynth(construct: IConstruct): void {
  watched(construct.node.root);
}

/** Whether `app.synth()` runs. */
export function isSynthesizing(construct: IConstruct): boolean {
  return watched(construct.node.root).found !== undefined;
}
