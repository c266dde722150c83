import type { SourcePath } from '../yaml/source-document';

/** One string of `command` or `args`, with its place in the manifest. */
export interface Word {
  readonly text: string;
  readonly list: 'command' | 'args';
  readonly index: number;
  readonly path: SourcePath;
  readonly line: number;
}

/** A flag as a component will read it. */
export interface Flag {
  /** Name as Kubernetes documents it: without dashes in front, `_` read as `-`. */
  readonly name: string;
  /** Its value; `true` for a flag without one. */
  readonly value: string;
  /** `--name=value`, `--name value` as two items, or `--name` alone. */
  readonly form: 'equals' | 'separate' | 'bare';
  readonly line: number;
  /** The name as it is written, with its dashes. */
  readonly written: string;
  readonly word: Word;
  /** The item of the value, where it is one of its own. */
  readonly valueWord?: Word;
}

/**
 * Reads flags as pflag does. Types of flags are not known here, so an item that follows `--name` and does not begin with `--` counts as its value:
 * Kubernetes components take no other arguments (`cobra.NoArgs` in their commands), but `--controllers -service,*` is legal.
 */
export function readFlags(words: readonly Word[]): Flag[] {
  const flags: Flag[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const match = /^(--?[A-Za-z][^=]*)(?:=([\s\S]*))?$/.exec(word.text);
    if (!match) continue;
    const [, written, value] = match;
    // `--cloud_provider` is `--cloud-provider`: k8s.io/component-base@v0.26.15 cli/flag/flags.go:31 WordSepNormalizeFunc
    const common = { name: written.replace(/^--?/, '').replace(/_/g, '-'), written, line: word.line, word };
    const next: Word | undefined = words[i + 1];
    if (value !== undefined) {
      flags.push({ ...common, value, form: 'equals' });
    } else if (next && !next.text.startsWith('--')) {
      flags.push({ ...common, value: next.text, form: 'separate', valueWord: next });
      i++;
    } else {
      flags.push({ ...common, value: 'true', form: 'bare' });
    }
  }
  return flags;
}

/**
 * Flags that a component accepts several times, each time meaning one more value.
 * Source: `--help` of kube-apiserver v1.26.15 ("multiple times", "Repeat this flag").
 */
export const REPEATABLE_FLAGS: readonly string[] = ['oidc-required-claim', 'service-account-issuer', 'service-account-key-file', 'tls-sni-cert-key'];
