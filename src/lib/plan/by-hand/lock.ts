/** The Lease by which playbooks, and people, keep each other out (tasks/lock-take.yaml). */
const LEASE = 'ccm-migration -n kube-system';

/** Whoever pastes this, and where: the same after a night, and a word of JSON whatever a directory calls its users. */
const ME = 'me=by-hand/$(echo "$(id -un)@$(uname -n)" | tr -c "A-Za-z0-9@._\\n-" _) &&';

/** What is done by hand may take a day, and nobody renews it meanwhile: it is held until it is left, and the time only says who was late. */
const SECONDS = 86_400;

/**
 * Takes the lock as it was read: whoever took it in the meantime makes this fail. Whoever has it already has it again. A playbook that comes later
 * does not take what it finds for its own: what was done by hand left no copies in the cluster.
 *
 * @param plan id of the plan
 */
export function takeLock(plan: string): string {
  const lease = JSON.stringify({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: 'ccm-migration',
      namespace: 'kube-system',
      annotations: { 'ccm-migration/plan': `${plan}, by hand`, 'ccm-migration/state': 'step by step' },
      resourceVersion: '%s',
    },
    spec: { holderIdentity: '%s', leaseDurationSeconds: SECONDS, renewTime: '%s' },
  });
  return [
    '# nobody else runs a plan, by playbook or by hand, until the lock is left',
    ME,
    `  lock=$(kubectl get lease ${LEASE} --ignore-not-found -o 'jsonpath={.metadata.resourceVersion} {.spec.holderIdentity}') &&`,
    '  case "$lock" in',
    '    \'\') verb=create ;;',
    '    *\' \'|*" $me") verb=replace ;;',
    '    *) echo "held by ${lock#* }" >&2; false ;;',
    '  esac &&',
    `  printf '${lease}' "\${lock%% *}" "$me" "$(date -u +%Y-%m-%dT%H:%M:%S.000000Z)" | kubectl $verb -f -`,
  ].join('\n');
}

const HOLDER = '/spec/holderIdentity';
const GIVEN_FREE = { op: 'remove', path: HOLDER };

/** Of a run that has died, whoever it was. */
export function freeLock(): string {
  return `kubectl patch lease ${LEASE} --type=json -p '${JSON.stringify([GIVEN_FREE])}'`;
}

/** Only one's own: what somebody took over is theirs. */
export function leaveLock(): string {
  const patch = JSON.stringify([{ op: 'test', path: HOLDER, value: '$me' }, GIVEN_FREE]).replaceAll('"', '\\"');
  return [
    '# whoever begins next, by playbook or by hand, may',
    ME,
    `  kubectl patch leases.coordination.k8s.io ${LEASE} --type=json -p "${patch}"`,
  ].join('\n');
}
