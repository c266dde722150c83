import { ReportedFinding, ReportedPromise, VerifyResult } from './result';
import { firstOfEach } from '../kubernetes/once-for';
import { Answer } from '../proof/judgement';
import { AppliedPhase, PhaseInput, PhaseInputs } from '../read/input/phases';
import { severalPhasesApplied } from '../rules/several-phases-applied';

/** What was said of one phase. */
export interface PhaseResult {
  readonly phase: PhaseInput;
  readonly result: VerifyResult;
}

const WORST: readonly Answer[] = ['broken', 'unknown', 'holds'];

/** One result of several phases, each of which was checked by itself. A promise holds if it does in each. */
export function together(
  results: readonly PhaseResult[],
  { applied, leftOut, madeOfPhases }: Omit<PhaseInputs, 'phases'> = { applied: [], leftOut: [], madeOfPhases: [] },
): VerifyResult {
  const all = results.map(({ result }) => result);
  const reported = [...applied.flatMap(ofNoPhase), ...all.flatMap(({ findings }) => findings)];
  return {
    exclusivity: promise(results, 'exclusivity'),
    liveness: promise(results, 'liveness'),
    findings: firstOfEach(reported, ({ rule, file, line, message }) => JSON.stringify([rule, file, line, message])),
    accepted: [],
    takenAsInert: firstOfEach(all.flatMap(({ takenAsInert }) => takenAsInert), one => JSON.stringify(one)),
    assumptions: firstOfEach(all.flatMap(({ assumptions }) => assumptions), ({ id, text }) => JSON.stringify([id, text])),
    declaredGaps: [...new Set(all.flatMap(({ declaredGaps }) => declaredGaps))].sort(),
    get seen() {
      const seen = results.map(({ result }) => result.seen);
      const key = (value: unknown) => JSON.stringify(value);
      return {
        nodes: results.flatMap(({ phase, result }) => result.seen.nodes.map(({ label, found }) => ({ label: `${phase.name}: ${label}`, found }))),
        workloads: firstOfEach(seen.flatMap(({ workloads }) => workloads), key),
        rollouts: firstOfEach(seen.flatMap(({ rollouts }) => rollouts), key),
        assumed: firstOfEach(seen.flatMap(({ assumed }) => assumed), key),
        passedOver: [
          ...madeOfPhases.map(file =>
            ({ file, what: 'it is as it was written with the phases, by its files.json; give this folder to have it checked' })),
          ...firstOfEach(seen.flatMap(({ passedOver }) => passedOver), key),
          ...leftOut.map(({ file, index: { phase } }) => ({
            file,
            what: `phase ${phase} is not checked: the input has its node files, and not its manifests, which are in phases/`,
          })),
        ],
        counts: { nodes: sum(seen.map(({ counts }) => counts.nodes)), processes: sum(seen.map(({ counts }) => counts.processes)) },
        phases: results.map(({ phase: { name, index: { file } } }) => ({ name, file })),
      };
    },
  };
}

/** What is applied and is no phase, though each of its files by itself may be of one. */
function ofNoPhase({ odd }: AppliedPhase): readonly ReportedFinding[] {
  if (odd === undefined) return [];
  const { id: rule, severity, fix } = severalPhasesApplied;
  const [first, ...more] = odd.phases;
  const what = first === undefined ? 'is not the manifest of any phase: it was changed since, or migration.json was written anew'
    : `is of phase ${[first, ...more].join(' and ')}, and what is beside it is not, or is missing`;
  return [{ rule, severity, file: odd.file, line: 1, message: `${odd.file} ${what}`, fix }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function promise(results: readonly PhaseResult[], name: 'exclusivity' | 'liveness'): ReportedPromise {
  const verdict = WORST.find(answer => results.some(({ result }) => result[name].verdict === answer))!;
  return {
    verdict,
    holds: verdict === 'unknown' ? null : verdict === 'holds',
    counterexamples: results.flatMap(({ phase, result }) =>
      result[name].counterexamples.map(example => ({ ...example, message: `${phase.name}: ${example.message}` }))),
    unknown: verdict === 'unknown'
      ? results.flatMap(({ phase, result }) => result[name].unknown.map(part => ({ ...part, what: `${phase.name}: ${part.what}` }))) : [],
  };
}
