import { Finding } from './rule';
import { Doubt, Model } from '../view/model';

/** What is unknown about components, as findings: an error where it decides, a warning where the promises are certain all the same. */
export function unknownParts(model: Model, part: 'version' | 'command'): readonly Finding[] {
  const isDecided = [model.judgements.exclusivity, model.judgements.liveness].every(({ answer }) => answer !== 'unknown');
  return model.components.filter(({ component }) => component !== 'kube-scheduler').flatMap(
    ({ unknowns }) => unknowns.filter(one => one.part === part && !isCovered(one, unknowns)),
  )
    .map(({ place, what, fix }) => ({ place, message: what, fix, ...isDecided && { severity: 'warning' as const } }));
}

/** Whose command line is hidden has other worries than its version. */
function isCovered({ part }: Doubt, unknowns: readonly Doubt[]): boolean {
  return part === 'version' && unknowns.some(other => other.part === 'command');
}
