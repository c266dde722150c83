import { parseOptions } from '../../../scripts/facts/options';

const MINORS = ['1.36', '1.37'];
const NONE = { check: false, offline: false, cached: false, bisect: [] };

describe('npm run facts', () => {
  it.each([
    ['', NONE],
    ['--check', { ...NONE, check: true }],
    ['--check --cached --offline', { ...NONE, check: true, cached: true, offline: true }],
    ['--bisect', { ...NONE, bisect: MINORS }],
    ['--bisect 1.37', { ...NONE, bisect: ['1.37'] }],
  ])('takes %j', (line, expected) => expect(parseOptions(line.split(' ').filter(Boolean), MINORS)).toEqual(expected));

  it.each([
    ['--chekc', 'unknown option --chekc; accepted: --check, --offline, --cached, --bisect'],
    ['1.37', 'unknown option 1.37; accepted: --check, --offline, --cached, --bisect'],
    ['--bisect 1.99', 'unknown argument 1.99; accepted: --check, --offline, --cached, --bisect, and after the last minors: 1.36, 1.37'],
    ['--cached', '--cached without --check: tables are written of all releases; add --check, or leave --cached out'],
    ['--bisect --check', '--bisect gets releases and writes the tables; leave --check and --offline out'],
  ])('refuses %j', (line, message) => expect(() => parseOptions(line.split(' '), MINORS)).toThrow(message));
});
