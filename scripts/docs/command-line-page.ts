import { PassThrough } from 'node:stream';
import { EXIT_CODES } from '../../src/cli/exit-codes';
import { main } from '../../src/cli/main';

/** The page of the command line: what `--help` of each command prints. */
export async function commandLinePage(): Promise<string> {
  const sections: string[] = [];
  const add = async (path: readonly string[]): Promise<void> => {
    const help = await helpOf(path);
    sections.push(`## ${['ccm-migration', ...path].join(' ')}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`);
    for (const name of subcommands(help)) await add([...path, name]);
  };
  await add([]);
  return `# Command line

What \`--help\` prints. Written by \`scripts/generate-docs.ts\`; do not edit.

Run it with \`npx ccm-migration\` in a project that has the package installed, elsewhere with \`npx --package cdk8s-ccm-migration ccm-migration\`.

## Exit codes

0 is good news, 1 is bad news or none, 2 says that there is no answer. Where the result cannot be written (a full disk), or something
fails that no command expects, each ends with 2, too.

| command | 0 | 1 | 2 |
| --- | --- | --- | --- |
${Object.entries(EXIT_CODES).map(([name, codes]) => `| \`${name}\` | ${codes[0]} | ${codes[1] ?? '-'} | ${codes[2]} |\n`).join('')}
${sections.join('\n')}`;
}

async function helpOf(path: readonly string[]): Promise<string> {
  let text = '';
  const out = (more: string): void => { text += more; };
  const { isTTY } = process.stdout;
  process.stdout.isTTY = false; // a terminal decides how wide help is, and no terminal is 80 columns
  try {
    await main([...path, '--help'], { out, err: out, isTerminal: false, hasColours: false, input: new PassThrough(), cwd: '.' });
  } finally {
    process.stdout.isTTY = isTTY;
  }
  return text;
}

/** Names of the commands below one, as its help lists them. */
function subcommands(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n');
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter(name => name !== 'help');
}
