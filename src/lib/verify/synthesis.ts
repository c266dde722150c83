import { refuseUnknownRule } from './accept';
import { PROMISE_RULES } from './render/sarif';
import { ReportedFinding, VerifyResult } from './result';
import { verify } from './verify';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { KnownDocuments, NothingToCheck, VerifyDirectory } from '../read/input';

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

/** What the input need not have because the output brings it. */
const BROUGHT: readonly string[] = ['external-without-ccm', 'lease-access-missing', 'leader-migration-config-missing',
  'ecr-without-credential-provider'];

/** Errors that say that something is not known. Of a part of a cluster that is for `verify` of the whole to say. */
const UNKNOWN: readonly string[] = ['version-unknown', 'command-line-not-understood'];

/**
 * Why synthesis has to refuse: every error that some rule finds, and every way in which a promise is broken by what would be written. Nothing else:
 * what is unknown of a cluster whose other files were not handed in is for `verify` of the whole to say.
 *
 * @throws if there is more than can be checked
 */
export function synthesisRefusals({ given, written, known, allowed = [] }: SynthesisInput): readonly SynthesisRefusal[] {
  return [...givenRefusals(given, known), ...writtenRefusals(written, known)].filter(({ rule }) => !allowed.includes(rule));
}

/** The part of them that is about what was handed in: the same, whatever is written. */
export function givenRefusals(given: SynthesisInput['given'], known?: KnownToSynthesis): readonly SynthesisRefusal[] {
  return given.flatMap(one => errors(checked(one, known))).filter(({ rule }) => !BROUGHT.includes(rule)).map(
    finding => ({ ...finding, about: 'given' as const }),
  );
}

/** The part of them that is about what would be written. */
export function writtenRefusals(written: SynthesisInput['written'], known?: KnownToSynthesis): readonly SynthesisRefusal[] {
  const after = checked(written, known);
  return [...broken(after), ...errors(after)].map(finding => ({ ...finding, about: 'written' as const }));
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

function checked(directories: readonly VerifyDirectory[], known?: KnownToSynthesis): VerifyResult | undefined {
  try {
    return directories.length === 0 ? undefined : verify({ directories, ...known });
  } catch (error) {
    // A phase of which only access is written.
    if (error instanceof NothingToCheck) return undefined;
    throw error;
  }
}

function errors(result: VerifyResult | undefined): readonly ReportedFinding[] {
  return (result?.findings ?? []).filter(({ severity, rule }) => severity === 'error' && !UNKNOWN.includes(rule));
}

function broken(result: VerifyResult | undefined): readonly ReportedFinding[] {
  return (['exclusivity', 'liveness'] as const).flatMap(promise =>
    // What a rule refuses is refused once, and not at all where the user named the rule.
    (result?.[promise].counterexamples ?? []).filter(({ isOfRule }) => isOfRule !== true).map(({ controller, message, fix, file, line }) => ({
      rule: PROMISE_RULES[promise].id, severity: 'error' as const, file, line, message: `'${controller}': ${message}`, fix,
    })));
}
