import { ReadComponent } from './component-reader';
import { inTreeClouds } from '../../facts/in-tree-clouds';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { versionAsRead, versionProblem } from '../../model/component-version';
import { Assumption } from '../input/input';

const ACCEPTED = "'kcm=external:<release>' or 'kcm=in-tree:<cloud>:<release>', such as 'kcm=external:1.27.16' or 'kcm=in-tree:aws:1.26.15'";

/**
 * Reads `kcm=external:1.27.16` or `kcm=in-tree:aws:1.26.15`.
 *
 * @param unreadRelease whether the release may be younger than the tables
 * @throws if the text is neither, or names a release or a cloud that is not known
 */
export function parseAssumption(text: string, unreadRelease: boolean = false): Assumption {
  const match = /^kcm=(?:external|in-tree:([a-z][a-z0-9-]*)):(v?1\.\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new Error(`assume is '${text}'; accepted: ${ACCEPTED}`);
  const version = versionAsRead(KubernetesVersion.of(match[2]), { unreadRelease })!;
  const problem = versionProblem(version);
  if (problem !== undefined) throw new Error(`assume is '${text}', but ${problem}`);
  const cloud = match[1];
  if (cloud !== undefined && !inTreeClouds(version).includes(cloud)) {
    const clouds = inTreeClouds(version);
    throw new Error(`assume is '${text}', but Kubernetes ${version.minorVersion} has no in-tree cloud provider '${cloud}'; `
      + `${clouds.length > 0 ? `it has ${clouds.join(', ')}` : 'it has none'}`);
  }
  return { text, version, cloudProvider: cloud ?? 'external' };
}

/** The component that is taken to run on every control-plane node, with default flags. */
export function assumedComponent({ text, version, cloudProvider }: Assumption): ReadComponent {
  const place = { file: '', line: 1 };
  return {
    view: {
      component: KCM,
      object: `assumed ${text}`,
      place,
      origin: 'assumed',
      version,
      flags: [{ name: 'cloud-provider', value: cloudProvider, place }],
      unknowns: [],
    },
    context: { dir: '', label: `assumed (${text})`, replication: { kind: 'per-node' } },
  };
}
