import { FileProblem, refusal } from './file-problem';
import { DataMap, isMap, listOf, mapOf, shownOf } from '../edit/yaml/data';
import { EGRESS_NAMES } from '../facts/apiserver-files';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

const PROTOCOLS = ['Direct', 'GRPC', 'HTTPConnect'];

/** k8s.io/apiserver@v0.20.15, v0.27.16 and v0.37.2 pkg/server/egressselector/config.go ValidateEgressSelectorConfiguration. */
export function egressProblems({ egressSelections }: DataMap, version?: KubernetesVersion): readonly FileProblem[] {
  const all = listOf(egressSelections).map(mapOf);
  const names = all.map(({ name }) => shownOf(name).toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return [
    ...twice === undefined ? [] : [refusal(`it selects ${twice} twice`)],
    ...all.flatMap(({ connection }, index) => [...ofName(names[index], version), ...ofConnection(names[index], mapOf(connection))]),
  ];
}

function ofName(name: string, version?: KubernetesVersion): readonly FileProblem[] {
  const own = version && EGRESS_NAMES.find(version);
  const taken = EGRESS_NAMES.rows.map(({ value }) => value).filter(value => own === undefined || value === own);
  if (taken.every(value => value.includes(name))) return [];
  const what = `it selects '${name}'; accepted: ${taken.at(-1)!.join(', ')}`;
  return [taken.some(value => value.includes(name)) ? { what, settle: 'Say the release of the API server, or select controlplane.' } : refusal(what)];
}

function ofConnection(name: string, { proxyProtocol, transport }: DataMap): readonly FileProblem[] {
  const protocol = String(proxyProtocol);
  const { tcp, uds } = mapOf(transport);
  if (!PROTOCOLS.includes(protocol)) return [refusal(`it asks ${name} by way of ${protocol}; accepted: ${PROTOCOLS.join(', ')}`)];
  if (protocol === 'Direct') return isMap(transport) ? [refusal(`it asks ${name} directly, and has a transport`)] : [];
  const [isTcp, isUds] = [isMap(tcp), isMap(uds)];
  if (protocol === 'GRPC' ? !isUds : isTcp === isUds) {
    return [refusal(`it asks ${name} by way of ${protocol}, whose transport needs ${protocol === 'GRPC' ? 'uds' : 'either tcp or uds'}`)];
  }
  if (isUds && shownOf(mapOf(uds).udsName) === '') return [refusal(`it asks ${name} by way of a socket without a name (udsName)`)];
  return isUds ? [asked(name, protocol)] : ofTcp(name, mapOf(tcp));
}

function ofTcp(name: string, { url, tlsConfig }: DataMap): readonly FileProblem[] {
  const [text, tls] = [shownOf(url), mapOf(tlsConfig)];
  if (!/^https?:\/\//.test(text)) return [refusal(`it asks ${name} by way of ${text}, which is no address of http or https`)];
  const isPlain = text.startsWith('http:');
  const missing = ['clientCert', 'clientKey'].filter(field => shownOf(tls[field]) === '');
  if (isPlain && isMap(tlsConfig)) return [refusal(`it asks ${name} by way of ${text}, and has a tlsConfig`)];
  return isPlain || missing.length === 0 ? [asked(name, 'HTTPConnect')]
    : [refusal(`it asks ${name} by way of ${text}, without ${missing.join(' and ')} in its tlsConfig`)];
}

function asked(name: string, protocol: string): FileProblem {
  return {
    what: `it asks ${name} by way of ${protocol}, and whether the proxy lets it through is not known`,
    settle: 'See on each control-plane node that the proxy runs before the API server does, with the files that are named, and lets it through.',
  };
}
