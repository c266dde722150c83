import { Kind, specOf } from './kinds';
import { ReadKops, ReadKopsCase } from './read';
import { componentFlags, isExternal, KopsFlags } from '../../../src/lib/deliver/kops/component-flags';
import { KopsRelease } from '../../../src/lib/facts/kops';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NEWEST } from '../releases';

/** What of a case is compared, and in which words. */
type Said = Readonly<Record<string, KopsFlags | string | undefined>>;

/**
 * Where our model of kops (src/lib/deliver/kops/component-flags.ts) makes something else of a Cluster than kops itself did.
 *
 * @param release the facts of the release that was read
 */
export function differences(tag: string, { cases }: ReadKops, release: KopsRelease): readonly string[] {
  return cases.filter(one => isTaken(one, release)).flatMap((one) => {
    const [ours, theirs] = [modelled(one.kind, one.kubernetes, release), said(one)];
    return Object.keys(theirs).filter(name => text(ours[name]) !== text(theirs[name])).map(name =>
      `kops ${tag}, '${one.kind}' of 1.${one.kubernetes}: ${name} is ${text(theirs[name])}, and the model says ${text(ours[name])}`);
  });
}

/** The oldest minor that any table of facts is about. */
const OLDEST = Number(Object.keys(NEWEST)[0].split('.')[1]);

/** kops refuses an external cloud controller without the driver that the Cluster turns off: awsValidateExternalCloudControllerManager. */
function isTaken({ kind, kubernetes, refused }: ReadKopsCase, release: KopsRelease): boolean {
  return refused !== true && kubernetes >= OLDEST && !(kind === 'no-driver' && isExternal(specOf(kind), release, versionOf(kubernetes)));
}

function modelled(kind: Kind, minor: number, release: KopsRelease): Said {
  const { kcm, ccm, apiServer, kubelet } = componentFlags('c', specOf(kind), release, versionOf(minor));
  return { kcm, ccm, apiServer, kubelet };
}

function said({ kcm, ccm, apiServer, kubelet }: ReadKopsCase): Said {
  return { kcm, ccm, apiServer, kubelet };
}

function versionOf(minor: number): KubernetesVersion {
  return KubernetesVersion.of(`1.${minor}.10`);
}

function text(flags: KopsFlags | string | undefined): string {
  if (flags === undefined || typeof flags === 'string') return flags ?? 'none';
  return Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `--${name}=${value}`).join(' ');
}
