import { MIGRATED_CONTROLLERS } from './component-changes';
import { manifestPathOn } from './control-plane-node';
import { withControllersOff } from '../edit/controllers-flag';
import { editStaticPod } from '../edit/static-pod/edit';
import { parseStaticPod } from '../edit/static-pod/static-pod';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../kubernetes/node';

/** What `--controllers` of one node's kube-controller-manager was before phase `n` switched controllers off, and what it has been since. */
export interface Exclusion {
  /** None: the flag was not passed. */
  readonly before?: string;
  readonly written: string;
}

/** By the name of a control-plane node. */
export type Exclusions = Readonly<Record<string, Exclusion>>;

/**
 * The nodes as they were before phase `n`, where they were read again after it: what phase `n` wrote is taken out of `--controllers`, and nothing
 * else.
 *
 * @param record `migration.json` of an earlier synthesis; without one, a list that ends with all that phase `n` appends is taken for its work: on
 *   version N no process would run those controllers otherwise
 * @throws if the flag is neither what it was nor what was written, so that the origin of its entries is not known
 */
export function beforeExclusions(
  nodes: readonly NodeInput[], record: { readonly exclusions?: Exclusions } | undefined, version: KubernetesVersion | undefined,
): NodeInput[] {
  const appended = version && `,${withControllersOff('', KCM, MIGRATED_CONTROLLERS, version)}`;
  return nodes.map(node => {
    const path = node.role === NodeRole.CONTROL_PLANE ? manifestPathOn(node, KCM) : undefined;
    if (path === undefined) return node;
    const pod = parseStaticPod(node.files[path], { file: `${node.name}:${path}`, component: KCM });
    const now = pod.flagValue('controllers');
    const guessed = !record && appended && now?.endsWith(appended) ? { before: now.slice(0, -appended.length), written: now } : undefined;
    const exclusion = record?.exclusions?.[node.name] ?? guessed;
    if (exclusion === undefined || now === exclusion.before) return node;
    const { before, written } = exclusion;
    if (now !== written) {
      const known = [before === undefined ? 'not passed' : `'${before}' before phase 'n'`, `'${written}' since`].join(', ');
      throw new Error(`${node.name}:${path}: '--controllers' is ${now === undefined ? 'not passed' : `'${now}'`}, and migration.json has ${known}; `
        + 'hand in the manifests from before the migration, without a migration.json');
    }
    const undo = before === undefined ? { removeFlags: ['controllers'] } : { setFlags: [{ name: 'controllers', value: before }] };
    const { text } = editStaticPod(pod, undo);
    return { ...node, files: { ...node.files, [path]: text } };
  });
}
