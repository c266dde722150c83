import { exampleFiles } from './example';
import { hostile } from './hostile';
import { htmlOf } from '../../../src/cli/commands/report/html';
import { makeReport } from '../../../src/lib/report/make-report';
import { Report } from '../../../src/lib/report/report';

const VOID = /^<(?:!DOCTYPE|meta)\b|\/>$/;

let report: Report;
let html: string;
beforeAll(async () => {
  report = makeReport(exampleFiles());
  html = await htmlOf(report);
});

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
    const landmarks = ['<html lang="en">', '<header>', '<main>', '<nav aria-label="Steps">', '<a class="skip" href="#answers">'];
    expect(landmarks.filter(one => !html.includes(one))).toStrictEqual([]);
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => index > 0 && (level === 1 || level > levels[index - 1] + 1))).toStrictEqual([]);
    expect(html.match(/<table>/g)).toHaveLength(html.match(/<table><caption>[^<]/g)!.length);
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...html.matchAll(/(?:href="#|aria-(?:labelledby|describedby)=")([^"]*)"/g)].flatMap(([, names]) => names.split(' '));
    expect(targets.filter(target => !ids.includes(target))).toStrictEqual([]);
  });

  it('draws who may hold each lock, in each state and during each step', () => {
    const [svg] = /<svg[\s\S]*<\/svg>/.exec(html)!;
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts.slice(0, 4)).toStrictEqual(['not-started', 'during the step', 'n', 'during the step']);
    const lane = (name: string) => {
      const begin = texts.indexOf(name) + 1;
      return texts.slice(begin).slice(0, texts.slice(begin).findIndex(text => /^(?:lock|controller) /.test(text)));
    };
    expect(lane('lock cloud-provider-extraction-migration')).toStrictEqual([
      'none', 'KCM 1.26', 'KCM 1.26', 'KCM 1.26', 'CCM 1.27', 'KCM 1.26', 'CCM 1.27', 'KCM 1.26', 'CCM 1.27', 'CCM 1.27', 'CCM 1.27', 'none',
    ]);
    expect(lane('controller route')).toStrictEqual(Array.from({ length: 9 }, () => 'none'));
  });

  it('shows hostile names as text', async () => {
    const spoiled = await htmlOf(hostile(report));
    expect(unbalanced(spoiled)).toStrictEqual([]);
    expect(tagsOf(spoiled).map(tag => tag.replace(/"[^"]*"/g, '""')).filter(tag => /onerror|<\/?(?:img|script)/.test(tag))).toStrictEqual([]);
    expect(spoiled).toContain('&lt;img src=x onerror=alert(1)&gt;@org/team&quot;&#39;&lt;/text&gt;');
    expect(spoiled).toMatch(/<text[^>]*>lock &lt;img src=x onerror=alert\(1\)&gt;@org\/team"'&lt;\/text&gt;/);
    expect(spoiled.match(/<\/style>/g)).toHaveLength(1);
  });
});
