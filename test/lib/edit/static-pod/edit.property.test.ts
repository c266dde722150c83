import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { undo } from './undo';
import { editStaticPod, StaticPodEdits } from '../../../../src/lib/edit/static-pod/edit';
import { parseStaticPod } from '../../../../src/lib/edit/static-pod/static-pod';

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,3}(-[a-z]{1,3})?$/).filter(
  text => text !== 'v' && text !== 'help',
); // those are known, and not every value is one of theirs
const value = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9/.:,*=#{} '"[\]&!%@-]{1,8}$/), fc.constantFrom('aws', '/etc/x', '*,-service', 'true', ''));
const flags = fc.uniqueArray(fc.tuple(name, value, fc.constantFrom('equals', 'separate')), { selector: ([flag]) => flag, maxLength: 6 });
const style = fc.record({
  form: fc.constantFrom('block', 'flow', 'json', 'json-compact', 'double', 'single'),
  list: fc.constantFrom('command', 'args'),
  crlf: fc.boolean(),
  bom: fc.boolean(),
  finalNewline: fc.boolean(),
  indentSeq: fc.boolean(),
  indent: fc.constantFrom(2, 4),
  comments: fc.boolean(),
  sorted: fc.boolean(),
  lists: fc.constantFrom('absent', 'empty', 'some'),
});

/** A manifest in one of many notations. */
function render(given: readonly (readonly [string, string, string])[], options: typeof style extends fc.Arbitrary<infer T> ? T : never): string {
  const ordered = options.sorted ? [...given].sort(([a], [b]) => (a < b ? -1 : 1)) : given;
  const words = ordered.flatMap(([flag, text, form]) => (form === 'equals' || text.startsWith('--') ? [`--${flag}=${text}`] : [`--${flag}`, text]));
  const container = {
    name: 'kube-controller-manager',
    image: 'registry.example:5000/kcm:v1.26.15',
    ...options.list === 'command' ? { command: ['kube-controller-manager', ...words] } : { command: ['kube-controller-manager'], args: words },
    ...options.lists === 'absent' ? {} : { volumeMounts: options.lists === 'empty' ? [] : [{ mountPath: '/b', name: 'b' }] },
  };
  const volumes = options.lists === 'absent' ? {} : { volumes: options.lists === 'empty' ? [] : [{ hostPath: { path: '/b' }, name: 'b' }] };
  const data = { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, spec: { containers: [container], hostNetwork: true, ...volumes } };
  let text: string;
  if (options.form === 'json') {
    text = `${JSON.stringify(
      data, null, options.indent,
    )}\n`;
  } else if (options.form === 'json-compact') {text = `${JSON.stringify(data)}\n`;} else {
    const quotes = { block: 'PLAIN', flow: 'PLAIN', double: 'QUOTE_DOUBLE', single: 'QUOTE_SINGLE' } as const;
    text = stringify(data, {
      indent: options.indent,
      indentSeq: options.indentSeq,
      lineWidth: 0,
      defaultStringType: quotes[options.form],
      defaultKeyType: 'PLAIN',
      collectionStyle: options.form === 'flow' ? 'flow' : 'any',
    });
    if (options.comments
      && options.form !== 'flow') text = text.replace(/^( *)(- .*)$/gm, '$1# about the next\n$1$2 # why').replace(/\n$/, '\n\n# the end\n');
  }
  if (!options.finalNewline) text = text.replace(/\n$/, '');
  if (options.crlf) text = text.replace(/\n/g, '\r\n');
  return options.bom ? `\uFEFF${text}` : text;
}

const edits = fc.record({
  set: fc.uniqueArray(fc.tuple(name, value), { selector: ([flag]) => flag, maxLength: 3 }),
  files: fc.uniqueArray(name, { maxLength: 2 }),
});

describe('editStaticPod on any notation', () => {
  it('says what the edits say, changes nothing when applied again, and is undone byte for byte', () => {
    fc.assert(fc.property(flags, style, edits, (given, options, { set, files }) => {
      const text = render(given, options);
      const pod = parseStaticPod(text, { file: 'pod.yaml', component: 'kube-controller-manager' });
      const wanted: StaticPodEdits = {
        setFlags: set.map(([flag, setting]) => ({ name: flag, value: setting })),
        image: { fromTag: 'v1.26.15', toTag: 'v1.27.16' },
        hostPathFiles: files.filter((file) => file !== 'b').map((file) => ({ name: file, path: `/etc/${file}` })),
      };
      const { text: after } = editStaticPod(pod, wanted);
      const read = parseStaticPod(after, pod);
      for (const [flag, setting] of set) expect(read.flagValue(flag)).toBe(setting);
      expect(read.image.tag).toBe('v1.27.16');
      for (const { name: volume, path } of wanted.hostPathFiles!) expect(read.hostPathOf(path)).toBe(read.volume(volume)?.hostPath);
      expect(read.flags.filter((flag) => pod.flag(flag.name) && !set.some(([other]) => other === flag.name)).map((flag) => flag.name))
        .toEqual(pod.flags.map((flag) => flag.name).filter((flag) => !set.some(([other]) => other === flag)));
      expect(parse(after.replace(/^\uFEFF/, '')).metadata).toEqual({ labels: { a: 'b' } });
      expect(editStaticPod(read, wanted).text).toBe(after);
      // A list that is empty again goes with its key, also where it stood there as `[]`.
      const again = options.lists === 'empty' && wanted.hostPathFiles!.length > 0 ? render(given, { ...options, lists: 'absent' }) : text;
      const undone = editStaticPod(read, undo(pod, wanted)).text;
      if (again === text) expect(undone).toBe(text);
      else expect(parse(undone.replace(/^\uFEFF/, ''))).toEqual(parse(again.replace(/^\uFEFF/, '')));
    }), { numRuns: 150, seed: 20260101 });
  });
});
