/**
 * Where a carriage return stands without a line feed behind it, which ends a line for systemd and not in an editor: in units
 * (systemd v255 src/basic/fileio.c, categorize_eol) and in environment files (src/basic/env-file.c, NEWLINE).
 */
export function bareCarriageReturn(text: string): number | undefined {
  const index = text.search(/\r(?!\n)/);
  return index === -1 ? undefined : index;
}

/** Why a file with one is not read. */
export const CARRIAGE_RETURN = 'a carriage return without a line feed ends a line for systemd and not for others; write line feeds';
