import { Argument } from 'commander';
import type { Command } from 'commander';
import { CliCommand } from '../command';
import { ExitCode, Io } from '../io';

type Shell = 'bash' | 'zsh' | 'fish';

/** `ccm-migration completion <shell>`: a script to source, made from the commands themselves. */
export const completionCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('completion')
      .description('Write the completion of a shell: source <(ccm-migration completion bash)')
      .addArgument(new Argument('<shell>', 'shell that completes').choices(['bash', 'zsh', 'fish']))
      .action((shell: Shell) => {
        io.out(SCRIPTS[shell](wordsOf(program)));
        finish(ExitCode.OK);
      });
  },
};

/** Per command (words with blanks between), what may follow it: commands and options. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(program: Command): Words {
  const words = new Map<string, readonly string[]>();
  const add = (command: Command, path: string) => {
    words.set(path, [...command.commands.map(child => child.name()), ...command.options.flatMap(({ long }) => long ?? []), '--help'].sort());
    command.commands.forEach(child => add(child, `${path} ${child.name()}`.trim()));
  };
  add(program, '');
  return words;
}

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
  bash: words => `_ccm_migration() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac; done
  local words=""
  case "$path" in
${[...words].filter(([path]) => path !== '').map(([path, next]) => `    "${path}"*) words="${next.join(' ')}" ;;`).sort().reverse().join('\n')}
    *) words="${words.get('')!.join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ccm_migration ccm-migration
`,
  zsh: words => `autoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash(words)}`,
  fish: words => [...words].flatMap(([path, next]) => next.map(word => {
    const condition = path === '' ? '__fish_use_subcommand' : path.split(' ').map(name => `__fish_seen_subcommand_from ${name}`).join('; and ');
    return word.startsWith('--') ? `complete -c ccm-migration -n '${condition}' -l ${word.slice(2)}` : `complete -c ccm-migration -n '${condition}' `
      + `-a ${word}`;
  })).join('\n').concat('\n'),
};
