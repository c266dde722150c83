import { literal } from './yaml-text';
import { LEFT_TO_ANOTHER } from '../../facts/load-balancer-changes';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { Plan } from '../plan';
import { programsOn } from '../rights';
import { doesAny, drainedNodes, drainedUnmanaged } from '../step';

/** What the plan knows, but for what grows with the nodes. */
export function variables(plan: Plan): unknown {
  const { standing, steps } = plan;
  const evident = [...new Set(Object.values(standing.evidence))].sort((a, b) => a - b);
  return literal({
    plan_id: plan.id,
    from_state: plan.from,
    to_state: plan.to,
    states_left: [...new Set(steps.map(({ from }) => from))],
    cloud: plan.cloud,
    aws_actions: plan.aws?.actions ?? [],
    aws_role_arn: plan.aws?.roleArn ?? '',
    aws_unknown: plan.aws?.unknown ?? '',
    load_balancer_changes: plan.aws?.changes ?? [],
    left_to_another: { annotation: LEFT_TO_ANOTHER.annotation, types: LEFT_TO_ANOTHER.values },
    releases: [plan.releases[NodeSide.N], plan.releases[NodeSide.N_PLUS_1]],
    side_label: SIDE_LABEL,
    has_workers: plan.workers.length > 0,
    upgrades_by_kubeadm: doesAny(steps, 'upgrade-kubeadm'),
    upgrades_nodes: doesAny(steps, 'upgrade-node'),
    images: plan.images,
    kubeadm_images: plan.kubeadmImages,
    ccm_workloads: plan.ccmWorkloads,
    lock_namespace: plan.leases.namespace,
    leases_of_managers: plan.leases.names,
    step_titles: steps.map(({ id, title }) => `${id.split('-')[0]} ${title}`),
    // How far the way back reaches: what leaves nothing to see may have been done, and the step after it may be half taken back.
    reach: [0, ...steps.map((_, index) => index + 1)].map(reached => evident.find(number => number > reached) ?? steps.length),
    objects: standing.objects,
    // Numbers of the steps that alone can have left this.
    evidence_labels: startingWith('label ', standing.evidence),
    evidence_objects: startingWith('object ', standing.evidence),
  });
}

/** Lists, not mappings: Ansible leaves a value that is marked as it is, and a key cannot be marked. */
export function appVariables(plan: Plan): unknown {
  return literal({
    pinned: Object.entries(plan.pinned).map(([path, sha256]) => ({ path, sha256 })),
    plan_nodes: [...plan.controlPlane, ...plan.workers],
    drained_nodes: drainedNodes(plan.steps),
    drained_unmanaged: drainedUnmanaged(plan.steps),
    ccm_command_lines: plan.ccmCommandLines,
  });
}

/** Of one node. */
export function nodeVariables(plan: Plan, node: string): unknown {
  const { standing } = plan;
  return literal({
    ...plan.apiServers[node] === undefined ? {} : { api_server_at: plan.apiServers[node] },
    node_programs: programsOn(plan, node),
    start_values: Object.entries(standing.startValues[node]).map(([path, sums]) => {
      const program = standing.programs[node]?.[path];
      return { path, sums, ...program === undefined ? {} : { program } };
    }),
    evidence_files: startingWith(`file ${node} `, standing.evidence),
  });
}

function startingWith(head: string, evidence: Readonly<Record<string, number>>): readonly { readonly seen: string; readonly number: number }[] {
  return Object.entries(evidence).filter(([seen]) => seen.startsWith(head)).map(([seen, number]) => ({ seen: seen.slice(head.length), number }));
}
