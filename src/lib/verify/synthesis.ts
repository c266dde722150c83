import { PROMISE_RULES } from './render/sarif';
import { ReportedFinding, VerifyResult } from './result';
import { verify } from './verify';
import { UnreadableInput, VerifyDirectory } from '../read/input';

/** What synthesis has before it writes anything. */
export interface SynthesisInput {
  /** Files of the nodes and objects that were handed in. */
  readonly given: readonly VerifyDirectory[];
  /** What would be written for one phase: manifests, and folders of nodes. */
  readonly written: readonly VerifyDirectory[];
  /** Rules whose errors do not refuse, because the user named them. */
  readonly allowed?: readonly string[];
}

/** An error of a rule about what was handed in, or about what would be written, as `verify` of it says it. */
export interface SynthesisRefusal extends ReportedFinding {
  readonly about: 'given' | 'written';
}

/** What the input need not have because the output brings it. */
const BROUGHT: readonly string[] = ['external-without-ccm', 'lease-access-missing', 'leader-migration-config-missing', 'ecr-without-credential-provider'];

/**
 * Why synthesis has to refuse: every error that some rule finds, and every way in which a promise is broken by what would be written. Nothing else: what is
 * unknown of a cluster whose other files were not handed in is for `verify` of the whole to say.
 */
export function synthesisRefusals({ given, written, allowed = [] }: SynthesisInput): readonly SynthesisRefusal[] {
  const before = checked(given);
  const after = checked(written);
  return [
    ...errors(before).filter(({ rule }) => !BROUGHT.includes(rule)).map(finding => ({ ...finding, about: 'given' as const })),
    ...[...broken(after), ...errors(after)].map(finding => ({ ...finding, about: 'written' as const })),
  ].filter(({ rule }) => !allowed.includes(rule));
}

function checked(directories: readonly VerifyDirectory[]): VerifyResult | undefined {
  try {
    return directories.length === 0 ? undefined : verify({ directories });
  } catch (error) {
    // Nothing to check: a phase of which only access is written.
    if (error instanceof UnreadableInput) return undefined;
    throw error;
  }
}

function errors(result: VerifyResult | undefined): readonly ReportedFinding[] {
  return (result?.findings ?? []).filter(({ severity }) => severity === 'error');
}

function broken(result: VerifyResult | undefined): readonly ReportedFinding[] {
  return (['exclusivity', 'liveness'] as const).flatMap(promise => (result?.[promise].counterexamples ?? []).map(({ controller, message, fix, file, line }) => ({
    rule: PROMISE_RULES[promise].id, severity: 'error' as const, file, line, message: `'${controller}': ${message}`, fix,
  })));
}
