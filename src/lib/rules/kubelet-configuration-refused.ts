import { Rule } from './rule';
import { NO_DOUBT } from '../view/model';

export const kubeletConfigurationRefused: Rule = {
  id: 'kubelet-configuration-refused',
  severity: 'error',
  title: 'A configuration that a kubelet ends with',
  why: 'The kubelet does not start, and with it no static pod of its node.',
  fix: 'Write a KubeletConfiguration of kubelet.config.k8s.io/v1beta1, each field with a value that its release takes.',
  source: 'k8s.io/kubernetes@v1.26.15 and v1.37.1 pkg/kubelet/apis/config/scheme/scheme.go, cmd/kubelet/app/server.go loadConfigFile, '
    + 'pkg/kubelet/apis/config/validation/validation.go',
  check: model => model.kinds.flatMap(({ nodes }) => nodes).flatMap(({ name, configurationRefusals = [] }) =>
    configurationRefusals.map(({ what, place }) => ({ place, message: `the kubelet of ${name} does not start: ${what}` }))),
  // Its static pods have it from the reader of the node.
  stops: () => NO_DOUBT.isTold,
};
