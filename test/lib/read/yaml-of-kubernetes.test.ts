import { verify } from '../../../src/lib/verify/verify';
import { ccm, CCM_FLAGS, directory, Files, KCM_27, node } from '../rules/input';

const MANIFEST = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const safe = (): Files => node({ kcm: KCM_27, version: '1.27.16' });

function answers(nodes: Files, dist: Files = ccm({ flags: CCM_FLAGS })) {
  const { exclusivity, liveness, findings } = verify({ directories: [directory('n', nodes), directory('dist', dist)] });
  const what = [...exclusivity.unknown, ...liveness.unknown].map(one => one.what).join('\n');
  return { exclusivity: exclusivity.verdict, liveness: liveness.verdict, what, findings: JSON.stringify(findings) };
}

const BREAKS: readonly [string, string][] = [['a carriage return', '\r'], ['U+0085', '\u0085'], ['U+2028', '\u2028'], ['U+2029', '\u2029']];

/** The manifest with a comment behind which others see no flag. */
function hidden(text: string, char: string): string {
  return text.replace('    - "--leader-elect=true"\n', `    - "--leader-elect=true"\n    # note${char}    - "--leader-elect=false"\n`);
}

describe('a file that Kubernetes reads otherwise than others', () => {
  it('is compared with one that is right', () => {
    expect(answers(safe())).toMatchObject({ exclusivity: 'holds', liveness: 'holds' });
    expect(hidden(safe()[MANIFEST], 'X')).not.toBe(safe()[MANIFEST]);
  });

  it.each(BREAKS)('is unknown as a static pod: %s', (_, char) => {
    const nodes = { ...safe(), [MANIFEST]: hidden(safe()[MANIFEST], char) };
    expect(answers(nodes)).toMatchObject({ exclusivity: 'unknown', what: expect.stringContaining('ends a line for') });
  });

  it.each(BREAKS)('is unknown as a manifest of the cluster: %s', (_, char) => {
    const dist = Object.fromEntries(Object.entries(ccm({ flags: CCM_FLAGS })).map(([path, text]) => [path, `# note${char}${text}`]));
    expect(answers(safe(), dist)).toMatchObject({ exclusivity: 'unknown' });
  });

  it.each(BREAKS)('is unknown where others see nothing but a comment: %s', (_, char) => {
    const pod = `# note${char}${safe()[MANIFEST].replaceAll('\n', char)}`;
    expect(answers({ ...safe(), 'etc/kubernetes/manifests/z.yaml': pod })).toMatchObject({ exclusivity: 'unknown' });
    expect(answers(safe(), { ...ccm({ flags: CCM_FLAGS }), 'z.yaml': pod })).toMatchObject({ exclusivity: 'unknown' });
  });

  it.each<[string, (files: Files) => Files]>([
    ['CRLF', files => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]))],
    ['a carriage return at the end of a comment', files => ({ ...files, [MANIFEST]: `# note\r\n# note\r\r\n${files[MANIFEST]}` })],
    ['JSON with U+2028 in a text', files => ({
      ...files, 'z.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"b":"c\u2028d"}}',
    })],
  ])('is no alarm: %s', (_, edit) => {
    expect(answers(edit(safe()))).toMatchObject({ exclusivity: 'holds', liveness: 'holds' });
  });
});

describe('a file that systemd reads otherwise than others', () => {
  it.each<[string, Files]>([
    ['the flags of a kubelet', { 'var/lib/kubelet/kubeadm-flags.env': '# note\rKUBELET_KUBEADM_ARGS="--pod-manifest-path=/x"\n' }],
    ['a unit of a manager', {
      'etc/systemd/system/kube-controller-manager.service': '[Service]\n# note\rExecStart=/usr/bin/kube-controller-manager --v=2\n',
    }],
  ])('is not read: %s', (_, files) => {
    const { what, findings } = answers({ ...safe(), ...files });
    expect(what + findings).toContain('a carriage return without a line feed ends a line for systemd');
  });
});
