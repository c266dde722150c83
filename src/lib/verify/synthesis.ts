import { refuseUnknownRule } from './accept';
import { PROMISE_RULES } from './render/sarif';
import { ReportedFinding, ReportedUnknown, unknowns, VerifyResult } from './result';
import { verify } from './verify';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { KnownDocuments, NothingToCheck, VerifyDirectory } from '../read/input/input';
import type { KindsReadBefore } from '../read/nodes/kind-reader';
import { declaredGap } from '../rules/declared-gap';
import { UNKNOWN_PARTS } from '../rules/handed-on';
import { Rule } from '../rules/rule';

/** What synthesis has before it writes anything. */
export interface SynthesisInput {
  /** Files of the nodes and objects that were handed in; what is of another time, such as nodes after the upgrade, is an input of its own. */
  readonly given: readonly (readonly VerifyDirectory[])[];
  /** What would be written for one phase: manifests, and folders of nodes. */
  readonly written: readonly VerifyDirectory[];
  /** Rules whose errors do not refuse, because the user named them. */
  readonly allowed?: readonly string[];
  readonly known?: KnownToSynthesis;
}

/** What synthesis knows of files besides their texts. */
export interface KnownToSynthesis {
  /** Versions of images whose tags do not say them. */
  readonly imageVersions?: ReadonlyMap<string, KubernetesVersion>;
  readonly documents?: KnownDocuments;
  /** Version of what does not say one: units. */
  readonly kubernetesVersion?: KubernetesVersion;
  /** Whether releases that are younger than the tables are read as the last ones before them. */
  readonly unreadRelease?: boolean;
}

/** An error of a rule about what was handed in, or about what would be written, as `verify` of it says it. */
export interface SynthesisRefusal extends ReportedFinding {
  readonly about: 'given' | 'written';
}

/** What synthesis finds out about what it has and what it would write. */
export interface SynthesisCheck {
  /** Why nothing is written. */
  readonly refusals: readonly SynthesisRefusal[];
  /** What `verify` of what would be written does not know, as it says it. It may be known of the whole cluster, so it does not refuse. */
  readonly unknown: readonly ReportedUnknown[];
}

/** What the input need not have because the output brings it. */
const BROUGHT: readonly string[] = ['external-without-ccm', 'lease-access-missing', 'leader-migration-config-missing',
  'ecr-without-credential-provider'];

/** Rules whose errors do not refuse: what is not known, and what a strategy or the user has left out. */
const NOT_REFUSED: readonly Rule[] = [...UNKNOWN_PARTS, declaredGap];

/**
 * Why synthesis has to refuse: every error that some rule finds, and every way in which a promise is broken by what would be written. What is unknown
 * of a cluster whose other files were not handed in is said, and does not refuse.
 *
 * @throws if there is more than can be checked
 */
export function checkSynthesis({ given, written, known, allowed = [] }: SynthesisInput): SynthesisCheck {
  return checkWith(givenRefusals(given, known), written, allowed, known);
}

/**
 * The same, where what was handed in is checked already.
 *
 * @param kindsBefore nodes that were read before, by others of which the same is known
 */
export function checkWith(
  refusals: readonly SynthesisRefusal[], written: SynthesisInput['written'], allowed: readonly string[], known?: KnownToSynthesis,
  kindsBefore?: KindsReadBefore,
): SynthesisCheck {
  const after = checked(written, known, kindsBefore);
  if ('nothing' in after) return { refusals: allow(refusals, allowed), unknown: written.length === 0 ? [] : [notChecked(written[0], after.nothing)] };
  const ofWritten = [...broken(after), ...errors(after)].map(finding => ({ ...finding, about: 'written' as const }));
  return { refusals: allow([...refusals, ...ofWritten], allowed), unknown: unknownIn(after) };
}

function allow(refusals: readonly SynthesisRefusal[], allowed: readonly string[]): readonly SynthesisRefusal[] {
  return refusals.filter(({ rule }) => !allowed.includes(rule));
}

/** The part of them that is about what was handed in: the same, whatever is written. */
export function givenRefusals(given: SynthesisInput['given'], known?: KnownToSynthesis): readonly SynthesisRefusal[] {
  const results = given.map(one => checked(one, known));
  return results.flatMap(result => 'nothing' in result ? [] : errors(result)).filter(({ rule }) => !BROUGHT.includes(rule)).map(
    finding => ({ ...finding, about: 'given' as const }),
  );
}

/** What the proof of a phase looks at: skipping the proof skips these. */
export const PROOF_RULES: readonly string[] = [...Object.values(PROMISE_RULES).map(({ id }) => id), 'lease-durations-overlap'];

/** @throws if one of the ids that a property gives is no rule */
export function checkedRules(prop: string, ids: readonly string[] = []): readonly string[] {
  try {
    ids.forEach(refuseUnknownRule);
  } catch (error) {
    throw new Error(`${prop}: ${(error as Error).message}`);
  }
  return ids;
}

/** A refusal as a line of `verify`. */
export function describeRefusal({ about, file, line, message, rule, fix }: SynthesisRefusal): string {
  return `${about === 'given' ? 'handed in: ' : ''}${file}:${line}: error: ${message} [${rule}]. ${fix}`;
}

/** What a promise waits for, then what else is an error because it is not known. */
function unknownIn(result: VerifyResult): readonly ReportedUnknown[] {
  const all = unknowns(result);
  const isSaid = ({ file, line, message }: ReportedFinding) =>
    all.some(one => one.file === file && one.line === line && message.startsWith(one.what));
  const others = result.findings.flatMap((finding): readonly ReportedUnknown[] => {
    const rule = UNKNOWN_PARTS.find(({ id }) => id === finding.rule);
    if (rule === undefined || finding.severity !== 'error' || isSaid(finding)) return [];
    const { file, line, message, fix } = finding;
    return [{ file, line, what: message, why: rule.why, fix }];
  });
  return [...all, ...others];
}

function checked(
  directories: readonly VerifyDirectory[], known?: KnownToSynthesis, kindsBefore?: KindsReadBefore,
): VerifyResult | { readonly nothing: string } {
  try {
    return directories.length === 0 ? { nothing: 'nothing to check' } : verify({ directories, ...known }, kindsBefore);
  } catch (error) {
    // A phase of which only access is written.
    if (error instanceof NothingToCheck) return { nothing: error.message };
    throw error;
  }
}

function notChecked({ name }: VerifyDirectory, what: string): ReportedUnknown {
  return {
    file: name,
    line: 1,
    what,
    why: 'Nothing that decides the promises is there.',
    fix: 'Check it together with the files of the control-plane nodes.',
  };
}

function errors({ findings }: Pick<VerifyResult, 'findings'>): readonly ReportedFinding[] {
  return findings.filter(({ severity, rule }) => severity === 'error' && !NOT_REFUSED.some(({ id }) => id === rule));
}

function broken(result: VerifyResult): readonly ReportedFinding[] {
  return (['exclusivity', 'liveness'] as const).flatMap(promise =>
    // What a rule refuses is refused once, and not at all where the user named the rule.
    result[promise].counterexamples.filter(({ isOfRule }) => isOfRule !== true).map(({ controller, message, fix, file, line }) => ({
      rule: PROMISE_RULES[promise].id, severity: 'error' as const, file, line, message: `'${controller}': ${message}`, fix,
    })));
}
