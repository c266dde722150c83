import { Rule } from './rule';
import { ComponentView } from '../view/model';

/**
 * Both are processes of their node in the proof, since each runs; of two pods of one name the kubelet runs one, and which one is a doubt of both that
 * the reader of static pods has. So nothing is stopped here.
 */
export const duplicateStaticPod: Rule = {
  id: 'duplicate-static-pod',
  severity: 'error',
  title: 'Two manifests of one component below the static pod path',
  why: 'The kubelet reads every file there, whatever its ending: a copy kept as .bak runs as well, or takes the place of the manifest.',
  fix: 'Keep copies outside of the static pod path.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:139-200, extractFromDir',
  check: model => model.kinds.flatMap(({ nodes }) => nodes).flatMap(({ staticPods, staticPodPath, name }) => staticPods.flatMap((pod, index) => {
    const first = staticPods.findIndex(({ component }) => component === pod.component);
    return first === index ? [] : [{
      place: pod.place,
      message: `a second ${pod.component} below ${staticPodPath} of node ${name}, beside ${fileOf(staticPods[first])}`,
    }];
  })),
};

function fileOf({ place: { file } }: ComponentView): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
