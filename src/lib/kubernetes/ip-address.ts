import { BlockList, isIP } from 'node:net';

/** An address family, as a cloud config of AWS names it. */
export type IpFamilyName = 'ipv4' | 'ipv6';

/**
 * Family of an IP address as components read it that take zeros in front of its parts; undefined: the text is none, as with a zone.
 * k8s.io/utils@v0.0.0-20260626114624-be93311217bd internal/third_party/forked/golang/net/ip.go, which is `ParseIPSloppy`.
 */
export function familyOfIp(text: string): IpFamilyName | undefined {
  // What is no text of an address in any way is left at once.
  const version = !/^[\da-f:.]+$/i.test(text) ? 0 : isIP(text) || isIP(withoutZeros(text));
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

function withoutZeros(address: string): string {
  return address.replace(/(^|[.:])0+(?=[\da-f])/gi, '$1');
}

/** Whether some releases read an address and others do not: `net.ParseIP` takes zeros in front of a part of an IPv4 address before Go 1.17 only. */
export function hasLeadingZeros(text: string): boolean {
  return /(?:^|[.:])0\d+\.|\.0\d+$|(?:^|:)0[\da-f]{4}/i.test(text);
}

/** Addresses: an IPv4 address is also the one that is mapped to IPv6. */
export class IpNetwork {
  private readonly list = new BlockList();

  /** @param ones length of the prefix of the network */
  public constructor(network: string, ones: number) {
    this.list.addSubnet(withoutZeros(network), ones, familyOfIp(network));
  }

  public has(address: string): boolean {
    const family = familyOfIp(address);
    return family !== undefined && this.list.check(withoutZeros(address), family);
  }
}

/** A host as it is compared: an IPv6 address in its shortest form, however it is written; anything else as it stands. */
export function plainHost(host: string): string {
  const address = withoutBrackets(host);
  return familyOfIp(address) === 'ipv6' ? new URL(`http://[${withoutZeros(address)}]`).hostname.slice(1, -1) : host;
}

/** Whether a host is the one that asks: `localhost`, or a loopback address, also in the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || loopbackFamily(host) !== undefined;
}

/** Made for an address of IPv6 alone, which has many forms: a network takes more time than all that is asked of most addresses. */
const loopback = () => [['ipv4', new IpNetwork('127.0.0.0', 8)], ['ipv6', new IpNetwork('::1', 128)]] as const;
const unspecified = () => [new IpNetwork('0.0.0.0', 32), new IpNetwork('::', 128)];

/** The family of a loopback address; undefined: it is none. */
export function loopbackFamily(host: string): IpFamilyName | undefined {
  const address = withoutBrackets(host);
  const family = familyOfIp(address);
  if (family !== 'ipv6') return family !== undefined && withoutZeros(address).startsWith('127.') ? family : undefined;
  return loopback().find(([, network]) => network.has(address))?.[0];
}

/** Whether a process that is bound to an address serves on all that its host has: Go listens for both families wherever no address is given. */
export function isEveryAddress(text: string): boolean {
  const address = withoutBrackets(text);
  if (familyOfIp(address) !== 'ipv6') return text === '' || withoutZeros(address) === '0.0.0.0';
  return unspecified().some(network => network.has(address));
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
