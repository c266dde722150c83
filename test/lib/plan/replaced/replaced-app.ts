import { userDataFiles } from '../../../../src/lib/deliver/user-data/user-data';
import { nodeFileEntry, nodeFilePath } from '../../../../src/lib/migration/index-file';
import { migrationFile } from '../../../../src/lib/migration/make-migration-file';
import { MigrationProps } from '../../../../src/lib/migration/migration-props';
import { NodeReplacement } from '../../../../src/lib/migration/replacement/node-replacement';
import { contentHash } from '../../../../src/lib/text/content-hash';
import { kubeadmNodes } from '../../../nodes';
import { once } from '../../../once';
import { appFiles, migrationOf } from '../app-fixture';

/** Every group is replaced. */
export const ALL = { 'control-plane': NodeReplacement.replace(), 'workers': NodeReplacement.replace({ sharePercent: 50 }) };

/** What synthesis writes where nodes are replaced. */
export const replacedFiles = once((options: Partial<MigrationProps> = {}): ReadonlyMap<string, string> => {
  const props = { nodes: kubeadmNodes(), nodeReplacement: ALL, ...options };
  const files = new Map(appFiles(props));
  const migration = migrationOf(props);
  for (const phase of migration.phases) {
    const { nodeFiles } = migration._model.phase(phase);
    const all = [...nodeFiles, ...userDataFiles(migration, phase, nodeFiles)];
    for (const file of all) files.set(`nodes/${phase}/${nodeFilePath(file)}`, file.content);
    files.set(`nodes/${phase}/files.json`, JSON.stringify(all.map(nodeFileEntry)));
    const path = `dist/${phase}/app.k8s.yaml`;
    const manifests = [{ path, step: 10, sha256: contentHash(files.get(path)!) }];
    const index = migrationFile(migration, phase, { manifests, nodeFiles: `nodes/${phase}/files.json` });
    files.set(`nodes/${phase}/migration.json`, JSON.stringify(index));
  }
  return files;
});
