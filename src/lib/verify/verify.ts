import { ReportedCounterExample, ReportedFinding, ReportedPromise, VerifyResult } from './result';
import { CounterExample } from '../proof/counterexample';
import { PromiseKept } from '../proof/verdict';
import { buildModel } from '../read/build-model';
import { VerifyInput } from '../read/input';
import { RULES } from '../rules';
import { Model } from '../rules/model';
import { Rule } from '../rules/rule';

/**
 * Checks what was handed in: exclusivity and liveness in every mix of its kinds of node, and every rule.
 *
 * @throws `SourceError` or `UnreadableInput` if a file that is needed cannot be read, or there is nothing to check
 */
export function verify(input: VerifyInput): VerifyResult {
  return verifyModel(buildModel(input));
}

/** The same, for a model that is there already. */
export function verifyModel(model: Model): VerifyResult {
  return {
    exclusivity: promise(model, model.verdict.exclusivity),
    liveness: promise(model, model.verdict.liveness),
    findings: findings(model),
    seen: {
      kinds: model.kinds.map(({ name, nodes }) => `${name} (${nodes.length === 1 ? '1 node' : `${nodes.length} nodes`})`),
      workloads: [...new Set(model.components.filter(({ kind }) => kind === undefined).map(({ object }) => object))],
    },
  };
}

function promise(model: Model, { holds, counterexamples }: PromiseKept): ReportedPromise {
  return { holds, counterexamples: counterexamples.map(example => located(model, example)) };
}

function located(model: Model, example: CounterExample): ReportedCounterExample {
  const [first] = example.processes;
  const view = model.components.find(({ process }) => process !== undefined && process.dir === first?.dir && process.component === first.component
    && process.version.toString() === first.version) ?? model.components[0];
  return { ...example, file: view?.place.file ?? '', line: view?.place.line ?? 1 };
}

/** What one rule says about many alike nodes is one finding. */
function findings(model: Model): readonly ReportedFinding[] {
  const grouped = new Map<string, { finding: ReportedFinding; files: Set<string> }>();
  for (const finding of RULES.flatMap(rule => reported(rule, model))) {
    const key = JSON.stringify([finding.rule, finding.severity, finding.message]);
    const known = grouped.get(key);
    if (known) known.files.add(finding.file);
    else grouped.set(key, { finding, files: new Set([finding.file]) });
  }
  return [...grouped.values()].map(({ finding, files }) => files.size === 1 ? finding
    : { ...finding, message: `${finding.message} (and the same in ${files.size - 1} more ${files.size === 2 ? 'file' : 'files'})` }).sort(byPlace);
}

function reported(rule: Rule, model: Model): readonly ReportedFinding[] {
  return rule.check(model).map(({ place, message, fix, severity }) => ({
    rule: rule.id, severity: severity ?? rule.severity, file: place.file, line: place.line, message, fix: fix ?? rule.fix,
  }));
}

function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  const order = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return order(a.file, b.file) || a.line - b.line || order(a.rule, b.rule) || order(a.message, b.message);
}
