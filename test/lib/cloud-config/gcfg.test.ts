import * as fc from 'fast-check';
import { blocks, text } from './arbitraries';
import { parseGcfg } from '../../../src/lib/cloud-config/gcfg-parser';
import { gcfgBool, gcfgInt32, sameName } from '../../../src/lib/cloud-config/gcfg-value';
import { GcfgBlock, writeGcfg } from '../../../src/lib/cloud-config/gcfg-writer';

function asBlocks(source: string): GcfgBlock[] {
  return parseGcfg(source).map(({ name, subsection, variables }) => ({
    name, ...subsection !== undefined && { subsection }, variables: variables.map(variable => [variable.name, variable.value ?? '']),
  }));
}

describe('writer and parser', () => {
  it('give back what was written, whatever the values hold', () => {
    fc.assert(fc.property(blocks, written => {
      expect(asBlocks(writeGcfg(written))).toEqual(written);
    }), { numRuns: 500 });
  });

  it('place every statement: header and variables, cut out of the text, leave only comments and empty lines', () => {
    fc.assert(fc.property(text, source => {
      let sections;
      try {
        sections = parseGcfg(source);
      } catch {
        return; // the syntax errors are compared with gcfg's own in conformance.tools.test.ts
      }
      const places = sections.flatMap(section => [section, ...section.variables]).sort((a, b) => a.start - b.start);
      let from = 0;
      let rest = '';
      for (const { start, end } of places) {
        expect(start).toBeGreaterThanOrEqual(from);
        rest += source.slice(from, start);
        from = end;
      }
      expect(parseGcfg(rest + source.slice(from))).toEqual([]);
    }), { numRuns: 500 });
  });

  it('write plain values without quotes and the others with them', () => {
    expect(writeGcfg([
      { name: 'Global', variables: [['Zone', 'eu-central-1a'], ['VPC', ''], ['RoleARN', 'a;b']] },
      { name: 'ServiceOverride', subsection: 'a"b', variables: [['URL', 'https://x/y?z=1']] },
    ])).toBe('[Global]\nZone = eu-central-1a\nVPC = ""\nRoleARN = "a;b"\n\n[ServiceOverride "a\\"b"]\nURL = https://x/y?z=1\n');
  });

  it.each([
    ['a carriage return in a value', [{ name: 'Global', variables: [['Zone', 'a\rb']] }], /the value "a\\rb" of 'Zone' cannot be written/],
    ['an empty subsection', [{ name: 'ServiceOverride', subsection: '', variables: [] }], /"" cannot be a subsection name/],
    ['a line end in a subsection', [{ name: 'ServiceOverride', subsection: 'a\nb', variables: [] }], /cannot be a subsection name/],
  ] as [string, GcfgBlock[], RegExp][])('fails to write %s', (_, unwritable, message) => {
    expect(() => writeGcfg(unwritable)).toThrow(message);
  });
});

describe('parser', () => {
  it('reads quotes, escapes, comments and continued lines', () => {
    expect(asBlocks('; c\n[Global] # c\nZone = a "b;" c ; d\nVPC=x\\\n  y\nDisableSecurityGroupIngress\n[ServiceOverride "A\\"B"]\r\nURL = '
      + '"a\\tb\\\\"\r\n')).toEqual([
      { name: 'Global', variables: [['Zone', 'a b; c'], ['VPC', 'x  y'], ['DisableSecurityGroupIngress', '']] },
      { name: 'ServiceOverride', subsection: 'A"B', variables: [['URL', 'a\tb\\']] },
    ]);
  });

  it.each([
    ['\ufeff[Global]\n', 'cloud config line 1: a byte order mark'],
    ['[Global]\nZone = "a\nVPC = b\n', 'cloud config line 2: the quoted value is not terminated'],
    ['[Global]\n\nZone a\n', 'cloud config line 3: expected \'=\' after \'Zone\', got "a"'],
    ['Zone = a\n', 'cloud config line 1: "Zone" stands before the first section header'],
    ['[Global]\nPattern = a\\d\n', 'cloud config line 2: a backslash outside quotes'],
    ['[Global]\nPattern = "a\\d"\n', "cloud config line 2: unknown escape sequence '\\d'"],
    ['[ServiceOverride ""]\n', 'cloud config line 1: the subsection name of [ServiceOverride ""] is empty'],
    ['[ServiceOverride "a]\n', 'cloud config line 1: the subsection name is not terminated'],
    ['[Global\n', "cloud config line 1: expected a subsection name in quotes or ']', got the end of the line"],
    ['[Global] x\n', 'cloud config line 1: expected the end of the line, got "x"'],
    ['[Global]\n= a\n', 'cloud config line 2: expected a section header or a variable, got "="'],
    ['[Global]\nZone = a\0\n', 'cloud config line 2: a NUL character'],
    ['[1]\n', 'cloud config line 1: expected a section name, got "1"'],
  ])('fails at the line of %j', (source, message) => {
    expect(() => parseGcfg(source)).toThrow(message);
  });
});

describe('values', () => {
  it.each([
    [undefined, true], ['YES', true], ['on', true], ['1', true], ['False', false], ['0', false], ['t', undefined], ['', undefined],
    [' true', undefined],
  ])('read bool %j as %j', (written, expected) => expect(gcfgBool(written)).toBe(expected));

  it.each([
    ['10256', 10256], ['0x2810', 10256], [' 7 ', 7], ['-0', 0], ['007', 7], ['2147483648', undefined], ['0X10', undefined], ['1e3', undefined],
    [undefined, undefined],
  ])('read int32 %j as %j', (written, expected) => expect(gcfgInt32(written)).toBe(expected));

  it('compare names as Go folds case: the Kelvin sign is a k, the long s an s', () => {
    expect(sameName('KubernetesClusterID', '\u212aubernete\u017fclusterid')).toBe(true);
    expect(sameName('VPC', 'VPCs')).toBe(false);
  });
});
