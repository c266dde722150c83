/**
 * The three that KKP and KubeOne switch off while they migrate, in their own order. kubermatic/kubermatic@v2.22.0
 * pkg/resources/controllermanager/deployment.go:209-222; kubermatic/kubeone@v1.6.0 pkg/templates/kubeadm/v1beta3/kubeadm.go:232-284.
 */
export const GAPS = ['cloud-node-lifecycle', 'route', 'service'];

/** The value of `--controllers`. @param isOff whether the three are off */
export function controllersFlag(isOff: boolean): string {
  return ['*', 'bootstrapsigner', 'tokencleaner', ...isOff ? GAPS.map(name => `-${name}`) : []].join(',');
}

/** Flags as words of a command line. */
export function flagWords(flags: Readonly<Record<string, string>>): string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}
