import { printableJson } from '../../text/printable';
import { Report } from '../report';

/** Version of `schemas/report.schema.json`. */
const SCHEMA_VERSION = 1;

/** For programs: as `schemas/report.schema.json` says. */
export function renderJson(report: Report): string {
  return printableJson({ $schema: 'https://github.com/cdk8s-ccm-migration/report.schema.json', schemaVersion: SCHEMA_VERSION, ...report }) + '\n';
}
