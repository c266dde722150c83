
/** Parts of a manifest that kubeadm merges: no objects of their own. k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/util/patches/patches.go:100. */
export const KUBEADM_PATCH = /(^|\/)[a-z-][^/+]*\+(strategic|merge|json)\.(ya?ml|json)$/;

/** Documentation and programs show manifests, and are none. */
export function isProse(path: string): boolean {
  return /\.(md|mdx|rst|adoc|html?)$/i.test(path) || isProgram(path);
}

/** What writes manifests or changes them when it is run or applied. */
export function isProgram(path: string): boolean {
  return /\.([cm]?[jt]sx?|go|py|java|rb|rs|patch|diff)$/i.test(path);
}

/** It is YAML as it stands, whose comments are the program: carvel.dev/ytt, "Annotations". */
export const YTT_TEMPLATE = /^[ \t]*#@(?:[ \t]|(?:data|overlay|library|schema|yaml)\/)|^[^#\n]{0,200}[:-][ \t]+#@[ \t]/m;

/** Marks of the languages that manifests are made with. What never ends is looked at once more for each that begins, so that all are bounded. */
export const TEMPLATE_LANGUAGES: readonly (readonly [RegExp, string, string])[] = [
  [/\{\{-?\s*(\.|include|template|if|range|with|end|\$)[^}]{0,200}\}\}|\{\{-?\s*\.(Values|Release|Chart)/, 'a template of Helm or Go',
    'Render it first: helm template <chart> | ccm-migration verify -, or the tool that fills it in.'],
  [/%\{|\$\{[^}]{0,200}\}/, 'a template of Terraform or a shell',
    'Render it first: terraform show or templatefile(), envsubst < file | ccm-migration verify -, or the tool that fills it in.'],
  [YTT_TEMPLATE, 'a template of ytt', 'Render it first: ytt -f <folder> | ccm-migration verify -.'],
  [/\{%-?\s*(if|for|set|endif|endfor|include)\b|\{\{[^}]{0,200}\}\}/, 'a template of Jinja',
    'Render it first with the tool that fills it in: ansible -m template, jinja2.'],
];

/** A packed chart, `ingress-nginx-4.0.0.tgz`: its name says what it installs. */
export const PACKED_CHART = /(?:^|\/)([a-z0-9-]+?)-v?\d+\.\d+\.\d[^/]*\.tgz$/;

/**
 * Plain scalars that gopkg.in/yaml.v2@v2.4.0 resolve.go reads otherwise than the core schema of YAML 1.2: booleans, octal, hexadecimal and
 * sexagesimal numbers, floats, dates; and those that JSON cannot say.
 */
export const READ_TWO_WAYS = new RegExp(`^(?:${[
  '(?:y|n|yes|no|on|off)$',
  '[-+]?0[0-7obx]',
  '[-+]?\\.(?:inf|nan)$',
  '[-+]?\\.?\\d[\\d.]*_[\\d_.]*$',
  '[-+]?\\d+(?::[0-5]?\\d)+$',
  '[-+]?[\\d.]+e\\d+$',
  '[-+]?\\d+\\.$',
  '\\d{4}-\\d{1,2}-\\d{1,2}',
  '[-+]?\\d{16,}$',
].join('|')})`, 'i');
