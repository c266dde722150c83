import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { NodeInput, NodeRole } from '../lib/migration/node';

/** Larger than any manifest or configuration; a limit on what is read into memory. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/**
 * Reads the files of nodes from a folder, one folder per node: `control-plane/<node>/etc/kubernetes/...` and `worker/<node>/...`.
 */
export class NodeFolder {
  /**
   * @param dir folder that holds `control-plane/` and, optionally, `worker/`
   * @returns the nodes, sorted by role and name
   * @throws if there is no control-plane node in it, or a file is not text
   */
  public static read(dir: string): NodeInput[] {
    const nodes = [NodeRole.CONTROL_PLANE, NodeRole.WORKER].flatMap(role => {
      const roleDir = join(dir, role);
      if (!existsSync(roleDir)) return [];
      return readdirSync(roleDir).sort()
        .filter(name => statSync(join(roleDir, name)).isDirectory())
        .map(name => ({ name, role, files: readTree(join(roleDir, name)) }));
    });
    if (!nodes.some(({ role }) => role === NodeRole.CONTROL_PLANE)) {
      throw new Error(`no control-plane node in '${dir}'; expected folders '${NodeRole.CONTROL_PLANE}/<node>/etc/kubernetes/manifests' below it`);
    }
    return nodes;
  }

  /**
   * Reads the YAML files that lie directly in a folder, for example the configurations of kubeadm.
   *
   * @param dir folder
   * @returns text by file name, sorted
   */
  public static readFiles(dir: string): { [file: string]: string } {
    const names = readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name)).map(({ name }) => name).sort();
    return Object.fromEntries(names.map(name => [name, readText(join(dir, name))]));
  }

  private constructor() {}
}

function readTree(root: string): { [path: string]: string } {
  const files: { [path: string]: string } = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files['/' + relative(root, path).split(sep).join('/')] = readText(path);
  }
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readText(path: string): string {
  const { size } = statSync(path);
  if (size > MAX_FILE_BYTES) throw new Error(`'${path}' has ${size} bytes, more than ${MAX_FILE_BYTES}; hand in only manifests and configuration`);
  try {
    // A byte order mark is part of the file: edits must restore it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(readFileSync(path)));
  } catch {
    throw new Error(`'${path}' is not UTF-8 text; hand in only manifests and configuration`);
  }
}
