import { CHART_CONSTANTS, CHART_DEFAULT_NODE_SELECTOR, CHART_NAME, CHART_VERSION } from './chart';
import { Taken } from './taken';
import { pathText } from '../../edit/yaml/data';
import { Manifest } from '../../kubernetes/manifest';
import { isCcmWorkload, objectTitle } from '../composed-phase';

/** One phase as values of the chart. */
export interface ChartValues {
  /** Values of the chart; undefined: the chart is not installed in this phase. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** What the chart cannot say about objects that it makes: `DaemonSet.spec...`. */
  readonly unsaid: readonly string[];
  /** Objects that the chart does not make. */
  readonly extra: readonly Manifest[];
}

/**
 * Values with which the chart makes an equal workload, as far as it can.
 *
 * @throws if the workload is not one that the chart could make
 */
export function chartValues(objects: readonly Manifest[]): ChartValues {
  const workload = objects.find(isCcmWorkload);
  if (!workload) return { unsaid: [], extra: objects };
  if (workload.kind !== CHART_CONSTANTS.kind) {
    throw new Error(`the chart ${CHART_NAME} makes a DaemonSet only, but the workload is ${objectTitle(workload)}; `
      + 'set `workload` to CcmWorkload.daemonSet(), or deliver it with kustomize');
  }
  const daemonSet = new Taken(workload);
  const { metadata: { name, namespace } } = workload;
  const serviceAccountName = daemonSet.take('spec', 'template', 'spec', 'serviceAccountName') as string;
  const isSubject = ({ subjects }: Manifest) => (subjects as { kind: string; name: string }[] | undefined)?.some(
    subject => subject.kind === 'ServiceAccount' && subject.name === serviceAccountName);
  const account = objects.find(
    ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === serviceAccountName && metadata.namespace === namespace,
  );
  const clusterBinding = objects.find(object => object.kind === 'ClusterRoleBinding' && isSubject(object));
  const clusterRole = objects.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === clusterBinding?.metadata.name);
  const authReader = objects.find(object => object.kind === 'RoleBinding' && isSubject(object)
    && (object.roleRef as { name: string }).name === 'extension-apiserver-authentication-reader');
  if (!account || !clusterBinding || !clusterRole || !authReader) {
    throw new Error(`the chart ${CHART_NAME} always makes a ServiceAccount, a ClusterRole and bindings, but those of ${objectTitle(workload)} are `
      + 'not all there; '
      + 'leave `rbac` on, or deliver it with kustomize');
  }
  if (namespace !== 'kube-system') {
    // templates/rolebinding.yaml binds a Role in the namespace of the chart, and that Role is in kube-system only.
    throw new Error(`namespace of ${objectTitle(workload)} is '${namespace}', but the chart ${CHART_NAME} works in 'kube-system' only; deliver it `
      + 'with kustomize');
  }
  const values = {
    namespace,
    nameOverride: name,
    serviceAccountName,
    clusterRoleName: clusterRole.metadata.name,
    clusterRoleRules: clusterRole.rules,
    roleBindingName: authReader.metadata.name,
    ...podValues(daemonSet),
  };
  const made = [workload, account, clusterRole, clusterBinding, authReader];
  return {
    values,
    unsaid: [...unsaidOfWorkload(daemonSet, name).map(path => `DaemonSet: ${path}`), ...made.slice(1).flatMap(unsaidOfOther)],
    extra: objects.filter(object => !made.includes(object)),
  };
}

function podValues(daemonSet: Taken): Record<string, unknown> {
  const pod = (...path: (string | number)[]) => daemonSet.take('spec', 'template', 'spec', ...path);
  const container = (...path: (string | number)[]) => pod('containers', 0, ...path);
  const [, repository, tag] = /^(.+):([^:/]+)$/.exec(container('image') as string)!;
  const nodeSelector = pod('nodeSelector') as Record<string, string> | undefined ?? {};
  const gone = CHART_DEFAULT_NODE_SELECTOR.filter(key => !(key in nodeSelector)).map(key => [key, null]);
  return {
    image: { repository, tag },
    args: (container('args') as string[]).map(chartArg),
    env: container('env') ?? [],
    resources: container('resources') ?? {},
    securityContext: container('securityContext') ?? {},
    extraVolumeMounts: container('volumeMounts') ?? [],
    extraVolumes: pod('volumes') ?? [],
    podSecurityContext: pod('securityContext') ?? {},
    podAnnotations: daemonSet.take('spec', 'template', 'metadata', 'annotations') ?? {},
    imagePullSecrets: pod('imagePullSecrets') ?? [],
    nodeSelector: { ...nodeSelector, ...Object.fromEntries(gone) },
    tolerations: pod('tolerations') ?? [],
    // What the API server would take for none; the chart cannot leave it out.
    dnsPolicy: pod('dnsPolicy') ?? 'ClusterFirst',
    hostNetworking: pod('hostNetwork') ?? false,
  };
}

/** The chart writes arguments as they are (`- {{ . }}`): what plain YAML would read otherwise brings its own quotes. */
function chartArg(arg: string): string {
  return /: |:$| #|\s$/.test(arg) ? JSON.stringify(arg) : arg;
}

/** What is left of the workload when values and constants of the chart are taken away. */
function unsaidOfWorkload(daemonSet: Taken, name: string): string[] {
  const same = (expected: string, ...path: (string | number)[]): string[] => {
    const value = daemonSet.take(...path) as string | undefined;
    return value === expected ? [] : [pathText(path)];
  };
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']]) daemonSet.take(...path);
  return [
    ...same(name, 'metadata', 'labels', 'k8s-app'),
    ...same(name, 'spec', 'selector', 'matchLabels', 'k8s-app'),
    ...same(name, 'spec', 'template', 'metadata', 'labels', 'k8s-app'),
    ...same(CHART_CONSTANTS.updateStrategy, 'spec', 'updateStrategy', 'type'),
    ...same(CHART_CONSTANTS.containerName, 'spec', 'template', 'spec', 'containers', 0, 'name'),
    ...same(CHART_CONSTANTS.priorityClassName, 'spec', 'template', 'spec', 'priorityClassName'),
    ...daemonSet.left,
  ].sort();
}

/** Labels and annotations are all that its other templates leave out. */
function unsaidOfOther(object: Manifest): string[] {
  return ['labels', 'annotations'].filter(field => object.metadata[field] !== undefined).map(field => `${object.kind}: metadata.${field}`);
}

/** What stands above the values. */
export function valuesComment(phase: string, unsaid: readonly string[]): string {
  const head = `Values of the chart ${CHART_NAME} ${CHART_VERSION} for phase '${phase}'. Apply the objects in \`extra\` first.`;
  if (unsaid.length === 0) return head;
  return [head, '', 'What the chart cannot say, so that its objects are without it or have the chart\'s own:',
    ...unsaid.map(path => `- ${path}`)].join('\n');
}
