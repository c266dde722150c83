import { AskedCluster } from './kinds';
import { ReadKops, ReadKopsCase } from './read';
import { KopsRelease } from '../../../src/lib/facts/kops';
import { componentFlags, isExternal, KopsFlags } from '../../../src/lib/installers/kops/component-flags';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NEWEST } from '../releases';

/**
 * Where our model of kops (src/lib/installers/kops/component-flags.ts) makes something else of a Cluster than kops itself did.
 *
 * @param release the facts of the release that was read
 * @param asked the Clusters that it was asked about
 */
export function differences(tag: string, { cases }: ReadKops, release: KopsRelease, asked: readonly AskedCluster[]): readonly string[] {
  return cases.flatMap((one) => {
    const { spec } = asked.find(({ kind }) => kind === one.kind)!;
    const version = KubernetesVersion.of(one.kubernetes);
    if (!isTaken(one, spec, release, version)) return [];
    const ours = componentFlags('c', spec, release, version);
    return (['kcm', 'ccm', 'apiServer', 'kubelet'] as const).filter(name => flagText(ours[name]) !== flagText(one[name])).map(name =>
      `kops ${tag}, '${one.kind}' of ${one.kubernetes}: ${name} is ${flagText(one[name])}, and the model says ${flagText(ours[name])}`);
  });
}

/** The oldest minor that any table of facts is about. */
const OLDEST = Number(Object.keys(NEWEST)[0].split('.')[1]);

/** kops refuses an external cloud controller without the driver that the Cluster turns off: awsValidateExternalCloudControllerManager. */
function isTaken({ kind, refused }: ReadKopsCase, spec: AskedCluster['spec'], release: KopsRelease, version: KubernetesVersion): boolean {
  return refused !== true && version.minor >= OLDEST && !(kind === 'no-driver' && isExternal(spec, release, version));
}

/** Flags as a command line has them, sorted. */
export function flagText(flags: KopsFlags | undefined): string {
  if (flags === undefined) return 'none';
  return Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `--${name}=${value}`).join(' ');
}
