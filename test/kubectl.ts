import { spawnSync } from 'node:child_process';
import { describeNeeding } from './needs';

function kustomizeMissing(): string | undefined {
  const { stdout, status, error } = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  if (error || status !== 0) return 'kubectl is not installed';
  const { kustomizeVersion } = JSON.parse(stdout) as { kustomizeVersion?: string };
  return kustomizeVersion?.startsWith('v5.') ? undefined : `kubectl with kustomize 5 is needed, found ${kustomizeVersion ?? 'one without'}`;
}

/** The objects that kustomize 5 makes of a folder, as text. A warning, as for a deprecated field, is an error. */
export function kustomize(folder: string): string {
  const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`kubectl kustomize ${folder} failed: ${stderr}`);
  if (stderr !== '') throw new Error(`kubectl kustomize ${folder} warned: ${stderr}`);
  return stdout;
}

/** A `describe` that needs kubectl, required where `REQUIRE_KUBECTL` is set. */
export function describeKubectl(name: string, body: () => void): void {
  describeNeeding(name, kustomizeMissing(), 'REQUIRE_KUBECTL', body);
}
