import { NeededObject } from './needs';
import { mapOf } from '../../edit/yaml/data';
import { LEFT_OUT, LeftOut } from '../../facts/left-out';
import { onceFor } from '../../kubernetes/once-for';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { STANDARD_INPUT } from '../input/input';

/** That it exists is all that is needed of it. */
const HAS_NO_CONTENT = ['Namespace', 'ServiceAccount'];

/** Labels and annotations at which a workload, or what it needs, is not applied, or is taken away again. */
export function leftOut(needed: readonly NeededObject[]): readonly Doubt[] {
  return needed.flatMap(({ object }) => object === undefined ? NO_DOUBT.isGranted : doubtsOf(object));
}

const doubtsOf = onceFor((object: ObjectAt): readonly Doubt[] => ['annotations', 'labels'].flatMap(list =>
  Object.entries(mapOf(mapOf(object.data.metadata)[list])).flatMap(([key, value]): readonly Doubt[] => {
    const known = LEFT_OUT.find(one => one.key.test(key) && counts(one, list, String(value ?? ''), object.kind));
    return known === undefined ? NO_DOUBT.isRight : [{
      place: placeAt(object.file, object.document, [...object.base, 'metadata', list, key]),
      what: `${object.kind} ${object.name} has the ${list.slice(0, -1)} ${key}: ${String(value)}, and so ${known.what}`,
      fix: `Take the ${list.slice(0, -1)} out, or leave the object out of the input.`,
    }];
  })));

function counts({ value, kinds, isLabelToo, isThere }: LeftOut, list: string, given: string, kind: string): boolean {
  return (list === 'annotations' || isLabelToo === true) && value?.test(given) !== false && kinds?.includes(kind) !== false
    && !(isThere === true && HAS_NO_CONTENT.includes(kind));
}

/** Names that are applied with their folder: k8s.io/cli-runtime@v0.26.15 pkg/resource/builder.go FileExtensions; Flux and Argo CD take the same. */
const APPLIED = /\.(?:json|ya?ml)$/;

/** An object in a file that nothing applies with the folder that it is in. */
export function notAppliedByName({ file, document, kind, name, base }: ObjectAt): readonly Doubt[] {
  return file === STANDARD_INPUT || APPLIED.test(file) ? NO_DOUBT.isRight : [{
    place: placeAt(file, document, base),
    what: `${kind} ${name} is in a file that is applied with no folder (.json, .yaml and .yml are), and nothing says that it is applied by itself`,
    fix: 'Rename it, or leave it out of the input.',
  }];
}
