import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { App } from 'cdk8s';
import { Construct } from 'constructs';
import { NodeFile, NodeInput, NodeRole } from '../lib/node';
import { checkNodeFile, nodeFileEntry, NodeFileEntry, nodeFilePath } from '../lib/node-files/index-file';
import { ToDelete } from '../lib/node-files/to-delete';

const INDEX = 'files.json';
const TO_DELETE = 'to-delete.json';
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

/**
 * Files that belong on nodes: static pod manifests, the migration configuration file, cloud config, kubelet flags.
 *
 * They are no Kubernetes objects, so they are written beside the output folder of cdk8s, by one explicit call after `app.synth()`.
 *
 * @example
 * const files = new NodeFiles(chart, 'Files');
 * files.addFile({ role: NodeRole.WORKER, side: NodeSide.N_PLUS_1, node: 'worker-1', path: '/etc/example.conf', content: 'x\n' });
 */
export class NodeFiles extends Construct {
  private readonly byPath = new Map<string, NodeFile>();
  private toDelete?: ToDelete;

  public constructor(scope: Construct, id: string) {
    super(scope, id);
  }

  /** The files, sorted by where they are written. */
  public get files(): NodeFile[] {
    return [...this.byPath.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
  }

  /**
   * Adds a file.
   *
   * @throws if another file has its place, or its place is outside its node
   */
  public addFile(file: NodeFile): void {
    checkNodeFile(file);
    const path = nodeFilePath(file);
    if (this.byPath.has(path)) throw new Error(`two node files for '${path}'; a node has one file at a path`);
    this.byPath.set(path, file);
  }

  /** @internal what the phase no longer has, written as `to-delete.json` */
  public _setToDelete(toDelete: ToDelete): void {
    this.toDelete = toDelete;
  }

  /**
   * Writes the files, `files.json` (path, mode, owner and sha256 of each) and `to-delete.json` (objects and node files that this phase no longer
   * has) to a folder. Call it after `app.synth()`, so that a refused synth leaves what was there. Files that an earlier call wrote there and that are
   * no longer in the set are removed; files of anybody else stay.
   *
   * @param outdir folder of the phase, for example `nodes/mixed`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s, where every `.yaml` counts as a manifest
   */
  public write(outdir: string): string[] {
    this.refuseManifestFolder(outdir);
    const entries = this.files.map(nodeFileEntry);
    const written: string[] = [];
    const put = (path: string, content: string) => {
      replaceFile(join(outdir, path), content);
      written.push(path);
    };
    // The old index is read first and replaced last: killed at any point, the next run knows every file that is ours.
    const before = readIndex(join(outdir, INDEX));
    for (const file of this.files) put(nodeFilePath(file), file.content);
    if (this.toDelete) put(TO_DELETE, json(this.toDelete));
    const now = new Set(entries.map(({ path }) => path));
    for (const { path } of before) if (!now.has(path)) removeFile(outdir, path);
    put(INDEX, json(entries));
    return written;
  }

  private refuseManifestFolder(outdir: string): void {
    const root = this.node.root;
    if (!(root instanceof App)) return;
    const inside = relative(resolve(root.outdir), resolve(outdir));
    if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) {
      throw new Error(`outdir '${outdir}' of the node files is below the output folder '${root.outdir}', where every .yaml file is taken as a manifest; use a folder beside it, for example 'nodes'`);
    }
  }
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2) + '\n';
}

/** By rename, so that a reader never sees half a file. */
function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

function readIndex(path: string): NodeFileEntry[] {
  if (!existsSync(path)) return [];
  try {
    const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(entries) && entries.every(entry => typeof entry?.path === 'string')) return entries as NodeFileEntry[];
  } catch { /* said below, with what to do */ }
  throw new Error(`'${path}' is not an index of node files, so stale files cannot be told from yours; move it away and run again`);
}

/** Removes a file of an earlier run and the folders that it leaves empty. */
function removeFile(outdir: string, path: string): void {
  const target = resolve(outdir, path);
  if (!target.startsWith(resolve(outdir) + sep)) throw new Error(`'${path}' in ${INDEX} points outside '${outdir}'; move the index away and run again`);
  rmSync(target, { force: true });
  for (let dir = dirname(target); dir !== resolve(outdir); dir = dirname(dir)) {
    if (!existsSync(dir)) continue;
    if (readdirSync(dir).length > 0) return;
    rmdirSync(dir);
  }
}
