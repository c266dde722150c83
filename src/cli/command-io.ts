import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { Io } from './io';

/** `--output` of commands that print a result, which others have for a folder. */
class OutputOption extends Option {
  public constructor() {
    super('-o, --output <file>', 'write the result to this file instead of standard output; its folder is made');
  }
}

/** For each command that prints a result. */
export function outputOption(): Option {
  return new OutputOption();
}

/** Options that every command has. */
interface GlobalOptions {
  readonly quiet?: boolean;
  readonly color?: boolean;
  readonly output?: string;
}

/** What a command may touch, as the options that every command has say it: where its result goes, with colours or without, and what is left out. */
export class CommandIo implements Io {
  private options: GlobalOptions = {};
  private file?: string;
  private readonly texts: string[] = [];

  public constructor(private readonly io: Io) {}

  /** Adds what every command has. */
  public addTo(program: Command): void {
    program
      .option('-q, --quiet', 'print no result, and of what goes to standard error only errors: the exit code says it')
      .option('--no-color', 'print without colours, as with NO_COLOR; FORCE_COLOR prints with them where there is no terminal')
      .hook('preAction', (_program, command) => {
        this.options = command.optsWithGlobals();
        this.file = command.options.some(option => option instanceof OutputOption) ? this.options.output : undefined;
      });
  }

  /** Writes what the command printed, where a file was named. */
  public async finish(): Promise<void> {
    if (this.file !== undefined) (await import('./output/run.js')).run(resolve(this.cwd, this.file), this.texts.join(''));
  }

  public get isTerminal(): boolean {
    return this.io.isTerminal && this.options.quiet !== true;
  }

  public get hasColours(): boolean {
    return this.io.hasColours === true && this.options.color !== false && this.file === undefined;
  }

  public get columns(): Io['columns'] {
    return this.file === undefined ? this.io.columns : undefined;
  }

  public get input(): Io['input'] {
    return this.io.input;
  }

  public get ask(): Io['ask'] {
    return this.io.ask;
  }

  public get cwd(): string {
    return this.io.cwd;
  }

  public get today(): Io['today'] {
    return this.io.today;
  }

  public out(text: string): void {
    if (this.file !== undefined) this.texts.push(text);
    else if (this.options.quiet !== true) this.io.out(text);
  }

  public err(text: string): void {
    if (this.options.quiet !== true || text.startsWith('error: ')) this.io.err(text);
  }
}
