/** So many characters are put in: variables that each name the one before twice can stand for gigabytes. */
const MOST_CHARACTERS = 200_000;
/** Longer values are not filled in: no path is as long. */
const LONGEST_VALUE = 300;
/** So many values of one variable are looked at. */
const MOST_VALUES = 8;
/** `NAME=value` of a shell, of `Environment=` of a unit and of an environment file; `for NAME in values`. */
const ASSIGNMENT = /(?<![\w$.-])([A-Za-z_]\w*)=("[^"\n]*"|'[^'\n]*'|[^\s;&|)"']*)/g;
const LOOP = /\bfor\s+([A-Za-z_]\w*)\s+in\s+([^;\n]+)/g;
const REFERENCE = /\$\{([A-Za-z_]\w*)(?::?[-=]([^{}\n]*))?\}|\$([A-Za-z_]\w*)/g;

/**
 * A script with its variables filled in, as often as one of them has several values: what is assigned anywhere in it may be the value anywhere. The
 * lines stay where they are. A variable that the script does not assign stays as it is, unless it has a default.
 */
export function filledIn(script: string): readonly string[] {
  if (!script.includes('$')) return [script];
  const values = valuesOf(script);
  const most = Math.min(MOST_VALUES, Math.max(1, ...[...values.values()].map(all => all.length)));
  return [...new Set(Array.from({ length: most }, (_, round) => filled(filled(script, values, round), values, round)))];
}

function filled(script: string, values: ReadonlyMap<string, readonly string[]>, round: number): string {
  let room = MOST_CHARACTERS;
  return script.replace(REFERENCE, (whole, braced: string | undefined, otherwise: string | undefined, plain: string | undefined) => {
    const all = values.get(braced ?? plain!) ?? [];
    const value = all.length > 0 ? all[round % all.length] : otherwise ?? whole;
    room -= value.length;
    return room < 0 ? whole : value;
  });
}

function valuesOf(script: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    // What a program prints is not known; where it goes behind a path, that path is.
    const bare = value.replace(/^(["'])(.*)\1$/, '$2');
    const plain = bare.replace(/^(\/[^$`]*)?(?:\$\(\s*mktemp.*|`\s*mktemp.*)$/, '$1/tmp/').replace(/(?:\$\(|`)[\s\S]*/, '');
    if (plain === '' || plain.length > LONGEST_VALUE || new RegExp(`\\$\\{?${name}\\b`).test(plain)) return;
    const known = values.get(name) ?? [];
    if (!known.includes(plain) && known.length < MOST_VALUES) values.set(name, [...known, plain]);
  };
  for (const [, name, value] of script.matchAll(ASSIGNMENT)) add(name, value);
  // What another command prints is not known.
  for (const [, name, list] of script.matchAll(LOOP)) if (!/`|\$\(/.test(list)) for (const word of list.trim().split(/\s+/)) add(name, word);
  return values;
}
