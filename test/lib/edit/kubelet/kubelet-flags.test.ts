import * as fc from 'fast-check';
import { editKubeletFlags, parseKubeletFlags } from '../../../../src/lib/edit/kubelet/kubelet-flags';
import { CONTROL_PLANE_NODES, kubeadmFile, NEW, OLD, WORKERS } from '../../../fixtures/kubeadm';

const ENV = 'var/lib/kubelet/kubeadm-flags.env';
const file = 'kubelet.env';
const EXTERNAL = { set: [{ name: 'cloud-provider', value: 'external' }] };
const DROP_IN = [
  '# Note: This dropin only works with kubeadm and kubelet v1.11+',
  '[Service]',
  'Environment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"',
  'Environment="KUBELET_EXTRA_ARGS=--cloud-provider=aws"',
  'EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env',
  'ExecStart=',
  'ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS \\',
  '  --v=2 $KUBELET_EXTRA_ARGS',
  '',
].join('\n');

describe('editKubeletFlags', () => {
  it.each(CONTROL_PLANE_NODES)('turns the flags of %s into the bytes that kubeadm 1.27 writes', (node) => {
    expect(editKubeletFlags(kubeadmFile(OLD, 'control-plane', node, ENV), EXTERNAL, { file })).toBe(kubeadmFile(NEW, 'control-plane', node, ENV));
  });

  it.each(WORKERS)('changes nothing but the cloud provider of worker %s', (node) => {
    const before = kubeadmFile(OLD, 'worker', node, ENV);
    expect(editKubeletFlags(before, EXTERNAL, { file })).toBe(before.replace('--cloud-provider=aws', '--cloud-provider=external'));
  });

  it.each([
    ['sorted place in quotes', 'A_ARGS="--a=1 --z=2"\n', 'A_ARGS="--a=1 --cloud-provider=external --z=2"\n'],
    ['first place', 'A_ARGS="--d=1 --z=2"', 'A_ARGS="--cloud-provider=external --d=1 --z=2"'],
    ['last place of an unsorted list', "# c\nA_ARGS='--z=1 --a=2'\n", "# c\nA_ARGS='--z=1 --a=2 --cloud-provider=external'\n"],
    ['an empty variable', 'KUBELET_EXTRA_ARGS=\n', 'KUBELET_EXTRA_ARGS=--cloud-provider=external\n'],
    ['an empty quoted variable', 'KUBELET_EXTRA_ARGS=""\r\n', 'KUBELET_EXTRA_ARGS="--cloud-provider=external"\r\n'],
    ['a value without quotes', 'KUBELET_EXTRA_ARGS=--a=1 --v 2\r\n', 'KUBELET_EXTRA_ARGS=--a=1 --cloud-provider=external --v 2\r\n'],
    ['the variable of kubeadm before others', 'X_ARGS=--a\nKUBELET_KUBEADM_ARGS="--a2=1"\nKUBELET_EXTRA_ARGS=\n',
      'X_ARGS=--a\nKUBELET_KUBEADM_ARGS="--a2=1 --cloud-provider=external"\nKUBELET_EXTRA_ARGS=\n'],
    ['continued lines', 'KUBELET_EXTRA_ARGS="--a=1 \\\n  --z=2 \\\n"\n', 'KUBELET_EXTRA_ARGS="--a=1 --cloud-provider=external \\\n  --z=2 \\\n"\n'],
    ['a unit that only has ExecStart', '[Service]\nExecStart=/usr/bin/kubelet --a=1\n', '[Service]\nExecStart=/usr/bin/kubelet --a=1 '
      + '--cloud-provider=external\n'],
  ])('adds to %s, once, and removes it again', (_, before, after) => {
    expect(editKubeletFlags(before, EXTERNAL, { file })).toBe(after);
    expect(editKubeletFlags(after, EXTERNAL, { file })).toBe(after);
    expect(editKubeletFlags(after, { remove: ['cloud-provider'] }, { file })).toBe(before);
  });

  it('edits a systemd drop-in where the flag is', () => {
    expect(editKubeletFlags(DROP_IN, EXTERNAL, { file })).toBe(DROP_IN.replace('cloud-provider=aws', 'cloud-provider=external'));
    expect(parseKubeletFlags(DROP_IN, { file }).flag('v')).toMatchObject({ value: '2', line: 8 });
  });

  it('replaces and removes several at once', () => {
    const before = "A_ARGS=\"--cloud-config=/x --cloud-provider aws --labels='a b' --v=2\"";
    const edits = { set: [{ name: 'labels', value: 'c d' }, { name: 'a', value: '1' }], remove: ['cloud-config', 'cloud-provider', 'v'] };
    expect(parseKubeletFlags(before, { file }).flag('labels')?.value).toBe('a b');
    expect(editKubeletFlags(before, edits, { file })).toBe("A_ARGS=\"--a=1 --labels='c d'\"");
    expect(editKubeletFlags('A_ARGS="--b --c"', { set: [{ name: 'd', value: '1' }, { name: 'a', value: '1' }], remove: ['b', 'c'] }, { file })).toBe(
      'A_ARGS="--a=1 --d=1"',
    );
  });

  it.each([
    ['the leading flag for a new one', 'A_ARGS="--b=1 --c=2"', { set: [{ name: 'a', value: '1' }], remove: ['b'] }, 'A_ARGS="--a=1 --c=2"'],
    ['the leading flag for one behind it', 'A_ARGS="--b=1 \\\n --c=2"', { set: [{ name: 'bb', value: '1' }], remove: ['b'] }, 'A_ARGS="--bb=1 \\\n '
      + '--c=2"'],
    ['the only flag, in an unquoted variable', 'A_ARGS=--b=1\n', { set: [{ name: 'c', value: '1' }], remove: ['b'] }, 'A_ARGS=--c=1\n'],
    ['the flag before the place of the new one', 'A_ARGS="--a=1 --b=2 --d=4"', { set: [{ name: 'c', value: '3' }], remove: ['b'] }, 'A_ARGS="--a=1 '
      + '--c=3 --d=4"'],
  ])('exchanges %s', (_, before, edits, after) => expect(editKubeletFlags(before, edits, { file })).toBe(after));

  it('makes any mix of edits in one pass: the flags are as asked, and a pass that undoes them restores the bytes', () => {
    const name = fc.constantFrom(...'abcdefgh');
    const value = fc.constantFrom('1', 'x y', 'k=v,l=w', '');
    const written = fc.tuple(name, value, fc.constantFrom('=', ' '), fc.constantFrom(' ', '  ', ' \\\n  '));
    fc.assert(fc.property(
      fc.uniqueArray(written, { selector: ([flag]) => flag, maxLength: 8 }),
      fc.uniqueArray(fc.tuple(name, value), { selector: ([flag]) => flag }),
      fc.uniqueArray(name),
      (flags, settings, named) => {
        const set = settings.map(([flag, text]) => ({ name: flag, value: text }));
        const remove = named.filter(flag => !set.some(setting => setting.name === flag));
        const before = `KUBELET_EXTRA_ARGS="${flags.map(([flag, text, separator, gap], index) => (
          `${index === 0 ? '' : gap}--${flag}${separator}${text === '' || text.includes(' ') ? `'${text}'` : text}`)).join('')}"\n`;
        const after = editKubeletFlags(before, { set, remove }, { file });
        const expected = new Map([...flags.filter(([flag]) => !remove.includes(flag)).map(([flag, text]) => [flag, text] as const), ...settings]);
        expect(new Map(parseKubeletFlags(after, { file }).flags.map(flag => [flag.name, flag.value]))).toEqual(expected);
        expect(editKubeletFlags(after, { set, remove }, { file })).toBe(after);
        const fresh = set.filter(setting => !flags.some(([flag]) => flag === setting.name));
        const grown = editKubeletFlags(before, { set: fresh }, { file });
        expect(editKubeletFlags(grown, { remove: fresh.map(setting => setting.name) }, { file })).toBe(before);
      },
    ), { numRuns: 500 });
  });

  it.each([
    ['a duplicated flag', 'KUBELET_KUBEADM_ARGS="--v=1"\nKUBELET_EXTRA_ARGS="--v=2"\n', "kubelet.env:2:21: flag '--v' is given twice, on lines 1 "
      + 'and 2; keep one'],
    ['a quote that is not closed', '\nKUBELET_EXTRA_ARGS="--v=1\n', 'kubelet.env:2:20: quote " is not closed'],
    ['an inner quote that is not closed', 'KUBELET_EXTRA_ARGS="--v=\'1"\n', "kubelet.env:1:25: quote ' is not closed"],
    ['text after the quote', 'KUBELET_EXTRA_ARGS="--v=1" --x\n',
      'kubelet.env:1:27: text after the closing quote of KUBELET_EXTRA_ARGS; put the whole value into one pair of quotes'],
    ['backslash escapes', 'KUBELET_EXTRA_ARGS="--v=\\"1\\""\n', 'kubelet.env:1:25: backslash escapes are not understood here; use the other kind of '
      + 'quotes instead'],
    ['Environment without a name', '[Service]\nEnvironment="--v=1"\n', 'kubelet.env:2:13: Environment= expects NAME=value; put quotes around the '
      + 'whole of it'],
    ['a file without a place for flags', '# nothing\n',
      'kubelet.env has no place for kubelet flags; expected a line like KUBELET_EXTRA_ARGS="" or KUBELET_KUBEADM_ARGS=""'],
  ])('fails for %s', (_, text, message) => {
    expect(() => editKubeletFlags(text, EXTERNAL, { file })).toThrow(new Error(message));
  });

  it('fails for a value that no quoting can hold', () => {
    expect(() => editKubeletFlags('A_ARGS=""', { set: [{ name: 'a', value: '"' }] }, { file }))
      .toThrow(new Error('kubelet.env cannot hold the value "\\""; accepted: no quotes, backslashes or line breaks'));
  });
});
