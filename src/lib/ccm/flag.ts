/** One flag of a command line, written `--name=value`. */
export interface Flag {
  readonly name: string;
  readonly value: string;
}

export function renderFlag(flag: Flag): string {
  return `--${flag.name}=${flag.value}`;
}
