import { ReportedPromise, VerifyResult } from '../result';

/** The contract for programs: these keys, in this order, and nothing else. */
export function renderJson({ exclusivity, liveness, findings }: VerifyResult): string {
  return `${JSON.stringify({ exclusivity: promise(exclusivity), liveness: promise(liveness), findings }, null, 2)}\n`;
}

function promise({ holds, counterexamples }: ReportedPromise) {
  return { holds, counterexamples: counterexamples.map(({ controller, processes, message, fix }) => ({ controller, processes, message, fix })) };
}
