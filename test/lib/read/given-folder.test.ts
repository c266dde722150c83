import { folderLabel } from '../../../src/lib/read/input/layout';
import { check, KCM_26, node } from '../rules/input';

describe('a folder that was given as it is', () => {
  it.each([['.', 'the given folder'], ['./', 'the given folder'], ['././/', 'the given folder'], ['', 'the given folder'],
    ['..', '..'], ['/', '/'], ['./a', './a'], ['.a', '.a']])('is called so: %j', (name, label) => {
    expect(folderLabel(name)).toBe(label);
  });

  it('is named in findings by words, not by a dot', () => {
    const external = Object.fromEntries(Object.entries(node({ kcm: KCM_26 })).map(([path, text]) => [path, text.replaceAll('=aws', '=external')]));
    const { seen, ...rest } = check({ '.': external });
    expect(seen.nodes.map(({ label }) => label)).toEqual(['the node in the given folder']);
    expect(JSON.stringify(rest)).toContain('node of the given folder');
    expect(JSON.stringify(rest)).not.toMatch(/node (?:of )?\.[^\w/]/);
  });
});
