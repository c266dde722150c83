/** Texts that name controller managers and start none. */
interface InertText {
  /** What tells that it is one: its path, or what is in it. */
  readonly path?: RegExp;
  readonly text?: readonly RegExp[];
  /** What it must not have: a form that can start programs is inert without those alone. */
  readonly not?: RegExp;
  readonly reason: string;
  /** Whether its format has nothing that starts a program or writes a file, so that paths and command lines in it start nothing either. */
  readonly startsNothing?: boolean;
}

/** A new form goes here, with its reason. Blanks and tabs only: `\s*` would go over each run of empty lines once for every line in it. */
const INERT_TEXTS: readonly InertText[] = [
  { text: [/^groups:/m, /^[ \t-]*(expr|record|alert):/m], reason: 'rules of Prometheus look at the control plane' },
  { text: [/^[ \t]*scrape_configs:/m], reason: 'Prometheus scrapes the control plane' },
  { text: [/"panels"\s*:/, /"(title|schemaVersion)"\s*:/], reason: 'a dashboard of Grafana shows the control plane' },
  { text: [/^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?LeaderMigrationConfiguration\b/m], reason: 'it is read where a flag names it' },
  // cdk8s@2.70.0 lib/app.js:182-191: cdk8s-cli has it written for its plugins, beside the manifests.
  {
    text: [/^\{"version":"1\.0\.0","resources":\{(?:"[^"\\]+":\{"path":"[^"\\]*"\},?)*\}\}$/],
    reason: 'it says which construct each object is of',
    startsNothing: true,
  },
  { path: /(^|\/)\.?renovate(rc)?(\.json5?)?$|(^|\/)dependabot\.ya?ml$/, reason: 'an updater looks for newer versions' },
  { path: /(^|\/)(CODEOWNERS|OWNERS|CHANGELOG|LICENSE|NOTICE|THIRD[-_]PARTY[-_]LICENSES)(\.\w+)?$/, reason: 'it is for people' },
  // gitignore(5); https://go.dev/ref/mod; https://book.kubebuilder.io/reference/project-config.
  {
    path: /(^|\/)(\.(git|docker|helm|gcloud)ignore|\.gitattributes|go\.(mod|sum|work|work\.sum)|\.golangci\.(ya?ml|toml|json)|PROJECT)$/,
    reason: 'what a repository is made of, and what is passed over in it',
    startsNothing: true,
  },
  // apparmor.d(5): rules of what a program may do.
  { path: /(^|\/)etc\/apparmor(\.d)?\/./, reason: 'a profile of AppArmor confines a program', startsNothing: true },
  // file_contexts(5), audit.rules(7), fapolicyd.rules(5), aide.conf(5), twpolicy(4).
  {
    path: /(^|\/)etc\/(selinux\/.|fapolicyd\/.|audit\/(rules\.d\/.|audit\.rules$)|aide(\.conf|\/.)|tripwire\/.)/,
    not: /^[ \t]*@@x_include\b|\bemailto\s*=.*\|/m,
    reason: 'files and programs that are labelled, trusted or watched',
    startsNothing: true,
  },
  // firewalld.service(5), ufw(8), iptables-restore(8), nft(8).
  {
    path: new RegExp('(^|/)(etc|lib)/(firewalld/.|ufw/(applications\\.d/|user6?\\.rules$)|nftables(\\.conf$|/.)'
      + '|(sysconfig/ip6?tables|iptables/rules\\.v[46])$)'),
    reason: 'rules of a firewall',
    startsNothing: true,
  },
  // passwd(5), group(5), shadow(5), subuid(5), hosts(5), services(5), motd(5), sysusers.d(5), limits.conf(5), sudoers(5).
  {
    path: new RegExp('(^|/)etc/(passwd|group|g?shadow|sub[ug]id|hosts|services|motd|issue|sudoers)-?$'
      + '|(^|/)(etc|lib)/(security/)?(sysusers|sudoers|limits)\\.d/.'),
    reason: 'users, addresses, ports and what is allowed to users',
    startsNothing: true,
  },
  // Checks of a service and of the addresses that others find it at: https://developer.hashicorp.com/consul/docs/services/usage/checks.
  {
    path: /(^|\/)etc\/consul(\.d)?\/./,
    not: /["']?\b(?:args|scripts?|handler(?:_type)?|watches|command)\b["']?\s*[:=]/,
    reason: 'Consul asks a service whether it answers',
  },
  // https://github.com/liske/needrestart: it restarts services as they are.
  { path: /(^|\/)etc\/needrestart\//, not: /\b(?:system|exec|qx|open)\b\s*[({"'/]|`/, reason: 'needrestart restarts services, or leaves them alone' },
  // UserParameter of zabbix_agentd(8), command[] of NRPE and Exec of collectd-exec(5) start programs.
  {
    path: new RegExp('(^|/)etc/((default|sysconfig)/)?(zabbix|collectd|netdata|osquery|earlyoom|process-exporter|atop|logcheck|logwatch'
      + '|rsyslog\\.d|syslog-ng)'),
    not: /\bUserParameter\b|system\.run|\bExec\b|<(?:command|executable|active-response)>|\bomprog\b|\bprogram\(|\bplugin\s+exec\b/i,
    reason: 'an agent watches processes and their logs',
  },
  // `program` of HAProxy and `vrrp_script`, `notify` of Keepalived start others.
  {
    path: /(^|\/)etc\/(haproxy|nginx|envoy|dnsmasq\.d|unbound|coredns)\/./,
    not: /^[ \t]*(?:program|command|external-check|perl_\w+|content_by_lua\w*|dhcp-script)\b/m,
    reason: 'a proxy or a server of names passes on what is asked of a component',
  },
  { path: /\.(log|csv|svg|pem|crt|key|pub|kubeconfig|sum|lock)$/, reason: 'it is no configuration of a program' },
];

const IMAGE_LINE = /^\s*(?:-\s+)?["']?[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?::[\w][\w.-]*)?(?:@sha256:[0-9a-f]+)?["']?\s*$/;

/** Whether it names programs and starts none. */
export function isInertText(path: string, text: string): boolean {
  return isImageList(text) || INERT_TEXTS.some(form => isOf(form, path, text));
}

/** Whether nothing in a text can start a program or write a file, whatever stands in it. */
export function startsNothing(path: string, text: string): boolean {
  return INERT_TEXTS.some(form => form.startsNothing === true && isOf(form, path, text));
}

/** A program, wherever it is; the rules of nftables name what loads them. */
const SCRIPT = /^#!(?!.*\bnft\b)/;

function isOf({ path: own, text: all, not }: InertText, path: string, text: string): boolean {
  const isOne = (own?.test(path) === true && !SCRIPT.test(text)) || all?.every(pattern => pattern.test(text)) === true;
  return isOne && not?.test(text) !== true;
}

/** What is mirrored to another registry: images, one on each line. */
export function isImageList(text: string): boolean {
  const lines = text.split('\n').filter(line => line.length < 500 && /^\s*[^#\s]/.test(line));
  return lines.length > 0 && lines.every(line => IMAGE_LINE.test(line));
}
