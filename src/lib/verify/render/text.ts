import { isPartial, ReportedPromise, VerifyResult } from '../result';

/** For a terminal or a log: plain lines, `file:line:` in front of what has a place. */
export function renderText(result: VerifyResult): string {
  const { exclusivity, liveness, findings, seen } = result;
  const scope = isPartial(result) ? '; what the errors below leave out is not in this' : '';
  const lines = [
    ...[...seen.kinds, ...seen.workloads].map(name => `checked ${name}`),
    ...promise('exclusivity', `no controller runs twice, in any mix of these nodes${scope}`, exclusivity),
    ...promise('liveness', `every controller runs in every mix, whoever wins the locks${scope}`, liveness),
    ...findings.flatMap(({ file, line, severity, rule, message, fix }) => [`${file}:${line}: ${severity}: ${message} [${rule}]`, `    fix: ${fix}`]),
    summary(result),
  ];
  return `${lines.join('\n')}\n`;
}

function promise(name: string, holds: string, kept: ReportedPromise): readonly string[] {
  if (kept.holds) return [`${name}: holds (${holds})`];
  return [`${name}: BROKEN`, ...kept.counterexamples.flatMap(({ controller, message, fix, file, line }) => [`${file}:${line}: error: '${controller}': ${message}`, `    fix: ${fix}`])];
}

/** Counter-examples are printed as errors, so they are counted as such. */
function summary({ exclusivity, liveness, findings }: VerifyResult): string {
  const count = (severity: string) => findings.filter(finding => finding.severity === severity).length;
  const broken = [exclusivity, liveness].flatMap(({ holds, counterexamples }) => holds ? [] : counterexamples).length;
  return `${count('error') + broken} errors, ${count('warning')} warnings, ${count('note')} notes`;
}
