import { parseOptions } from '../../../scripts/facts/options';

const MINORS = ['1.36', '1.37'];
const ALL = ['kubernetes', 'object-types', 'etcd', 'aws-ccm', 'cluster-api', 'kops'];
const NONE = { check: false, offline: false, cached: false, news: false, bisect: [], only: ALL };

describe('npm run facts', () => {
  it.each([
    ['', NONE],
    ['--check', { ...NONE, check: true }],
    ['--check --cached --offline', { ...NONE, check: true, cached: true, offline: true }],
    ['--check --cached --turn 0123abcd', { ...NONE, check: true, cached: true, turn: '0123abcd' }],
    ['--bisect', { ...NONE, bisect: MINORS }],
    ['--bisect 1.37', { ...NONE, bisect: ['1.37'] }],
    ['--news', { ...NONE, news: true }],
    ['--only aws-ccm', { ...NONE, only: ['aws-ccm'] }],
    ['--check --only cluster-api aws-ccm', { ...NONE, check: true, only: ['aws-ccm', 'cluster-api'] }],
    ['--only kubernetes --bisect 1.37', { ...NONE, bisect: ['1.37'], only: ['kubernetes'] }],
  ])('takes %j', (line, expected) => expect(parseOptions(line.split(' ').filter(Boolean), MINORS)).toEqual(expected));

  it.each([
    ['--chekc', 'unknown option --chekc; accepted: --check, --offline, --cached, --bisect, --news, --only, --turn'],
    ['1.37', 'unknown option 1.37; accepted: --check, --offline, --cached, --bisect, --news, --only, --turn'],
    ['--bisect 1.99', 'unknown argument 1.99; accepted: --check, --offline, --cached, --bisect, --news, --only, --turn; '
      + 'after --bisect minors: 1.36, 1.37'],
    ['--only kkp', 'unknown argument kkp; accepted: --check, --offline, --cached, --bisect, --news, --only, --turn; '
      + 'after --only families: kubernetes, object-types, etcd, aws-ccm, cluster-api, kops'],
    ['--only', '--only without a family; accepted: kubernetes, object-types, etcd, aws-ccm, cluster-api, kops'],
    ['--only aws-ccm --bisect', '--bisect is about Kubernetes; add kubernetes to --only, or leave it out'],
    ['--news --check', '--news says what is out and unread, and reads nothing; leave the other options out'],
    ['--cached', '--cached without --check: tables are written of all releases; add --check, or leave --cached out'],
    ['--check --turn 0123abcd', '--turn needs the hash of a commit, and --check --cached beside it'],
    ['--check --cached --turn', '--turn needs the hash of a commit, and --check --cached beside it'],
    ['--bisect --check', '--bisect gets releases and writes the tables; leave --check and --offline out'],
  ])('refuses %j', (line, message) => expect(() => parseOptions(line.split(' '), MINORS)).toThrow(message));
});
