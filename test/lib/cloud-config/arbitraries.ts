import * as fc from 'fast-check';
import { GcfgBlock } from '../../../src/lib/cloud-config/gcfg-writer';
import { cloudConfigKeyFacts, SERVICE_OVERRIDE_KEYS } from '../../../src/lib/facts/cloud-config-keys';

/** Values with everything that has a meaning in gcfg: quotes, escapes, comment signs, white space, line ends, characters beyond ASCII. */
export const value: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '', ' ', 'eu-central-1a', 'a;b', 'a#b', '"', '\\', '\\n', 'a b', ' a', 'a\t', 'line\nend', '[x]', '=', 'true', '0x10', 'ä', '😀', '\u00a0',
  ),
  fc.string({ unit: fc.constantFrom(...'ab1 \t\n"\\;#=[]é😀'), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter(text => !/[\r\0]/.test(text) && !/\p{Surrogate}/u.test(text)),
);

const stringKeys = cloudConfigKeyFacts().filter(({ type }) => type === 'string' || type === 'strings').map(({ key }) => key);
const subsection = fc.oneof(
  fc.constantFrom('1', 'a b', 'quo"te', 'back\\slash', 'Case', 'case'), fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
);

/** What our writer may be asked to write. */
export const blocks: fc.Arbitrary<GcfgBlock[]> = fc.tuple(
  fc.array(fc.tuple(fc.constantFrom(...stringKeys), value), { maxLength: 6 }),
  fc.array(fc.tuple(subsection, fc.array(fc.tuple(fc.constantFrom(...SERVICE_OVERRIDE_KEYS), value), { maxLength: 6 })), { maxLength: 3 }),
).map(([variables, overrides]) => [
  { name: 'Global', variables },
  ...overrides.map(([name, own]): GcfgBlock => ({ name: 'ServiceOverride', subsection: name, variables: own })),
]);

/** Text near the edge of the syntax: statements put together from pieces, most of them not valid together. */
export const text: fc.Arbitrary<string> = fc.array(fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '[Global]\n', '[gLOBAL] ; c\n', '[ServiceOverride "a"]\n', 'Zone = x\n', 'zone\n', 'NodeIPFamilies\n', 'NodeIPFamilies = ipv4\n',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'DisableSecurityGroupIngress = Yes\n', 'DisableSecurityGroupIngress\n', 'Service = "a"b"c" ; d\n', 'VPC = a\\\nb\n', 'URL="x\\ty"\n',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[Global "x"]\n', '[Foo]\n', '[ServiceOverride ""]\n', '\r\n', '\\\r\n', '\ufeff', '\0', '"', '\\', '\\"', '\n', ' ', '[', ']', '=', ';', '#',
      'a', 'ſ', 'é', '-', '\t',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'aZ9"\\;#=[] \n\r\t-é_ſK'), maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'disablesecuritygroupingreſs = on\n', 'Kubernetesclusterid = k\n', 'ClusterServiceSharedLoadBalancerHealthProbePort = ',
    ),
  },
), { maxLength: 8 }).map(pieces => pieces.join(''));

/** Spellings of integers and bools, right and wrong. */
export const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0', '-0', '+5', '007', '0x1f', '0X1F', '-0x80000000', '2147483647', '2147483648', '0x1_0', '0x_1', '0x1__0', '0x', '1 ', ' 1', '1 2', '1_0',
    'TRUE', 'oN', 'y', 't', '',
  ),
  fc.string({ unit: fc.constantFrom(...'0123456789xXabf_+- '), maxLength: 6 }),
);

/** Regular expressions put together from pieces of Go's, Perl's and JavaScript's grammars. */
export const pattern: fc.Arbitrary<string> = fc.array(fc.oneof(
  fc.constantFrom(
    'a', '.', '^', '$', '|', '(', ')', '(?:', '(?i)', '(?i:', '(?s-m:', '(?', '(?P<n>', '(?<m>', '(?<n>', '(?=', '(?<!', '(?>', ')', 'x)', '(b)',
  ),
  fc.constantFrom('*', '+', '?', '*?', '{2}', '{2,}', '{2,1}', '{1001}', '{1000}', '{01}', '{,2}', '{', '}', '{1000000000}'),
  fc.constantFrom(
    '[a-z]', '[z-a]', '[]a]', '[^]', '[', ']', '[[:alpha:]]', '[[:nope:]]', '[[:^digit:]x-]', '[\\d-z]', '[a-\\d]', '[\\b]', '[\\pN]', '-', '[\\]',
    '[a-',
  ),
  fc.constantFrom(
    '\\d', '\\1', '\\8', '\\01', '\\12', '\\x41', '\\x{110000}', '\\x{41}', '\\xz', '\\pN', '\\p{Greek}', '\\p{Nope}', '\\P{^Lu}', '\\p{', '\\Q.*',
    '\\E', '\\z', '\\Z', '\\b',
    '\\_', '\\-', '\\q', '\\é', '\\',
  ),
), { maxLength: 6 }).map(pieces => pieces.join(''));
