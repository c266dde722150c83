import { clusterFolder } from '../../../src/lib/migration/cluster-folder';
import { derivedName } from '../../../src/lib/text/derived-name';

const isName = (text: string) => /^[0-9a-z-]*$/.test(text);

describe('a name that is made of a text', () => {
  it.each<[string, RegExp]>([
    ['prod-eu', /^prod-eu$/],
    ['prod.example.com', /^prod-example-com-[0-9a-f]{8}$/],
    ['.Prod', /^prod-[0-9a-f]{8}$/],
    ['Ä', /^[0-9a-f]{8}$/],
    ['a'.repeat(47), /^a{47}$/],
    ['a'.repeat(48), /^a{38}-[0-9a-f]{8}$/],
    [`${'a'.repeat(37)}.b.c.d.e.f.g.h`, /^a{37}-[0-9a-f]{8}$/],
  ])('of %s', (text, name) => expect(derivedName(text, isName, 47)).toMatch(name));

  it('is of no two texts', () => expect(new Set(['a.b', 'a_b', 'A.b', 'a-b'].map(text => derivedName(text, isName, 47))).size).toBe(4));
});

it.each<[string, RegExp]>([
  ['prod.example.com', /^prod\.example\.com$/], ['Prod_EU', /^Prod_EU$/], ['a:b', /^a-b-[0-9a-f]{8}$/], ['ends.', /^ends-[0-9a-f]{8}$/],
])('the folders of cluster %s have a name that every file system takes', (id, name) => expect(clusterFolder(id)).toMatch(name));
