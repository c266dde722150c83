import { ccm, kcm, LM, ROUTES } from './processes';
import { CCM, ControllerManager, KCM } from '../../../src/lib/kubernetes/component';
import { Fate } from '../../../src/lib/model/fate';
import { Process } from '../../../src/lib/model/process';
import { Answer, Judgement, judgeEvery, leftOpen, Possibility } from '../../../src/lib/proof/judgement';
import { judge } from '../../../src/lib/proof/verdict';

const EXTERNAL = kcm('1.27', '--cloud-provider=external');
const IN_TREE = kcm('1.26', `--cloud-provider=aws ${ROUTES}`);
/** Ends, so that no process runs its controllers; nor those of the cloud, which it keeps. */
const ENDS = kcm('1.27', `--cloud-provider=aws ${ROUTES}`);
const CCM_27 = ccm('1.27', '');

function of(...processes: readonly Process[]): Possibility {
  return { cluster: { kinds: [{ name: 'a', processes }], workloads: [] }, isLikely: true };
}

function unlikely(...processes: readonly Process[]): Possibility {
  return { ...of(...processes), isLikely: false };
}

const SAFE = [EXTERNAL, CCM_27];
const TWICE = [IN_TREE, CCM_27];
const NOWHERE = [EXTERNAL];
/** Two that run cloud controllers at once, and a controller of both that neither runs if the other wins. */
const BOTH = [...TWICE, kcm('1.26', '--controllers=*,-nodeipam --cloud-provider=aws')];

describe('a promise', () => {
  test.each<[string, Possibility[], ControllerManager[], Answer, Answer]>([
    ['holds where it does in the only possibility', [of(...SAFE)], [], 'holds', 'holds'],
    ['holds where it does in each', [of(...SAFE), of(...SAFE, CCM_27)], [], 'holds', 'holds'],
    ['is broken where it is in the only one', [of(...TWICE)], [], 'broken', 'holds'],
    ['is broken where it is in each', [of(...TWICE), of(...TWICE, CCM_27)], [], 'broken', 'holds'],
    ['is broken where no process runs a controller in any', [of(...NOWHERE), of(...NOWHERE)], [], 'holds', 'broken'],
    ['is unknown where a later one breaks it', [of(...SAFE), of(...TWICE)], [], 'unknown', 'holds'],
    ['is unknown where only a later one keeps it', [of(...NOWHERE), of(...SAFE)], [], 'holds', 'unknown'],
    ['is unknown where one breaks it that is not likely', [of(...SAFE), unlikely(...TWICE)], [], 'unknown', 'holds'],
    ['is not that of what does not start', [of(...SAFE), { ...unlikely(...TWICE), isStopped: true }], [], 'holds', 'holds'],
    ['is broken though one keeps it that is not likely', [unlikely(...SAFE), of(...TWICE)], [], 'broken', 'holds'],
    ['is not decided by what is known of the other', [of(...SAFE), of(...TWICE), of(...NOWHERE)], [], 'unknown', 'unknown'],
    ['is unknown where something was not read that may run anything', [of(...SAFE)], [CCM], 'unknown', 'unknown'],
    ['stays broken where a controller runs twice, whatever was not read', [of(...TWICE)], [KCM, CCM], 'broken', 'unknown'],
    ['may be kept by what was not read, where no process runs a controller', [of(...NOWHERE)], [CCM], 'unknown', 'unknown'],
  ])('%s', (_, possibilities, unread, exclusivity, liveness) => {
    const judged = judgeEvery(possibilities, unread);
    expect([judged.exclusivity.answer, judged.liveness.answer]).toEqual([exclusivity, liveness]);
  });

  const alike = (count: number): Possibility => ({
    cluster: {
      kinds: Array.from({ length: count }, (_, index) => ({ name: `${index}`, processes: SAFE })), workloads: [],
    },
    isLikely: true,
  });

  it.each([[6, 'holds'], [7, 'unknown']] as const)('of liveness in %i kinds of nodes, each of which keeps it: %s', (count, answer) => {
    const { exclusivity, liveness } = judgeEvery([alike(count)], []);
    expect([exclusivity.answer, liveness.answer, liveness.possible]).toEqual(['holds', answer, undefined]);
  });

  it('asks for no more possibilities once nothing can change', () => {
    const asked: number[] = [];
    function* possibilities() {
      for (const [i, processes] of [SAFE, BOTH, SAFE].entries()) {
        asked.push(i);
        yield of(...processes);
      }
    }
    const { exclusivity, liveness } = judgeEvery(possibilities(), []);
    expect([exclusivity.answer, liveness.answer, asked]).toEqual(['unknown', 'unknown', [0, 1]]);
  });
});

describe('no process runs a controller', () => {
  const ends = [ENDS, CCM_27];
  const isKept: Fate = {
    kind: 'fails-at-start', startsControllers: false, causes: [{ concern: 'not-running', text: 'no node takes it', flags: [] }],
  };
  const kept = [{ ...EXTERNAL, fate: isKept }, CCM_27];
  const own = { providerControllers: ['my-cloud'] };
  const starvesOwn = [EXTERNAL, ccm('1.27', '', own), ccm('1.27', '--controllers=*,-my-cloud', own)];
  const starvesAll = [CCM_27, kcm('1.27', '--cloud-provider=external'), kcm('1.27', '--cloud-provider=external --controllers=ttl')];
  const starvesOther = [CCM_27, kcm('1.27', '--cloud-provider=external'), kcm('1.27', '--cloud-provider=external --controllers=*,-attachdetach')];

  test.each<[string, string, readonly Process[], ControllerManager[], boolean]>([
    ['a process that was not read may be the CCM that has it', 'cloud-node', NOWHERE, [CCM], false],
    ['a KCM never has it', 'cloud-node', NOWHERE, [KCM], true],
    ['one of several that were not read is enough', 'cloud-node', NOWHERE, [KCM, CCM], false],
    ['another KCM may run what one in the tree has', 'service', NOWHERE, [KCM], false],
    ['a CCM has none of the other controllers', 'attachdetach', starvesOther, [CCM], true],
    ['a KCM has the other controllers', 'attachdetach', starvesOther, [KCM], false],
    ['a lock that a process sits on is no end of it', 'service', [kcm('1.27', `--cloud-provider=external ${LM}`), ccm('1.27', LM)], [CCM], false],
    ['a KCM has what is counted as one', 'other controllers', starvesAll, [KCM], false],
    ['a CCM has nothing of what is counted as one', 'other controllers', starvesAll, [CCM], true],
    ["a provider's own is in some CCM", 'my-cloud', starvesOwn, [CCM], false],
    ["a provider's own is in no KCM", 'my-cloud', starvesOwn, [KCM], true],
    ['it begins with a process that ends, which no other process mends', 'other controllers', ends, [KCM], true],
    ['what keeps a process from running can be in what was not read', 'other controllers', kept, [KCM], false],
    ['what was not read has no such process', 'other controllers', kept, [CCM], true],
  ])('for certain, or not: %s', (_, controller, processes, unread, certain) => {
    const starved = judge(of(...processes).cluster).liveness.counterexamples.map(one => one.controller);
    const { liveness } = judgeEvery([of(...processes)], unread);
    expect(starved).toContain(controller);
    expect(liveness.counterexamples.map(one => one.controller).includes(controller)).toBe(certain);
  });
});

describe('what is told', () => {
  const controllers = (processes: readonly Process[]) => judge(of(...processes).cluster).exclusivity.counterexamples.map(one => one.message);
  const OTHER_TWICE = [IN_TREE, ccm('1.28', '')];

  it('of a broken promise is how, for the first likely possibility, as is everything else in the verdict', () => {
    const judged = judgeEvery([unlikely(...BOTH), of(...OTHER_TWICE), of(...TWICE)], []);
    expect(judged.exclusivity.counterexamples.map(one => one.message)).toEqual(controllers(OTHER_TWICE));
    expect(judged.verdict).toEqual(judge(of(...OTHER_TWICE).cluster));
  });

  it('of an unknown one is how the first that breaks it does, as a possibility only', () => {
    const { exclusivity } = judgeEvery([of(...SAFE), unlikely(...OTHER_TWICE), of(...TWICE)], []);
    const [possible] = judge(of(...OTHER_TWICE).cluster).exclusivity.counterexamples;
    expect(exclusivity).toEqual({ answer: 'unknown', counterexamples: [], possible });
  });

  it('of one that holds is nothing', () => {
    expect(judgeEvery([of(...SAFE)], []).exclusivity).toEqual({ answer: 'holds', counterexamples: [] });
  });
});

const EXAMPLE = { controller: 'service', processes: [], message: 'so', story: [], fix: 'this' };
const OPEN: Judgement = { answer: 'unknown', counterexamples: [] };

it.each<[string, Judgement, Judgement]>([
  ['holds is unknown', { answer: 'holds', counterexamples: [] }, OPEN],
  ['is unknown stays so', { ...OPEN, possible: EXAMPLE }, { ...OPEN, possible: EXAMPLE }],
  ['is broken stays so', { answer: 'broken', counterexamples: [EXAMPLE] }, { answer: 'broken', counterexamples: [EXAMPLE] }],
])('where something is left open, what %s', (_, judgement, expected) => expect(leftOpen(judgement)).toEqual(expected));
