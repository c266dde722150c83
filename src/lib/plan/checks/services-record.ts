import { waiting, word } from './printed';
import { shellQuote } from '../../text/shell-quote';
import { COMMAND_LINE } from '../command-line';
import { BACKUP_DIR, OF_CLUSTER } from '../object-copies';

/** What was recorded lies on the machine that kubectl runs on. */
const FOLDER = `${OF_CLUSTER}\n  record=${BACKUP_DIR}/services/$cluster &&`;

const MADE = `${FOLDER} mkdir -p "$record" &&`;

/** Controllers of load balancers go by these alone. */
const ANNOTATIONS = 'service.beta.kubernetes.io/';

/**
 * One line of each Service that has a load balancer: its uid, name, addresses, ports and annotations (tasks/read-services.yaml). From 1.30 on the API
 * server adds ipMode to each address, which is of no matter to a client.
 */
const LINES = [
  '{{range .items}}{{if and (eq .spec.type "LoadBalancer") .status.loadBalancer.ingress}}',
  '{{.metadata.uid}} {{.metadata.namespace}}/{{.metadata.name}}',
  '{{range .status.loadBalancer.ingress}} {{with .hostname}}{{.}}{{end}}{{with .ip}}{{.}}{{end}}{{end}}',
  '{{range .spec.ports}} {{.}}{{end}}',
  `{{range $key, $value := .metadata.annotations}}{{if eq (printf "%.${ANNOTATIONS.length}s" $key) "${ANNOTATIONS}"}}`,
  ' {{$key}}={{printf "%q" $value}}{{end}}{{end}}',
  '{{"\\n"}}{{end}}{{end}}',
].join('');

const READ = 'kubectl get services -A -o go-template=';

/** The uids of all Services. */
export const THERE = 'there=$(kubectl get services -A -o jsonpath="{.items[*].metadata.uid}")';

/** Load balancers that AWS does not know, in what our program says, of Services that are there still: one may go away between two questions. */
const STRANGERS = '/^  "missing"/ { missing = 1; next } missing && split($0, part, "\\"") > 4 { uid = part[2]; sub(/.* /, "", uid); '
  + 'if (index(there, uid)) { print part[2], part[4]; bad = 1 } } END { exit bad }';

/** What a program of ours says of their load balancers. */
function askAws(folder: string): string {
  return `${COMMAND_LINE.join(' ')} aws load-balancers --services ${folder}/services.json`;
}

/**
 * Before the first step. A record that is there is of before, and stays; one that could not be read to its end is none.
 *
 * @returns one command, and where AWS has their load balancers another one, which fails where it knows none of a Service, and says of which
 */
export function recordServices(cloud: string): readonly string[] {
  return [
    [
      '# what each Service with a load balancer has now',
      MADE,
      '  { [ -e "$record/before" ] ||',
      `  { ${READ}${shellQuote(LINES)} > "$record/before.new" && mv -f "$record/before.new" "$record/before"; }; } && cat "$record/before"`,
    ].join('\n'),
    ...cloud !== 'aws' ? [] : [[
      '# and their load balancers, in the account and region that the environment names',
      MADE,
      `  { [ -e "$record/before.json" ] || { ${waiting([
        'kubectl get services -A -o json > "$1/services.json"',
        `{ ${askAws('"$1"')} --format json > "$1/before.json.new" || grep -q "^{" "$1/before.json.new"; }`,
        THERE,
        `awk -v there="$there" ${word(STRANGERS)} "$1/before.json.new"`,
      ].join(' &&\n  '))} sh "$record" &&`,
      '  mv -f "$record/before.json.new" "$record/before.json"; }; }',
    ].join('\n')],
  ];
}

/** Where nothing was recorded it says so. A Service that was deleted since is nobody's concern. */
export function servicesSame(cloud: string): readonly string[] {
  const changed = 'NR == FNR { now[$0]; next } index(there, $1) && !($0 in now) { print "was: " $0; bad = 1 } END { exit bad }';
  return [
    sameAs('before', [
      `now=$(${READ}${word(LINES)})`,
      THERE,
      `printf "%s\\n" "$now" | awk -v there="$there" ${word(changed)} - "$1/before"`,
    ], '# each Service that had a load balancer before the first step has the same, its ports and its annotations'),
    ...cloud !== 'aws' ? [] : [sameAs('before.json', [
      'kubectl get services -A -o json > "$1/services.json"',
      'kubectl get nodes -o json > "$1/nodes.json"',
      `${askAws('"$1"')} --nodes "$1/nodes.json" --before "$1/before.json"`,
    ], '# and their load balancers have their listeners and targets')],
  ];
}

function sameAs(file: string, commands: readonly string[], head: string): string {
  return [
    head,
    FOLDER,
    `  if [ ! -e "$record/${file}" ]; then echo "no $record/${file}: not compared"; else`,
    `  ${waiting(commands.join(' &&\n  '))} sh "$record"; fi`,
  ].join('\n');
}

/** Once the plan is over: the next one records anew. */
export function forgetServices(): string {
  return `${FOLDER}\n  rm -rf "$record"`;
}
