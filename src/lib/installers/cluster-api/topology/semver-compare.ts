import { TemplateProblem } from './template-problem';

interface Parts {
  readonly numbers: readonly number[];
  readonly before?: string;
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * `semverCompare` of Sprig for the constraints that classes write: comparisons, joined by a comma or a blank, and `||`. A version before a release
 * is only in one that names such a version: github.com/Masterminds/semver@v3.2.0 constraints.go.
 *
 * @throws `TemplateProblem` for any other constraint
 */
export function semverCompare(constraint: string, version: string): boolean {
  const own = partsOf(version);
  if (!own) throw new TemplateProblem(`version '${version}'`);
  return constraint.split('||').map(group => comparisonsOf(group, constraint).every(([sign, text]) => isIn(sign, text, own, constraint)))
    .some(isMet => isMet);
}

const COMPARISON = /^\s*(?:(>=|=>|<=|=<|!=|[=<>])\s*)?(v?[\w.+-]+)\s*,?/;

function comparisonsOf(group: string, constraint: string): readonly (readonly [sign: string, version: string])[] {
  const found: (readonly [string, string])[] = [];
  for (let rest = group.trim(); found.length === 0 || rest !== '';) {
    const next = COMPARISON.exec(rest);
    if (!next) throw new TemplateProblem(`constraint '${constraint}'`);
    found.push([next[1] ?? '=', next[2]]);
    rest = rest.slice(next[0].length);
  }
  return found;
}

function isIn(sign: string, text: string, own: Parts, constraint: string): boolean {
  const wanted = partsOf(text);
  const isWhole = wanted?.numbers.length === 3;
  // Of part of a version the other comparisons mean a range.
  if (!wanted || !isWhole && !['<', '>=', '=>'].includes(sign)) throw new TemplateProblem(`constraint '${constraint}'`);
  if (own.before !== undefined && wanted.before === undefined) return false;
  const order = compared(own, wanted);
  switch (sign) {
    case '<': return order < 0;
    case '>': return order > 0;
    case '<=': case '=<': return order <= 0;
    case '>=': case '=>': return order >= 0;
    case '!=': return order !== 0;
    default: return order === 0;
  }
}

function partsOf(text: string): Parts | undefined {
  const found = VERSION.exec(text);
  return found ? { numbers: found.slice(1, 4).filter(part => part !== undefined).map(Number), before: found[4] } : undefined;
}

function compared(a: Parts, b: Parts): number {
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.before === b.before) return 0;
  if (a.before === undefined) return 1;
  if (b.before === undefined) return -1;
  return beforeCompared(a.before.split('.'), b.before.split('.'));
}

function beforeCompared(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, other] = [a[index], b[index]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const areNumbers = [one, other].map(part => /^\d+$/.test(part));
    if (areNumbers[0] && areNumbers[1] && Number(one) !== Number(other)) return Number(one) - Number(other);
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    if (one !== other && !areNumbers[0]) return one < other ? -1 : 1;
  }
  return 0;
}
