/** What the tarball consists of, as CycloneDX: npm's own list holds what is installed to build, and no part of the command line. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ShippedPackage } from './third-party-licenses';

const ROOT = resolve(__dirname, '..');
/** Property of npm: here nothing is for development. */
const DEVELOPMENT = 'cdx:npm:package:development';

interface Component {
  readonly 'bom-ref': string;
  readonly 'name': string;
  readonly 'version': string;
  readonly 'properties': readonly { readonly name: string; readonly value: string }[];
}

export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The same bytes for the same lock file: without the time and the number that npm adds. */
export function shippedSbom(packages: readonly ShippedPackage[]): Sbom {
  // A peer that a development tool may do without is no part of what is shipped, and npm refuses to list anything where it does not fit.
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--legacy-peer-deps'], {
    cwd: ROOT, encoding: 'utf8', maxBuffer: 50_000_000, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { serialNumber, metadata: { timestamp, ...metadata }, components, dependencies, ...all } = JSON.parse(text) as Sbom & {
    readonly serialNumber: string; readonly metadata: { readonly timestamp: string };
  };
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const own = metadata.component['bom-ref'];
  return {
    ...all,
    // npm names it after the folder.
    metadata: { ...metadata, component: { ...metadata.component, name: own.slice(0, own.lastIndexOf('@')) } },
    components: components.filter(({ name, version }) => shipped.has(`${name}@${version}`)).map(component => ({
      ...component, properties: component.properties.filter(({ name }) => name !== DEVELOPMENT),
    })),
    dependencies: dependencies.filter(({ ref }) => ref === own || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(other => shipped.has(other)) })),
  };
}
