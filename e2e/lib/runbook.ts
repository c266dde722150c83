/** Commands of a kind of step as they are printed; `$NODE` is the node of the step. */
export interface PrintedKind {
  readonly there: readonly string[];
  readonly back: readonly string[];
}

/** What a runbook prints for a person without Ansible. */
export interface PrintedCommands {
  /** Functions that the other commands call. */
  readonly functions: readonly string[];
  /** Looks at the lock and takes it. */
  readonly take: readonly string[];
  readonly leave: readonly string[];
  readonly kinds: ReadonlyMap<string, PrintedKind>;
}

/** Programs by which a command in a sentence begins. */
const PROGRAMS = /^(ansible-playbook|aws|etcdctl|kubeadm|kubectl|npm|npx|pip|sha256sum|ssh) /;

/** What a sentence names by its first words, and is no command: a part of one that steps print, or of a list of what the operator may do. */
const NAMED_ONLY = [
  'etcdctl snapshot status', 'kubeadm certs renew', 'kubeadm init phase upload-config', 'kubeadm kubeconfig user', 'kubeadm upgrade',
  'kubeadm upgrade apply', 'kubeadm version', 'kubectl exec', 'npm pack',
];

/** Every command that stands in a sentence. */
export function commandsInText(markdown: string): readonly string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return [...new Set(codes)].filter(code => PROGRAMS.test(code) && !NAMED_ONLY.includes(code));
}

const LEAVE = '# leave it';

/** The commands below *By hand*: the functions, the lock, and each kind of step, in a block of its own or one of several in a block. */
export function printedCommands(markdown: string): PrintedCommands {
  const [, section = ''] = /^## By hand\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown) ?? [];
  const [functions, lock, ...blocks] = [...section.matchAll(/(?:^### (\S+\/\S+)\n\n)?^```sh\n([\s\S]*?)\n```$/gm)]
    .map(([, kind, body]) => ({ kind, lines: body.split('\n') }));
  const kinds = new Map<string, { there: string[]; back: string[] }>();
  for (const { kind, lines } of blocks) {
    let [name, part]: [string | undefined, keyof PrintedKind] = [kind, 'there'];
    for (const line of lines) {
      const [head, other, ofOther] = /^# (?:(\S+\/\S+?)(, back)?|back)$/.exec(line) ?? [];
      if (head !== undefined) {
        [name, part] = [other ?? name, other === undefined || ofOther !== undefined ? 'back' : 'there'];
      } else {
        if (name === undefined) throw new Error(`a command of no kind of step: ${line}`);
        kinds.set(name, kinds.get(name) ?? { there: [], back: [] });
        kinds.get(name)![part].push(line);
      }
    }
  }
  const end = lock.lines.indexOf(LEAVE);
  return { functions: functions.lines, take: lock.lines.slice(0, end), leave: lock.lines.slice(end + 1), kinds };
}
