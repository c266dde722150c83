import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Folders of a Debian node that kubeadm mounts into static pods where they exist. */
const NODE_FOLDERS = ['/etc/ssl/certs', '/etc/ca-certificates', '/usr/local/share/ca-certificates', '/usr/share/ca-certificates'];

/** kubeadm changes its root to the scratch folder, which takes root, or a user namespace in which one is. */
const AS_ROOT: readonly string[] = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];

/** The static pod manifests that the real kubeadm writes on a node, by file name. */
export function controlPlaneManifests(kubeadm: string, config: string, patches?: string, folders = NODE_FOLDERS): Map<string, string> {
  const root = mkdtempSync(join(tmpdir(), 'kubeadm-'));
  try {
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
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

/** A configuration as `kubeadm config migrate` writes it: in the newest version that this kubeadm knows, with all defaults. */
export function convertedConfig(kubeadm: string, config: string): string {
  const { text, complaint } = migrate(kubeadm, config);
  if (complaint !== undefined) throw new Error(complaint);
  return text;
}

/** Why this kubeadm refuses a configuration, or what it warns of in it; undefined: it takes it, strictly. */
export function complaintOf(kubeadm: string, config: string): string | undefined {
  return migrate(kubeadm, config).complaint;
}

function migrate(kubeadm: string, config: string): { readonly text: string; readonly complaint?: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kubeadm-'));
  try {
    const file = join(folder, 'old.yaml');
    writeFileSync(file, config);
    const { status, stdout, stderr } = spawnSync(kubeadm, ['config', 'migrate', `--old-config=${file}`], { encoding: 'utf8' });
    // What is not known is a warning to kubeadm: it goes on with its own default.
    return { text: stdout, complaint: status !== 0 || /strict decoding error/.test(stderr) ? stderr : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `--patches` beside `--config` is refused: the folder stands in the configuration then. */
function withPatches(config: string): string {
  return config.replace('kind: InitConfiguration', 'kind: InitConfiguration\npatches:\n  directory: /patches');
}

/** A manifest in which the order of flags, mounts and volumes does not count: a patch can only append. */
export function sortedManifest(text: string): unknown {
  const pod = parse(text) as { spec: { containers: { command: string[]; volumeMounts: { name: string }[] }[]; volumes: { name: string }[] } };
  const [container] = pod.spec.containers;
  const byName = (a: { name: string }, b: { name: string }): number => a.name < b.name ? -1 : 1;
  container.command.sort();
  container.volumeMounts.sort(byName);
  pod.spec.volumes.sort(byName);
  return pod;
}
