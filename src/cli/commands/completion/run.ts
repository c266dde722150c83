import type { Command } from 'commander';
import { RULES } from '../../../lib/rules';
import { ExitCode, Io } from '../../io';
import type { Shell } from '../completion';

/** The script, with all that the program has. */
export function run(shell: Shell, program: Command, io: Io): ExitCode {
  io.out(SCRIPTS[shell](wordsOf(program)));
  return ExitCode.OK;
}

/** What may follow a command (words with blanks between): commands, options and arguments; and what may follow its options. */
interface Words {
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** By command and option: `verify --format`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

function wordsOf(program: Command): Words {
  const ids = RULES.map(({ id }) => id);
  const next = new Map<string, readonly string[]>();
  const values = new Map<string, readonly string[]>();
  const add = (command: Command, path: string) => {
    const args = path === 'rules' ? ids : command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    next.set(path, [...command.commands.map(child => child.name()), ...args, ...command.options.flatMap(({ long }) => long ?? []), '--help'].sort());
    for (const { long, argChoices } of command.options) {
      const choices = long === '--ignore' ? ids : argChoices;
      if (choices) values.set(`${path} ${long}`, choices);
    }
    command.commands.forEach(child => add(child, `${path} ${child.name()}`.trim()));
  };
  add(program, '');
  return { next, values };
}

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
  bash: ({ next, values }) => `_ccm_migration() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac; done
  local words=""
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${[...values].map(([option, choices]) => `    "${option.replace(/ --/, '"*" --')}") words="${choices.join(' ')}" ;;`).join('\n')}
    *) case "$path" in
${[...next].filter(([path]) => path !== '').map(([path, found]) => `      "${path}"*) words="${found.join(' ')}" ;;`).sort().reverse().join('\n')}
      *) words="${next.get('')!.join(' ')}" ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ccm_migration ccm-migration
`,
  zsh: words => `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash(words)}`,
  fish: ({ next, values }) => [...next].flatMap(([path, found]) => found.map(word => {
    const condition = path === '' ? '__fish_use_subcommand' : path.split(' ').map(name => `__fish_seen_subcommand_from ${name}`).join('; and ');
    const choices = values.get(`${path} ${word}`);
    const what = word.startsWith('--') ? `-l ${word.slice(2)}${choices ? ` -xa '${choices.join(' ')}'` : ''}` : `-a ${word}`;
    return `complete -c ccm-migration -n '${condition}' ${what}`;
  })).join('\n').concat('\n'),
};
