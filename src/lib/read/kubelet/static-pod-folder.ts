/**
 * Whether the kubelet looks at a file directly below its static pod folder: any ending, but no name that begins with a dot.
 * k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:139 extractFromDir, file_linux.go produceWatchEvent.
 */
export function isStaticPodFile(name: string): boolean {
  return !name.startsWith('.') && !name.includes('/');
}
