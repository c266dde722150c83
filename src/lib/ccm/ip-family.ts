/** A family of IP addresses, as the cloud config of AWS names it. */
export enum IpFamily {
  IPV4 = 'ipv4',
  IPV6 = 'ipv6',
}
