import { Construct } from 'constructs';
import { refuseManifestFolder } from './manifest-folder';
import { secretGuard, SECRET_MODE } from './secret-files';
import { FolderFile } from '../files/exchange-folder';
import { renderJson, writeOutput } from '../files/output-folder';
import { NodeFile } from '../lib/kubernetes/node';
import { checkNodeFile, holdsSecret, nodeFileEntry, nodeFilePath } from '../lib/migration/index-file';
import { inOrderOfDeletion, ObjectReference, TO_DELETE, ToDelete } from '../lib/migration/to-delete';
import { checkNames } from '../lib/options/check-names';

/**
 * Files that belong on nodes: static pod manifests, the migration configuration file, cloud config, kubelet flags.
 *
 * They are no Kubernetes objects, so they are written beside the output folder of cdk8s, by one explicit call after `app.synth()`.
 *
 * @example
 * const files = new NodeFiles(chart, 'Files');
 * files.addFile({ role: NodeRole.WORKER, side: NodeSide.N_PLUS_1, node: 'worker-1', path: '/etc/example.conf', content: 'x' });
 */
export class NodeFiles extends Construct {
  private readonly byPath = new Map<string, NodeFile>();
  private toDelete?: () => ToDelete;
  private leftBehind: readonly ObjectReference[] = [];

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
    checkNames('NodeFile', file);
    checkNodeFile(file);
    const path = nodeFilePath(file);
    if (this.byPath.has(path)) throw new Error(`two node files for '${path}'; a node has one file at a path`);
    this.byPath.set(path, file);
  }

  /** @internal what the phase no longer has, written as `to-delete.json`; asked only when it is */
  public _setToDelete(toDelete: () => ToDelete): void {
    this.toDelete = toDelete;
  }

  /** @internal objects that earlier runs wrote, and nothing has any more: they are in `to-delete.json` too */
  public _setLeftBehind(objects: readonly ObjectReference[]): void {
    this.leftBehind = objects;
  }

  /**
   * Writes the files, `files.json` (path, mode, owner and sums) and `to-delete.json` to a folder, after `app.synth()`.
   *
   * Files that an earlier call wrote there and that are no longer in the set are removed; all other files stay.
   *
   * A file with a password or token in it gets mode 0600, and a `.gitignore` keeps it out of what is committed: bring it to the nodes encrypted
   * (sops, age) or from where it is kept.
   *
   * @param outdir folder of the phase, for example `nodes/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether files with secrets may be committed; false if left out
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s, where every `.yaml` counts as a manifest, or has a `.gitignore` of yours where ours must
   *   be
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return this._write(outdir, commitSecrets, []);
  }

  /** @internal the same, with more files beside the index */
  public _write(outdir: string, commitSecrets: boolean, more: readonly FolderFile[]): string[] {
    refuseManifestFolder(this, outdir);
    const secret = this.files.filter(holdsSecret).map(nodeFilePath);
    const files: FolderFile[] = this.files.map(file => ({
      path: nodeFilePath(file), content: file.content, ...holdsSecret(file) ? { mode: SECRET_MODE } : {},
    }));
    const toDelete = this.toDelete?.();
    if (toDelete) {
      const objects = inOrderOfDeletion([...toDelete.objects, ...this.leftBehind]);
      files.push({ path: TO_DELETE, content: renderJson({ ...toDelete, objects }) });
    }
    const guard = secretGuard(outdir, secret, commitSecrets);
    return writeOutput(outdir, [...files, ...guard.files, ...more], this.files.map(nodeFileEntry), guard.gone);
  }
}
