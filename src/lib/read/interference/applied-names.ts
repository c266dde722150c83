import { ObjectAt } from '../documents/documents';
import { RunDoubt } from '../documents/running';
import { STANDARD_INPUT } from '../input/input';

/** Names that are applied with their folder: k8s.io/cli-runtime@v0.26.15 pkg/resource/builder.go FileExtensions; Flux and Argo CD take the same. */
const APPLIED = /\.(?:json|ya?ml)$/;

/** An object in a file that nothing applies with the folder that it is in. */
export function notAppliedByName({ file, kind, name, base }: ObjectAt): readonly RunDoubt[] {
  return file === STANDARD_INPUT || APPLIED.test(file) ? [] : [{
    path: base,
    what: `${kind} ${name} is in a file that is applied with no folder (.json, .yaml and .yml are), and nothing says that it is applied by itself`,
    fix: 'Rename it, or leave it out of the input.',
  }];
}
