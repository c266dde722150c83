import { AcceptedFinding, ReportedFinding, unknowns, VerifyResult } from './result';
import { isListedKind, kindName } from '../facts/inert-kinds';
import { RULES } from '../rules';
import { declaredGap } from '../rules/declared-gap';
import { nearestName } from '../text/nearest';
import { upgradeIds } from '../upgrade/acceptable';
import { InertKindClaim } from '../view/model';

/** A finding that a user has accepted, from a file. */
export interface Acceptance {
  /** Id of a rule, or, for a plan, of what stands in the way of an upgrade. */
  readonly rule: string;
  /** File of the finding, or the end of its path; none: every file. */
  readonly file?: string;
  readonly reason: string;
  /** Last day on which it counts, `2027-03-31`. */
  readonly until?: string;
  /** Where it stands. */
  readonly place: { readonly file: string; readonly line: number };
}

/** A kind that a user takes to be inert, from the same file. */
export interface InertKindAcceptance extends InertKindClaim, Pick<Acceptance, 'until' | 'place'> {}

/** An annotation `ccm-migration/ignore` of an object: the findings of these rules between these lines. */
export interface IgnoreAnnotation {
  readonly file: string;
  readonly line: number;
  /** Lines of the object. */
  readonly from: number;
  readonly to: number;
  readonly rules: readonly string[];
  readonly reason?: string;
}

export interface Selection {
  /** Rules whose findings are left out. */
  readonly ignored: readonly string[];
}

export interface AcceptOptions extends Selection {
  readonly acceptances: readonly Acceptance[];
  /** Kinds that are taken to be inert. @default - none */
  readonly inertKinds?: readonly InertKindAcceptance[];
  readonly annotations: readonly IgnoreAnnotation[];
  /** `2026-11-21` */
  readonly today: string;
}

/**
 * Rules that findings are left out of.
 *
 * @throws if there is no such rule; the two promises are none
 */
export function selectionOf(ignored: readonly string[]): Selection {
  ignored.forEach(refuseUnknownRule);
  return { ignored };
}

/** @throws if there is no such rule */
export function refuseUnknownRule(rule: string): void {
  refuseUnlisted(rule, RULES.map(({ id }) => id));
}

/** @throws if it is no rule, and nothing that may stand in the way of an upgrade */
export function refuseUnknownAcceptance(id: string): void {
  refuseUnlisted(id, [...RULES.map(rule => rule.id), ...upgradeIds()]);
}

function refuseUnlisted(rule: string, ids: readonly string[]): void {
  if (ids.includes(rule)) return;
  const close = nearestName(rule, ids);
  throw new Error(`'${rule}' is no rule${close === undefined ? '' : `; did you mean '${close}'?`} (ccm-migration rules lists them; what breaks a `
    + 'promise cannot be accepted)');
}

/** What an acceptance is reported as that nothing needs. */
export const STALE = 'acceptance-stale';

/**
 * The result without the accepted findings. An acceptance that is over or that nothing needs any more is a finding of its own; the promises stay as
 * they are.
 */
export function accept(result: VerifyResult, { ignored, acceptances, inertKinds = [], annotations, today }: AcceptOptions): VerifyResult {
  const used = new Set<Acceptance | IgnoreAnnotation>();
  const accepted: AcceptedFinding[] = [];
  const findings = result.findings.filter(finding => {
    if (ignored.includes(finding.rule)) {
      accepted.push({ ...finding, reason: '--ignore' });
      return false;
    }
    const acceptance = acceptances.find(one => matches(one, finding) && !isOver(one, today));
    const annotation = annotations.find(one => one.reason !== undefined && covers(one, finding));
    const by = acceptance ?? annotation;
    if (by === undefined) return true;
    used.add(by);
    accepted.push({ ...finding, reason: by.reason! });
    return false;
  });
  const needless = [
    // What is accepted for a plan is none of its findings.
    ...acceptances.filter(one => !used.has(one) && !upgradeIds().includes(one.rule)).map(one => stale(one, today, result)),
    ...inertKinds.filter(one => !isTaken(one, result)).map(one => staleKind(one, today, result)),
    ...annotations.filter(one => !used.has(one)).flatMap(unused),
  ];
  return { ...result, accepted, findings: [...findings, ...needless] };
}

function matches({ rule, file }: Acceptance, finding: ReportedFinding): boolean {
  return rule === finding.rule && (file === undefined || finding.file === file || finding.file.endsWith(`/${file}`));
}

function covers({ rules, file, from, to }: IgnoreAnnotation, finding: ReportedFinding): boolean {
  return rules.includes(finding.rule) && file === finding.file && from <= finding.line && finding.line <= to;
}

/** Whether its last day is past. */
export function isOver({ until }: Pick<Acceptance, 'until'>, today: string): boolean {
  return until !== undefined && until < today;
}

/** Whether the user says that something else does the work of controllers which no process runs. */
export function acceptsGaps(acceptances: readonly Acceptance[], today: string): boolean {
  return acceptances.some(one => one.rule === declaredGap.id && !isOver(one, today));
}

/** What counts on a day of the kinds that a user takes to be inert. */
export function claimsOn(inertKinds: readonly InertKindAcceptance[], today: string): readonly InertKindClaim[] {
  return inertKinds.filter(one => !isOver(one, today)).map(({ group, kind, reason }) => ({ group, kind, reason }));
}

function isTaken({ group, kind }: InertKindClaim, { takenAsInert }: VerifyResult): boolean {
  return takenAsInert.some(one => one.group === group && one.kind === kind);
}

function staleKind(claim: InertKindAcceptance, today: string, result: VerifyResult): ReportedFinding {
  const { group, kind, until, place } = claim;
  const name = kindName(claim);
  const unknown = unknowns(result).flatMap(({ lines = [] }) => lines.map(line => line.slice(0, line.indexOf(':'))));
  const close = nearestName(name, unknown.filter(one => one !== name));
  const [message, fix] = isOver(claim, today)
    ? [`what is said of ${name} ended on ${until!}`, 'Look at it again, and write a new date; or remove the row.']
    : isListedKind(`${group}/v1`.replace(/^\//, ''), kind)
      ? [`${name} is known to be inert, or read, without this row`, 'Remove the row.']
      : [`the input has no ${name}${close === undefined ? '' : `; did you mean ${close}?`}`, 'Correct the row, or remove it.'];
  return { rule: STALE, severity: 'warning', ...place, message, fix };
}

function stale(acceptance: Acceptance, today: string, { findings }: VerifyResult): ReportedFinding {
  const { rule, file, until, place } = acceptance;
  const where = file === undefined ? '' : ` in ${file}`;
  const occurs = findings.some(finding => matches(acceptance, finding));
  return {
    rule: STALE,
    severity: 'warning',
    ...place,
    message: isOver(acceptance, today) && occurs ? `the acceptance of ${rule}${where} ended on ${until!}` : `the accepted finding ${rule}${where} `
      + 'does not occur any more',
    fix: occurs ? 'Correct what it finds, or accept it again with a new date.' : 'Remove the acceptance.',
  };
}

function unused({ file, line, rules, reason }: IgnoreAnnotation): readonly ReportedFinding[] {
  const message = reason === undefined ? 'the annotation ccm-migration/ignore has no reason, and is not followed' : 'the annotation '
    + `ccm-migration/ignore names ${rules.join(', ')}, which finds nothing here`;
  const fix = reason === undefined ? 'Write the reason behind the rules: "rule-a,rule-b: the reason".' : 'Remove the annotation.';
  return [{ rule: STALE, severity: 'warning', file, line, message, fix }];
}
