import { CcmAvailabilityOptions } from './availability-options';
import { Flag } from './flag';
import { securePort } from './secure-port';

/**
 * The probes of the container. The server is up before the election, and `/healthz` needs no credentials (`--authorization-always-allow-paths`), so
 * every replica answers, also one that waits for the lock (k8s.io/cloud-provider@v0.20.15 and v0.27.0 app/controllermanager.go, Run).
 *
 * @throws if a probe is asked for, but nothing serves
 */
export function ccmProbes(options: CcmAvailabilityOptions, byDefault: boolean, flags: readonly Flag[]): Record<string, unknown> {
  const serving = securePort(flags);
  for (const prop of ['livenessProbe', 'readinessProbe'] as const) {
    if (options[prop] && !serving) {
      throw new Error(`${prop} is true, but flag '--secure-port=0' turns the server off that answers it; leave one of them out`);
    }
  }
  if (!serving) return {};
  const httpGet = { ...serving.host === undefined ? {} : { host: serving.host }, path: '/healthz', port: serving.port, scheme: 'HTTPS' };
  return {
    // kubeadm's numbers for kube-controller-manager (cmd/kubeadm/app/util/staticpod/utils.go, LivenessProbe).
    livenessProbe: options.livenessProbe ?? byDefault
      ? { httpGet, initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 15, failureThreshold: 8 } : undefined,
    // As kubeadm's ReadinessProbe; the API server's default threshold, not kubeadm's 3 x 1 s.
    readinessProbe: options.readinessProbe ?? byDefault ? { httpGet, periodSeconds: 10, timeoutSeconds: 15 } : undefined,
  };
}
