import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goBinary, goMissing } from '../scripts/go-binary';

/** The manifests of a cluster as a kustomization and as a chart, each with one label of the cluster put in: what a team without this library has. */
export interface Peers {
  readonly kustomize: { readonly folder: string; readonly command: string };
  readonly helm: { readonly folder: string; readonly command: string };
}

/** Writes both below a folder. */
export function peersOf(manifests: string, folder: string): Peers {
  const files = readdirSync(manifests).sort();
  const kustomize = join(folder, 'kustomize');
  cpSync(manifests, kustomize, { recursive: true });
  writeFileSync(join(kustomize, 'kustomization.yaml'), JSON.stringify({
    resources: files,
    patches: [{ target: { kind: 'DaemonSet' }, patch: '[{ "op": "add", "path": "/metadata/labels/cluster", "value": "prod-1" }]' }],
  }));
  const helm = join(folder, 'helm');
  mkdirSync(join(helm, 'templates'), { recursive: true });
  writeFileSync(join(helm, 'Chart.yaml'), 'apiVersion: v2\nname: cluster\nversion: 1.0.0\n');
  for (const file of files) {
    // The first label of each object: as many places as a chart would fill in.
    const text = readFileSync(join(manifests, file), 'utf8').replace(/^ {2}labels:\n/gm, line => `${line}    cluster: {{ .Values.cluster }}\n`);
    writeFileSync(join(helm, 'templates', file), text);
  }
  return {
    kustomize: { folder: kustomize, command: 'kubectl kustomize .' },
    helm: { folder: helm, command: `${program('helm-3.17.3', 'conformance/helm', 'helm.sh/helm/v3/cmd/helm')} template . --set cluster=prod-1` },
  };
}

/** Reads files and looks for no schema: less than anything can do that reads manifests. */
export function kubeconform(files: readonly string[]): string {
  const path = program('kubeconform-0.8.0', 'bench/bin/kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform');
  return `${path} -ignore-missing-schemas -schema-location '/nowhere/{{ .ResourceKind }}.json' ${files.join(' ')}`;
}

function program(name: string, dir: string, main: string): string {
  const missing = goMissing();
  if (missing !== undefined) throw new Error(`${name} is a peer and cannot be built: ${missing}`);
  return goBinary({ name, dir, package: main });
}
