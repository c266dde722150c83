import { Flag } from './flag';

/** Port without `--secure-port`: k8s.io/cloud-provider@v0.20.15 ports.go:22, the same in every minor. */
const DEFAULT_SECURE_PORT = 10258;

/** Where the component serves `/healthz` and `/metrics`. */
export interface SecurePort {
  readonly port: number;
  /** Address that it listens on, if not every one of the pod's. */
  readonly host?: string;
}

/** Where it serves, by its flags; undefined where it does not. */
export function securePort(flags: readonly Flag[]): SecurePort | undefined {
  const value = (name: string) => flags.find(flag => flag.name === name)?.value;
  const port = Number(value('secure-port') ?? DEFAULT_SECURE_PORT);
  if (port === 0) return undefined;
  const host = value('bind-address');
  return host === undefined || host === '0.0.0.0' || host === '::' ? { port } : { port, host };
}
