import { Seen } from './result';
import { reportedRollouts } from './rollouts';
import { CCM, KCM } from '../kubernetes/component';
import { firstOfEach, grouped } from '../kubernetes/once-for';
import { folderLabel } from '../read/input/layout';
import { managers, readAs } from '../view/ask';
import { ComponentView, Model } from '../view/model';

/** What was looked at. */
export function seenIn(model: Model): Seen {
  const ofKind = grouped(model.components, ({ kind }) => kind);
  const nodes = model.kinds.flatMap(({ name, nodes: own }) => {
    const others = grouped((ofKind.get(name) ?? []).filter(({ origin }) => origin !== 'static-pod' && origin !== 'kubeadm'), ({ node }) => node);
    return own.map(node => ({
      folder: folderOf(node.root, node.name),
      found: [...new Set([...node.staticPods, ...others.get(node.name) ?? []].map(describe))],
    }));
  });
  const alike = [...grouped(nodes, ({ found }) => found.join()).values()]
    .map(same => ({ found: same[0].found, folders: same.map(({ folder }) => folder) }));
  const configured = model.kinds.map(({ name }) => ({
    label: `the kubeadm configuration of ${name}`,
    found: [...new Set((ofKind.get(name) ?? []).filter(({ origin }) => origin === 'kubeadm').map(describe))],
  }));
  return {
    nodes: [
      ...alike.map(({ found, folders }) => ({ label: labelOf(folders), found })),
      ...configured.filter(({ found }) => found.length > 0),
    ],
    workloads: firstOfEach(model.components.filter(({ kind, origin }) => kind === undefined && origin !== 'assumed'), view => `${view.object} `
      + `${describe(view)}`)
      .map(view => ({ object: view.object, component: describe(view), ...model.realPlace(view.place) })),
    rollouts: reportedRollouts(model),
    passedOver: model.passedOver.filter(({ isStaticPod }) => !isStaticPod).map(({ place, what }) => ({ file: model.realPlace(place).file, what })),
    counts: { nodes: nodes.length, processes: managers(model).reduce((sum, { onNodes }) => sum + (onNodes?.length ?? 1), 0) },
    assumed: model.components.filter(({ origin }) => origin === 'assumed').map(({ object }) => object.replace(/^assumed /, '')),
  };
}

function folderOf(root: string, name: string): string {
  return root === '' ? name : root.replace(/\/$/, '');
}

function describe(view: ComponentView): string {
  const { component, version, awsRelease, unknowns } = view;
  const name = component === KCM ? 'KCM' : component === CCM ? 'CCM' : component;
  const isHidden = unknowns.some(({ part }) => part === 'command');
  const read = readAs(view);
  const release = awsRelease?.slice(1) ?? version?.toString();
  const shown = release === undefined ? ' of unknown version' : ` ${release}${read === undefined ? '' : `, ${read}`}`;
  return `${name}${shown}${isHidden ? ', command line not read' : ''}`;
}

/** More folders of nodes that are alike are counted. */
const MOST_FOLDERS = 10;

function labelOf(folders: readonly string[]): string {
  const [only] = folders;
  if (folders.length === 1 && folderLabel(only) !== only) return `the node in ${folderLabel(only)}`;
  const more = folders.length - MOST_FOLDERS;
  const named = folders.slice(0, MOST_FOLDERS).join(', ');
  return `${folders.length === 1 ? 'node' : `${folders.length} nodes`} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
