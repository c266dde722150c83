import { podStopsOf, Rule, stopFindings } from './rule';
import { unknownParts } from './unknown-parts';
import { managers, nameOf } from '../view/ask';
import { NO_DOUBT } from '../view/model';

/** What a rule says of itself. */
type Row = Omit<Rule, 'check' | 'stops'>;

/** A rule about what keeps a pod from running, which the reader of its manifest found. */
function ofPod(row: Row): Rule {
  return { ...row, check: model => stopFindings(model, row.id), stops: podStopsOf(row.id) };
}

function ofUnknown(part: 'version' | 'command', row: Row): Rule {
  return { ...row, check: model => unknownParts(model, part) };
}

/** Rules whose errors say that something is not known. */
export const UNKNOWN_PARTS: readonly Rule[] = [
  ofUnknown('command', {
    id: 'command-line-not-understood',
    severity: 'error',
    title: 'A command line that cannot be read',
    why: 'Flags that are hidden in a shell script or behind escapes are not seen, and what they say is not checked.',
    fix: 'Give the flags as items of command or args, or as plain words of the flag file.',
    source: 'this library\'s own reader',
  }),
  ofUnknown('version', {
    id: 'version-unknown',
    severity: 'error',
    title: 'The version of a component is unknown',
    why: 'What a component does depends on its release, and a guess would prove nothing: it is left out of the proof.',
    fix: 'Use an image with a version tag, or pass --kubernetes-version.',
    source: 'the tables in src/lib/facts',
  }),
];

/** Rules that hand on what the model found. */
export const HANDED_ON: readonly Rule[] = [
  ...UNKNOWN_PARTS,
  {
    id: 'cloud-config-not-read',
    severity: 'note',
    title: 'The cloud config is not checked: it is in a Secret, or in another volume that no manifest holds',
    why: 'What it says is compared with nothing: the id of the cluster, keys that its reader refuses, overrides of services.',
    fix: 'Nothing, where it is right. To have it checked, run this again with the text as a ConfigMap, or as a file of the node.',
    source: 'k8s.io/cloud-provider@v0.26.15 plugins.go:160, InitCloudProvider',
    check: model => managers(model).flatMap(view => {
      const { isHidden = false, flag: place, path, from } = view.cloudConfig ?? {};
      return isHidden ? [{ place: place!, message: `${nameOf(view)} has --cloud-config=${path} from ${from}` }] : [];
    }),
  },
  {
    id: 'duplicate-key',
    severity: 'warning',
    title: 'A key is given twice in one mapping',
    why: 'The API server and the kubelet silently take the last one, other decoders take the first or refuse the file: what people read may not '
      + 'be what runs.',
    fix: 'Keep one of the two.',
    source: 'sigs.k8s.io/yaml@v1.4.0 yaml.go, Unmarshal is not strict; gopkg.in/yaml.v3 refuses it',
    check: model => model.duplicateKeys.map(({ place, key }) => ({ place, message: `key ${key} is given twice` })),
  },
  ofPod({
    id: 'environment-cuts-off',
    severity: 'error',
    title: 'An environment variable that cuts a component off from its API server or from AWS',
    why: 'Clients of Kubernetes and of AWS follow proxies, endpoints and switches of the environment: they then ask where nothing answers, or ask '
      + 'nothing.',
    fix: 'Take the variable out; beside a proxy, set NO_PROXY with the address of the API server and 169.254.169.254.',
    source: 'golang.org/x/net@v0.9.0 http/httpproxy/proxy.go; github.com/aws/aws-sdk-go@v1.44.241 aws/ec2metadata/service.go',
  }),
  {
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
  },
  ofPod({
    id: 'pod-does-not-go-on',
    severity: 'error',
    title: 'A static pod that is not started again',
    why: 'A manager that loses its lock ends, and the kubelet has to start it again: else the node has none from then '
      + 'on.',
    fix: 'Remove what keeps the kubelet from starting it again.',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/container/helpers.go ShouldContainerBeRestarted, '
      + 'pkg/kubelet/active_deadline.go',
  }),
  ofPod({
    id: 'pod-does-not-start',
    severity: 'error',
    title: 'The pods of a component do not start',
    why: 'A volume that cannot be mounted keeps the container from starting, and a component without credentials ends at'
      + ' once.',
    fix: 'Correct the manifest as the message says.',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/volume/configmap/configmap.go MakePayload; k8s.io/client-go@v0.26.15 '
      + 'rest/config.go InClusterConfig',
  }),
  ofPod({
    id: 'probe-kills-component',
    severity: 'error',
    title: 'A liveness or startup probe that the component cannot answer',
    why: 'The kubelet kills the container again and again: it wins its lock, and starts over.',
    fix: 'Ask for /healthz over HTTPS on the secure port: 10257 of kube-controller-manager, 10258 of a cloud-controller-'
      + 'manager, or what --secure-port says.',
    source: 'k8s.io/controller-manager@v0.37.2 app/serve.go NewBaseHandler; k8s.io/apiserver@v0.26.15 '
      + 'pkg/server/options/authorization.go AlwaysAllowPaths',
  }),
  /** No component is made of such a file, so that none is there to be stopped: the proof sees a node without it, whose manager is missing. */
  {
    id: 'static-pod-refused',
    severity: 'warning',
    title: 'The kubelet starts nothing from a file of its static pod path',
    why: 'It accepts one valid v1 Pod a file, and skips other files with a line in its log: the file looks as if its pod ran.',
    fix: 'Correct the file, or remove it.',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go extractFromFile, common.go tryDecodeSinglePod',
    check: ({ passedOver }) => passedOver.filter(({ isStaticPod }) => isStaticPod).map(({ place, what }) => ({ place, message: what })),
  },
  ofPod({
    id: 'workload-refused',
    severity: 'error',
    title: 'The API server refuses a workload as it is written',
    why: 'The cluster has no such workload, or an older one: the component does not run as written.',
    fix: 'Correct the manifest as the message says.',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/apis/apps/validation/validation.go; kubernetes.io/docs/reference/using-'
      + 'api/deprecation-guide',
  }),
];
