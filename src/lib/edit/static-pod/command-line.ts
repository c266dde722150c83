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
export interface Flag<W = Word> {
  /** Name as Kubernetes documents it: without dashes in front, `_` read as `-`. */
  readonly name: string;
  /** Its value; `true` for a flag without one. */
  readonly value: string;
  /** `--name=value`, `--name value` as two items, or `--name` alone. */
  readonly form: 'equals' | 'separate' | 'bare';
  readonly line: number;
  /** The name as it is written, with its dashes. */
  readonly written: string;
  readonly word: W;
  /** The item of the value, where it is one of its own. */
  readonly valueWord?: W;
}

/**
 * Reads flags as pflag does. Types of flags are not known here, so an item that follows `--name` and does not begin with `--` counts as its value:
 * Kubernetes components take no other arguments (`cobra.NoArgs` in their commands), but `--controllers -service,*` is legal.
 */
export function readFlags<W extends { readonly text: string; readonly line: number }>(words: readonly W[]): Flag<W>[] {
  const flags: Flag<W>[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const match = /^(--?[A-Za-z][^=]*)(?:=([\s\S]*))?$/.exec(word.text);
    if (!match) continue;
    const [, written, value] = match;
    // `--cloud_provider` is `--cloud-provider`: k8s.io/component-base@v0.26.15 cli/flag/flags.go:30 WordSepNormalizeFunc
    const common = { name: written.replace(/^--?/, '').replace(/_/g, '-'), written, line: word.line, word };
    const next: W | undefined = words[i + 1];
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
 * Source: k8s.io/kubernetes@v1.26.15 pkg/kubeapiserver/options/authentication.go:311, 322 and 338; k8s.io/apiserver@v0.26.15
 * pkg/server/options/serving.go:200.
 */
export const REPEATABLE_FLAGS: readonly string[] = ['oidc-required-claim', 'service-account-issuer', 'service-account-key-file', 'tls-sni-cert-key'];

/** The first flag that is given a second time, with the place where it was given before. */
export function findDuplicate<W>(flags: readonly Flag<W>[]): { readonly first: Flag<W>; readonly second: Flag<W> } | undefined {
  const seen = new Map<string, Flag<W>>();
  for (const second of flags) {
    const first = seen.get(second.name);
    if (first && !REPEATABLE_FLAGS.includes(second.name)) return { first, second };
    seen.set(second.name, second);
  }
  return undefined;
}
