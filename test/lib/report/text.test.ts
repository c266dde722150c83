import { exampleFiles } from './example';
import { hostile } from './hostile';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderText } from '../../../src/lib/report/render/text';
import { Report } from '../../../src/lib/report/report';
import { PLAIN } from '../../../src/lib/text/style';

const MARKED = { good: (text: string) => `<${text}>`, bad: (text: string) => `!${text}!`, doubtful: (text: string) => `?${text}?` };

let step: Report;
beforeAll(() => { step = makeReport(exampleFiles(), { from: 'n', to: 'mixed' }); });

describe('a step in a terminal', () => {
  it('begins with the five answers, one line each', () => {
    const [title, blank, ...lines] = renderText(step, PLAIN).split('\n');
    expect([title, blank]).toStrictEqual(['n → mixed of prod-eu', '']);
    expect(lines.slice(0, 7).map(line => /^[^?]*\?/.exec(line)?.[0] ?? line)).toStrictEqual([
      'Is it safe?', 'What changes?', 'What restarts?', 'How long may no controller run?', 'How to turn back?', '', '== n → mixed',
    ]);
    expect(renderText(step, PLAIN)).not.toContain('`ansible-playbook');
  });

  it.each<[string, RegExp]>([
    ['the verdict', /^no controller runs twice: <holds>; every controller is run: <holds>$/m],
    ['the gap', /^no controller may run: less than 43\.2 s, .*'Upgrade ip-10-0-1-10\..* at most 180 s$/m],
    ['what restarts', /^restarts:\n {2}- ip-10-0-1-10\.\S+: static pod kube-apiserver, .*\n {2}- starts DaemonSet kube-system\/aws-cloud-/m],
    ['what must be deleted', /^left behind \(.*\): nothing$/m],
    ['how to turn back', /^way back: ccm-migration plan <app-dir> --from n --to mixed .*; possible at any time, .*\n {2}What kubeadm/m],
    ['what runs where', /^runs during:\n {2}- .*: kube-controller-manager 1\.26 --enable-leader-migration; may run service, .*; locks kube-/m],
    ['what the plan does', /^the plan:\n(?: {2}- .*\n)* {2}- Upgrade ip-10-0-1-10\.eu-central-1\.compute\.internal to 1\.27\.16$/m],
    ['findings', /^nodes\/mixed\/\S+:\d+: \?note\?: .* \[cloud-config-refused\]\n {4}fix: /m],
    ['files of nodes', /^changed \S+\/kube-apiserver\.yaml on ip-10-0-1-10\.\S+, restarts static pod kube-apiserver\n(?: {5}.*\n)+!-.*!$/m],
    ['objects', /^added apps\/v1 DaemonSet kube-system\/aws-cloud-controller-manager \(dist\/mixed\/30-ccm\.k8s\.yaml\)\n<\+apiVersion: apps\/v1>$/m],
  ])('has %s', (_, text) => {
    expect(renderText(step, MARKED)).toMatch(text);
  });

  it('says why it is not safe, and that no step can be taken back that is refused', () => {
    const [own] = step.steps;
    const example = { controller: 'service', message: 'two hold it', story: ['two hold it'], processes: [], fix: 'x' };
    const verdict = {
      ...own.verdict, exclusivity: null, liveness: false, counterexamples: [example], refused: { reason: 'two may run', fix: 'do less' },
    };
    const text = renderText({ ...step, safe: false, steps: [{ ...own, verdict, back: null }] }, MARKED);
    expect(text).toContain('\n  - two may run. do less\n  - service: two hold it\n');
    expect(text).toContain('no controller runs twice: !STEP REFUSED!; every controller is run: !BROKEN!');
    expect(text).not.toContain('way back:');
  });

  it('shows no text that may be a secret, and names the gap of a strategy', () => {
    const [own] = step.steps;
    const objects = own.objects.map(object => ({ ...object, diff: null }));
    const text = renderText({ ...step, steps: [{ ...own, objects, verdict: { ...own.verdict, declaredGaps: ['service'] } }] }, PLAIN);
    expect(text).toContain('DaemonSet kube-system/aws-cloud-controller-manager (dist/mixed/30-ccm.k8s.yaml)\n  not shown: secret\n');
    expect(text).toContain('every controller is run: holds, but for the gap of the strategy (service)');
  });

  it('moves no cursor, whatever an input is called', () => {
    const [own] = hostile(step).steps;
    const name = 'a\u001b[2J\u202eb\rc';
    const strange = {
      ...own,
      nodeFiles: own.nodeFiles.map(file => ({ ...file, path: name, nodes: [name], restarts: name, diff: [`+${name}`] })),
      objects: own.objects.map(object => ({ ...object, object: name, file: name, diff: [`-${name}`] })),
      findings: own.findings.map(finding => ({ ...finding, file: name, message: name, fix: name })),
      restarts: [{ what: name, nodes: [name] }],
      toDelete: { objects: [name], nodeFiles: [name] },
      notLookedAt: [{ file: name, what: name }],
    };
    const text = renderText({ ...step, cluster: name, cloud: name, steps: [strange] }, PLAIN);
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text.match(/2J/g)!.length).toBeGreaterThan(12);
  });
});
