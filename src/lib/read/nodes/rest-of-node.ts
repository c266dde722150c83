import { NodeKubelet } from './kubelet/node-kubelet';
import { otherPodSources } from './other-pod-sources';
import { belowUnits } from '../../edit/systemd/unit';
import { DISTRIBUTIONS } from '../../facts/distributions';
import { decidesWhatStarts, isDeployed, TURNED_INTO_PODS, UNWATCHED } from '../../facts/inputs/node-paths';
import { KCM } from '../../kubernetes/component';
import { filledIn } from '../../text/shell-variables';
import { Doubt, mayRunDoubt, NO_DOUBT } from '../../view/model';
import { notStarted, whyNotStarted } from '../coverage/not-started';
import { contentOnNode, nameOnNode, NodeFolderPath, textsOnNode } from '../input/layout';
import { mayHold, unreadableFile } from '../input/unreadable';

/**
 * Files of a node that nothing was read from.
 *
 * @param taken paths of files that were read
 * @param hasComponents whether the node has a control plane
 */
export function restOfNode(node: NodeFolderPath, kubelet: NodeKubelet, taken: ReadonlySet<string>, hasComponents: boolean) {
  const { sources: { folders, configuration }, read } = kubelet;
  const texts = textsOnNode(node);
  const textsByPath = new Map(texts.map(one => [one.path, one]));
  const searched = texts.flatMap(one => filledIn(one.text).map(text => ({ ...one, text })));
  const looks = node.paths.filter(path => !taken.has(path)).map(path => {
    const text = textsByPath.get(path);
    return { path, text, why: whyNotStarted(path, text?.text, folders, searched) };
  });
  const left = looks.filter(({ why }) => why === undefined).map(({ path }) => path);
  const isLeft = new Set(left);
  const units = texts.filter(({ path }) => taken.has(path) && belowUnits(path) !== undefined);
  return {
    passedOver: looks.flatMap(({ text, why }) => why === undefined || !text ? [] : notStarted(text, why)),
    unread: [
      ...hasComponents ? [] : installers(node),
      ...otherPodSources({
        texts: [...texts.filter(({ path }) => isLeft.has(path) || (read.includes(path) && belowUnits(path) === undefined)), ...units],
        folders,
        read,
        services: units.map(({ path }) => path),
        configuration: configuration.paths,
        paths: node.paths,
      }),
      ...left.filter(path => decidesWhatStarts(path) || configuration.paths.includes(`/${path}`)).flatMap(path => {
        const content = contentOnNode(node, path)!;
        return 'unreadable' in content && mayHold(path, content) ? [unreadableFile(nameOnNode(node, path), content.unreadable)] : [];
      }),
    ],
    // Of which other commands than that of the component are not read.
    units,
    // What something on the node may start.
    rest: left.filter(path => !isDeployed(path) && !UNWATCHED.test(path) && !(hasComponents && TURNED_INTO_PODS.test(path)))
      .flatMap(path => textsByPath.get(path) ?? []).filter(({ content }) => content.isApplied !== true),
  };
}

/** Distributions whose control plane is made on the node. */
function installers(node: NodeFolderPath): readonly Doubt[] {
  return DISTRIBUTIONS.flatMap(({ name, what, paths, agentUnit }) => {
    const path = node.paths.find(one => paths?.test(one));
    const isAgent = agentUnit !== undefined && node.paths.some(one => one.endsWith(`/${agentUnit}`));
    return path === undefined || isAgent ? NO_DOUBT.notAsked : [mayRunDoubt(
      { file: nameOnNode(node, path), line: 1 }, `node ${node.name} is one of ${name}: ${what}`,
      'Its kube-controller-manager may run the cloud controllers.',
      'Add the manifests that it writes, or say what runs with --assume kcm=... .', [KCM],
    )];
  });
}
