import { findJoinSecret } from './join-secrets';
import { isEtcdContainer } from '../../edit/etcd-program';
import { editKubeletFlags, parseKubeletFlags } from '../../edit/kubelet/kubelet-flags';
import { editStaticPod } from '../../edit/static-pod/edit';
import { podsIn } from '../../edit/static-pod/pods-in';
import { findStaticPod, StaticPod } from '../../edit/static-pod/static-pod';
import { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { editSource, removeKeys } from '../../edit/yaml/source-edit';
import { Lines } from '../../edit/yaml/source-error';
import { kubeletFlagFilesOf } from '../../facts/inputs/kubelet-files';
import { NodeInput } from '../../kubernetes/node';
import { givenLine } from '../../text/line-diff';
import { printable } from '../../text/printable';

/**
 * Flags of kube-apiserver with an address of its node: without them it takes that of the default interface (k8s.io/apiserver@v0.26.15
 * pkg/server/options/server_run_options.go, DefaultAdvertiseAddress).
 */
const API_SERVER_FLAGS: readonly string[] = ['advertise-address'];

/** Flags of a kubelet that say which node it is. */
const KUBELET_FLAGS: readonly string[] = ['hostname-override', 'node-ip', 'provider-id'];

/**
 * The annotation that kubeadm gives kube-apiserver (k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/constants/constants.go,
 * KubeAPIServerAdvertiseAddressEndpointAnnotationKey).
 */
const ENDPOINT_ANNOTATION = 'kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];
/** Hosts that are the same on every node. */
const ANY_NODE = ['127.0.0.1', '::1', 'localhost'];
/** Addresses that a kubelet listens on, and that are those of every node. */
const ANY_ADDRESS = [...ANY_NODE, '0.0.0.0', '::'];

/** The default address of IPv6, whatever it is: k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go, node-ip. */
export const ANY_IPV6 = '::';

/** Fields of a KubeletConfiguration with a value of its node: k8s.io/kubelet@v0.26.15 config/v1beta1/types.go. */
const KUBELET_FIELD = /(?:^|[{,])[ \t]*["']?(providerID|address)["']?[ \t]*:[ \t]*["']?([^\s"'#,}]+)/gm;
/** How EC2 names an instance by its address: docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-naming.html. */
const NAME_BY_ADDRESS = /^ip-(\d+)-(\d+)-(\d+)-(\d+)\./;
const ADVERTISED = /--advertise-address[= ]["']?([\da-fA-F.:]+)/g;

/**
 * The files of a node without what belongs to that node alone, as every node of its group has them: kube-apiserver advertises the address of its
 * host, probes ask the address of the pod, and a kubelet has the name and the addresses of its host. Each node has an etcd of its own, whose manifest
 * is made where it joins.
 *
 * @param leaving values of nodes that leave, of whatever group: see `valuesOf`
 * @throws if a value of the node, or of one that leaves, is left, with its file and line
 */
export function withoutOwnValues(node: NodeInput, group: string, leaving: readonly string[] = [], texts = new ParsedTexts()): NodeInput['files'] {
  // Files that were handed in for the group have no node.
  const own = new Set([...node.name === group ? [] : valuesOf(node), ...leaving]);
  const files = Object.entries(node.files).flatMap(([path, text]): [string, string][] => {
    const pod = findStaticPod(text, `${node.name}:${path}`, texts);
    if (pod) return [[path, podOfAnyNode(pod, own)]];
    return isEtcd(text) ? [] : [[path, withoutAddress(text, own)]];
  });
  const kubelet = new Set(kubeletFlagFilesOf(Object.keys(node.files)));
  const stripped = files.map(([path, text]): [string, string] =>
    [path, kubelet.has(path) ? kubeletOfAnyNode(text, `${node.name}:${path}`, own) : text]);
  for (const [, text] of stripped) for (const value of configuredValues(text)) own.add(value);
  for (const [path, text] of stripped) refuseOwn(`${node.name}:${path}:`, group, { given: node.files[path], made: text }, own);
  return Object.fromEntries(stripped);
}

/**
 * Without --advertise-address kube-apiserver takes an address of the family that it binds to, IPv4 by default (k8s.io/apimachinery@v0.26.15
 * pkg/util/net/interface.go, ResolveBindAddress).
 *
 * @throws if its nodes are of IPv6, and only the address of one of them said so
 */
export function refuseLostFamily({ name, files }: NodeInput, group: string, texts = new ParsedTexts()): void {
  for (const [path, text] of Object.entries(files)) {
    const pod = findStaticPod(text, `${name}:${path}`, texts);
    const isOf6 = (flag: string) => pod?.flagValue(flag)?.includes(':') === true;
    if (pod?.component !== 'kube-apiserver' || !isOf6('advertise-address') || isOf6('bind-address')) continue;
    throw pod.document.error(pod.document.offset(pod.flag('advertise-address')!.word.path), '--advertise-address is an IPv6 address, and is taken '
      + 'out '
      + `for the nodes of group '${group}': without it kube-apiserver advertises an IPv4 address, unless it has --bind-address=::; add that flag, or `
      + 'give joinConfiguration where kubeadm makes the nodes');
  }
}

/** What is known of a node and is of no other one: its name, with and without its domain, its provider ID, its addresses. */
export function valuesOf({ name, providerId, files }: NodeInput): string[] {
  const [host] = name.split('.');
  // A host that is called like a thing, `master.example.com`, has a name that is a word of any text.
  const short = host !== name && /\d/.test(host) ? [host] : [];
  const address = NAME_BY_ADDRESS.exec(name)?.slice(1).join('.');
  const advertised = Object.values(files).flatMap(text => [...text.matchAll(ADVERTISED)].map(match => match[1]));
  return [name, ...short, ...providerId ? [providerId] : [], ...address ? [address] : [], ...advertised];
}

/** What a KubeletConfiguration says of its node alone. */
export function configuredValues(text: string): string[] {
  if (!/kind["']?[ \t]*:[ \t]*["']?KubeletConfiguration\b/.test(text)) return [];
  return [...text.matchAll(KUBELET_FIELD)].map(match => match[2]).filter(value => !ANY_ADDRESS.includes(value));
}

/** A static pod of etcd: its name, its addresses and its peers are those of one node. */
function isEtcd(text: string): boolean {
  return text.includes('etcd') && podsIn(text).pods.some(({ spec }) => containersOf(spec).some(isEtcdContainer));
}

function containersOf(spec: Data | undefined): readonly Data[] {
  const { containers } = (spec ?? {}) as { readonly containers?: Data };
  return Array.isArray(containers) ? containers : [];
}

function podOfAnyNode(pod: StaticPod, own: Set<string>): string {
  if (pod.component !== 'kube-apiserver') return pod.text;
  const flags = API_SERVER_FLAGS.filter(name => pod.flagValue(name) !== undefined);
  for (const name of flags) own.add(pod.flagValue(name)!);
  const without = editStaticPod(pod, { removeFlags: flags });
  return editSource([{ document: without.document, edits: [...endpointEdits(without), ...probeEdits(without)] }]);
}

/** A flag of a unit of kube-apiserver, a line of its own or a word of one. That of IPv6 says the family, too: it is left, and named. */
const ADDRESS_OF_UNIT = /(?:^[ \t]+--advertise-address[= ]([\d.]+)[ \t]*\\\n|[ \t]?--advertise-address[= ]([\d.]+)(?=[\s"']|$))/gm;

function withoutAddress(text: string, own: Set<string>): string {
  return text.replaceAll(ADDRESS_OF_UNIT, (_, line?: string, word?: string) => {
    own.add(line ?? word!);
    return '';
  });
}

function endpointEdits({ document }: StaticPod): SourceEdit[] {
  const path: SourcePath = ['metadata', 'annotations'];
  return document.value([...path, ENDPOINT_ANNOTATION]) === undefined ? [] : removeKeys(document, path, [ENDPOINT_ANNOTATION]);
}

/** Without a host, a kubelet asks the address of the pod, which of one on the host network is that of its node. */
function probeEdits({ document, containerPath }: StaticPod): SourceEdit[] {
  return PROBES.flatMap(probe => {
    const path = [...containerPath, probe, 'httpGet'];
    const host = document.value([...path, 'host']);
    return typeof host === 'string' && !ANY_NODE.includes(host) ? removeKeys(document, path, ['host']) : [];
  });
}

function kubeletOfAnyNode(text: string, file: string, own: Set<string>): string {
  const { flags } = parseKubeletFlags(text, { file });
  const ofNode = flags.filter(({ name, value }) => KUBELET_FLAGS.includes(name) && !isOfAnyNode(value));
  for (const { value } of ofNode) for (const one of (value ?? '').split(',')) own.add(one.trim());
  if (ofNode.length === 0) return text;
  const set = ofNode.filter(({ name, value }) => name === 'node-ip' && isIpv6First(value)).map(({ name }) => ({ name, value: ANY_IPV6 }));
  return editKubeletFlags(text, { set, remove: ofNode.map(({ name }) => name).filter(name => !set.some(one => one.name === name)) }, { file });
}

/** Whether a --node-ip has a kubelet register IPv6: without the flag it would take the default address of IPv4. */
export function isIpv6First(nodeIp: string | undefined): boolean {
  return (nodeIp ?? '').split(',')[0].includes(':');
}

/** `--node-ip=::` only says which family comes first; what is filled in on the node is no value. */
function isOfAnyNode(value: string | undefined): boolean {
  return value === undefined || ['0.0.0.0', '::', ''].includes(value) || /[${<]/.test(value);
}

/** A text that nodes of a group are made from, and the one that was handed in, whose lines are shown. */
interface GroupText {
  readonly given: string;
  readonly made: string;
}

/**
 * @param place what the number of the line is added to
 * @throws if a value of a single node, or a secret of a join, stands in a text that nodes of a group are made from
 */
export function refuseOwn(place: string, group: string, { given, made }: GroupText, own: Iterable<string>): void {
  const line = (at: number, value: string) => givenLine(given, made, new Lines(made).locate(at).line, value);
  const found = [...own].filter(value => value !== '').map(value => ({ value, at: placeOf(made, value) })).find(({ at }) => at >= 0);
  if (found) {
    throw new Error(printable(`${place}${line(found.at, found.value)}: '${found.value}' is a value of one node alone, and the nodes of group `
      + `'${group}', which are replaced, are made from this file; take it out, or leave the file to the machine image; for the address of an API `
      + 'server give that of its load balancer, for that of etcd https://127.0.0.1:2379'));
  }
  const secret = findJoinSecret(made);
  if (!secret) return;
  throw new Error(printable(`${place}${line(secret.at, secret.value)}: this has the form of a ${secret.what} of kubeadm, and would stand in the user `
    + `data of the nodes of group '${group}', which are replaced; take it out: your command fills in what a node joins with, a secret that expires`));
}

/**
 * @param node that is not replaced
 * @param leaving values of nodes that are: see `valuesOf`
 * @throws if one of these stands in a file of it: it would ask for what is gone, as a proxy to the API servers does that lists them
 */
export function refuseLeaving({ name, files }: NodeInput, leaving: readonly string[]): void {
  for (const [path, text] of Object.entries(files)) {
    const found = leaving.map(value => ({ value, at: placeOf(text, value) })).find(({ at }) => at >= 0);
    if (!found) continue;
    throw new Error(printable(`${name}:${path}:${new Lines(text).locate(found.at).line}: '${found.value}' is a value of one node alone, and that `
      + 'node is '
      + `replaced, while '${name}' stays and would ask for it; give the address of a load balancer, or replace the group of '${name}', too`));
  }
}

/** Where a value stands as a word: 10.0.1.1 is not in 10.0.1.10. The name of a host may have any domain behind it. */
function placeOf(text: string, value: string): number {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const end = value.includes('.') ? '(?![\\w-]|\\.\\w)' : '(?![\\w-])';
  return new RegExp(`(?<![\\w.-])${escaped}${end}`).exec(text)?.index ?? -1;
}
