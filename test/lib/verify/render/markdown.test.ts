import { renderMarkdown } from '../../../../src/lib/verify/render/markdown';
import { verify } from '../../../../src/lib/verify/verify';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes } from '../../../nodes';
import { SCOPE } from '../nothing-in-scope';

function rendered(flag: string): string {
  const [node] = kubeadmNodes();
  const files = Object.entries({ ...node.files, [CONTROLLER_MANAGER]: addFlag(flag)(node.files[CONTROLLER_MANAGER]) });
  return renderMarkdown(verify({ directories: [{ name: 'node', files: new Map(files.map(([path, text]) => [path.slice(1), { text }])) }] }), SCOPE);
}

describe('what stands in a file, in Markdown', () => {
  it.each([
    ['a mention', '@everyone', '@<!-- -->everyone'],
    ['a mention of a team', '@org/team', '@<!-- -->org/team'],
    ['an address of mail', 'me@example.org', 'me@<!-- -->example.org'],
    ['the number of an issue', 'org/repo#12', 'org/repo#<!-- -->12'],
    ['the number of a merge request', '!12', '!<!-- -->12'],
    ['an address', 'https://evil.example', 'https:<!-- -->//evil.example'],
    ['an address without a scheme', 'www.evil.example', 'www<!-- -->.evil.example'],
    ['a link', '[x](javascript:y)', '\\[x\\](javascript:y)'],
    ['an image', '![x](y)', '!\\[x\\](y)'],
    ['markup', '</b>`*_|', '\\</b\\>\\`\\*\\_\\|'],
  ])('%s is only text', (_, text, expected) => {
    const lines = rendered(`--leader-elect-lease-duration="${text}"`).split('\n').filter(line => line.includes(expected));
    expect(lines.length).toBeGreaterThan(0);
    expect(rendered(`--leader-elect-lease-duration="${text}"`).replaceAll(expected, '')).not.toContain(text);
  });
});
