import { AskedPod, placeIn } from './asked-pod';
import { DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { HEALTH_OF_API_SERVER, HEALTH_PATHS } from '../../facts/inputs/api-servers';
import { csvRecord } from '../../kubernetes/command-line/csv';
import { goBool } from '../../kubernetes/go-values';
import { isLoopback, loopbackFamily, plainHost } from '../../kubernetes/ip-address';
import { flagOf, isUnknown, textOf } from '../../view/ask';
import { ComponentView, Doubt, NO_DOUBT } from '../../view/model';
import { servingAddress, servingPort } from '../../view/serving';
import { FoundContainer } from '../component/container';

/** Why a probe fails; or, where that depends on what is not known, why it may. */
type Failure = Pick<Doubt, 'what' | 'isDoubtful'>;

/**
 * Probes at which the kubelet kills the container again and again: they ask where the component does not answer. A readiness probe kills nothing.
 * Components serve TLS alone; what the kubelet asks without it is answered with 400.
 */
export function probeStops(asked: AskedPod, container: FoundContainer, view: ComponentView): readonly Doubt[] {
  const { object } = asked;
  const ports = listOf(object.document.value([...container.path, 'ports'])).map(mapOf);
  return ['livenessProbe', 'startupProbe'].flatMap((name): readonly Doubt[] => {
    const probe = mapOf(object.document.value([...container.path, name]));
    const isCommand = isMap(probe.exec);
    // Images of API servers differ in the programs that they have, and containers beside one serve in its name.
    if (view.component === API_SERVER && (isCommand || isServedBeside(probe, asked, view))) return NO_DOUBT.notAsked;
    const why = isCommand ? ofCommand(mapOf(probe.exec), view)
      : ofServer(probe, ports, view) ?? ofLogin(probe, view) ?? ofHaste(asked, container, name);
    return why === undefined ? NO_DOUBT.isRight : [{
      rule: 'probe-kills-component',
      place: placeIn(asked, [...container.path, name]),
      ...why,
      what: `the ${name} of ${view.component} in ${object.kind} ${object.name} ${why.what}`,
      reaches: 'controllers',
    }];
  });
}

/** Seconds that a component may need before it serves. */
const TO_SERVE = 5;

/** Killed before it serves, again and again. A startup probe keeps the liveness probe waiting; the defaults are those of SetDefaults_Probe. */
function ofHaste({ object }: AskedPod, { path }: FoundContainer, name: string): Failure | undefined {
  const { initialDelaySeconds, periodSeconds, failureThreshold, ...handler } = mapOf(object.document.value([...path, name]));
  if (Object.keys(handler).length === 0 || (name === 'livenessProbe' && isMap(object.document.value([...path, 'startupProbe'])))) return undefined;
  const time = (Number(initialDelaySeconds ?? 0) || 0) + (Number(periodSeconds ?? 0) || 10) * (Number(failureThreshold ?? 0) || 3);
  return time >= TO_SERVE ? undefined : { what: `ends it where it does not serve within ${time} s`, isDoubtful: true };
}

const API_SERVER = 'kube-apiserver';

/** Whether another container of the pod may be what a probe asks. */
function isServedBeside(probe: DataMap, { object, template }: AskedPod, view: ComponentView): boolean {
  const { port } = mapOf(probe.httpGet ?? probe.tcpSocket);
  return listOf(object.document.value([...template, 'spec', 'containers'])).length > 1 && String(port) !== String(servingPort(view));
}

/**
 * The kubelet asks without a login.
 * k8s.io/kubernetes@v1.27.16 pkg/kubeapiserver/options/authentication.go ApplyAuthorization: with AlwaysAllow none may.
 */
function ofLogin(probe: DataMap, view: ComponentView): Failure | undefined {
  const { httpHeaders } = mapOf(probe.httpGet);
  if (view.component !== API_SERVER || !isMap(probe.httpGet)) return undefined;
  if (listOf(httpHeaders).some(one => String(mapOf(one).name).toLowerCase() === 'authorization')) return undefined;
  const modes = view.flags.filter(({ name }) => name === 'authorization-mode').flatMap(({ value }) => (value ?? '').split(','));
  if (goBool(flagOf(view, 'anonymous-auth')?.value ?? 'true') === false && !flagOf(view, 'authentication-config')) {
    return { what: 'asks without a login, which is answered with 401 (--anonymous-auth=false)' };
  }
  if (modes.includes('AlwaysAllow')) return { what: 'asks without a login, which is answered with 401 under --authorization-mode=AlwaysAllow' };
  const isRefused = modes.length > 0 && modes.every(mode => mode === 'Node' || mode === 'AlwaysDeny');
  return isRefused ? { what: `asks without a login, which --authorization-mode=${modes.join(',')} does not allow` } : undefined;
}

/** k8s.io/cloud-provider-aws@v1.20.0 and v1.32.0 Dockerfile: a base without a shell, and one program. */
const AWS_IMAGE = /^(?:registry\.k8s\.io|k8s\.gcr\.io)\/provider-aws\/cloud-controller-manager$/;
const AWS_PROGRAM = '/bin/aws-cloud-controller-manager';

function ofCommand(exec: DataMap, { image }: ComponentView): Failure {
  const [program] = listOf(exec.command).map(shownOf);
  return image !== undefined && AWS_IMAGE.test(image.repository) && program !== AWS_PROGRAM
    ? { what: `runs ${program}, and its image has nothing but ${AWS_PROGRAM}` }
    : { what: `runs ${program}, and whether its image has that is not known`, isDoubtful: true };
}

function ofServer(probe: DataMap, ports: readonly DataMap[], view: ComponentView): Failure | undefined {
  const own = servingPort(view);
  if (own === undefined) return undefined;
  const paths = view.component === API_SERVER ? HEALTH_OF_API_SERVER : HEALTH_PATHS;
  const http = isMap(probe.httpGet) ? probe.httpGet : undefined;
  const asks = http ?? (isMap(probe.tcpSocket) ? probe.tcpSocket : isMap(probe.grpc) ? probe.grpc : undefined);
  if (asks === undefined) return undefined;
  const isNamed = typeof asks.port === 'string' && !/^\d+$/.test(asks.port);
  const port = isNamed ? ports.find(one => one.name === asks.port)?.containerPort : Number(asks.port);
  // The insecure port of old releases serves without TLS.
  if (!['', '0', undefined].includes(flagOf(view, 'port')?.value) && port !== own) return undefined;
  const path = `/${(stringOf(http?.path) ?? '/').replace(/^\/+/, '').replace(/\?[\s\S]*/, '')}`;
  const why = port !== own ? `port ${shownOf(asks.port)}, and it serves on ${own === 0 ? 'none' : own}`
    : isMap(probe.grpc) ? 'gRPC, which it does not speak'
      : http === undefined ? undefined
        : stringOf(http.scheme) !== 'HTTPS' ? 'it without TLS, which it serves alone'
          : !paths.some(one => path === one || path.startsWith(`${one}/`)) ? `${path}, and it answers ${paths.join(', ')} only` : undefined;
  if (why !== undefined) return { what: `asks for ${why}` };
  return ofAddress(stringOf(asks.host) ?? '', view) ?? (http === undefined ? undefined : ofPath(path, view));
}

/** The kubelet asks from the network of the host, and, where the probe names no host, the address of the pod. */
function ofAddress(host: string, view: ComponentView): Failure | undefined {
  if (isUnknown(view, 'bind-address')) return undefined;
  const bound = servingAddress(view);
  const isOnHost = view.pod?.hostNetwork === true;
  const isPod = host === '';
  if (bound === undefined) {
    if (isPod || (isLoopback(host) && isOnHost)) return undefined;
    // An API server's own address, which is the node's.
    if (view.component === API_SERVER && isOnHost && [host, undefined].includes(flagOf(view, 'advertise-address')?.value)) return undefined;
    return isLoopback(host) ? { what: `asks ${host}, which is the node and not the pod` } : undecided(host);
  }
  if (isLoopback(bound)) {
    // One loopback address is not the other, and `localhost` is both.
    const isServed = isLoopback(host) && [loopbackFamily(bound), undefined].includes(loopbackFamily(host));
    if (isServed && isOnHost) return undefined;
    return isPod || isLoopback(host) ? { what: `asks ${isPod ? 'the address of its pod' : `${host} of the node`}, and it serves on ${bound} only` }
      : undecided(host);
  }
  return plainHost(host) === bound && isOnHost ? undefined : undecided(isPod ? 'the address of its pod' : host);

  function undecided(asked: string): Failure {
    const flag = `--bind-address=${textOf(view, 'bind-address').trim()}`;
    return { what: `asks ${asked}, and whether it serves there is not known (${flag})`, isDoubtful: true };
  }
}

/**
 * What is not in the list is for the API server to allow, which by default it does, if the component may ask it:
 * k8s.io/apiserver@v0.26.15 pkg/authorization/path/path.go NewAuthorizer.
 */
function ofPath(path: string, { flags }: ComponentView): Failure | undefined {
  const given = flags.filter(({ name }) => name === 'authorization-always-allow-paths');
  const isAllowed = given.flatMap(({ value }) => csvRecord(value ?? '') ?? []).some(allowed => {
    const pattern = `/${allowed.replace(/^\//, '')}`;
    return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  });
  return given.length === 0 || isAllowed ? undefined : {
    what: `asks for ${path}, which --authorization-always-allow-paths does not have: whether the API server allows it without a login is not known`,
    isDoubtful: true,
  };
}
