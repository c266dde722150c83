import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { Plan } from '../plan';
import { callOf, scriptCall } from '../script/call';
import { CHECKS } from '../script/checks';
import { CORE } from '../script/core';
import { FLAGS } from '../script/flags';
import { NODES } from '../script/nodes';
import { OBJECTS } from '../script/objects';
import { PlanCommand, PlanStep, quoted } from '../step';

/**
 * The plan as a shell script.
 *
 * @param appDir folder of the app, relative to the folder of the script
 */
export function renderScript(plan: Plan, appDir: string): string {
  return [head(plan, appDir), CORE, OBJECTS, NODES, FLAGS, CHECKS, ...plan.steps.map(renderStep), 'main "$@"\n'].join('\n');
}

function head(plan: Plan, appDir: string): string {
  const { releases, controlPlane, workers, steps } = plan;
  const needsNodes = steps.some(({ before, run, proof }) => [...before, ...run, ...proof].some(({ text }) => text.includes('# on ')));
  return `#!/usr/bin/env bash
# From '${plan.from}' to '${plan.to}' (strategy ${plan.strategy}), step by step. Made by cdk8s-ccm-migration; do not edit, plan again.
#
# Settings, as environment variables:
#   NODE_EXEC     runs a program on a node: NODE_EXEC='ssh root@{node}', or 'kubectl exec -i -n ops shell-{node} -- chroot /host'
#   NODE_ROOT     folder that is / of the node, where NODE_EXEC ends elsewhere, for example /host
#   NODE_UPGRADE  your own way to another release of a node's kubelet: NODE_UPGRADE='./upgrade.sh {node} {release}'; not set: binaries stay
#   CLUSTER_ID    id of the cluster tag, for the check of tags
#   STATE_DIR     where progress and copies of objects are kept; default /var/lib/ccm-migration (copies below backup/)
#   APP_DIR       folder that holds dist/ and nodes/; default: where this plan was made for
#   MAX_SECONDS   no wait is longer than this; default: as each step says
#   KUBECTL       default kubectl; for example 'kubectl --context prod-eu'
#   DRAIN_FLAGS, RESTART_KUBELET, HTTP_GET, TAG_VERIFY, CONTROL_PLANE_LABEL, POLL_SECONDS   see their defaults below
# Words are split at blanks; {node} and {release} are replaced.
set -euo pipefail

APP_DIR=\${APP_DIR:-$(cd "$(dirname "$0")" && cd ${quoted(appDir)} && pwd)}
STATE_DIR=\${STATE_DIR:-/var/lib/ccm-migration}
NODE_EXEC=\${NODE_EXEC:-}
NODE_ROOT=\${NODE_ROOT:-}
NODE_UPGRADE=\${NODE_UPGRADE:-}
RESTART_KUBELET=\${RESTART_KUBELET:-systemctl restart kubelet}
DRAIN_FLAGS=\${DRAIN_FLAGS:---ignore-daemonsets --delete-emptydir-data --timeout=600s}
HTTP_GET=\${HTTP_GET:-curl -ksSf --max-time 5}
TAG_VERIFY=\${TAG_VERIFY:-npx --package cdk8s-ccm-migration ccm-migration tag verify}
CONTROL_PLANE_LABEL=\${CONTROL_PLANE_LABEL:-node-role.kubernetes.io/control-plane}
CLUSTER_ID=\${CLUSTER_ID:-}
POLL_SECONDS=\${POLL_SECONDS:-2}
MAX_SECONDS=\${MAX_SECONDS:-}
read -r -a KUBECTL_WORDS <<<"\${KUBECTL:-kubectl}"
DRY_RUN=0
YES=0
STEP_START=

PLAN_ID=${quoted(plan.id)}
PROGRESS=$STATE_DIR/progress/$PLAN_ID
TO_STATE=${quoted(plan.to)}
RELEASES='${[...new Set([releases[NodeSide.N], releases[NodeSide.N_PLUS_1]])].join(' ')}'
CONTROL_PLANE_NODES=(${controlPlane.map(quoted).join(' ')})
NODES=(${[...controlPlane, ...workers].map(quoted).join(' ')})
HAS_WORKERS=${workers.length > 0 ? 1 : 0}
NEEDS_NODE_EXEC=${needsNodes ? 1 : 0}
SIDE_LABEL=${SIDE_LABEL}
PROVIDER_ID_PREFIX=${plan.cloud}://
PINNED_FILES='${Object.entries(plan.pinned).map(([path, sha]) => `${sha} ${path}`).join('\n')}'
STEPS=(${plan.steps.map(functionId).join(' ')})
`;
}

/** Names of functions have no `-` and no `.`. */
function functionId({ id }: PlanStep): string {
  return id.replace(/[^a-z0-9]/g, '_');
}

function renderStep(step: PlanStep): string {
  const name = `step_${functionId(step)}`;
  const lines = (commands: readonly PlanCommand[]) => commands.flatMap(command => scriptCall(command) ?? []);
  const body = (commands: readonly PlanCommand[]) => lines(commands).length === 0 ? '  :' : lines(commands).map(call => `  ${call}`).join('\n');
  return `# ${step.title}
${name}_title() { printf '%s' ${quoted(step.title)}; }
${name}_nothing_to_do() { ${step.doneWhen === undefined ? 'false' : `[ "$DRY_RUN" = 0 ] && ${callOf(step.doneWhen, 'files_are_quietly')}`}; }
${name}_before() {
${body(step.before)}
}
${name}_run() {
${body(step.run)}
}
${name}_proof() {
${body(step.proof)}
}
${name}_undo() {
${body(step.undo)}
}
`;
}
