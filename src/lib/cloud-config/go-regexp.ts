/**
 * Whether Go's regexp.MustCompile takes a pattern: the grammar of regexp/syntax (Perl flags) as of Go 1.22, without its limits on memory and nesting
 * depth. JavaScript's own RegExp is no substitute: it takes lookarounds and backreferences, which make Go panic, and refuses `(?i)` and `\Q...\E`,
 * which Go takes.
 */

/** As much of a syntax tree as the limit on nested repetition needs. */
interface Node {
  /** Count of `{n}`; undefined for everything else. */
  readonly repeat?: number;
  readonly subs: readonly Node[];
}

const MAX_REPEAT = 1000;
const CATEGORY = /^(?:C[cfos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|Any)$/;
const POSIX_CLASS = /^\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit)$/;

/** Longest pattern that is looked at: one names an instance or a subnet. It bounds the nesting, too. */
const MAX_LENGTH = 1000;

/** What Go's compiler says against the pattern; undefined if it takes it. */
export function goRegexpError(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `a pattern of ${pattern.length} characters is not checked here, the limit is ${MAX_LENGTH}`;
  try {
    new GoRegexp(pattern).check();
    return undefined;
  } catch (error) {
    if (error instanceof GoSyntaxError) return error.message;
    throw error;
  }
}

class GoSyntaxError extends Error {}

class GoRegexp {
  private rest: string;
  private readonly groupNames = new Set<string>();

  public constructor(pattern: string) {
    this.rest = pattern;
  }

  public check(): void {
    const tree = this.alternatives();
    if (this.rest !== '') throw new GoSyntaxError('unexpected )');
    if (!repeatsWithin(tree, MAX_REPEAT)) throw new GoSyntaxError(`repetition counts multiply to more than ${MAX_REPEAT}`);
  }

  private alternatives(): Node {
    const subs: Node[] = [...this.sequence()];
    while (this.accept('|')) subs.push(...this.sequence());
    return { subs };
  }

  private sequence(): Node[] {
    const nodes: Node[] = [];
    // An operator right after an operator is refused, but not when a flag group stands between them.
    let afterOperator = false;
    while (this.rest !== '' && !this.rest.startsWith('|') && !this.rest.startsWith(')')) {
      const count = this.operator();
      if (count === undefined) {
        this.atom(nodes);
        afterOperator = false;
        continue;
      }
      if (afterOperator) throw new GoSyntaxError('invalid nested repetition operator');
      const repeated = nodes.pop();
      if (!repeated) throw new GoSyntaxError('missing argument to repetition operator');
      nodes.push({ ...count.repeat !== undefined && { repeat: count.repeat }, subs: [repeated] });
      afterOperator = true;
    }
    return nodes;
  }

  /** `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`, each with an optional `?`; a brace that is none of these is a literal. */
  private operator(): { readonly repeat?: number } | undefined {
    const simple = this.match(/^[*+?]\??/);
    if (simple) return {};
    const counted = this.match(/^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}\??/);
    if (!counted) return undefined;
    const min = Number(counted[1]);
    const max = counted[3] !== undefined ? Number(counted[3]) : counted[2] ? undefined : min;
    if (min > MAX_REPEAT || (max !== undefined && (max > MAX_REPEAT || min > max))) throw new GoSyntaxError(`invalid repeat count ${counted[0]}`);
    return { repeat: max ?? min };
  }

  private atom(nodes: Node[]): void {
    const leaf: Node = { subs: [] };
    if (this.accept('(')) {
      const group = this.group();
      if (group) nodes.push(group);
    } else if (this.accept('[')) {
      this.characterClass();
      nodes.push(leaf);
    } else if (this.accept('\\Q')) {
      const end = this.rest.indexOf('\\E');
      const literal = end < 0 ? this.rest : this.rest.slice(0, end);
      this.rest = end < 0 ? '' : this.rest.slice(end + 2);
      if (literal !== '') nodes.push(leaf);
    } else {
      if (!this.match(/^\\[AbBz]/) && !this.classEscape()) this.character();
      nodes.push(leaf);
    }
  }

  /** The rest of a group after its parenthesis; undefined for a flag group such as `(?i)`, which is no node. */
  private group(): Node | undefined {
    const lookaround = this.rest.match(/^\?<?[=!]|^\?>/);
    if (lookaround) throw new GoSyntaxError(`invalid or unsupported Perl syntax: (${lookaround[0]} (Go has no lookaround and no atomic group)`);
    const named = this.match(/^\?P?<([^>]*)>/);
    if (named) {
      if (!/^\w+$/.test(named[1]) || this.groupNames.has(named[1])) throw new GoSyntaxError(`invalid named capture (${named[0]}`);
      this.groupNames.add(named[1]);
    } else if (this.rest.startsWith('?')) {
      const flags = this.match(/^\?(?:[imsU]*(?:-[imsU]+)?)([:)])/);
      if (!flags) throw new GoSyntaxError(`invalid or unsupported Perl syntax: (${this.rest.slice(0, 3)}`);
      if (flags[1] === ')') return undefined;
    }
    const inner = this.alternatives();
    if (!this.accept(')')) throw new GoSyntaxError('missing closing )');
    return inner;
  }

  private characterClass(): void {
    this.accept('^');
    for (let first = true; first || !this.rest.startsWith(']'); first = false) {
      if (this.rest === '') throw new GoSyntaxError('missing closing ]');
      const named = this.match(/^\[:(.*?):\]/s);
      if (named) {
        if (!POSIX_CLASS.test(named[1])) throw new GoSyntaxError(`invalid character class range: ${named[0]}`);
      } else if (!this.classEscape()) {
        const low = this.character();
        if (/^-[^\]]/s.test(this.rest)) {
          this.accept('-');
          if (this.character() < low) throw new GoSyntaxError('invalid character class range: the end is before the start');
        }
      }
    }
    this.accept(']');
  }

  /** `\d` and the like, `\pN`, `\p{Greek}`. */
  private classEscape(): boolean {
    if (this.match(/^\\[dDsSwW]/)) return true;
    const property = this.match(/^\\[pP](?:\{(\^?)([^}]*)\}|([^{]))/su);
    if (!property) return false;
    const name = property[3] ?? property[2];
    if (!CATEGORY.test(name) && !isScript(name)) throw new GoSyntaxError(`invalid character class range: ${property[0]}`);
    return true;
  }

  /** One character or escape; its code point. */
  private character(): number {
    if (!this.rest.startsWith('\\')) return this.match(/^./su)![0].codePointAt(0)!;
    const hex = this.match(/^\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/);
    if (hex) {
      const code = parseInt(hex[1] ?? hex[2], 16);
      if (code > 0x10ffff) throw new GoSyntaxError(`invalid escape sequence: ${hex[0]}`);
      return code;
    }
    const octal = this.match(/^\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/);
    if (octal) return parseInt(octal[1], 8);
    const control = this.match(/^\\([aftnrv])/);
    if (control) return { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }[control[1]]!;
    const punctuation = this.match(/^\\([\u0000-\u007f])(?<![a-zA-Z0-9])/);
    if (punctuation) return punctuation[1].charCodeAt(0);
    const written = this.rest.slice(0, 2);
    throw new GoSyntaxError(written === '\\' ? 'trailing backslash at end of expression'
      : `invalid escape sequence: ${written}${/[1-9]$/.test(written) ? ' (Go has no backreferences)' : ''}`);
  }

  private accept(text: string): boolean {
    if (!this.rest.startsWith(text)) return false;
    this.rest = this.rest.slice(text.length);
    return true;
  }

  private match(pattern: RegExp): RegExpMatchArray | undefined {
    const match = this.rest.match(pattern);
    if (match) this.rest = this.rest.slice(match[0].length);
    return match ?? undefined;
  }
}

/** The counts of repetitions inside each other multiply to at most `limit` (`repeatIsValid`). */
function repeatsWithin(node: Node, limit: number): boolean {
  if (node.repeat === 0) return true;
  if (node.repeat !== undefined && node.repeat > limit) return false;
  const left = node.repeat ? Math.floor(limit / node.repeat) : limit;
  return node.subs.every(sub => repeatsWithin(sub, left));
}

function isScript(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]{3,}$/.test(name)) return false;
  try {
    new RegExp(`\\p{Script=${name}}`, 'u');
    return true;
  } catch {
    return false;
  }
}
