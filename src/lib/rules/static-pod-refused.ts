import { Rule } from './rule';

/** No component is made of such a file, so that none is there to be stopped: the proof sees a node without it, whose manager is missing. */
export const staticPodRefused: Rule = {
  id: 'static-pod-refused',
  severity: 'warning',
  title: 'The kubelet starts nothing from a file of its static pod path',
  why: 'It accepts one valid v1 Pod a file, and skips other files with a line in its log: the file looks as if its pod ran.',
  fix: 'Correct the file, or remove it.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go extractFromFile, common.go tryDecodeSinglePod',
  check: ({ passedOver }) => passedOver.filter(({ isStaticPod }) => isStaticPod).map(({ place, what }) => ({ place, message: what })),
};
