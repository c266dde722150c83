import { NO_SECRET_KEYS, SECRET_KEYS } from '../facts/cloud-config-secrets';

/** What stands for a secret where the text is shown. */
export const HIDDEN = '<secret>';

const SECRET = new Set(SECRET_KEYS.map(({ key }) => plain(key)));
const NO_SECRET = new Set(NO_SECRET_KEYS.map(({ key }) => plain(key)));
/** Of a cloud that no table knows, a key that sounds like one counts. */
const SOUNDS_SECRET = /pass(word|wd|phrase)|secret|token|privatekey|credential|apikey|accesskey/;

/** A key of an INI file, of YAML or of JSON, and what stands for its value: a quoted text, or the rest of the line. */
const ASSIGNMENT = /(?<![\w-])([A-Za-z][\w-]{0,99})(["']?[ \t]*[=:][ \t]*)("(?:[^"\\]|\\.)*"|'[^']*'|\S.*)/g;

/** Whether a cloud config, in whichever of the forms that clouds use, has a password or token in it. */
export function hasSecret(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/** The text as it may be shown: every value that is a secret is `<secret>`, further lines of it included. */
export function withoutSecrets(text: string): string {
  const lines: string[] = [];
  // Indentation of the key whose value goes on below, in YAML's block style or after a backslash.
  let below: number | undefined;
  for (const line of text.split('\n')) {
    const indentation = /^[ \t]*/.exec(line)![0].length;
    if (below !== undefined && (line.trim() === '' || indentation > below)) continue;
    below = undefined;
    let isOpen = false;
    lines.push(line.replace(ASSIGNMENT, (whole, key: string, mark: string, value: string) => {
      if (!isSecretKey(key) || /^(""|'')?\s*([,}#;].*)?$/.test(value)) return whole;
      isOpen = /^[|>][-+0-9]*\s*$/.test(value) || value.endsWith('\\');
      return `${key}${mark}${/^["']/.test(value) ? `${value[0]}${HIDDEN}${value[0]}` : HIDDEN}`;
    }));
    if (isOpen) below = indentation;
  }
  return lines.join('\n');
}

function isSecretKey(key: string): boolean {
  const name = plain(key);
  return SECRET.has(name) || (!NO_SECRET.has(name) && SOUNDS_SECRET.test(name));
}

/** gcfg and Go's JSON reader take a key in any case. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}
