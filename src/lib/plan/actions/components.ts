import { programOfUnit } from './units';
import { onNode, onOperator } from '../action';
import { Endpoint, ExpectedFlags } from '../endpoint';
import { readsPods } from '../rule';

/** A static pod of kube-system. */
interface PodOfComponent extends Partial<ExpectedFlags> {
  readonly component: string;
  readonly release?: string;
  readonly image?: string;
}

/** One pod, by selectors. */
export interface PodOnNode {
  readonly namespace: string;
  readonly labels?: string;
  /** Name of the pod, which a kubelet ends with the name of its node; undefined: any on the node. */
  readonly mirrorOf?: string;
}

/** The component says that it is well: on its node, or at the address of its pod where it has a network of its own. */
export const answers = onNode<{ readonly path: 'healthz' | 'readyz'; readonly pod?: PodOnNode } & Endpoint>('answers', 'The component is healthy', {
  byHand: ({ path, port, host = '127.0.0.1', pod }) => pod ? [] : [`answers ${host}:${port}/${path}`],
});

/** The API's view of a static pod of kube-system: its release or its image, with every container ready, and flags of its manifest. */
export const podRuns = onOperator<PodOfComponent>('pod-runs', 'The static pod runs as its manifest says', {
  rights: readsPods,
  byHandOfEach: ({ component, release = '' }) => [
    `kubectl get pods ${component}-$NODE -n kube-system -o jsonpath={..image} | grep -E ':v${release.replaceAll('.', '[.]')}( |$)'`,
  ],
});

/** kube-controller-manager of every control-plane node is of a release, and ready. */
export const allOnRelease = onOperator<{
  readonly release: string;
  /** Name of the unit that it is there, of nodes that are replaced. */
  readonly unit?: string;
}>('all-on-release', 'Every control-plane node runs the release', {
  always: 'not-in-check-mode',
  rights: readsPods,
  byHand: ({ release, unit }) => unit === undefined
    ? [`kubectl get pods -n kube-system -o wide | grep kube-controller-manager   # each of v${release}, and Running`]
    : ['kubectl get nodes -o wide', `# on each control-plane node: ${programOfUnit(unit)} says Kubernetes v${release}`],
});

/** The API server of the node is ready, where it answers when the plan begins. */
export const apiServerReady = onNode('api-server-ready', 'The API server is ready', {
  // There may be a pause of a day before a step that is gone on with.
  always: 'also-in-check-mode',
  byHand: () => ['kubectl get --raw=/readyz'],
});

/** Every API server is of a release, as its static pod and the one that answers say, and each kube-controller-manager beside it as well. */
export const apiServersAre = onOperator<{
  readonly release: string;
  readonly has: readonly string[];
}>('api-servers-are', 'Every API server is of the release', {
  rights: readsPods,
  byHand: ({ release, has }) => [
    `echo 'bring the API servers to v${release}, as your cluster is upgraded; this waits for them'`,
    `until kubectl version | grep -F "Server Version: v${release}"; do sleep 10; done`,
    `kubectl get pods -n kube-system -o yaml | grep -E 'image:.*/kube-(apiserver|controller-manager):'   # each of v${release}`,
    ...has.map(flag => `kubectl get pods -n kube-system -o yaml | grep -Fe '${flag}'   # in each kube-controller-manager`),
  ],
});

/** The static pod of each control-plane node that the cluster has, where the plan knows none of them by its name. */
export const controlPlaneRuns = onOperator<{
  readonly component: string;
  readonly release: string;
  readonly has?: readonly string[];
}>('control-plane-runs', 'The static pod of every control-plane node is of the release', {
  anyTime: true,
  rights: readsPods,
  byHand: ({ component, release, has = [] }) => [
    `kubectl get pods -n kube-system -o wide | grep ${component}-   # one for each control-plane node, and Running`,
    `kubectl get pods -n kube-system -o yaml | grep -E 'image:.*/${component}:'   # each of v${release}`,
    ...has.map(flag => `kubectl get pods -n kube-system -o yaml | grep -Fe '${flag}'   # in each ${component}`),
  ],
});

/**
 * A process of the node was started after its files changed, and has their flags. With its endpoint: the process that answers there was, too, by its
 * own metrics.
 */
export const processRuns = onNode<{
  readonly component: string;
  /** Files that it reads at its start. */
  readonly files: readonly string[];
} & ExpectedFlags & Partial<Endpoint>>('process-runs', 'The process runs with its files', {
  programs: () => ['ps'],
  byHand: ({ component, files }) => files.length === 0 ? [] : [`runs ${files.map(file => `${component}=${file}`).join(' ')}`],
});

/** No such process is left on the node. */
export const processGone = onNode<{
  readonly component: string;
  /** Only with this flag. */
  readonly flag?: string;
}>('process-gone', 'No such process is left', {
  programs: () => ['ps'],
  byHand: ({ component, flag }) => [`until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?${component}( |\\$)'`
    + `${flag === undefined ? '' : ` | grep -e '${flag}'`}"; do sleep 2; done`],
});

/** The API server that answers is of a release: a control plane that is hosted has no static pods that would say it. */
export const serverIs = onOperator<{ readonly release: string }>('server-is', 'The API server is of the release', {
  byHand: ({ release }) => [
    `echo 'bring the API servers to v${release}, as your control plane is upgraded; this waits for them'`,
    `until kubectl version | grep -E "Server Version: v${release.replaceAll('.', '\\.')}([-+]|$)"; do sleep 10; done`,
  ],
});
