import { exampleFiles } from './example';
import { sample, SAMPLES } from './samples';
import { renderHtml } from '../../../src/lib/report/render/html';
import { Report, ReportPlace } from '../../../src/lib/report/report';

const VOID = /^<(?:!DOCTYPE|meta)\b|\/>$/;

let report: Report;
let html: string;
let unsafe: string;
beforeAll(() => {
  report = sample('kubeadm');
  html = renderHtml(report);
  unsafe = renderHtml(sample('unsafe'));
});

/** What a reader sees of a part of a page. */
function seen(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': '\'' };
  return text.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity]);
}

/** What an element with this id has in it. */
function partOf(page: string, id: string): string {
  const [, name, rest] = new RegExp(`<(\\w+) id="${id}"([\\s\\S]*)`).exec(page)!;
  return rest.slice(0, rest.indexOf(`</${name}>`));
}

const count = (page: string, text: string) => page.split(text).length - 1;

/** Every tag of the document, as it is written. */
function tagsOf(text: string): readonly string[] {
  return text.match(/<[^>]*>/g) ?? [];
}

/** Elements that are not closed where they should be. */
function unbalanced(text: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const tag of tagsOf(text).filter(one => !VOID.test(one))) {
    const [, slash, name] = /^<(\/?)([a-zA-Z0-9]+)/.exec(tag)!;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(tag);
  }
  return [...wrong, ...open];
}

describe('the report as HTML', () => {
  it('is one well-formed document that loads nothing and runs nothing', () => {
    expect(unbalanced(html)).toStrictEqual([]);
    const tags = tagsOf(html);
    expect(tags.filter(tag => /^<(?:script|link|img|iframe|object|embed|base|form)\b|\son\w+=|\ssrc=|javascript:/i.test(tag))).toStrictEqual([]);
    expect(tags.flatMap(tag => /href="([^"]*)"/.exec(tag)?.[1] ?? []).filter(target => !target.startsWith('#'))).toStrictEqual([]);
    expect(html).toContain('content="default-src \'none\';');
    expect(html).not.toMatch(/url\(|@import/);
  });

  it('finds what is not closed', () => {
    expect(unbalanced('<p><b></p>')).toStrictEqual(['</p>', 'p']);
  });

  it('can be read by a screen reader and by keyboard', () => {
    const landmarks = [
      '<html lang="en">', '<header class="verdict go">', '<main>', '<nav class="figures" aria-label="In short">', '<a class="skip" href="#roll">',
    ];
    expect(landmarks.filter(one => !html.includes(one))).toStrictEqual([]);
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => index > 0 && (level === 1 || level > levels[index - 1] + 1))).toStrictEqual([]);
    expect(html.match(/<table\b/g)).toHaveLength(html.match(/<table[^>]*><caption>[^<]/g)!.length);
  });

  it.each(SAMPLES.filter(name => name !== 'fifty nodes'))('has no link that leads nowhere: %s', name => {
    const page = renderHtml(sample(name));
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/(?:href="#|aria-(?:labelledby|describedby)=")([^"]*)"/g)].flatMap(([, names]) => names.split(' '));
    expect(targets.filter(target => !ids.includes(target))).toStrictEqual([]);
    expect(unbalanced(page)).toStrictEqual([]);
  });

  it('begins with the answer, and has what it takes for granted one click off', () => {
    const [header] = html.split('</header>');
    expect(seen(header.slice(header.indexOf('<h1>'), header.indexOf('</h1>'))))
      .toBe('Migration of prod-eu: not-started → disabled; Kubernetes 1.26.15 to 1.27.16; aws ✓ May go');
    expect(header).toMatch(/<details id="granted"><summary>Taken for granted: 5 things that no file shows<\/summary>/);
    for (const { text } of report.assumptions) expect(count(seen(html), text)).toBe(1);
    expect(header).toContain('<a href="#twice">no controller runs twice</a>');
    const back = renderHtml(sample('back'));
    expect(seen(back)).toContain('Kubernetes 1.27.16 to 1.26.15');
  });

  it('says each thing once', () => {
    const text = seen(html);
    const bounds = new Set(report.steps.flatMap(({ actions }) => actions.flatMap(({ gap }) => gap?.text ?? [])));
    // One is the beginning of the other.
    expect([bounds.size, count(text, 'no process runs the controllers for less than 23.8 s')]).toStrictEqual([2, 2]);
    const findings = report.steps.flatMap(step => step.findings);
    expect([findings.length, html.match(/<article id="finding-/g)!.length]).toStrictEqual([10, 4]);
    expect(html.match(/<article id="process-/g)).toHaveLength(5);
    // The files of the second and third control-plane node change as that of the first.
    expect(text).toContain('The same lines as in n → mixed');
    expect(count(text, '-    image: registry.k8s.io/kube-apiserver:v1.26.15')).toBe(1);
    expect(text).toContain('n → mixed; mixed → n-plus-1: possible at any time');
  });

  it('leads from each finding and each process to the line of the file, as the app has it', () => {
    const files = exampleFiles();
    const places: readonly ReportPlace[] = report.steps.flatMap(({ findings, processes: { before, during, after } }) =>
      [...findings, ...[...before, ...during, ...after].flatMap(({ place }) => place ?? [])]);
    expect(places.length).toBeGreaterThan(20);
    for (const { file, line } of places) {
      const link = new RegExp('<a href="#(source-\\d+)" class="place"><code>(?:<span class="n">|</span>|[^<])*</code>', 'g');
      const [, id] = [...html.matchAll(link)].find(([whole]) => seen(whole) === `${file}:${line}`)!;
      const marked = [...partOf(html, id).matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => seen(text).trim());
      expect(marked).toContain(`${line} ${files.get(file)!.split('\n')[line - 1].slice(0, 200)}`.trim().replace(/^(\d+) (.{200}).*$/, '$1 $2…'));
    }
  });

  it('leads from the answer to the counter-example, and from there to the lines of its processes', () => {
    const [header] = unsafe.split('</header>');
    expect(seen(header)).toContain('2 of 4 steps refused, 1 counter-example:');
    expect(header).toMatch(/<a href="#example-0">/);
    const example = partOf(unsafe, 'example-0');
    expect(seen(example)).toContain('cloud-node-lifecycle, service: n → mixed; mixed → n-plus-1');
    const [, file, ccm] = [...example.matchAll(/<a href="#(source-\d+)" class="place">(.*?)<\/a>/g)].map(([, id, text]) => [id, seen(text)]).flat();
    expect(file).toMatch(/^nodes\/mixed\/control-plane-n\/.*\/kube-controller-manager\.yaml:\d+$/);
    expect(partOf(unsafe, ccm)).toContain('<mark>');
    expect(unsafe).toContain('href="#example-0" class="bad">refused</a>');
    // The page itself does not say that it may go.
    expect(seen(unsafe)).not.toContain('May go');
  });

  it('shows the roll in its order, with bars on one scale', () => {
    const roll = html.slice(html.indexOf('<section id="roll"'), html.indexOf('<section id="lanes"'));
    const turns = [...roll.matchAll(/<li class="turn">([\s\S]*?)<\/div><\/li>/g)].map(([, turn]) => seen(turn.replace(/<\/(?:p|li)>/g, '|')));
    expect(turns.map(turn => turn.split('|')[0])).toStrictEqual([
      'Turn Leader Migration on in kube-controller-manager of a node', 'Apply the manifests of \'mixed\'', 'Upgrade a node to 1.27.16',
      'Upgrade a node to 1.27.16', 'Turn the kubelet of a node (node group workers) to the external provider',
      'Roll the cloud-controller-manager without Leader Migration',
    ]);
    expect(turns[2]).toContain('kube-apiserver|kube-controller-manager|kube-scheduler|kubelet|pods of the node (drained)|');
    const widths = [...roll.matchAll(/class="(bids|most)" style="width:([\d.]+)%"/g)].map(([, name, width]) => [name, Number(width)] as const);
    // Of 180 s, which one step may wait behind kubeadm.
    expect(widths.slice(0, 2)).toStrictEqual([['bids', 13.22], ['most', 10.78]]);
    expect(roll).toContain('<span class="bar after" aria-hidden="true"><i style="width:100%"></i></span>');
    expect(roll).toMatch(/<a href="#object-1-11">/);
    for (const step of report.steps) {
      const whats = step.actions.flatMap(({ restarts = [] }) => restarts);
      expect([...new Set(whats)].sort()).toStrictEqual(step.restarts.map(({ what }) => what).sort());
    }
  });

  it('has a roll of those who replace machines by themselves, and of nodes that are replaced', () => {
    expect(seen(renderHtml(sample('kops')))).toContain('control-plane nodes, one after the other');
    expect(seen(renderHtml(sample('kops')))).toContain('less than 43.2 s and its start');
    expect(seen(renderHtml(sample('KKP')))).toContain('open: until a later step ends it');
    const replaced = seen(renderHtml(sample('replaced nodes')));
    expect(replaced).toContain('3 times, by turns');
    expect(replaced).toContain('a node of version N+1 joins group control-plane');
    expect(seen(renderHtml(sample('downtime')))).toContain('open: until a later step ends it');
  });

  it('shows no line of a file that may hold a secret', () => {
    const [first, ...rest] = report.sources!;
    const page = renderHtml({ ...report, sources: [{ ...first, lines: null }, ...rest] });
    expect(seen(partOf(page, 'source-0'))).toContain('Not shown: secret.');
    expect(renderHtml({ ...report, sources: undefined })).not.toContain('class="place"');
  });

  it('draws who may hold each lock, in each state and during each step', () => {
    const picture = html.slice(html.indexOf('<section id="lanes"'), html.indexOf('<section id="changes"'));
    const lane = (name: string) => {
      const [, bars] = picture.split('<div class="lane">').map(part => part.split('</h3>')).find(([head]) => seen(head) === name)!;
      return [...bars.matchAll(/--from:(\d);--to:(\d+)" class="(\w+)"><b>(.*?)<\/b> <span>(.*?)<\/span><i/g)]
        .map(([, from, to, component, text, when]) => [from, to, component, seen(text), seen(when)].join(' '));
    };
    expect(lane('lock cloud-provider-extraction-migration')).toStrictEqual([
      '1 2 none none not-started', '2 7 kcm KCM 1.26 during not-started → n until during mixed → n-plus-1',
      '4 9 ccm CCM 1.27 during n → mixed until during n-plus-1 → disabled', '9 10 none none disabled',
    ]);
    expect(lane('controller route')).toStrictEqual(['1 10 none none always']);
    const refused = unsafe.slice(unsafe.indexOf('<section id="lanes"'), unsafe.indexOf('<section id="changes"'));
    expect(refused).toContain('<li class="refused">n → mixed refused</li>');
  });

  it('shows hostile names as text', () => {
    const spoiled = renderHtml(sample('hostile'));
    expect(unbalanced(spoiled)).toStrictEqual([]);
    expect(tagsOf(spoiled).map(tag => tag.replace(/"[^"]*"/g, '""')).filter(tag => /onerror|<\/?(?:img|script)/.test(tag))).toStrictEqual([]);
    expect(seen(spoiled)).toContain('<img src=x onerror=alert(1)>@org/team"\'</text></style></script>`|');
    expect(spoiled.match(/<\/style>/g)).toHaveLength(1);
  });
});
