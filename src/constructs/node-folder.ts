import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readBounded } from '../files/bounded-file';
import { readDirectory } from '../files/read-directory';
import { NodeInput, NodeRole } from '../lib/migration/node';
import { FileContent } from '../lib/read/input';
import { printable } from '../lib/text/printable';

/**
 * Reads the files of nodes from a folder, one folder per node: `control-plane/<node>/etc/kubernetes/...` and `worker/<node>/...`.
 */
export class NodeFolder {
  /**
   * @param dir folder that holds `control-plane/` and, optionally, `worker/`
   * @returns the nodes, sorted by role and name
   * @throws if there is no control-plane node in it, or a file is not text, too large, or a link out of the folder
   */
  public static read(dir: string): NodeInput[] {
    const nodes = [NodeRole.CONTROL_PLANE, NodeRole.WORKER].flatMap(role => {
      const roleDir = join(dir, role);
      if (!existsSync(roleDir)) return [];
      return readdirSync(roleDir).sort()
        .filter(name => statSync(join(roleDir, name)).isDirectory())
        .map(name => ({ name, role, files: readTree(join(roleDir, name), dir) }));
    });
    if (!nodes.some(({ role }) => role === NodeRole.CONTROL_PLANE)) {
      throw new Error(printable(`no control-plane node in '${dir}'; expected folders '${NodeRole.CONTROL_PLANE}/<node>/etc/kubernetes/manifests' below it`));
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
    const names = readdirSync(dir, { withFileTypes: true }).filter(entry => !entry.isDirectory() && /\.ya?ml$/.test(entry.name)).map(({ name }) => name).sort();
    return Object.fromEntries(names.map(name => [name, textOf(readBounded(join(dir, name), realpathSync(dir)), join(dir, name))]));
  }

  private constructor() {}
}

function readTree(root: string, dir: string): { [path: string]: string } {
  const [real, within] = [realpathSync(root), realpathSync(dir)];
  if (!real.startsWith(within + sep)) throw new Error(printable(`'${root}' is a link to '${real}', out of '${dir}'; put the folder itself there`));
  const files = [...readDirectory(root, '.').files].map(([path, content]): [string, string] => [`/${path}`, textOf(content, join(root, path))]);
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function textOf(content: FileContent, path: string): string {
  if ('unreadable' in content) throw new Error(printable(`'${path}': ${content.unreadable}; hand in only manifests and configuration`));
  return content.text;
}
