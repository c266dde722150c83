import { hostPortsOf } from './host-ports';
import {
  atLeast, ENV_NAME, exactlyOne, given, inRange, Item, itemAt, itemsAt, itemsOf, LABEL, LABEL_VALUE, lookAtLabels, notEmpty, oneOf, oneOfGiven,
  optional, qualified, required, requiredOneOf, SUBDOMAIN, unique, valid,
} from './looks';
import { dnsDependsOnRelease, lookAtScheduling } from './pod-scheduling';
import { lookAtVolume, VOLUME_SOURCES } from './pod-volumes';
import { first, isObject, Json, Look, lookAt, refusedIf, Shape, unknownIf } from './shape';
import { isPlaceholder } from '../../text/placeholder';
import { quantityOf } from '../quantity';

/**
 * Whether a kubelet takes a v1 Pod from a file: k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/common.go tryDecodeSinglePod, which decodes, sets
 * defaults and validates as the API server does on creation (pkg/apis/core/validation). Held against it by conformance/static-pods.test.ts.
 *
 * @param shape how a Pod is decoded
 */
export function lookAtPod(data: Json, shape: Shape): Look {
  const look = lookAtPodOfTemplate(data, shape);
  return isObject(data) ? first([look, ...openInFile(data)]) : look;
}

/** Whether the API server takes a v1 Pod that a controller makes of a template. */
export function lookAtPodOfTemplate(data: Json, shape: Shape): Look {
  if (!isObject(data)) return { refused: 'it is no object' };
  const wrong = lookAt(data, shape, 'Pod');
  if (wrong !== undefined && 'refused' in wrong) return wrong;
  const metadata = itemAt(data, 'metadata');
  const spec = itemAt(data, 'spec');
  const containers = itemsAt(spec, 'containers');
  const init = itemsAt(spec, 'initContainers');
  const volumes = itemsAt(spec, 'volumes');
  const names = new Set(volumes.map(({ name }) => name));
  return first([
    wrong,
    required(metadata.name, 'metadata.name', SUBDOMAIN),
    optional(metadata.namespace, 'metadata.namespace', LABEL),
    ...lookAtLabels(itemAt(metadata, 'labels'), 'metadata.labels'),
    ...Object.keys(itemAt(metadata, 'annotations')).map(key => qualified(key.toLowerCase(), 'metadata.annotations')),
    oneOf(spec.restartPolicy, 'spec.restartPolicy', ['Always', 'OnFailure', 'Never']),
    oneOf(spec.dnsPolicy, 'spec.dnsPolicy', ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']),
    lookAtSecurity(itemAt(spec, 'securityContext'), 'spec.securityContext', spec),
    ...lookAtSysctls(spec),
    optional(spec.serviceAccountName, 'spec.serviceAccountName', SUBDOMAIN),
    optional(spec.hostname, 'spec.hostname', LABEL),
    optional(spec.subdomain, 'spec.subdomain', LABEL),
    optional(spec.nodeName, 'spec.nodeName', SUBDOMAIN),
    notEmpty(spec.activeDeadlineSeconds) ? atLeast(spec.activeDeadlineSeconds, 'spec.activeDeadlineSeconds', 1) : undefined,
    optional(spec.priorityClassName, 'spec.priorityClassName', SUBDOMAIN),
    atLeast(spec.terminationGracePeriodSeconds, 'spec.terminationGracePeriodSeconds', 0),
    ...lookAtLabels(itemAt(spec, 'nodeSelector'), 'spec.nodeSelector'),
    ...lookAtScheduling(spec),
    oneOf(itemAt(spec, 'os').name, 'spec.os.name', ['linux', 'windows']),
    spec.shareProcessNamespace === true && spec.hostPID === true ? { refused: 'shareProcessNamespace goes with no hostPID' } : undefined,
    spec.hostUsers === false && ['hostNetwork', 'hostPID', 'hostIPC'].some(key => spec[key] === true)
      ? { refused: 'hostUsers: false goes with no namespace of the host' } : undefined,
    ...itemsAt(spec, 'tolerations').map(lookAtToleration),
    containers.length === 0 ? { refused: 'spec.containers is empty' } : undefined,
    unique([...init, ...containers].map(({ name }) => name), 'the name of a container'),
    unique(volumes.map(({ name }) => name), 'the name of a volume'),
    ...volumes.map((volume, index) => lookAtVolume(volume, `spec.volumes[${index}]`)),
    unique(containers.flatMap(one => hostPortsOf(one, spec.hostNetwork === true)).map(one => JSON.stringify(one)), 'a port of the host'),
    ...containers.map((container, index) => lookAtContainer(container, spec, names, `spec.containers[${index}]`)),
    ...containers.map(({ restartPolicy }, index) =>
      unknownIf(notEmpty(restartPolicy), `spec.containers[${index}].restartPolicy depends on the release`)),
    ...init.map((container, index) => lookAtInit(container, spec, names, `spec.initContainers[${index}]`)),
  ]);
}

/** Fields with checks that depend on the release in a static pod, or of which nothing is known there. */
const OPEN_OF_SPEC: readonly string[] = [
  'affinity', 'os', 'overhead', 'preemptionPolicy', 'readinessGates', 'resourceClaims', 'runtimeClassName', 'schedulingGates',
  'topologySpreadConstraints',
];
const OPEN_OF_SECURITY = ['fsGroup', 'fsGroupChangePolicy', 'supplementalGroups', 'sysctls'];

/** What a kubelet may take otherwise from a file than the API server from a controller. */
function openInFile(data: Item): readonly Look[] {
  const [metadata, spec] = [itemAt(data, 'metadata'), itemAt(data, 'spec')];
  const all = [...itemsAt(spec, 'initContainers'), ...itemsAt(spec, 'containers')];
  const open = (item: Item, keys: readonly string[], path: string) => keys.filter(key => notEmpty(item[key])).map(key => `${path}.${key}`);
  return [
    ...open(metadata, ['finalizers', 'ownerReferences'], 'metadata'),
    // The kubelet takes a pod with it for the mirror of another one.
    ...open(itemAt(metadata, 'annotations'), ['kubernetes.io/config.mirror'], 'metadata.annotations'),
    ...open(spec, ['ephemeralContainers'], 'spec'),
    ...open(spec, OPEN_OF_SPEC, 'spec'),
    ...open(itemAt(spec, 'securityContext'), OPEN_OF_SECURITY, 'spec.securityContext'),
    ...itemsAt(spec, 'volumes').flatMap(volume =>
      open(volume, VOLUME_SOURCES.filter(source => source !== 'hostPath' && source !== 'emptyDir'), 'spec.volumes')),
    ...all.flatMap(container => [
      ...open(container, ['lifecycle', 'envFrom', 'restartPolicy'], 'containers'),
      ...itemsAt(container, 'env').flatMap(({ valueFrom }) => isObject(valueFrom)
        ? open(valueFrom, Object.keys(valueFrom).filter(key => key !== 'fieldRef'), 'containers.env.valueFrom') : []),
      ...PROBES.flatMap(name => [
        ...open(itemAt(container, name), ['grpc', 'terminationGracePeriodSeconds'], `containers.${name}`),
        ...open(itemAt(itemAt(container, name), 'httpGet'), ['httpHeaders'], `containers.${name}.httpGet`),
      ]),
    ]),
    ...dnsDependsOnRelease(itemAt(spec, 'dnsConfig')) ? ['spec.dnsConfig.searches of this length or form'] : [],
  ].map(path => ({ unknown: `nothing is known of ${path} in a static pod` }));
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function lookAtInit(container: Item, spec: Item, volumes: ReadonlySet<Json>, path: string): Look {
  const probes = [...PROBES, 'lifecycle'].find(key => container[key] !== undefined && container[key] !== null);
  return first([
    lookAtContainer(container, spec, volumes, path),
    oneOf(container.restartPolicy, `${path}.restartPolicy`, ['Always', 'OnFailure', 'Never']),
    probes === undefined || container.restartPolicy === 'Always' ? undefined : { refused: `${path}.${probes} is not for init containers` },
  ]);
}

function lookAtContainer(container: Item, spec: Item, volumes: ReadonlySet<Json>, path: string): Look {
  const mounts = itemsAt(container, 'volumeMounts');
  const ports = itemsAt(container, 'ports');
  const security = itemAt(container, 'securityContext');
  return first([
    required(container.name, `${path}.name`, LABEL),
    required(container.image, `${path}.image`, /^\S(?:[\s\S]*\S)?$/),
    oneOf(container.imagePullPolicy, `${path}.imagePullPolicy`, ['Always', 'IfNotPresent', 'Never']),
    oneOf(container.terminationMessagePolicy, `${path}.terminationMessagePolicy`, ['File', 'FallbackToLogsOnError']),
    unique(mounts.map(({ mountPath }) => mountPath), `a mountPath of ${path}`),
    ...mounts.map(mount => lookAtMount(mount, volumes, security.privileged === true, `${path}.volumeMounts`)),
    ...itemsAt(container, 'env').map(variable => lookAtVariable(variable, `${path}.env`)),
    ...itemsAt(container, 'envFrom').map(source => lookAtEnvSource(source, `${path}.envFrom`)),
    unique(ports.flatMap(({ name }) => name ?? []), `a port's name of ${path}`),
    ...ports.map(port => lookAtPort(port, spec.hostNetwork === true, `${path}.ports`)),
    ...PROBES.map(name => lookAtProbe(container[name], name, `${path}.${name}`)),
    lookAtSecurity(security, `${path}.securityContext`, spec),
    lookAtResources(itemAt(container, 'resources'), `${path}.resources`),
    ...['postStart', 'preStop'].filter(hook => isObject(itemAt(container, 'lifecycle')[hook]))
      .flatMap(hook => lookAtHandler(itemAt(itemAt(container, 'lifecycle'), hook), `${path}.lifecycle.${hook}`)),
    notEmpty(container.volumeDevices) ? { unknown: `nothing is known of ${path}.volumeDevices` } : undefined,
  ]);
}

/** A sysctl of the network is one of the host, where the pod has no network of its own. */
function lookAtSysctls(spec: Item): readonly Look[] {
  const sysctls = itemsAt(itemAt(spec, 'securityContext'), 'sysctls');
  const path = 'spec.securityContext.sysctls';
  return [
    ...sysctls.map(({ name }) => required(name, `${path}: name`, SYSCTL)),
    unique(sysctls.map(({ name }) => name), `a name of ${path}`),
    refusedIf(spec.hostNetwork === true && sysctls.some(({ name }) => /^net[./]/.test(String(name))),
      `${path} of the network go with no hostNetwork`),
  ];
}

const SYSCTL = /^(?=.{1,253}$)[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:[./][a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/;

function lookAtMount(mount: Item, volumes: ReadonlySet<Json>, privileged: boolean, path: string): Look {
  const subPath = typeof mount.subPath === 'string' ? mount.subPath : '';
  // Any of them may be filled in with the name.
  const unfilled = [...volumes].map(String).filter(isPlaceholder);
  return first([
    mount.name === undefined || mount.name === '' ? { refused: `${path}: a mount has no name` } : undefined,
    volumes.has(mount.name) ? undefined
      : { refused: [`${path}: there is no volume ${JSON.stringify(mount.name ?? null)}`, ...unfilled].join(' beside ') },
    typeof mount.mountPath !== 'string' || mount.mountPath === '' ? { refused: `${path}: a mount has no mountPath` } : undefined,
    refusedIf(subPath.startsWith('/') || subPath.split('/').includes('..'), `${path}: subPath ${JSON.stringify(subPath)} leaves its volume`),
    notEmpty(mount.subPath) && notEmpty(mount.subPathExpr) ? { refused: `${path}: subPath goes with no subPathExpr` } : undefined,
    oneOfGiven(mount.mountPropagation, `${path}: mountPropagation`, ['None', 'HostToContainer', 'Bidirectional']),
    mount.mountPropagation === 'Bidirectional' && !privileged ? { refused: `${path}: Bidirectional is for privileged containers` } : undefined,
    unknownIf(notEmpty(mount.mountPropagation) || notEmpty(mount.subPathExpr), `${path}: nothing is known of mountPropagation and subPathExpr`),
  ]);
}

function lookAtVariable(variable: Item, path: string): Look {
  const from = itemAt(variable, 'valueFrom');
  const sources = Object.keys(from).filter(key => from[key] !== null);
  const field = itemAt(from, 'fieldRef').fieldPath;
  return first([
    required(variable.name, `${path}.name`, ENV_NAME),
    refusedIf((variable.valueFrom ?? null) !== null && sources.length !== 1, `${path}: valueFrom has ${sources.length} sources`),
    sources.length === 1 && notEmpty(variable.value) ? { refused: `${path}: a variable has value and valueFrom` } : undefined,
    sources.includes('fieldRef') && !FIELDS.test(String(field)) ? { refused: `${path}: fieldPath ${JSON.stringify(field ?? null)}` } : undefined,
    ...['configMapKeyRef', 'secretKeyRef'].filter(key => sources.includes(key))
      .flatMap(key => ([['name', SUBDOMAIN], ['key', KEY]] as const).flatMap(([part, form]) => {
        const [value, at] = [itemAt(from, key)[part], `${path}: ${part} of ${key}`];
        return [given(value, at), optional(value, at, form)];
      })),
  ]);
}

/** A key of a ConfigMap or a Secret: k8s.io/apimachinery@v0.26.15 pkg/util/validation IsConfigMapKey. */
const KEY = /^(?=.{1,253}$)(?!\.\.?$)(?!\.\.)[-._a-zA-Z0-9]+$/;

const FIELDS = new RegExp('^(?:metadata\\.(?:name|namespace|uid)|metadata\\.(?:labels|annotations)\\[\'[^\']+\'\\]'
  + '|spec\\.(?:nodeName|serviceAccountName)|status\\.(?:hostIPs?|podIP|podIPs))$');

const optionalName = (name: Json | undefined, path: string) => optional(name, path, SUBDOMAIN);

function lookAtEnvSource(source: Item, path: string): Look {
  return first([
    optional(source.prefix, `${path}: prefix`, ENV_NAME),
    exactlyOne(source, ['configMapRef', 'secretRef'], path),
    ...['configMapRef', 'secretRef'].filter(key => isObject(source[key]))
      .flatMap(key => [given, optionalName].map(look => look(itemAt(source, key).name, `${path}: name of ${key}`))),
  ]);
}

function lookAtPort(port: Item, hostNetwork: boolean, path: string): Look {
  return first([
    inRange(port.containerPort, `${path}: containerPort`),
    (port.hostPort ?? 0) === 0 ? undefined : inRange(port.hostPort, `${path}: hostPort`),
    refusedIf(hostNetwork && notEmpty(port.hostPort) && port.hostPort !== 0 && port.hostPort !== port.containerPort,
      `${path}: with hostNetwork hostPort is containerPort`),
    oneOf(port.protocol, `${path}: protocol`, ['TCP', 'UDP', 'SCTP']),
    refusedIf(typeof port.name === 'string' && port.name !== '' && !PORT_NAME.test(port.name), `${path}: name ${String(port.name)}`),
  ]);
}

const PORT_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/;

const HANDLERS = ['httpGet', 'tcpSocket', 'exec', 'grpc', 'sleep'];

/** What the kubelet asks or runs, and how many of it there are. */
function lookAtHandler(handler: Item, path: string): readonly Look[] {
  const there = HANDLERS.filter(key => handler[key] !== undefined && handler[key] !== null);
  const http = itemAt(handler, 'httpGet');
  return [
    there.length === 1 ? undefined : { refused: `${path} has ${there.length} handlers` },
    ...there.includes('httpGet') ? [portOrName(http.port, path), oneOf(http.scheme, `${path}.scheme`, ['HTTP', 'HTTPS'])] : [],
    ...itemsAt(http, 'httpHeaders').map(({ name }) => required(name, `${path}.httpGet.httpHeaders: name`, /^[-A-Za-z0-9]+$/)),
    there.includes('tcpSocket') ? portOrName(itemAt(handler, 'tcpSocket').port, path) : undefined,
    there.includes('exec') && itemsOf(itemAt(handler, 'exec').command).length === 0 ? { refused: `${path}.exec has no command` } : undefined,
    there.includes('grpc') ? inRange(itemAt(handler, 'grpc').port, `${path}.grpc: port`) : undefined,
    there.includes('sleep') ? { unknown: `${path}.sleep came with 1.29` } : undefined,
  ];
}

function lookAtProbe(value: Json | undefined, name: string, path: string): Look {
  if (!isObject(value)) return undefined;
  const success = value.successThreshold;
  const grace = value.terminationGracePeriodSeconds;
  return first([
    ...lookAtHandler(value, path),
    ...['initialDelaySeconds', 'periodSeconds', 'timeoutSeconds', 'successThreshold', 'failureThreshold'].map(
      key => atLeast(value[key], `${path}.${key}`, 0),
    ),
    name !== 'readinessProbe' && typeof success === 'number' && success > 1 ? { refused: `${path}.successThreshold must be 1` } : undefined,
    notEmpty(grace) && name === 'readinessProbe' ? { refused: `${path}.terminationGracePeriodSeconds is for other probes` }
      : atLeast(grace, `${path}.terminationGracePeriodSeconds`, 1),
  ]);
}

function portOrName(port: Json | undefined, path: string): Look {
  return typeof port === 'string' ? refusedIf(!PORT_NAME.test(port), `${path}: port ${JSON.stringify(port)}`) : inRange(port, `${path}: port`);
}

function lookAtSecurity(context: Item, path: string, spec: Item): Look {
  const profile = itemAt(context, 'seccompProfile');
  const isAdmin = itemsOf(itemAt(context, 'capabilities').add).some(one => /^(CAP_)?SYS_ADMIN$/.test(String(one)));
  const mayNot = context.privileged === true ? 'privileged' : isAdmin ? 'CAP_SYS_ADMIN' : undefined;
  return first([
    isObject(context.seccompProfile) ? requiredOneOf(profile.type, `${path}.seccompProfile.type`, ['RuntimeDefault', 'Unconfined', 'Localhost'])
      : undefined,
    refusedIf(profile.localhostProfile === '' || (profile.type === 'Localhost') !== notEmpty(profile.localhostProfile),
      `${path}.seccompProfile.localhostProfile goes with Localhost`),
    ...['runAsUser', 'runAsGroup', 'fsGroup'].map(key => atLeast(context[key], `${path}.${key}`, 0)),
    ...itemsOf(context.supplementalGroups).map(group => atLeast(group, `${path}.supplementalGroups`, 0)),
    oneOfGiven(context.fsGroupChangePolicy, `${path}.fsGroupChangePolicy`, ['Always', 'OnRootMismatch']),
    oneOfGiven(context.procMount, `${path}.procMount`, ['Default', 'Unmasked']),
    refusedIf(context.allowPrivilegeEscalation === false && mayNot !== undefined, `${path}: allowPrivilegeEscalation: false goes with no ${mayNot}`),
    !notEmpty(context.windowsOptions) ? undefined : itemAt(spec, 'os').name === 'linux' ? { refused: `${path}.windowsOptions is for another system` }
      : { unknown: `nothing is known of ${path}.windowsOptions` },
  ]);
}

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

function lookAtResources(resources: Item, path: string): Look {
  const [limits, requests] = [itemAt(resources, 'limits'), itemAt(resources, 'requests')];
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const negative = [...Object.values(limits), ...Object.values(requests)].some(value => String(value).startsWith('-'));
  const over = RESOURCES.find(name => {
    const [limit, request] = [quantityOf(limits[name]), quantityOf(requests[name])];
    return limit !== undefined && request !== undefined && request > limit;
  });
  return first([
    negative ? { refused: `${path} is negative` } : undefined,
    over === undefined ? undefined
      : { refused: `${path}.requests.${over} is ${String(requests[over])}, more than its limit ${String(limits[over])}` },
    names.every(name => RESOURCES.includes(name)) ? undefined : { unknown: `${path} has other resources than ${RESOURCES.join(', ')}` },
  ]);
}

function lookAtToleration({ operator, key, value, effect, tolerationSeconds }: Item): Look {
  const path = 'spec.tolerations';
  return first([
    oneOf(operator, `${path}.operator`, ['', 'Exists', 'Equal']),
    oneOf(effect, `${path}.effect`, ['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']),
    notEmpty(key) ? qualified(String(key), path) : refusedIf(operator !== 'Exists', `${path}: without a key the operator must be Exists`),
    operator === 'Exists' && notEmpty(value) ? { refused: `${path}: Exists takes no value` } : undefined,
    notEmpty(tolerationSeconds) && effect !== 'NoExecute' ? { refused: `${path}: tolerationSeconds is for NoExecute` } : undefined,
    operator !== 'Exists' && typeof value === 'string' ? valid(value, path, LABEL_VALUE) : undefined,
  ]);
}
