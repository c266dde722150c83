/** One flag of a command line, written `--name=value`. */
export interface Flag {
  readonly name: string;
  readonly value: string;
}

export function renderFlag(flag: Flag): string {
  return `--${flag.name}=${flag.value}`;
}

/** Reads a flag of a command line as it is today. */
export type CurrentFlag = (name: string) => string | undefined;
