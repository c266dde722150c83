import { ComponentView } from '../../view/model';
import { placeAt } from '../component/container';
import { ObjectAt } from '../documents/documents';
import { RunDoubt } from '../documents/running';

export type PodDoubt = NonNullable<ComponentView['podDoubts']>[number];

/** A doubt with its place: in the workload, where it names no other object. */
export function placed({ object, place, path, what, fix }: RunDoubt, workload: ObjectAt): PodDoubt {
  const { file, document } = object ?? workload;
  return { place: place ?? placeAt(file, document, path), what, fix };
}
