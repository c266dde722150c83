import { ReadGroup } from './kind-reader';
import { DEPLOYS_CCM } from '../../facts/manager-names';
import { CCM, KCM } from '../../kubernetes/component';
import { parseImage } from '../../kubernetes/image';
import { grouped } from '../../kubernetes/once-for';
import { isCcm, runsOn } from '../../view/ask';
import { ComponentView, Doubt, mayRunDoubt, NO_DOUBT, NodeView, Place, ReadModel } from '../../view/model';
import { VerifyInput } from '../input/input';
import { placeOfInput } from '../input/layout';

/** What was read of a cluster, as far as it says which of its kube-controller-managers are there. */
export interface ReadOfCluster {
  readonly views: readonly ComponentView[];
  readonly read: readonly ReadGroup[];
  readonly unread: readonly Doubt[];
}

const FIX = 'say what runs: --assume kcm=external:<release> or --assume kcm=in-tree:<cloud>:<release>.';

/**
 * Every cluster has a kube-controller-manager, and kubeadm and its like put one on each control-plane node: one that is not in the input may run all
 * the same, and nothing says how.
 */
export function missingManagers(cluster: ReadOfCluster, { directories }: VerifyInput): readonly Doubt[] {
  const { views, unread } = cluster;
  if (!views.some(({ component }) => component === KCM)) {
    if (unread.some(({ mayRun }) => mayRun?.includes(KCM))) return NO_DOUBT.isTold;
    return [mayRunDoubt(
      placeOfInput(directories), 'no kube-controller-manager is in the input, and every cluster has one',
      'With an in-tree cloud provider it runs the cloud controllers itself.', `Add the folders of the control-plane nodes, or ${FIX}`, [KCM],
    )];
  }
  const managers = grouped(views.filter(({ component }) => component === KCM), ({ kind }) => kind);
  return cluster.read.flatMap(group => ofNodes(group, cluster, managers));
}

/** Where the input has none, an operator may have deployed one. */
export function deployedManagers({ components, objects }: Pick<ReadModel, 'components' | 'objects'>): readonly Doubt[] {
  if (components.some(isCcm)) return NO_DOUBT.isTold;
  return objects.flatMap(({ kind, name, images }) => images.filter(({ reference }) => DEPLOYS_CCM.test(parseImage(reference).repository)).slice(0, 1)
    .map(({ reference, place }) => mayRunDoubt(
      place,
      `${kind} ${name} is an operator (${reference}), and the cloud-controller-manager that it deploys is not in the input`,
      'What it deploys runs the cloud controllers.',
      'Add what it deploys: ccm-migration collect, or kubectl get deployments,daemonsets -A -o yaml.', [CCM],
    )));
}

/** Control-plane nodes of a kind without one, where nothing else in the input says why. */
function ofNodes(
  { group, kind: { view: kind } }: ReadGroup, cluster: ReadOfCluster, managers: ReadonlyMap<string | undefined, readonly ComponentView[]>,
): readonly Doubt[] {
  const ofKind = managers.get(kind.name) ?? [];
  const isElsewhere = ofKind.some(({ origin }) => origin === 'kubeadm')
    || managers.get(undefined)?.some(view => view.origin !== 'kubeadm' && runsOn(view, kind.name));
  if (isElsewhere) return NO_DOUBT.isTold;
  const own = (node: NodeView) => [...node.staticPods, ...ofKind.filter(view => view.node === node.name)];
  const without = kind.nodes.filter(
    node => node.isControlPlane && !isSaid(node, cluster) && !own(node).some(({ component }) => component === KCM),
  );
  if (without.length === 0) return NO_DOUBT.isRight;
  const [{ root, staticPods }] = without;
  const [nodes, them] = without.length === 1 ? ['node', 'it'] : ['nodes', 'them'];
  return [mayRunDoubt(
    staticPods[0]?.place ?? { file: root.replace(/(?<!\/)\/+$/, '') || group.dir, line: 1 },
    `control-plane ${nodes} ${without.map(({ name }) => name).join(', ')}: no kube-controller-manager of ${them} is in the input`,
    'With an in-tree cloud provider it runs the cloud controllers itself; that its file is not given does not say that it does not run.',
    `Add its manifest or unit to the folder of the node; where none runs there, ${FIX}`, [KCM],
  )];
}

/** Whether a file of the node that may be one could not be read, which is reported by itself. */
function isSaid({ root, isLive }: NodeView, { unread }: ReadOfCluster): boolean {
  if (isLive === true) return false;
  const isHere = ({ file }: Place) => file.startsWith(root === '' || root.endsWith('/') ? root : `${root}/`);
  return unread.some(({ place, mayRun }) => mayRun?.includes(KCM) === true && isHere(place));
}
