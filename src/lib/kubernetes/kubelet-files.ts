
/**
 * The files that a kubelet starts pods from: those directly below its folder, with any ending, but no name that begins with a dot, or the one that
 * the path names. k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:139 extractFromDir, file_linux.go produceWatchEvent.
 *
 * @param paths with or without a slash in front, as `folder` has one
 */
export function staticPodFiles(folder: string, paths: readonly string[]): readonly string[] {
  if (paths.includes(folder)) return [folder];
  return paths.filter(path => path.startsWith(`${folder}/`) && /^[^./][^/]*$|^$/.test(path.slice(folder.length + 1)));
}

/**
 * A path of the kubelet's configuration on its node: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubeletconfig/util/configfiles, resolveRelativePaths.
 *
 * @param file that has it
 */
export function pathInConfiguration(path: string, file: string): string {
  return path === '' || path.startsWith('/') ? path : `${file.slice(0, file.lastIndexOf('/') + 1)}${path}`;
}

/** A path as Go cleans it: `/etc/./pods//` is `/etc/pods`. */
export function cleanedPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
