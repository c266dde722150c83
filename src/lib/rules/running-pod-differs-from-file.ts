import { Finding, Rule } from './rule';
import { wordsOf } from '../model/command-line';
import { ComponentView, NodeView } from '../view/model';

export const runningPodDiffersFromFile: Rule = {
  id: 'running-pod-differs-from-file',
  severity: 'warning',
  title: 'A running static pod differs from the file of its node',
  why: 'The mirror pod is what the kubelet started. A file that was changed since, that the kubelet skips, or that is in another folder '
    + 'than the kubelet '
    + 'reads takes effect at the next restart, or never. Both count in the proof.',
  fix: 'Find out which of the two is meant: read the log of the kubelet for the file, then correct it, or collect the files of the node again.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go, extractFromFile: a file that cannot be read is passed over with a line in the log',
  check: ({ kinds }) => {
    const nodes = kinds.flatMap(kind => kind.nodes);
    const live = new Map(nodes.filter(({ isLive }) => isLive).map(node => [node.name, node]));
    // One that is live itself does not differ from itself.
    return nodes.flatMap(node => {
      const running = live.get(node.name);
      return running ? differences(node, running) : [];
    });
  },
};

function differences({ name, staticPods }: NodeView, running: NodeView): readonly Finding[] {
  const pairs = staticPods.map(file => ({ file, pod: running.staticPods.find(({ component }) => component === file.component) }));
  return [
    ...pairs.flatMap(({ file, pod }): Finding[] => {
      if (!pod) return [{ place: file.place, message: `node ${name} has a file of ${file.component}, and no pod of it runs there` }];
      const what = [...imageDifference(file, pod), ...flagDifferences(file, pod)];
      return what.length === 0 ? [] : [{
        place: file.place,
        message: `${file.component} of node ${name} differs from its file: ${what.join('; ')}`,
      }];
    }),
    ...running.staticPods.filter(({ component }) => !staticPods.some(file => file.component === component))
      .map(({ component, place }) => ({ place, message: `${component} runs on node ${name}, and none of the node's files starts it` })),
  ];
}

function imageDifference({ image: file }: ComponentView, { image: pod }: ComponentView): readonly string[] {
  const [written, started] = [file, pod].map(image => image && `${image.repository}:${image.tag ?? image.digest ?? 'latest'}`);
  return written === started ? [] : [`the file has image ${written}, and ${started} runs`];
}

function flagDifferences(file: ComponentView, pod: ComponentView): readonly string[] {
  const names = [...new Set([...file.flags, ...pod.flags].map(({ name }) => name))].sort();
  return names.flatMap(name => {
    const [written, started] = [file.flags, pod.flags].map(flags => flags.filter(flag => flag.name === name)).map(flags => wordsOf(flags).join(' '));
    return written === started ? [] : [`the file has ${written || `no --${name}`}, and ${started || `no --${name}`} runs`];
  });
}
