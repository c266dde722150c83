import { examplesOnce, findingsOnce } from './once';
import { Report } from './report';
import { counted } from '../text/counted';

/** An answer as a figure, with what it means and the part of a page that has the rest. */
export interface ReviewFigure {
  readonly figure: string;
  readonly says: string;
  readonly about: 'changes' | 'roll' | 'bounds' | 'findings' | 'examples' | 'back';
}

/** The answers in a glance. */
export function figuresOf(report: Report): readonly ReviewFigure[] {
  return [changeFigure(report), restartFigure(report), gapFigure(report), findingFigure(report), backFigure(report)];
}

function changeFigure({ steps }: Report): ReviewFigure {
  const objects = new Set(steps.flatMap(step => step.objects.map(({ object }) => object))).size;
  const files = new Set(steps.flatMap(step => step.nodeFiles.map(({ path }) => path))).size;
  return { figure: `${counted(objects, 'object')}, ${counted(files, 'file')}`, says: 'come, change or go', about: 'changes' };
}

function restartFigure({ steps, replaced = [], installer }: Report): ReviewFigure {
  const nodes = new Set(steps.flatMap(step => step.restarts).flatMap(one => one.nodes)).size;
  const ended = replaced.reduce((sum, { count }) => sum + count, 0);
  if (nodes > 0) return { figure: counted(nodes, 'node'), says: `restart something${ended > 0 ? `, and ${ended} are replaced` : ''}`, about: 'roll' };
  if (ended > 0) return { figure: counted(ended, 'node'), says: 'are replaced', about: 'roll' };
  const isQuiet = steps.every(step => step.restarts.length === 0);
  if (installer !== undefined && !isQuiet) return { figure: 'Machines', says: `are replaced or changed by ${installer}`, about: 'roll' };
  return { figure: isQuiet ? 'Nothing' : 'Workloads', says: isQuiet ? 'restarts' : 'alone restart', about: 'roll' };
}

function gapFigure({ steps }: Report): ReviewFigure {
  const bounds = steps.flatMap(({ gap: { longestSeconds } }) => longestSeconds ?? []);
  const times = steps.reduce((sum, step) => sum + step.gap.times, 0);
  const isLonger = steps.some(({ gap: { hasException, isDeclared } }) => hasException || isDeclared);
  const figure = bounds.length > 0 ? `< ${Math.max(...bounds).toFixed(1)} s` : isLonger ? 'Open' : 'No bound';
  const often = times > 0 ? `, ${times === 1 ? 'once' : `at most ${times} times`}` : '';
  return { figure, says: `without a runner${often}${bounds.length > 0 && isLonger ? '; longer in one case' : ''}`, about: 'bounds' };
}

function findingFigure(report: Report): ReviewFigure {
  const findings = findingsOnce(report);
  const examples = examplesOnce(report).length;
  const [errors, ...rest] = (['error', 'warning', 'note'] as const)
    .map(one => counted(findings.filter(({ severity }) => severity === one).length, one));
  return examples === 0 ? { figure: errors, says: rest.join(', '), about: 'findings' }
    : { figure: 'Unsafe', says: [counted(examples, 'counter-example'), errors, ...rest].join(', '), about: 'examples' };
}

function backFigure({ steps }: Report): ReviewFigure {
  const there = steps.filter(step => step.back !== null).length;
  return { figure: there === steps.length ? 'Any point' : `${there} of ${counted(steps.length, 'step')}`, says: 'can be taken back', about: 'back' };
}
