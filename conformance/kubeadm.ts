import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of a Debian node that kubeadm mounts into static pods where they exist. */
const NODE_FOLDERS = ['/etc/ssl/certs', '/etc/ca-certificates', '/usr/local/share/ca-certificates', '/usr/share/ca-certificates'];

/** kubeadm changes its root to the scratch folder, which takes root, or a user namespace in which one is. */
const AS_ROOT: readonly string[] = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];

/** The static pod manifests that the real kubeadm writes on a node, by file name. */
export function controlPlaneManifests(kubeadm: string, config: string, patches?: string): Map<string, string> {
  const root = mkdtempSync(join(tmpdir(), 'kubeadm-'));
  try {
    for (const folder of NODE_FOLDERS) mkdirSync(join(root, folder), { recursive: true });
    if (patches) cpSync(patches, join(root, 'patches'), { recursive: true });
    writeFileSync(join(root, 'kubeadm.yaml'), patches ? withPatches(config) : config);
    const [program, ...args] = [...AS_ROOT, kubeadm, 'init', 'phase', 'control-plane', 'all', `--rootfs=${root}`, '--config=/kubeadm.yaml'];
    execFileSync(program, args, { stdio: 'pipe' });
    const manifests = join(root, 'etc/kubernetes/manifests');
    return new Map(readdirSync(manifests).map(name => [name, readFileSync(join(manifests, name), 'utf8')]));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** `--patches` beside `--config` is refused: the folder stands in the configuration then. */
function withPatches(config: string): string {
  return config.replace('kind: InitConfiguration', 'kind: InitConfiguration\npatches:\n  directory: /patches');
}
