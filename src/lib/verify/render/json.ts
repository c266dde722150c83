import { printable } from '../../text/printable';
import { ReportedPromise, VerifyResult } from '../result';

/** The contract for programs: these keys, in this order, and nothing else; `assumed` and `accepted` only where there is something. */
export function renderJson({ exclusivity, liveness, findings, accepted, assumptions, seen }: VerifyResult): string {
  const result = {
    exclusivity: promise(exclusivity),
    liveness: promise(liveness),
    findings,
    assumptions: assumptions.map(({ id, text }) => ({ id, text })),
    ...seen.assumed.length > 0 && { assumed: seen.assumed },
    ...accepted.length > 0 && { accepted },
  };
  return `${JSON.stringify(result, (_, value: unknown) => typeof value === 'string' ? printable(value) : value, 2)}\n`;
}

function promise({ verdict, holds, counterexamples, unknown }: ReportedPromise) {
  return {
    verdict,
    holds,
    counterexamples: counterexamples.map(({ controller, processes, message, fix }) => ({ controller, processes, message, fix })),
    unknown: unknown.map(({ file, line, what, why, fix }) => ({ file, line, what, why, fix })),
  };
}
