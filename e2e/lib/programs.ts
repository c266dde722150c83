import { GoBinary, goBinary } from '../../scripts/go-binary';
import { BINARIES, BinaryName } from '../binaries';

/**
 * Where the programs of a run come from: the image's component and version, or the nearest patch of that minor that can be built. Etcd is that of
 * this machine.
 */
export class Programs {
  /** Image version asked for -> version that runs, where they differ. */
  public readonly standIns = new Map<string, string>();

  public path(component: string, version: string): { readonly executable: string; readonly version: string } {
    if (component === 'etcd') return { executable: 'etcd', version };
    const names = Object.keys(BINARIES) as BinaryName[];
    const exact = names.find(name => name === `${component} ${version}`);
    const minor = version.slice(0, version.lastIndexOf('.') + 1);
    const name = exact ?? names.find(candidate => candidate.startsWith(`${component} ${minor}`));
    if (!name) throw new Error(`no ${component} of ${minor}x can be built here; known: ${names.join(', ')}`);
    const running = name.slice(component.length + 1);
    if (!exact) this.standIns.set(`${component} ${version}`, running);
    return { executable: goBinary(BINARIES[name]), version: running };
  }

  /** Builds beforehand: a build in the middle of a scenario would stop its clocks. */
  public build(binaries: readonly GoBinary[], print: (text: string) => void): void {
    const start = Date.now();
    for (const binary of binaries) goBinary(binary);
    print(`programs are built (${((Date.now() - start) / 1000).toFixed(0)} s)`);
  }
}
