import { AskedPod, placeIn } from './asked-pod';
import { listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { pathsOf, spellingsOf } from '../../facts/process-environment';
import { ipIn } from '../../kubernetes/cidr';
import { CCM, KCM } from '../../kubernetes/component';
import { isLoopback, plainHost } from '../../kubernetes/ip-address';
import { flagOf, textOf } from '../../view/ask';
import { ComponentView, Doubt, NO_DOUBT } from '../../view/model';
import { FoundContainer } from '../component/container';
import { currentCluster } from '../documents/kubeconfig';

/** What an environment does to a component; `isDoubtful`: what comes of it is not known. */
type Effect = Pick<Doubt, 'what' | 'isDoubtful'> & { readonly variable: string };

/** Environment variables that cut a component off from its API server or from AWS. */
export function environmentStops(asked: AskedPod, container: FoundContainer, view: ComponentView): readonly Doubt[] {
  const { component } = view;
  if (component !== KCM && component !== CCM) return NO_DOUBT.notAsked;
  const usesAws = textOf(view, 'cloud-provider') === 'aws' || (component === CCM && view.awsRelease !== undefined);
  const variables = listOf(asked.object.document.value([...container.path, 'env'])).map(one => stringOf(mapOf(one).name));
  const proxies = throughProxy(asked, container, view, usesAws);
  return [...proxies, ...usesAws ? withoutMetadata(container, view) : NO_DOUBT.notAsked, ...elsewhere(asked, container, usesAws)]
    .map(({ variable, what, isDoubtful }): Doubt => {
      const index = variables.indexOf(variable);
      return {
        rule: 'environment-cuts-off',
        place: placeIn(asked, index === -1 ? container.path : [...container.path, 'env', index]),
        what: `${component} of ${asked.object.kind} ${asked.object.name} has ${variable}: ${what}`,
        ...isDoubtful === true ? { isDoubtful } : {},
        // kube-controller-manager makes its cloud once it leads: CreateControllerContext.
        ...component === KCM && variable === METADATA_OFF ? { reaches: 'main-lock' } : {},
      };
    });
}

/** A variable as the program has it; `hidden`: it comes from where the input does not reach. */
function valueOf({ env, unknownEnv }: FoundContainer, name: string): string | { readonly hidden: true } | undefined {
  return unknownEnv.includes(name) ? { hidden: true } : env[name] === '' ? undefined : env[name];
}

/** The first of a variable's two spellings that is set: golang.org/x/net@v0.9.0 http/httpproxy/proxy.go getEnvAny. */
function anyOf(container: FoundContainer, name: string): { readonly variable: string; readonly value: ReturnType<typeof valueOf> } | undefined {
  return spellingsOf(name).map(variable => ({ variable, value: valueOf(container, variable) })).find(({ value }) => value !== undefined);
}

const METADATA = '169.254.169.254';

/** The clients of Kubernetes and of AWS follow the proxies of the environment. Whether a proxy lets them through nothing says. */
function throughProxy(asked: AskedPod, container: FoundContainer, view: ComponentView, usesAws: boolean): readonly Effect[] {
  const [https, http] = [anyOf(container, 'HTTPS_PROXY'), anyOf(container, 'HTTP_PROXY')];
  const none = anyOf(container, 'NO_PROXY');
  const text = typeof none?.value === 'string' ? none.value : none && writtenAs(asked, container, none.variable);
  const entries = (text ?? '').split(',').map(entry => entry.trim().toLowerCase()).filter(entry => entry !== '');
  const server = serverOf(container, view);
  const through = (what: string) => `it asks ${what} through a proxy that nothing in the input describes, and NO_PROXY does not leave that out`;
  return [
    ...https !== undefined && !isDirect(server, entries) ? [{ variable: https.variable, what: through('the API server'), isDoubtful: true }] : [],
    ...http !== undefined && usesAws && !covers(entries, METADATA)
      ? [{ variable: http.variable, what: through(`the metadata of its instance (${METADATA})`), isDoubtful: true }] : [],
  ];
}

interface Server {
  /** None: the input does not say. */
  readonly host?: string;
  readonly isAddress: boolean;
  /** Whether its kubeconfig is in the input and names none. */
  readonly isUnnamed: boolean;
}

/** The host of its API server: in the kubeconfig, or in what the kubelet or the manifest sets. */
function serverOf(container: FoundContainer, view: ComponentView): Server {
  const hasKubeconfig = textOf(view, 'kubeconfig') !== '';
  const url = textOf(view, 'master') || currentCluster(view)?.server;
  const own = valueOf(container, 'KUBERNETES_SERVICE_HOST');
  const host = url ? /^(?:\w+:\/\/)?(\[[^\]]*\]|[^:/]*)/.exec(url)![1] : hasKubeconfig || typeof own !== 'string' || own.startsWith('fieldRef:')
    ? undefined : own;
  return { host: host?.toLowerCase(), isAddress: !hasKubeconfig && !url, isUnnamed: !url && view.kubeconfig?.state === 'present' };
}

/** A value as the manifest has it, with its references. */
function writtenAs({ object }: AskedPod, { path }: FoundContainer, name: string): string | undefined {
  return listOf(object.document.value([...path, 'env'])).map(mapOf).flatMap(one => one.name === name ? stringOf(one.value) ?? [] : []).at(-1);
}

/** What the kubelet fills in with the host of the API server, where no kubeconfig says another. */
const SERVICE_HOST = '$(kubernetes_service_host)';

function isDirect({ host, isAddress, isUnnamed }: Server, entries: readonly string[]): boolean {
  if (isUnnamed) return entries.includes('*');
  if (isAddress && entries.includes(SERVICE_HOST)) return true;
  if (host !== undefined) return isLoopback(host) || covers(entries, host);
  // Where the address is not known: what is left out besides the node itself may have it.
  return entries.some(entry => entry === '*'
    || (!/^(?:localhost$|127\.|::1$|169\.254\.)/.test(entry) && (!isAddress || /^[\d.]+(?:\/\d+)?$|^[\da-f:]+(?:\/\d+)?$/.test(entry))));
}

/** As Go reads NO_PROXY: golang.org/x/net@v0.9.0 http/httpproxy/proxy.go init. */
function covers(entries: readonly string[], host: string): boolean {
  return entries.some(entry => {
    const bare = entry.replace(/:\d+$/, '').replace(/^\*\./, '.');
    return entry === '*' || bare === host || plainHost(entry) === plainHost(host) || ipIn(plainHost(host), entry)
      || host.endsWith(bare.startsWith('.') ? bare : `.${bare}`);
  });
}

const METADATA_OFF = 'AWS_EC2_METADATA_DISABLED';

/**
 * Without a cloud config that has a zone or a region, the provider asks the instance for it, and fails: k8s.io/cloud-provider-aws@v1.27.0
 * pkg/providers/v1/aws.go:5319, v1.37.1 pkg/providers/v1/config/config.go GetRegion. Both generations of the SDK read the variable:
 * github.com/aws/aws-sdk-go@v1.44.241 aws/ec2metadata/service.go:140.
 */
function withoutMetadata(container: FoundContainer, view: ComponentView): readonly Effect[] {
  const value = valueOf(container, METADATA_OFF);
  if (value === undefined || (typeof value === 'string' && value.toLowerCase() !== 'true')) return [];
  const isCertain = typeof value === 'string' && flagOf(view, 'cloud-config') === undefined && textOf(view, 'cloud-provider') === 'aws';
  return [{
    variable: METADATA_OFF,
    what: isCertain ? 'it may not ask for its region and zone, and ends at start'
      : 'whether it starts without the metadata of its instance is not known',
    ...isCertain ? {} : { isDoubtful: true },
  }];
}

/** Variables that send the SDK of AWS elsewhere; those that name a file of certificates are fine where a volume has it. */
const ENDPOINTS = /^AWS_ENDPOINT_URL(?:_|$)|^AWS_EC2_METADATA_SERVICE_ENDPOINT$/;
const CERTIFICATES = ['AWS_CA_BUNDLE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

function elsewhere(asked: AskedPod, container: FoundContainer, usesAws: boolean): readonly Effect[] {
  const names = usesAws ? [...Object.keys(container.env), ...container.unknownEnv].filter(name => ENDPOINTS.test(name)) : [];
  const mounts = listOf(asked.object.document.value([...container.path, 'volumeMounts'])).map(mount => stringOf(mapOf(mount).mountPath) ?? '');
  const isMounted = (path: string) => mounts.some(mount => `${path}/`.startsWith(`${mount.replace(/\/$/, '')}/`));
  return [
    ...[...new Set(names)].filter(name => ![undefined, `http://${METADATA}`, `http://${METADATA}/`].includes(valueOf(container, name) as string))
      .map(variable => ({ variable, what: 'whether that endpoint answers is not known', isDoubtful: true })),
    ...CERTIFICATES.flatMap(variable => {
      const value = valueOf(container, variable);
      const isThere = value === undefined
        || (typeof value === 'string' && pathsOf(variable, value).every(path => isMounted(path) || `${path}/`.startsWith('/etc/ssl/')));
      return isThere ? [] : [{ variable, what: 'whether its certificates are there is not known: no volume is mounted there', isDoubtful: true }];
    }),
  ];
}
