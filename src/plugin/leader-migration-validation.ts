import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { ValidationContext, Violation, ViolatingResource } from './cdk8s-validation';
import { ManifestGroup, manifestGroups } from './manifest-groups';
import { readDirectory } from '../files/read-directory';
import { FactsFeed } from '../lib/facts/feed';
import { takeFeedOfProgram } from '../lib/facts/in-force';
import { KubernetesVersion } from '../lib/kubernetes/kubernetes-version';
import { grouped } from '../lib/kubernetes/once-for';
import { parseAssumption } from '../lib/read/component/assumption';
import { Documents } from '../lib/read/documents/documents';
import { Assumption, VerifyDirectory } from '../lib/read/input/input';
import { Severity } from '../lib/rules/rule';
import { counted } from '../lib/text/counted';
import { accept, acceptsGaps, claimsOn } from '../lib/verify/accept';
import { AcceptanceFile, acceptancesIn } from '../lib/verify/acceptance-file';
import { PROMISE_RULES, UNKNOWN_RULE } from '../lib/verify/render/sarif';
import { FailOn, isRefused, unknowns, VerifyResult } from '../lib/verify/result';
import { verify } from '../lib/verify/verify';

/**
 * Properties of the plugin in `cdk8s.yaml`.
 *
 * @jsii ignore
 */
export interface LeaderMigrationValidationProps {
  /** Folder of the node files, `nodes`; its folders are phases where they are called like phases. Default: none, only the manifests are checked. */
  readonly nodes?: string;
  /** Mildest finding at which synth fails: `error` or `warning`. Default: `error`. */
  readonly failOn?: string;
  /** Version of components whose image has no version tag. */
  readonly kubernetesVersion?: string;
  /**
   * What runs in the cluster besides what is checked, for an app without node files: `kcm=external:1.27.16` or `kcm=in-tree:aws:1.26.15`, several
   * with a comma between. Default: nothing; without a kube-controller-manager the verdict is unknown, and synth fails.
   */
  readonly assume?: string;
  /** Path of a file of accepted findings and kinds of objects, as `ccm-migration verify --accepted` takes it. Default: nothing is accepted. */
  readonly accepted?: string;
  /** Whether releases may be younger than what this library has read; what is known of the last one before them is taken. Default: `false`. */
  readonly unreadRelease?: boolean;
  /** Path of a feed of facts, as `ccm-migration verify --facts` takes it. Default: the facts of this package. */
  readonly facts?: string;
}

/**
 * Checks in `cdk8s synth` what `ccm-migration verify` checks, phase by phase.
 *
 * @jsii ignore
 */
export class LeaderMigrationValidation {
  private readonly failOn: FailOn;
  private readonly kubernetesVersion?: KubernetesVersion;
  private readonly nodes?: string;
  private readonly assume: readonly Assumption[];
  private readonly unreadRelease: boolean;
  private readonly acceptances: AcceptanceFile;

  public constructor(props: LeaderMigrationValidationProps = {}) {
    const { failOn = 'error', kubernetesVersion, nodes, assume, accepted, unreadRelease = false, facts } = props;
    if (facts !== undefined) takeFeedOfProgram(FactsFeed.of(readFileSync(String(facts), 'utf8'))._inForce);
    if (failOn !== 'error' && failOn !== 'warning') throw new Error(`failOn is '${String(failOn)}'; accepted: 'error', 'warning'`);
    this.failOn = failOn;
    this.kubernetesVersion = kubernetesVersion === undefined ? undefined : KubernetesVersion.of(String(kubernetesVersion));
    this.nodes = nodes;
    this.acceptances = accepted === undefined ? { accepted: [], inertKinds: [] }
      : acceptancesIn(readFileSync(String(accepted), 'utf8'), String(accepted));
    if (typeof unreadRelease !== 'boolean') throw new Error(`unreadRelease is '${String(unreadRelease)}'; accepted: true, false`);
    this.unreadRelease = unreadRelease;
    this.assume = assume === undefined ? [] : String(assume).split(',').map(text => parseAssumption(text.trim(), unreadRelease));
  }

  /** Called by cdk8s-cli. Always submits the report: one that is not submitted is an error of its own. */
  public async validate(context: ValidationContext): Promise<void> {
    const groups = this.groups(context);
    let refused = false;
    const found: Found[] = [];
    for (const group of groups ?? []) {
      try {
        const result = this.check(group);
        refused ||= isRefused(result, this.failOn);
        found.push(...foundIn(result, group.label));
      } catch (error) {
        refused = true;
        context.report.addViolation(unreadable(group.manifests[0], error as Error));
      }
    }
    const facts = [...grouped(found, ({ rule, message, fix }) => JSON.stringify([rule, message, fix])).values()];
    const isNote = ([{ severity }]: readonly Found[]) => severity === 'note';
    for (const fact of facts.filter(one => !isNote(one))) context.report.addViolation(violationOf(fact));
    context.report.submit(refused || !groups ? 'failure' : 'success', {
      Phases: (groups ?? []).map(({ label }) => label || '-').join(', '),
      ...this.assume.length > 0 && { Assumed: this.assume.map(({ text }) => text).join(', ') },
      ...Object.fromEntries(facts.filter(isNote).map((note, index) => [`Note ${index + 1}`, noteOf(note)])),
    });
  }

  /** Undefined where the manifests are not those that were written down, which is a violation of its own. */
  private groups({ manifests, report }: ValidationContext): readonly ManifestGroup[] | undefined {
    try {
      return manifestGroups(manifests, this.nodes);
    } catch (error) {
      report.addViolation(unreadable(manifests[0] ?? 'dist', error as Error));
      return undefined;
    }
  }

  private check({ manifests, nodes }: ManifestGroup): VerifyResult {
    const directories: VerifyDirectory[] = [manifestDirectory(manifests), ...nodes === undefined ? [] : [readDirectory(nodes, process.cwd())]];
    const { kubernetesVersion, assume, unreadRelease, acceptances: { accepted: acceptances, inertKinds } } = this;
    const today = new Date().toISOString().slice(0, 10);
    const result = verify({
      directories, kubernetesVersion, assume, unreadRelease, inertKinds: claimsOn(inertKinds, today), acceptsGaps: acceptsGaps(acceptances, today),
    });
    return accept(result, { ignored: [], acceptances, inertKinds, annotations: [], today });
  }
}

function manifestDirectory(manifests: readonly string[]): VerifyDirectory {
  const root = manifests.map(path => dirname(resolve(path))).reduce((common, dir) => {
    let shared = common;
    while (relative(shared, dir).startsWith('..')) shared = dirname(shared);
    return shared;
  });
  return {
    name: relative(process.cwd(), root) || '.',
    files: new Map(manifests.map(path => [relative(root, resolve(path)).split(sep).join('/'), { text: readFileSync(path, 'utf8') }])),
  };
}

/** What is said of a phase. */
interface Found {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly file: string;
  readonly line: number;
  /** '' in an app without phases. */
  readonly phase: string;
}

function foundIn(result: VerifyResult, phase: string): readonly Found[] {
  const { exclusivity, liveness, findings } = result;
  const error = { severity: 'error' as const, phase };
  return [
    ...exclusivity.counterexamples.map(example => ({ ...example, ...error, rule: PROMISE_RULES.exclusivity.id })),
    ...liveness.counterexamples.map(example => ({ ...example, ...error, rule: PROMISE_RULES.liveness.id })),
    ...unknowns(result).map(({ what, lines = [], why, fix, rows = [], ...rest }) =>
      ({ ...rest, ...error, message: [`${what}.`, ...lines, why].join(' '), fix: [fix, ...rows].join('\n'), rule: UNKNOWN_RULE.id })),
    ...findings.map(finding => ({ ...finding, phase, rule: `${finding.rule} [${finding.severity}]` })),
  ];
}

/** Of what several phases, or nodes, have in common: it is said once, with all places. */
function violationOf(fact: readonly Found[]): Violation {
  const [{ rule, message, fix }] = fact;
  return { ruleName: rule, recommendation: message + phasesOf(fact), fix, violatingResources: fact.map(({ file, line }) => resourceAt(file, line)) };
}

/** A note is no violation: cdk8s-cli prints it with the result. */
function noteOf(fact: readonly Found[]): string {
  const [{ rule, message, fix, file, line }] = fact;
  return `${message}${phasesOf(fact)}; ${file}:${line}${fact.length > 1 ? ` and ${counted(fact.length - 1, 'more place')}` : ''}; ${fix} [${rule}]`;
}

function phasesOf(fact: readonly Found[]): string {
  const phases = [...new Set(fact.map(({ phase }) => phase))].filter(phase => phase !== '');
  return phases.length === 0 ? '' : ` (${phases.length === 1 ? 'phase' : 'phases'} ${phases.join(', ')})`;
}

/** The object of a manifest that a line is in: cdk8s-cli finds its construct by the name. */
function resourceAt(file: string, line: number): ViolatingResource {
  return { resourceName: nameAt(file, line) ?? basename(file), locations: [`line ${line}`], manifestPath: file };
}

function nameAt(file: string, line: number): string | undefined {
  try {
    const objects = new Documents().objects(readFileSync(resolve(file), 'utf8'), file);
    return objects.filter(({ document, base }) => document.line(base) <= line).at(-1)?.name;
  } catch {
    return undefined;
  }
}

function unreadable(manifest: string, { message }: Error): Violation {
  return {
    ruleName: 'unreadable-input',
    recommendation: message,
    fix: 'Correct the file, or the `nodes` property of the plugin in cdk8s.yaml.',
    violatingResources: [{ resourceName: basename(manifest), locations: [message], manifestPath: manifest }],
  };
}
