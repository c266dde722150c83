import { Place } from '../../view/model';
import { ParsedBefore } from '../documents/documents';
import { VerifyInput } from '../input/input';
import { fileName } from '../input/layout';
import { withClusterApi } from '../sources/cluster-api';
import { withTopologies } from '../sources/cluster-topology';
import { withInstallers } from '../sources/installers';
import { withKubeadmKubelets } from '../sources/kubeadm-kubelets';
import { withTalosStaticPods } from '../sources/talos-static-pods';
import { withUserData } from '../sources/user-data';

/**
 * The input with the files that texts of it hold, and what was read of documents of installers. **The table of sources**, from the first to the last:
 * what one makes of a text, the next may take.
 */
export function unfolded(given: VerifyInput) {
  const parsed: ParsedBefore = new Map();
  let classes: ReturnType<typeof withTopologies>['readings'] = new Map();
  const sources: readonly ((input: VerifyInput) => VerifyInput)[] = [
    withUserData,
    withTalosStaticPods,
    input => {
      const made = withTopologies(input, parsed);
      classes = made.readings;
      return made.input;
    },
    input => withClusterApi(input, parsed),
    input => withKubeadmKubelets(input, parsed),
  ];
  const { input, readings } = withInstallers(sources.reduce((made, source) => source(made), given), parsed);
  return { input, parsed, readings: new Map([...classes, ...readings]) };
}

/** Where a place is in a file that exists. Only files that were made from others have another one. */
export function realPlaces({ directories }: VerifyInput): (place: Place) => Place {
  const made = new Map(directories.flatMap(directory => [...directory.files].flatMap(([path, content]) =>
    content.origin ? [[fileName(directory, path), content.origin] as const] : [])));
  return place => {
    const real = made.get(place.file)?.(place.line) ?? place;
    // A file of a machine may be of an object that was made itself, of a class.
    return real.file === place.file ? real : made.get(real.file)?.(real.line) ?? real;
  };
}
