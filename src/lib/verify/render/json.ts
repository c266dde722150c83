import { printable } from '../../text/printable';
import { ReportedPromise, VerifyResult } from '../result';
import { Scope } from '../scope';

/** Version of `schemas/verify.schema.json`. */
const SCHEMA_VERSION = 1;

/**
 * The contract for programs, as `schemas/verify.schema.json` says: these keys, in this order, and nothing else; `assumed`, `accepted` and
 * `edited` only where there is something.
 */
export function renderJson({ exclusivity, liveness, findings, accepted, assumptions, seen }: VerifyResult, scope: Scope): string {
  const { tool, tables, options, inputs, sum } = scope;
  const result = {
    $schema: 'https://github.com/cdk8s-ccm-migration/verify.schema.json',
    schemaVersion: SCHEMA_VERSION,
    exclusivity: promise(exclusivity),
    liveness: promise(liveness),
    findings,
    assumptions: assumptions.map(({ id, text }) => ({ id, text })),
    ...seen.assumed.length > 0 && { assumed: seen.assumed },
    ...accepted.length > 0 && { accepted },
    lookedAt: {
      tool,
      tables,
      options,
      ...seen.counts,
      sum,
      inputs,
      passedOver: seen.passedOver,
      ...seen.edited && { edited: seen.edited },
      ...seen.rollouts.length > 0 && { rollouts: seen.rollouts },
    },
  };
  return `${JSON.stringify(result, (_, value: unknown) => typeof value === 'string' ? printable(value) : value, 2)}\n`;
}

function promise({ verdict, holds, counterexamples, unknown }: ReportedPromise) {
  return {
    verdict,
    holds,
    counterexamples: counterexamples.map(({ controller, cloud, processes, message, fix }) =>
      ({ controller, ...cloud !== undefined && { cloud }, processes, message, fix })),
    unknown: unknown.map(({ file, line, what, lines, why, fix, rows }) =>
      ({ file, line, what, ...lines && { lines }, why, fix, ...rows && { rows } })),
  };
}
