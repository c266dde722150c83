import { shellQuote } from '../../text/shell-quote';

/** Seconds that a person waits at least. */
const LEAST_SECONDS = 300;

/** A command of the shell until it succeeds. */
export function waiting(command: string, first = ''): string {
  return `${waits(LEAST_SECONDS)}${shellQuote(`${first}until ${command}; do sleep 2; done`)}`;
}

/** The same command, waited for as long as it may take where that is longer. */
export function waitedFor(text: string, seconds: number): string {
  return text.replaceAll(waits(LEAST_SECONDS), waits(Math.max(LEAST_SECONDS, seconds)));
}

/** What every command that is waited for begins with. */
function waits(seconds: number): string {
  return `timeout ${seconds} sh -c `;
}

/** One word in a command that is waited for: in double quotes, for the whole stands in single ones. */
export function word(text: string): string {
  return `"${text.replace(/[\\$`"]/g, '\\$&')}"`;
}

/** A flag in a command line, as a word of an extended regular expression: its value may stand behind a blank, too. */
export function flagInLine(flag: string): string {
  return word(flag.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('=', '[= ]'));
}

/** The release of an image, as an extended regular expression. */
export function releaseOf(release: string): string {
  return `:v${release.replaceAll('.', '\\.')}([^0-9.][^ ]*)?`;
}

/** Room in a folder for so many KiB, an expression of the shell, and for 64 MiB besides. */
export function hasRoom(folder: string, size: string): string {
  return `free=$(df -Pk ${folder} | awk 'NR == 2 { print $4 }') && [ "$free" -gt $((${size} + 65536)) ]`;
}

/** Each by its name: kubectl fails where one is missing. */
export function listed(resource: string, names: readonly string[], field: string): string {
  return `list=$(kubectl get ${resource} ${names.join(' ')} --no-headers -o "custom-columns=:.metadata.name,:${field}")`;
}

export const eachLine = 'printf "%s\\n" "$list"';
