import { Finding } from './rule';
import { Model, UnknownPart } from '../view/model';

/** What is unknown about components, as findings: an error where it decides, a warning where the promises are certain all the same. */
export function unknownParts(model: Model, kind: UnknownPart['kind']): readonly Finding[] {
  const isDecided = [model.judgements.exclusivity, model.judgements.liveness].every(({ answer }) => answer !== 'unknown');
  return model.components.filter(({ component }) => component !== 'kube-scheduler').flatMap(
    ({ unknowns }) => unknowns.filter(part => part.kind === kind && !isCovered(part, unknowns)),
  )
    .map(({ place, what, fix }) => ({ place, message: what, fix, ...isDecided && { severity: 'warning' as const } }));
}

/** Whose command line is hidden has other worries than its version. */
function isCovered({ kind }: UnknownPart, unknowns: readonly UnknownPart[]): boolean {
  return kind === 'version' && unknowns.some(other => other.kind === 'command');
}
