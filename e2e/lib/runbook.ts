/** A command of a runbook as it is printed. */
export interface PrintedCommand {
  /** The node that it says it runs on; none: the operator's machine. */
  readonly node?: string;
  readonly text: string;
}

/** What a step of a runbook prints. */
export interface PrintedStep {
  readonly title: string;
  readonly before: readonly PrintedCommand[];
  readonly run: readonly PrintedCommand[];
  readonly proof: readonly PrintedCommand[];
  readonly undo: readonly PrintedCommand[];
}

const PARTS: Readonly<Record<string, keyof Omit<PrintedStep, 'title'>>> = { 'Before:': 'before', 'Run:': 'run', 'It worked when:': 'proof' };

/** What a runbook prints for before, between and after its steps. */
export interface PrintedAround {
  readonly begin: readonly PrintedCommand[];
  readonly pause: readonly PrintedCommand[];
  readonly end: readonly PrintedCommand[];
}

/** Programs by which a command in a sentence begins. */
const PROGRAMS = /^(ansible-playbook|aws|etcdctl|kubeadm|kubectl|npm|npx|pip|sha256sum|ssh) /;

/** What a sentence names by its first words, and is no command: a part of one that steps print, or of a list of what the operator may do. */
const NAMED_ONLY = ['kubeadm init phase upload-config', 'kubeadm upgrade', 'kubeadm upgrade apply', 'kubectl exec', 'npm pack'];

/** Every command that stands in a sentence, of the pages before the first step. */
export function commandsInText(markdown: string): readonly string[] {
  const text = markdown.split(/^## \d\d+ /m)[0].replace(/^```[\s\S]*?^```$/gm, '');
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return [...new Set(codes)].filter(code => PROGRAMS.test(code) && !NAMED_ONLY.includes(code));
}

/** Every command of a runbook, step by step: each block of shell, paragraph by paragraph. Steps of nodes of one group stand in one section. */
export function printedSteps(markdown: string): readonly PrintedStep[] {
  return markdown.split(/^(?=## \d\d+ )/m).slice(1).flatMap(section => {
    const [head, ...nodes] = section.split(/^#(?=## \d\d+ )/m);
    return nodes.length > 0 ? nodes : [head];
  }).map(section => {
    const parts = { before: [], run: [], proof: [], undo: [] } as { [part in keyof Omit<PrintedStep, 'title'>]: PrintedCommand[] };
    for (const [, head, body] of section.matchAll(
      /(?:^|\n)([^\n]+)\n\n```sh\n([\s\S]*?)\n```/g,
    )) parts[PARTS[head] ?? 'undo'].push(...paragraphs(body));
    return { title: section.slice(3, section.indexOf('\n')), ...parts };
  });
}

/** What stands around the steps of a runbook. */
export function printedAround(markdown: string): PrintedAround {
  const [, section = ''] = /^## By hand, around the steps\n([\s\S]*?)^## /m.exec(markdown) ?? [];
  const under = (head: string) => paragraphs(new RegExp(`^${head}[^\\n]*:\\n\\n\`\`\`sh\\n([\\s\\S]*?)\\n\`\`\``, 'm').exec(section)![1]);
  return { begin: under('Before the first step'), pause: under('Before a pause'), end: under('After the last step') };
}

function paragraphs(body: string): readonly PrintedCommand[] {
  return body.split(/\n\n/).map(text => ({ node: /^# on ([^\s:,]+)/.exec(text)?.[1], text }));
}
