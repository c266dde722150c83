import { NO_SECRET_KEYS, SECRET_KEYS } from '../facts/cloud-config-secrets';

const SECRET = new Set(SECRET_KEYS.map(({ key }) => plain(key)));
const NO_SECRET = new Set(NO_SECRET_KEYS.map(({ key }) => plain(key)));
/** Of a cloud that no table knows, a key that sounds like one counts. */
const SOUNDS_SECRET = /pass(word|wd|phrase)|secret|token|privatekey|credential|apikey|accesskey/;

/** A key of an INI file, of YAML or of JSON, and what stands for its value: a quoted text, or the rest of the line. */
const ASSIGNMENT = /(?<![\w-])([A-Za-z][\w-]{0,99})(["']?[ \t]*[=:][ \t]*)("(?:[^"\\]|\\.)*"|'[^']*'|\S.*)/g;

/** Whether a cloud config, in whichever of the forms that clouds use, has a password or token in it: its text is shown nowhere. */
export function hasSecret(text: string): boolean {
  // Line by line: a pattern that may cross lines would try every beginning with every end.
  return text.split('\n').some(line =>
    [...line.matchAll(ASSIGNMENT)].some(([, key, , value]) => isSecretKey(key) && !NO_VALUE.test(value)));
}

/** Nothing, a switch (`automountServiceAccountToken: false`), or what stands for a value that is filled in elsewhere: `${KUBEADM_TOKEN}`. */
const NO_VALUE = /^(?:""|''|true|false|"?\$\{[A-Za-z_][A-Za-z0-9_]*\}"?)?\s*([,}#;].*)?$/;

function isSecretKey(key: string): boolean {
  const name = plain(key);
  return SECRET.has(name) || (!NO_SECRET.has(name) && SOUNDS_SECRET.test(name));
}

/** gcfg and Go's JSON reader take a key in any case. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}
