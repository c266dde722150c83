import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the migration, below the folder of a scenario. */
export const KCM_MANIFEST = /^nodes\/.*\/control-plane-n\/.*\/kube-controller-manager\.yaml$/;
export const KCM_MANIFEST_OF_N_PLUS_1 = /^nodes\/.*\/control-plane-n-plus-1\/.*\/kube-controller-manager\.yaml$/;
export const CCM_CONFIGURATION = /^dist\/.*\/20-config\.k8s\.yaml$/;
export const CCM_MANIFEST = /^dist\/.*\/30-ccm\.k8s\.yaml$/;

/** Changes every file whose path matches; that there is none, or that one stays as it was, is an error. */
export function edit(folder: string, files: RegExp, change: (text: string) => string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => files.test(path) && statSync(join(folder, path)).isFile());
  const changed = paths.filter(path => {
    const before = readFileSync(join(folder, path), 'utf8');
    const after = change(before);
    writeFileSync(join(folder, path), after);
    return before !== after;
  });
  if (changed.length === 0) throw new Error(`the edit changed none of ${paths.length} files that match ${files.source}`);
}

/** The text without the argument of that name. */
export function withoutLine(text: string, flag: string): string {
  return text.replace(new RegExp(`^ *- ${flag}(=.*)?\\n`, 'm'), '');
}
