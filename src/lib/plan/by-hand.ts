import { StepFile } from './action';
import { PlanStateName } from './state';

/** Folder on a node for copies. Never below the static pod path: a kubelet would run them. */
export const BACKUP_DIR = '/var/lib/ccm-migration/backup';

/**
 * Functions of a shell for a person without Ansible. Copies are where the playbooks look for them: `<state><path>`, or `.absent` beside it where
 * there was no file; `.used` says that it was given back. A read that fails is never taken for an answer.
 */
export const FUNCTIONS = [
  'set -eu   # in bash: a command that fails ends it; begin again at its step',
  "me=by-hand/$(id -un | tr -c 'A-Za-z0-9@._\\n-' _)   # holds the lock",
  'on() { ssh -n "root@$NODE" "$1"; }   # a command on the node of the step',
  `at() { c=${BACKUP_DIR}/$1$2 t=\${2%/*}; [ "$t" != /etc/kubernetes/manifests ] || t=/etc/kubernetes; t=$t/.ccm-migration-new-\${2##*/}; }`,
  'keep() { s=$1; shift; for f; do at "$s" "$f"; on "mkdir -p ${c%/*}',
  '  if [ -e $c.used ] || ! { [ -e $c ] || [ -e $c.absent ]; }; then rm -f $c $c.absent $c.used',
  '    if [ -e $f ]; then cp -p $f $c.new && mv $c.new $c; else touch $c.absent; fi; fi"; done; }',
  'put() { from=$1 mode=$2 owner=$3; shift 3; for f; do at - "$f"; on "mkdir -p ${f%/*}"; scp -q "$from/$NODE$f" "root@$NODE:$t"',
  '  on "if cmp -s $t $f; then rm -f $t; else chmod $mode $t && chown $owner $t && mv -f $t $f; fi"; done; }',
  'back() { s=$1; shift; for f; do at "$s" "$f"; on "if [ -e $c.used ]; then :',
  '  elif [ -e $c ]; then cmp -s $c $f || { cp -p $c $t && mv -f $t $f; } && touch $c.used',
  '  elif [ -e $c.absent ]; then rm -f $f && touch $c.used; fi"; done; }',
  'save() { s=$1; shift; mkdir -p "copies/$s"; for o; do c=copies/$s/${o//\\//-}.yaml',
  '  [ -s "$c" ] || kubectl get "$o" -n kube-system --ignore-not-found -o yaml > "$c"; done; }',
  'restore() { s=$1; shift; for o; do c=copies/$s/${o//\\//-}.yaml; [ ! -s "$c" ] || {',
  '  sed -E "/^  (resourceVersion|uid|creationTimestamp):/d" "$c" | kubectl replace -f -; mv "$c" "$c.used"; }; done; }',
  'gone() { ns=$1; shift; kubectl delete "$@" -n "$ns" --cascade=foreground --ignore-not-found; }',
  'runs() { for f; do until on "s=\\$((\\$(date +%s) - \\$(stat -c %Z ${f#*=})))   # a process that is younger than its file',
  "  ps -eo etimes=,args= -ww | awk -v s=\\$s '\\$2 ~ \\\"(^|/)${f%%=*}\\$\\\" { n++; if (\\$1 > s) n = -999 } END { exit (n < 1) }'\"",
  '  do sleep 2; done; done; }',
  'answers() { for u; do until on "curl -ksSf --noproxy \'*\' https://$u"; do sleep 2; done; done; }',
  'leases() { kubectl get lease "$@" --no-headers -o custom-columns=:.spec.holderIdentity,:.metadata.resourceVersion; }',
  'held() { was=$(leases "$@" || :); until sleep 2; now=$(leases "$@") && ! grep -qxF "$was" <<< "$now" &&   # by one, who renews all of them',
  '  [ "$(awk \'{ print $1 }\' <<< "$now" | sort -u | wc -l)" = 1 ]; do :; done; }',
  'unheld() { s=$1; shift; set -- "$@" --ignore-not-found',
  '  until was=$(leases "$@") && sleep "$s" && [ "$(leases "$@" || echo unread)" = "$was" ]; do :; done; }',
  'ready() { held "$NODE" -n kube-node-lease; kubectl wait "node/$NODE" --for=condition=Ready --timeout=300s; }',
].join('\n');

/** Functions whose lines are one line where they follow each other, with the first words that must be the same. */
const JOINED = /^(?:(?:keep|back|save|restore|gone) \S+|runs|answers)(?= )/;

/** Lines that put files on a node or give them back, or drain it. */
export const PUTS = /^(?:put|back|kubectl drain) /;

/** Lines of commands: those of one function joined, and without words that an earlier line keeps already. */
export function joined(lines: readonly string[]): readonly string[] {
  return lines.reduce<string[]>((all, line) => {
    const [head] = JOINED.exec(line) ?? [];
    const [last = ''] = all.slice(-1);
    // What is waited for follows what was waited for.
    if (line.startsWith('until ') && last.startsWith('until ')) return [...all.slice(0, -1), `${last}; ${line}`];
    if (head === undefined) return [...all, line];
    const follows = `${last} `.startsWith(`${head} `);
    const known = (head.startsWith('keep ') ? all : follows ? [last] : []).filter(one => one.startsWith(`${head} `)).flatMap(one => one.split(' '));
    const words = line.slice(head.length + 1).split(' ').filter(word => !known.includes(word));
    if (words.length === 0) return all;
    return follows ? [...all.slice(0, -1), [last, ...words].join(' ')] : [...all, [head, ...words].join(' ')];
  }, []);
}

/** What proves a step may be asked in any order: what is one line together, and processes before what they answer, which may be older ones. */
export function inOneLineEach(lines: readonly string[]): readonly string[] {
  const heads = [...new Set(lines.map(headOf))].sort((a, b) => Number(b === 'runs') - Number(a === 'runs'));
  return joined(heads.flatMap(head => lines.filter(line => headOf(line) === head)));
}

function headOf(line: string): string {
  return JOINED.exec(line)?.[0] ?? line;
}

/** A function of these on the files of a state. */
export function byState(what: 'keep' | 'back', state: PlanStateName, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${what} ${state} ${paths.join(' ')}`];
}

/** Puts files of the step in their order, since what reads a file at its start comes after it; those of one mode and owner together. */
export function placed(paths: readonly string[], files: readonly StepFile[]): readonly string[] {
  return paths.reduce<string[]>((lines, path) => {
    const put = files.find(file => file.path === path)?.put;
    if (!put) return lines;
    const how = `put ${put.from} ${put.mode} ${put.owner}`;
    const last = lines.at(-1);
    return last?.startsWith(`${how} `) ? [...lines.slice(0, -1), `${last} ${path}`] : [...lines, `${how} ${path}`];
  }, []);
}

const LEASE = 'ccm-migration -n kube-system';

/** The lock of the playbooks, for a person: to be taken before the first step, and left after the last and before a pause. */
export function lockByHand(plan: string): Readonly<Record<'take' | 'check' | 'leave', string>> {
  const lease = JSON.stringify({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: 'ccm-migration',
      namespace: 'kube-system',
      annotations: { 'ccm-migration/plan': `${plan}, by hand`, 'ccm-migration/state': 'step by step' },
      resourceVersion: '%s',
    },
    // It is held until it is left: nothing renews it meanwhile.
    spec: { holderIdentity: '%s', leaseDurationSeconds: 86_400, renewTime: '%s' },
  });
  return {
    // Taken as it was looked at: this fails where another run took it in between.
    check: `lock=$(kubectl get lease ${LEASE} -o jsonpath='{.metadata.resourceVersion} {.spec.holderIdentity}' --ignore-not-found)\n`
      + 'read -r version holder <<< "$lock"\n'
      + 'case $holder in \'\' | "$me") ;; *) echo "held by $holder; if that run has ended: me=$holder"; false ;; esac',
    take: `printf '${lease}' "$version" "$me" "$(date -u +%FT%T.000000Z)" |\n  kubectl $([ -z "$version" ] && echo create || echo replace) -f -`,
    leave: `kubectl patch leases.coordination.k8s.io ${LEASE} --type=json -p '[{"op":"test","path":"/spec/holderIdentity","value":"'"$me"'"},`
      + '{"op":"remove","path":"/spec/holderIdentity"}]\'',
  };
}
