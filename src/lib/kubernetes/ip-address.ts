/** An address family, as a cloud config of AWS names it. */
export type IpFamilyName = 'ipv4' | 'ipv6';

/** An IP address. */
interface IpAddress {
  readonly family: IpFamilyName;
  /** Its groups of 16 bits, where an IPv4 address is the one that is mapped to IPv6: equal addresses have equal ones. */
  readonly groups: readonly number[];
}

/**
 * An IP address as components read it that take leading zeros; undefined: the text is none, as with a zone.
 * k8s.io/utils@v0.0.0-20260626114624-be93311217bd internal/third_party/forked/golang/net/ip.go, which is `ParseIPSloppy`.
 */
function parseIp(text: string): IpAddress | undefined {
  const ipv4 = ipv4Groups(text);
  if (ipv4) return { family: 'ipv4', groups: [0, 0, 0, 0, 0, 0xffff, ...ipv4] };
  const ipv6 = ipv6Groups(text);
  return ipv6 && { family: 'ipv6', groups: ipv6 };
}

/** Family of an IP address; undefined: the text is none. */
export function familyOfIp(text: string): IpFamilyName | undefined {
  return parseIp(text)?.family;
}

/** Whether some releases read an address and others do not: `net.ParseIP` takes zeros in front of a part of an IPv4 address before Go 1.17 only. */
export function hasLeadingZeros(text: string): boolean {
  return /(?:^|[.:])0\d+\.|\.0\d+$|(?:^|:)0[\da-f]{4}/i.test(text);
}

/** The bits of an IP address, 32 or 128. */
export function bitsOf(address: string): string {
  return (ipv4Groups(address) ?? ipv6Groups(address) ?? []).map(group => group.toString(2).padStart(16, '0')).join('');
}

/** A host as it is compared: an IPv6 address in its shortest form, however it is written; anything else as it stands. */
export function plainHost(host: string): string {
  const groups = ipv6Groups(withoutBrackets(host));
  return groups === undefined ? host : new URL(`http://[${groups.map(group => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

/** Whether a host is the one that asks: `localhost`, or a loopback address, also in the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || loopbackFamily(host) !== undefined;
}

/** The family of a loopback address; undefined: it is none. */
export function loopbackFamily(host: string): IpFamilyName | undefined {
  const groups = parseIp(withoutBrackets(host))?.groups.join() ?? '';
  const [, first] = /^0,0,0,0,0,65535,(\d+),\d+$/.exec(groups) ?? [];
  if (first !== undefined && Math.floor(Number(first) / 256) === 127) return 'ipv4';
  return groups === '0,0,0,0,0,0,0,1' ? 'ipv6' : undefined;
}

/** Whether a process that is bound to an address serves on all that its host has: Go listens for both families wherever no address is given. */
export function isEveryAddress(text: string): boolean {
  const groups = parseIp(withoutBrackets(text))?.groups.join();
  return text === '' || groups === '0,0,0,0,0,0,0,0' || groups === '0,0,0,0,0,65535,0,0';
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function ipv4Groups(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(part => /^\d+$/.test(part) && Number(part) <= 255)) return undefined;
  const [a, b, c, d] = parts.map(Number);
  return [a * 256 + b, c * 256 + d];
}

function ipv6Groups(text: string): readonly number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [before, after] = halves.map((half, index) => groupsOf(half, index === halves.length - 1));
  if (halves.length === 1) return before?.length === 8 ? before : undefined;
  if (before === undefined || after === undefined) return undefined;
  const left = 8 - before.length - after.length;
  return left > 0 ? [...before, ...Array.from({ length: left }, () => 0), ...after] : undefined;
}

/** @param isLast whether the address ends with them, so that the last two may be those of an IPv4 address */
function groupsOf(half: string, isLast: boolean): readonly number[] | undefined {
  if (half === '') return [];
  const parts = half.split(':');
  const embedded = isLast ? ipv4Groups(parts.at(-1)!) : undefined;
  const hex = embedded ? parts.slice(0, -1) : parts;
  if (!hex.every(part => /^[\da-f]+$/i.test(part) && parseInt(part, 16) <= 0xffff)) return undefined;
  return [...hex.map(part => parseInt(part, 16)), ...embedded ?? []];
}
