import { MountedVolume, mountFor } from './pod-facts';
import { FileSources, referencedFile } from './referenced-file';
import { OF_ACCOUNT, OF_IMAGE, OF_KERNEL } from '../../facts/inputs/node-paths';
import { START_FILES, StartFile } from '../../facts/start-files';
import { CCM, KCM } from '../../kubernetes/component';
import { flagOf, textOf } from '../../view/ask';
import { ComponentView, Doubt, NO_DOUBT, PlacedFlag } from '../../view/model';
import { servingPort } from '../../view/serving';
import { kubeconfigProblemsOf } from '../documents/kubeconfig';

/**
 * Files that flags of a pod name, that it needs to start, and that no volume of it has. What a node has at a hostPath is not looked up: keys and
 * certificates are handed in with no node.
 */
export function missingFiles(view: ComponentView, mounts: readonly MountedVolume[], sources: FileSources): readonly Doubt[] {
  const { component, origin } = view;
  if (view.pod === undefined) return NO_DOUBT.notAsked;
  const isServing = servingPort(view) !== 0;
  const isRead = ({ components, isOfServing, only }: StartFile) => components.includes(component) && (isServing || isOfServing !== true)
    && (only === undefined || textOf(view, only.flag) === only.value);
  return START_FILES.filter(isRead).flatMap(row =>
    pathsOf(view, row.flag).flatMap((flag): readonly Doubt[] => {
      const path = flag.value!;
      const found = OF_KERNEL.test(path) || (origin !== 'static-pod' && OF_ACCOUNT.test(path)) ? undefined : missing(flag, mounts, sources);
      const isDoubtful = row.isDoubtful === true || found?.isDoubtful === true;
      return found === undefined ? NO_DOUBT.isRight : [{
        part: `--${flag.name}`,
        place: flag.place,
        what: `--${flag.name}=${path}, but ${found.what}`,
        ...row.reaches === undefined ? {} : { reaches: row.reaches },
        ...isDoubtful ? { isDoubtful } : {},
      }];
    }));
}

/** Why a manager cannot use its kubeconfig; files that it names have to be in its pod. */
export function unusableKubeconfig(view: ComponentView, mounts: readonly MountedVolume[]): readonly Doubt[] {
  const flag = flagOf(view, 'kubeconfig');
  if (flag === undefined || (view.component !== KCM && view.component !== CCM)) return NO_DOUBT.notAsked;
  const folder = (flag.value ?? '').slice(0, (flag.value ?? '').lastIndexOf('/') + 1);
  const isThere = (file: string) => {
    const path = file.startsWith('/') ? file : `${folder}${file}`;
    return view.pod === undefined || OF_IMAGE.test(path) || OF_ACCOUNT.test(path) || mountFor(mounts, path) !== undefined;
  };
  return kubeconfigProblemsOf(view, flagOf(view, 'master')?.value).filter(({ file }) => file === undefined || !isThere(file))
    .map(({ what, file, isDoubtful }) => ({
      place: flag.place,
      what: `--kubeconfig=${flag.value}, but ${what}${file === undefined ? '' : ', and no volume is mounted there'}`,
      ...isDoubtful === true ? { isDoubtful } : {},
    }));
}

function missing(flag: PlacedFlag, mounts: readonly MountedVolume[], sources: FileSources): Pick<Doubt, 'what' | 'isDoubtful'> | undefined {
  const file = referencedFile(flag, mounts, sources)!;
  if (!file.mounted) {
    return OF_IMAGE.test(file.path) ? { what: 'no volume is mounted there, and whether its image has the file is not known', isDoubtful: true }
      : { what: 'no volume is mounted there' };
  }
  const { configMap, other } = mountFor(mounts, file.path)!;
  if (configMap && file.state === 'absent') return { what: `${file.from} does not exist` };
  if (other?.startsWith('emptyDir ') !== true) return undefined;
  return { what: `${other} is mounted there, which is empty when the pod starts`, isDoubtful: true };
}

/** The flag with each path that it names: `--tls-sni-cert-key` takes `cert,key:names`, and as often as it is given. */
function pathsOf(view: ComponentView, name: string): readonly PlacedFlag[] {
  const given = name.endsWith('-sni-cert-key') ? view.flags.filter(flag => flag.name === name) : [flagOf(view, name) ?? []].flat();
  return given.flatMap(flag => {
    const value = flag.value ?? '';
    const paths = name.endsWith('-sni-cert-key') ? value.replace(/:[\s\S]*/, '').split(',').map(path => path.trim()) : [value];
    return paths.filter(path => path !== '').map(path => ({ ...flag, value: path }));
  });
}
