import { waiting, word } from './printed';
import { servicesSame, THERE } from './services-record';
import { COMMAND_LINE } from '../command-line';
import { PlanCommand } from '../step';

/*
 * What proves a step. `must` and `eventually` say by when it has to hold. What a person pastes ends non-zero where it does not hold, and where a read
 * fails; what comes true with time is waited for.
 */

/**
 * What is said last of each Service, which has what it had. A Service that fails is tried again at least every five minutes, and says so each time.
 */
export function servicesWell(cloud: string): PlanCommand {
  const fields = '{range .items[*]}{.lastTimestamp} {.involvedObject.namespace}/{.involvedObject.name} {.reason} {.involvedObject.uid}{"\\n"}{end}';
  const failed = '$4 == "" || index(there, $4) { last[$2] = $3 } '
    + 'END { for (one in last) if (last[one] ~ /Failed/) { print one, last[one]; bad = 1 } exit bad }';
  return {
    text: [
      '# each Service that is there and whose last event is that it failed; one that failed before the plan too is yours to judge',
      waiting([
        THERE,
        `said=$(kubectl get events -A --field-selector involvedObject.kind=Service -o jsonpath=${word(fields)})`,
        'printf "%s\\n" "$said" | grep -E " (EnsuredLoadBalancer|SyncLoadBalancerFailed) " | sort |\n'
          + `  awk -v there="$there" ${word(failed)}`,
      ].join(' &&\n  ')),
    ].join('\n').concat(...servicesSame(cloud).map(command => `\n\n${command}`)),
    action: { do: 'services-well' },
  };
}

export function tagsInOrder(): PlanCommand {
  return {
    text: `kubectl get nodes -o json > nodes.json && ${COMMAND_LINE.join(' ')} tag verify --cluster-id "\${CLUSTER_ID:?the id of the cluster tag}" `
      + '--nodes nodes.json',
    action: { do: 'tags-in-order' },
  };
}
