import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { definitionFiles } from './definitions';
import { writeManifests } from './manifests';
import { NEWEST_API_SERVER } from '../binaries';
import { ApiServer } from '../lib/api-server';
import { kubeadmNodes } from '../lib/input';
import { eventually } from '../lib/wait';

/** What one release of kube-apiserver said of the manifests. */
export interface Acceptance {
  readonly release: string;
  readonly accepted: number;
  readonly refused: readonly string[];
}

/** Releases that are shown everything. */
export const ACCEPTANCES = (['1.26.15', NEWEST_API_SERVER] as const).map(release => ({ release, name: `accepted-by-${release}` }));

/** `kubectl apply --server-side --dry-run=server` of everything that the library writes, with unknown fields as errors, against a real API server. */
export async function accept(release: string, scratch: string, print: (text: string) => void): Promise<Acceptance> {
  const manifests = join(scratch, 'manifests');
  writeManifests(manifests);
  const server = await ApiServer.start(join(scratch, 'cluster'), kubeadmNodes()[0], { release, controllers: false });
  const kubectl = (...args: string[]): Promise<{ readonly stdout: string }> =>
    promisify(execFile)('kubectl', [`--kubeconfig=${server.admin.kubeconfig}`, ...args], { maxBuffer: 2 ** 26 });
  try {
    await kubectl('apply', '--server-side', ...definitionFiles().flatMap(file => ['-f', file]));
    // kubectl fails on one that has no conditions yet.
    await eventually('the definitions', 60, () => kubectl('wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all'));
    for (const namespace of namespaces(manifests)) await kubectl('create', 'namespace', namespace).catch(unlessExists);
    const dryRun = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--force-conflicts', '--recursive', '-f', manifests];
    const { stdout, stderr = '' } = await kubectl(...dryRun).catch(
      (error: { stdout: string; stderr: string }) => error,
    ) as { stdout: string; stderr?: string };
    const accepted = stdout.split('\n').filter(line => line.endsWith('(server dry run)')).length;
    const refused = stderr.split('\n').filter(isRefusal);
    print(`kube-apiserver ${release} accepts ${accepted} objects and refuses ${refused.length}`);
    refused.forEach(line => print(`[accepted-by-${release}] FAILED: ${line}`));
    return { release, accepted, refused };
  } finally {
    await server.stop();
  }
}

function isRefusal(line: string): boolean {
  return line !== '' && !line.startsWith('Warning:');
}

function unlessExists(error: { readonly stderr: string }): void {
  if (!error.stderr.includes('AlreadyExists')) throw error;
}

function namespaces(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml'));
  const documents = files.flatMap(
    file => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(
      document => document.toJS() as { metadata?: { namespace?: string } } | null,
    ),
  );
  return [...new Set(documents.flatMap(document => document?.metadata?.namespace ?? []))].sort();
}
