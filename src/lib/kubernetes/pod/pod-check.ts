import { POD } from './pod-shape';
import { first, isObject, Json, Look, lookAt } from './shape';

/** Fields with checks of their own, which are not followed here. */
const VALIDATED: readonly string[] = [
  'affinity', 'dnsConfig', 'hostAliases', 'os', 'overhead', 'readinessGates', 'resourceClaims', 'runtimeClassName', 'schedulingGates',
  'topologySpreadConstraints',
];

type Item = { readonly [key: string]: Json };

/**
 * Whether a kubelet takes a v1 Pod from a file: k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/common.go tryDecodeSinglePod, which decodes, sets
 * defaults and validates as the API server does on creation (pkg/apis/core/validation). Held against it by conformance/static-pods.test.ts.
 */
export function lookAtPod(data: Json): Look {
  if (!isObject(data)) return { refused: 'it is no object' };
  const wrong = lookAt(data, POD, 'Pod');
  if (wrong !== undefined && 'refused' in wrong) return wrong;
  const metadata = itemAt(data, 'metadata');
  const spec = itemAt(data, 'spec');
  const containers = itemsAt(spec, 'containers');
  const init = itemsAt(spec, 'initContainers');
  const volumes = itemsAt(spec, 'volumes');
  return first([
    wrong,
    required(metadata.name, 'metadata.name', SUBDOMAIN),
    optional(metadata.namespace, 'metadata.namespace', LABEL),
    ...['finalizers', 'ownerReferences'].map(key => notEmpty(metadata[key]) ? { unknown: `nothing is known of metadata.${key} in a static pod` }
      : undefined),
    ...Object.entries(itemAt(metadata, 'labels')).flatMap(([key, value]) => [qualified(key, 'metadata.labels'), valid(value, 'metadata.labels.'
      + `${key}`, LABEL_VALUE)]),
    ...Object.keys(itemAt(metadata, 'annotations')).map(key => qualified(key.toLowerCase(), 'metadata.annotations')),
    oneOf(spec.restartPolicy, 'spec.restartPolicy', ['Always', 'OnFailure', 'Never']),
    oneOf(spec.dnsPolicy, 'spec.dnsPolicy', ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']),
    spec.dnsPolicy === 'None' && spec.dnsConfig === undefined ? { refused: 'dnsPolicy None needs a dnsConfig' } : undefined,
    lookAtSecurity(itemAt(spec, 'securityContext'), 'spec.securityContext'),
    optional(spec.serviceAccountName, 'spec.serviceAccountName', SUBDOMAIN),
    optional(spec.hostname, 'spec.hostname', LABEL),
    optional(spec.subdomain, 'spec.subdomain', LABEL),
    optional(spec.nodeName, 'spec.nodeName', SUBDOMAIN),
    notEmpty(spec.activeDeadlineSeconds) ? atLeast(spec.activeDeadlineSeconds, 'spec.activeDeadlineSeconds', 1) : undefined,
    notEmpty(spec.preemptionPolicy) ? { unknown: 'nothing is known of preemptionPolicy in a static pod' } : undefined,
    optional(spec.priorityClassName, 'spec.priorityClassName', SUBDOMAIN),
    atLeast(spec.terminationGracePeriodSeconds, 'spec.terminationGracePeriodSeconds', 0),
    notEmpty(spec.ephemeralContainers) ? { unknown: 'nothing is known of ephemeral containers in a static pod' } : undefined,
    ...VALIDATED.map(
      key => notEmpty(spec[key]) ? { unknown: `nothing is known of ${key} in a static pod` } : undefined,
    ),
    ...Object.entries(itemAt(spec, 'nodeSelector')).flatMap(([key, value]) => [qualified(key, 'spec.nodeSelector'), valid(value, 'spec.nodeSelector.'
      + `${key}`, LABEL_VALUE)]),
    ...itemsAt(spec, 'tolerations').map(lookAtToleration),
    containers.length === 0 ? { refused: 'spec.containers is empty' } : undefined,
    unique([...init, ...containers].map(({ name }) => name), 'the name of a container'),
    unique(volumes.map(({ name }) => name), 'the name of a volume'),
    ...volumes.map((volume, index) => lookAtVolume(volume, `spec.volumes[${index}]`)),
    ...containers.map((container, index) => lookAtContainer(container, spec, `spec.containers[${index}]`)),
    ...init.map((container, index) => lookAtInit(container, spec, `spec.initContainers[${index}]`)),
  ]);
}

function lookAtInit(container: Item, spec: Item, path: string): Look {
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'].find(
    key => container[key] !== undefined && container[key] !== null,
  );
  return first([
    lookAtContainer(container, spec, path),
    probes === undefined ? undefined
      : container.restartPolicy === 'Always' ? { unknown: `${path}.${probes} depends on the release` }
        : { refused: `${path}.${probes} is not for init containers` },
  ]);
}

function lookAtContainer(container: Item, spec: Item, path: string): Look {
  const image = container.image;
  const volumes = new Set(itemsAt(spec, 'volumes').map(({ name }) => name));
  const mounts = itemsAt(container, 'volumeMounts');
  const ports = itemsAt(container, 'ports');
  return first([
    required(container.name, `${path}.name`, LABEL),
    typeof image !== 'string' || image === '' || image !== image.trim() ? { refused: `${path}.image is ${JSON.stringify(image ?? null)}` }
      : undefined,
    oneOf(container.imagePullPolicy, `${path}.imagePullPolicy`, ['Always', 'IfNotPresent', 'Never']),
    oneOf(container.terminationMessagePolicy, `${path}.terminationMessagePolicy`, ['File', 'FallbackToLogsOnError']),
    unique(mounts.map(({ mountPath }) => mountPath), `a mountPath of ${path}`),
    ...mounts.map(mount => lookAtMount(mount, volumes, `${path}.volumeMounts`)),
    ...itemsAt(container, 'env').map(variable => lookAtVariable(variable, `${path}.env`)),
    ...itemsAt(container, 'envFrom').map(source => lookAtEnvSource(source, `${path}.envFrom`)),
    unique(ports.flatMap(({ name }) => name ?? []), `a port's name of ${path}`),
    ...ports.map(port => lookAtPort(port, spec.hostNetwork === true, `${path}.ports`)),
    ...(['livenessProbe', 'readinessProbe', 'startupProbe'] as const).map(name => lookAtProbe(container[name], name, `${path}.${name}`)),
    lookAtSecurity(itemAt(container, 'securityContext'), `${path}.securityContext`),
    lookAtResources(itemAt(container, 'resources'), `${path}.resources`),
    ...['lifecycle', 'volumeDevices'].map(key => notEmpty(container[key]) ? { unknown: `nothing is known of ${path}.${key}` } : undefined),
    container.restartPolicy === undefined || container.restartPolicy === null ? undefined : { unknown: `${path}.restartPolicy came with 1.28` },
  ]);
}

function lookAtMount(mount: Item, volumes: ReadonlySet<Json>, path: string): Look {
  const subPath = typeof mount.subPath === 'string' ? mount.subPath : '';
  return first([
    mount.name === undefined || mount.name === '' ? { refused: `${path}: a mount has no name` } : undefined,
    volumes.has(mount.name) ? undefined : { refused: `${path}: there is no volume ${JSON.stringify(mount.name ?? null)}` },
    typeof mount.mountPath !== 'string' || mount.mountPath === '' ? { refused: `${path}: a mount has no mountPath` } : undefined,
    subPath.startsWith('/') || subPath.split('/').includes('..') ? { refused: `${path}: subPath ${JSON.stringify(subPath)} leaves its volume` }
      : undefined,
    notEmpty(mount.mountPropagation) || notEmpty(mount.subPathExpr) ? { unknown: `${path}: nothing is known of mountPropagation and subPathExpr` }
      : undefined,
  ]);
}

const SOURCES = ['hostPath', 'emptyDir', 'configMap', 'secret', 'projected', 'downwardAPI', 'csi', 'persistentVolumeClaim', 'nfs'];
const PATH_TYPES = ['', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'];

function lookAtVolume(volume: Item, path: string): Look {
  const sources = SOURCES.filter(source => volume[source] !== undefined && volume[source] !== null);
  const host = itemAt(volume, 'hostPath');
  return first([
    required(volume.name, `${path}.name`, LABEL),
    sources.length > 1 ? { refused: `${path} has more than one source` } : undefined,
    ...sources.includes('hostPath') ? [
      typeof host.path !== 'string' || host.path === '' ? { refused: `${path}.hostPath has no path` } : undefined,
      typeof host.path === 'string' && host.path.split('/').includes('..') ? { refused: `${path}.hostPath.path has '..' in it` } : undefined,
      oneOf(host.type, `${path}.hostPath.type`, PATH_TYPES),
    ] : [],
    sources.some(source => source !== 'hostPath' && source !== 'emptyDir') ? {
      unknown: `whether a static pod may have the volume ${path} depends on the release`,
    } : undefined,
  ]);
}

function lookAtVariable(variable: Item, path: string): Look {
  const from = itemAt(variable, 'valueFrom');
  const sources = Object.keys(from).filter(key => from[key] !== null);
  const field = itemAt(from, 'fieldRef').fieldPath;
  return first([
    required(variable.name, `${path}.name`, ENV_NAME),
    variable.valueFrom === undefined || variable.valueFrom === null ? undefined : sources.length === 1 ? undefined : {
      refused: `${path}: valueFrom has ${sources.length} sources`,
    },
    sources.length === 1 && notEmpty(variable.value) ? { refused: `${path}: a variable has value and valueFrom` } : undefined,
    sources.includes('fieldRef') && !FIELDS.test(String(field)) ? { refused: `${path}: fieldPath ${JSON.stringify(field ?? null)}` } : undefined,
    sources.some(source => source !== 'fieldRef') ? { unknown: `${path}: whether a static pod may refer to other objects depends on the release` }
      : undefined,
  ]);
}

const FIELDS = new RegExp('^(?:metadata\\.(?:name|namespace|uid)|metadata\\.(?:labels|annotations)\\[\'[^\']+\'\\]'
  + '|spec\\.(?:nodeName|serviceAccountName)|status\\.(?:hostIP|podIP|podIPs))$');

function lookAtEnvSource(source: Item, path: string): Look {
  return { unknown: `${path}: whether a static pod may refer to other objects depends on the release (${Object.keys(source).join(', ')})` };
}

function lookAtPort(port: Item, hostNetwork: boolean, path: string): Look {
  return first([
    inRange(port.containerPort, `${path}: containerPort`),
    port.hostPort === undefined || port.hostPort === null || port.hostPort === 0 ? undefined : inRange(port.hostPort, `${path}: hostPort`),
    hostNetwork && notEmpty(port.hostPort) && port.hostPort !== 0 && port.hostPort !== port.containerPort ? {
      refused: `${path}: with hostNetwork hostPort is containerPort`,
    } : undefined,
    oneOf(port.protocol, `${path}: protocol`, ['TCP', 'UDP', 'SCTP']),
    typeof port.name === 'string' && port.name !== '' && !/^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/.test(port.name)
      ? { refused: `${path}: name ${port.name}` } : undefined,
  ]);
}

function lookAtProbe(value: Json | undefined, name: string, path: string): Look {
  if (!isObject(value)) return undefined;
  const handlers = ['httpGet', 'tcpSocket', 'exec', 'grpc'].filter(handler => value[handler] !== undefined && value[handler] !== null);
  const http = itemAt(value, 'httpGet');
  const success = value.successThreshold;
  return first([
    handlers.length === 1 ? undefined : { refused: `${path} has ${handlers.length} handlers` },
    ...handlers.includes('httpGet') ? [portOrName(http.port, path), oneOf(http.scheme, `${path}.scheme`, ['HTTP', 'HTTPS'])] : [],
    notEmpty(http.httpHeaders) ? { unknown: `nothing is known of ${path}.httpGet.httpHeaders` } : undefined,
    handlers.includes('tcpSocket') ? portOrName(itemAt(value, 'tcpSocket').port, path) : undefined,
    handlers.includes('exec') && itemsOf(itemAt(value, 'exec').command).length === 0 ? { refused: `${path}.exec has no command` } : undefined,
    handlers.includes('grpc') ? { unknown: `nothing is known of ${path}.grpc` } : undefined,
    ...['initialDelaySeconds', 'periodSeconds', 'timeoutSeconds', 'successThreshold', 'failureThreshold'].map(
      key => atLeast(value[key], `${path}.${key}`, 0),
    ),
    name !== 'readinessProbe' && typeof success === 'number' && success > 1 ? { refused: `${path}.successThreshold must be 1` } : undefined,
    value.terminationGracePeriodSeconds === undefined ? undefined : { unknown: `${path}.terminationGracePeriodSeconds depends on the release` },
  ]);
}

function portOrName(port: Json | undefined, path: string): Look {
  if (typeof port === 'string') {
    return /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/.test(port) ? undefined : {
      refused: `${path}: port ${JSON.stringify(port)}`,
    };
  }
  return inRange(port, `${path}: port`);
}

function lookAtSecurity(context: Item, path: string): Look {
  const profile = itemAt(context, 'seccompProfile');
  return first([
    isObject(context.seccompProfile) ? requiredOneOf(profile.type, `${path}.seccompProfile.type`, ['RuntimeDefault', 'Unconfined', 'Localhost'])
      : undefined,
    (profile.type === 'Localhost') === notEmpty(profile.localhostProfile) ? undefined : {
      refused: `${path}.seccompProfile.localhostProfile goes with Localhost`,
    },
    atLeast(context.runAsUser, `${path}.runAsUser`, 0),
    atLeast(context.runAsGroup, `${path}.runAsGroup`, 0),
    context.procMount === undefined || context.procMount === null ? undefined
      : requiredOneOf(context.procMount, `${path}.procMount`, ['Default', 'Unmasked']),
    ...['fsGroup', 'fsGroupChangePolicy', 'supplementalGroups', 'sysctls'].map(
      key => notEmpty(context[key]) ? { unknown: `nothing is known of ${path}.${key}` } : undefined,
    ),
  ]);
}

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

function lookAtResources(resources: Item, path: string): Look {
  const [limits, requests] = [itemAt(resources, 'limits'), itemAt(resources, 'requests')];
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const negative = [...Object.values(limits), ...Object.values(requests)].some(value => String(value).startsWith('-'));
  const both = Object.keys(limits).filter(name => name in requests && String(limits[name]) !== String(requests[name]));
  return first([
    negative ? { refused: `${path} is negative` } : undefined,
    names.every(name => RESOURCES.includes(name)) ? undefined : { unknown: `${path} has other resources than ${RESOURCES.join(', ')}` },
    both.length > 0 ? { unknown: `whether ${path}.requests is more than its limits is not compared` } : undefined,
  ]);
}

function lookAtToleration({ operator, key, value, effect, tolerationSeconds }: Item): Look {
  const path = 'spec.tolerations';
  return first([
    oneOf(operator, `${path}.operator`, ['', 'Exists', 'Equal']),
    oneOf(effect, `${path}.effect`, ['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']),
    notEmpty(key) ? qualified(String(key), path) : operator === 'Exists' ? undefined : {
      refused: `${path}: without a key the operator must be Exists`,
    },
    operator === 'Exists' && notEmpty(value) ? { refused: `${path}: Exists takes no value` } : undefined,
    notEmpty(tolerationSeconds) && effect !== 'NoExecute' ? { refused: `${path}: tolerationSeconds is for NoExecute` } : undefined,
    operator !== 'Exists' && typeof value === 'string' ? valid(value, path, LABEL_VALUE) : undefined,
  ]);
}

const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^(?=.{1,63}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const LABEL_VALUE = /^(?=.{0,63}$)(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const ENV_NAME = /^(?!\.\.?$)(?!\.\.)[-._a-zA-Z][-._a-zA-Z0-9]*$/;

function qualified(key: string, path: string): Look {
  const [prefix, name] = key.includes('/') ? [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)] : [undefined, key];
  const right = name !== '' && LABEL_VALUE.test(name) && (prefix === undefined || SUBDOMAIN.test(prefix));
  return right ? undefined : { refused: `${path} has the key ${JSON.stringify(key)}` };
}

function required(value: Json | undefined, path: string, pattern: RegExp): Look {
  return typeof value === 'string' && pattern.test(value) ? undefined : { refused: `${path} is ${JSON.stringify(value ?? null)}` };
}

function optional(value: Json | undefined, path: string, pattern: RegExp): Look {
  return notEmpty(value) ? required(value, path, pattern) : undefined;
}

function valid(value: Json, path: string, pattern: RegExp): Look {
  return value === null || pattern.test(String(value)) ? undefined : { refused: `${path} is ${JSON.stringify(value)}` };
}

function oneOf(value: Json | undefined, path: string, accepted: readonly string[]): Look {
  return !notEmpty(value) || accepted.includes(String(value)) ? undefined : { refused: `${path} is ${JSON.stringify(value)}` };
}

function requiredOneOf(value: Json | undefined, path: string, accepted: readonly string[]): Look {
  return notEmpty(value) ? oneOf(value, path, accepted) : { refused: `${path} is missing` };
}

function atLeast(value: Json | undefined, path: string, least: number): Look {
  return typeof value === 'number' && value < least ? { refused: `${path} is ${value}` } : undefined;
}

function inRange(value: Json | undefined, path: string): Look {
  return typeof value === 'number' && value >= 1 && value <= 65535 ? undefined : { refused: `${path} is ${JSON.stringify(value ?? null)}` };
}

function unique(values: readonly (Json | undefined)[], what: string): Look {
  const given = values.filter(value => value !== undefined && value !== '');
  return new Set(given).size === given.length ? undefined : { refused: `${what} is given twice` };
}

function notEmpty(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function itemAt(item: Item, key: string): Item {
  const value = item[key];
  return isObject(value) ? value : {};
}

function itemsAt(item: Item, key: string): readonly Item[] {
  return itemsOf(item[key]).map(value => isObject(value) ? value : {});
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
