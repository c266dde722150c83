import { familyOfIp, isEveryAddress, isLoopback, loopbackFamily, plainHost } from '../../../src/lib/kubernetes/ip-address';

// `isValidClusterCidr` and the flags of type `ip` have more of what is an address, and what is none.
it.each<[string, ReturnType<typeof familyOfIp>]>([
  ['10.0.0.1', 'ipv4'], ['010.0.0.01', 'ipv4'], ['::', 'ipv6'], ['fd00::1', 'ipv6'], ['::ffff:10.0.0.1', 'ipv6'], ['fd00::00001', 'ipv6'],
  ['fe80::1%eth0', undefined], ['[::1]', undefined], ['localhost', undefined], ['', undefined], [':', undefined], ['::1::', undefined],
])('%j is an address of %s', (text, family) => expect(familyOfIp(text)).toBe(family));

it.each<[string, ReturnType<typeof loopbackFamily>]>([
  ['127.0.0.1', 'ipv4'], ['127.1.2.3', 'ipv4'], ['::ffff:127.0.0.1', 'ipv4'], ['::1', 'ipv6'], ['[::1]', 'ipv6'], ['0:0:0:0:0:0:0:1', 'ipv6'],
  ['::', undefined], ['1::1', undefined], ['10.0.0.1', undefined], ['127.example.com', undefined],
])('%j is a loopback address of %s', (text, family) => {
  expect(loopbackFamily(text)).toBe(family);
  expect(isLoopback(text)).toBe(family !== undefined);
});

it('takes the name of the host itself for a loopback address of either family', () => {
  expect(['localhost', 'LOCALHOST', 'localhost.example.com'].map(isLoopback)).toEqual([true, true, false]);
});

it.each<[string, boolean]>([
  ['', true], ['0.0.0.0', true], ['::', true], ['[::]', true], ['0::0', true], ['::0.0.0.0', true], ['::1', false], ['10.0.0.0', false], ['x', false],
])('whoever is bound to %j is bound to every address: %j', (text, expected) => expect(isEveryAddress(text)).toBe(expected));

it.each<[string, string]>([
  ['FD00:0:0::1', 'fd00::1'], ['[fd00::0001]', 'fd00::1'], ['10.0.0.1', '10.0.0.1'], ['api.example.com', 'api.example.com'], ['', ''],
])('%j is compared as %j', (host, expected) => expect(plainHost(host)).toBe(expected));
