import { tableReach } from '../../facts/table-reach';
import { printableJson } from '../../text/printable';
import { Report, ReportStep } from '../report';

/** Version of `schemas/report.schema.json`. */
const SCHEMA_VERSION = 1;

/** For programs: as `schemas/report.schema.json` says. */
export function renderJson(report: Report): string {
  const head = { $schema: 'https://github.com/cdk8s-ccm-migration/report.schema.json', schemaVersion: SCHEMA_VERSION, tables: tableReach() };
  return printableJson({ ...head, ...report, steps: report.steps.map(asData) }) + '\n';
}

/** Counter-examples have their sentences once. */
function asData({ verdict, ...step }: ReportStep) {
  const counterexamples = verdict.counterexamples.map(({ story, ...example }) => example);
  return { ...step, verdict: { ...verdict, counterexamples } };
}
