/** Texts that name controller managers and start none. */
interface InertText {
  /** What tells that it is one: its path, or what is in it. */
  readonly path?: RegExp;
  readonly text?: readonly RegExp[];
  readonly reason: string;
}

/** A new form goes here, with its reason. Blanks and tabs only: `\s*` would go over each run of empty lines once for every line in it. */
const INERT_TEXTS: readonly InertText[] = [
  { text: [/^groups:/m, /^[ \t-]*(expr|record|alert):/m], reason: 'rules of Prometheus look at the control plane' },
  { text: [/^[ \t]*scrape_configs:/m], reason: 'Prometheus scrapes the control plane' },
  { text: [/"panels"\s*:/, /"(title|schemaVersion)"\s*:/], reason: 'a dashboard of Grafana shows the control plane' },
  { text: [/^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?LeaderMigrationConfiguration\b/m], reason: 'it is read where a flag names it' },
  { path: /(^|\/)\.?renovate(rc)?(\.json5?)?$|(^|\/)dependabot\.ya?ml$/, reason: 'an updater looks for newer versions' },
  { path: /(^|\/)(CODEOWNERS|OWNERS|CHANGELOG|LICENSE|NOTICE)(\.\w+)?$/, reason: 'it is for people' },
  { path: /\.(log|csv|svg|pem|crt|key|pub|kubeconfig|sum|lock)$/, reason: 'it is no configuration of a program' },
];

const IMAGE_LINE = /^\s*(?:-\s+)?["']?[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?::[\w][\w.-]*)?(?:@sha256:[0-9a-f]+)?["']?\s*$/;

/** Whether it names programs and starts none. */
export function isInertText(path: string, text: string): boolean {
  const isOne = ({ path: own, text: all }: InertText) => own?.test(path) === true || all?.every(pattern => pattern.test(text)) === true;
  return isImageList(text) || INERT_TEXTS.some(isOne);
}

/** What is mirrored to another registry: images, one on each line. */
export function isImageList(text: string): boolean {
  const lines = text.split('\n').filter(line => line.length < 500 && /^\s*[^#\s]/.test(line));
  return lines.length > 0 && lines.every(line => IMAGE_LINE.test(line));
}
