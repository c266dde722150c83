import { at, view } from './views';
import { startsOn, Starts } from '../../../src/lib/rules/starts';
import { ComponentView, Doubt, NodeView } from '../../../src/lib/view/model';

const why = (known: Partial<Doubt> = {}): Doubt => ({ place: at(1), what: '', ...known });
const [one, other] = ['1', '2'].map((name): NodeView =>
  ({ name, role: 'worker', isControlPlane: false, kind: 'a', root: '', staticPodPath: '', staticPods: [] }));
const fates = (...kinds: readonly string[]) => ({ choices: kinds.map(kind => ({ fate: { kind } })) }) as unknown as Partial<ComponentView>;

it.each<[string, Partial<ComponentView>, readonly Doubt[], Starts]>([
  ['nothing', {}, [], 'yes'],
  ['what stops it', {}, [why()], 'no'],
  ['what may stop it', {}, [why({ isDoubtful: true })], 'unknown'],
  ['what may stop it, and what does', {}, [why({ isDoubtful: true }), why({ isDoubtful: false })], 'no'],
  ['what stops a lock', {}, [why({ reaches: 'no-migration-lock' })], 'yes'],
  ['what stops a controller', {}, [why({ controllers: ['route'] })], 'yes'],
  ['what ends it', { ends: [{ concern: 'command-line', text: 'x', flags: [] }] }, [], 'no'],
  ['no end', { ends: [] }, [], 'yes'],
  ['a process that runs', fates('runs'), [], 'yes'],
  ['a process that fails', fates('fails-at-start'), [], 'no'],
  ['processes that all fail', fates('fails-at-start', 'fails-at-start'), [], 'no'],
  ['a process that may fail', fates('runs', 'fails-at-start'), [], 'unknown'],
  ['a process that runs, whatever ends another', { ...fates('runs'), ends: [{ concern: 'command-line', text: 'x', flags: [] }] }, [], 'yes'],
  ['an unknown command', { unknowns: [{ place: at(1), what: '', fix: '' }] }, [], 'unknown'],
  ['an unknown flag', { unknowns: [{ part: '--v', place: at(1), what: '', fix: '' }] }, [], 'yes'],
])('of %s', (_, known, stops, expected) => expect(startsOn(view(known), stops)).toBe(expected));

it.each<[Partial<Doubt>, string | undefined, NodeView | undefined, Starts]>([
  [{}, 'a', one, 'no'],
  [{ exceptOn: ['b', 'a'] }, 'a', undefined, 'yes'],
  [{ exceptOn: ['b', 'a'] }, 'a', one, 'yes'],
  [{ exceptOn: ['b'] }, 'a', one, 'no'],
  [{ exceptOn: ['a'] }, undefined, undefined, 'no'],
  [{ exceptOn: ['a'], notOn: [other, one] }, 'a', one, 'no'],
  [{ exceptOn: ['a'], notOn: [other] }, 'a', one, 'yes'],
  [{ exceptOn: ['a'], notOn: [one] }, 'a', undefined, 'yes'],
  [{ notOn: [other] }, 'a', one, 'no'],
])('where %j, on %s', (known, kind, node, expected) => expect(startsOn(view({}), [why(known)], kind, node)).toBe(expected));
