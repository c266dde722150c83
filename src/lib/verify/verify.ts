import { together } from './each-phase';
import { reportedPromise } from './promise';
import { ReportedFinding, VerifyResult } from './result';
import { assumptionsOf } from './rollouts';
import { seenIn } from './seen';
import { buildModel } from '../read/build-model';
import { editedFiles } from '../read/input/edited-files';
import { VerifyDirectory, VerifyInput } from '../read/input/input';
import { phasesOf } from '../read/input/phases';
import type { KindsReadBefore } from '../read/nodes/kind-reader';
import { RULES } from '../rules';
import { Rule, toldOf } from '../rules/rule';
import { Model } from '../view/model';

/**
 * Checks what was handed in: exclusivity and liveness in every mix of its kinds of node, and every rule. Of the whole output of an app, each phase by
 * itself.
 *
 * @param kindsBefore nodes that were read before, of inputs of which the same is said
 * @throws `UnreadableInput` if there is nothing to check, or more than can be checked
 */
export function verify(input: VerifyInput, kindsBefore?: KindsReadBefore): VerifyResult {
  const phases = phasesOf(input);
  const result = phases === undefined ? verifyModel(buildModel(input, kindsBefore))
    : together(phases.phases.map(phase => ({ phase, result: verifyModel(buildModel(phase.input)) })), phases);
  return withEdited(result, input.directories);
}

/** A folder that is not what was synthesized says so, whatever else is said of it. */
function withEdited(result: VerifyResult, directories: readonly VerifyDirectory[]): VerifyResult {
  const edited = editedFiles(directories);
  return edited.length === 0 ? result : { ...result, seen: { ...result.seen, edited } };
}

/** The same, for a model that is there already. */
export function verifyModel(model: Model): VerifyResult {
  return {
    exclusivity: reportedPromise(model, model.judgements.exclusivity),
    liveness: reportedPromise(model, model.judgements.liveness),
    findings: findings(model),
    accepted: [],
    takenAsInert: model.takenAsInert,
    assumptions: assumptionsOf(model),
    declaredGaps: [...new Set(model.verdict.declaredGaps.map(({ controller }) => controller))].sort(),
    get seen() { return seenIn(model); }, // its places are looked up only for output that shows them
  };
}

/** What one rule says about many alike places is one finding. */
function findings(model: Model): readonly ReportedFinding[] {
  const grouped = new Map<string, { finding: ReportedFinding; files: Set<string>; places: Set<string> }>();
  for (const finding of RULES.flatMap(rule => reported(rule, model))) {
    const key = JSON.stringify([finding.rule, finding.severity, finding.message]);
    const known = grouped.get(key) ?? { finding, files: new Set(), places: new Set() };
    known.files.add(finding.file);
    known.places.add(`${finding.file}:${finding.line}`);
    grouped.set(key, known);
  }
  return [...grouped.values()].map(({ finding, files, places }) => ({ ...finding, message: finding.message + alike(files.size, places.size) }))
    .sort(byPlace);
}

function alike(files: number, places: number): string {
  if (places === 1) return '';
  if (files === 1) return ` (and the same at ${places - 1} more ${places === 2 ? 'place' : 'places'})`;
  return ` (and the same in ${files - 1} more ${files === 2 ? 'file' : 'files'})`;
}

function reported(rule: Rule, model: Model): readonly ReportedFinding[] {
  // What the user says has no place, and is not for rules to judge.
  return toldOf(rule.check(model)).filter(({ place }) => place.file !== '').map(({ place, message, fix, severity, isUndecided }) => ({
    rule: rule.id,
    severity: severity ?? rule.severity,
    ...placeOf(model, place),
    message,
    fix: fix ?? rule.fix,
    ...isUndecided === true && { undecided: true },
  }));
}

function placeOf(model: Model, place: { readonly file: string; readonly line: number }): { readonly file: string; readonly line: number } {
  const { file, line } = model.realPlace(place);
  return { file, line };
}

function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  const order = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return order(a.file, b.file) || a.line - b.line || order(a.rule, b.rule) || order(a.message, b.message);
}
