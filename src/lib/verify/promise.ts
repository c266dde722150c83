import { ReportedCounterExample, ReportedPromise, ReportedUnknown } from './result';
import { decides } from '../facts/inputs/candidates';
import { CCM, KCM } from '../kubernetes/component';
import { firstOfEach } from '../kubernetes/once-for';
import { areOutside } from '../model/end-cause';
import { controllerIn } from '../model/process';
import { CounterExample, who } from '../proof/counterexample';
import { Judgement } from '../proof/judgement';
import { fixOf } from '../rules';
import { doubtedFlags } from '../view/ask';
import { ComponentView, Doubt, Model, Place } from '../view/model';

/** What is said about a promise. */
export function reportedPromise(model: Model, { answer, counterexamples, possible }: Judgement): ReportedPromise {
  return {
    verdict: answer,
    holds: answer === 'unknown' ? null : answer === 'holds',
    counterexamples: counterexamples.map(example => located(model, example)),
    unknown: answer === 'unknown' ? unknownParts(model, possible) : [],
  };
}

function located(model: Model, { culprit, ...example }: CounterExample): ReportedCounterExample {
  const [first] = example.processes;
  const isFirst = ({ process }: ComponentView) => process !== undefined && process.dir === first?.dir && process.component === first.component
    && process.version.toString() === first.version;
  const alike = model.components.filter(isFirst);
  const view = model.components.find(({ process, stopped, choices }) =>
    culprit !== undefined && (process === culprit || stopped?.process === culprit || choices?.includes(culprit)))
    // Nodes of one kind are alike but for their names, which only the message has.
    ?? alike.find(({ process }) => example.message.includes(`${who(process!)} `)) ?? alike[0] ?? model.components[0];
  const { file, line } = model.realPlace(viewPlace(model, view));
  const isOfRule = culprit !== undefined && (areOutside(culprit.fate.causes) || controllerIn(culprit, example.controller).idleFor !== undefined);
  return { ...example, file, line, ...isOfRule && { isOfRule } };
}

/** What the user says has no place: then the first component of the input has. */
function viewPlace({ components }: Model, view: ComponentView | undefined): Place {
  const placed = view?.origin === 'assumed' ? components.find(({ origin }) => origin !== 'assumed') : view;
  return placed?.place ?? { file: '', line: 1 };
}

/** Why a promise depends on what is in doubt. */
const WHY = 'What it does depends on it.';

/** What was not read, and what is not known of what was; each once, with how a promise can break on it. */
function unknownParts(model: Model, possible: CounterExample | undefined): readonly ReportedUnknown[] {
  const why = possible === undefined ? WHY : `For some values a promise breaks: ${possible.message}.`;
  const parts = model.components.filter(isManager).flatMap(view => view.unknowns.filter(part => matters(view, part)));
  const stops = model.components.filter(isManager).flatMap(view => view.stopped === undefined ? [] : view.stops ?? []);
  const doubtful = stops.filter(({ isDoubtful }) => isDoubtful === true);
  const ofKubelets = model.components.filter(({ component }) => component === 'kubelet').flatMap(({ unknowns }) => unknowns);
  const all: readonly Doubt[] = [
    ...model.unread,
    ...parts,
    ...ofKubelets.map(one => ({ ...one, why: 'Whether its nodes have an external cloud provider decides which controllers must run.' })),
    ...doubtful.map(one => ({ ...one, why: `Whether it runs depends on what the input does not say. ${why}` })),
  ];
  // What an error says already is told again only where nothing else is in doubt.
  const told = all.length > 0 ? all : stops.map(one => ({ ...one, why: `So it does not run; if it does all the same: ${why}` }));
  const reported = told.map(one => reportedDoubt({ why, ...one, place: model.realPlace(one.place) }));
  return firstOfEach(reported, ({ file, line, what }) => JSON.stringify([file, line, what]));
}

/** A doubt as it is reported. */
function reportedDoubt({ why = WHY, ...doubt }: Doubt): ReportedUnknown {
  const { place: { file, line }, what, lines, rows } = doubt;
  return { file, line, what, ...lines && { lines }, why, fix: fixOf(doubt), ...rows && { rows } };
}

function isManager({ component }: ComponentView): boolean {
  return component === KCM || component === CCM;
}

/** Where one process remains whatever the value is, the value does not matter. */
function matters({ choices }: ComponentView, part: Doubt): boolean {
  return choices?.length !== 1 && doubtedFlags([part]).every(decides);
}
