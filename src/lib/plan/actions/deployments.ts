import { onOperator } from '../action';
import { ExpectedFlags } from '../endpoint';
import { deployments, deploymentsIn, pods, podsIn } from '../rule';

export interface DeploymentRef {
  readonly namespace: string;
  readonly name: string;
}

/** What becomes of the only container of a Deployment. */
export interface DeploymentChange extends DeploymentRef {
  readonly oldRelease: string;
  readonly newRelease: string;
  /** `set --flag=value`, `remove --flag`. */
  readonly flags: readonly string[];
}

/** The flags and the image of a Deployment can be changed; asked before it is scaled to 0. */
export const deploymentFits = onOperator<DeploymentChange>('deployment-fits', 'The flags of the Deployment can be changed', {
  anyTime: true,
  rights: () => [deployments()],
});

/** Changes the flags and the image of a Deployment. */
export const deploymentFlags = onOperator<DeploymentChange & {
  /** All flags that it has then: where the cluster has exactly these, they are written in this order, else those that come are at the end. */
  readonly inOrder: readonly string[];
}>('deployment-flags', 'Change the flags of the Deployment', {
  rights: () => [deployments('patch')],
  byHand: ({ namespace, name, newRelease, flags }) => [
    `kubectl get deployment ${name} -n ${namespace} -o yaml | sed -E -e 's#^( +image: .*):v[0-9.]+$#\\1:v${newRelease}#'`
      + `${flags.map(flag => sedOfFlag(name, flag)).join('')} | kubectl replace -f -`,
  ],
});

/** `set --flag=value` or `remove --flag`: each is a line of YAML, below the program. */
function sedOfFlag(program: string, sentence: string): string {
  const [verb, flag] = sentence.split(' ');
  const [name] = flag.split('=');
  return ` -e '/^ +- ${name}(=.*)?$/d'${verb === 'set' ? ` -e 's#^( +)- (.*/)?${program}$#&\\n\\1- ${flag}#'` : ''}`;
}

/** Every pod of a Deployment is of a release, and of its command line as it is now. */
export const deploymentRuns = onOperator<DeploymentRef & ExpectedFlags & {
  readonly release: string;
}>('deployment-runs', 'The Deployment runs the release', {
  always: 'not-in-check-mode',
  rights: ({ namespace }) => [deploymentsIn(namespace)],
  byHand: ({ namespace, name }) => [`kubectl rollout status deployment/${name} -n ${namespace} --timeout=300s`],
});

/** Has the number of replicas that a Deployment had, while it is at 0. */
export const REPLICAS = 'ccm-migration/replicas';

/** Number of replicas, and what they were before, for a shell between double quotes. */
export function replicasPatch(before: string, now: string): string {
  return `{\\"metadata\\":{\\"annotations\\":{\\"${REPLICAS}\\":${before}}},\\"spec\\":{\\"replicas\\":${now}}}`;
}

/** Scales a Deployment to 0; how many replicas it had is written on it in the same change. */
export const scaleToZero = onOperator<DeploymentRef>('scale-to-zero', 'Scale the Deployment to 0', {
  rights: () => [deployments('patch')],
  byHand: ({ namespace, name }) => [
    `r=$(kubectl get deployment ${name} -n ${namespace} -o jsonpath={.spec.replicas})`,
    `[ "$r" = 0 ] || kubectl patch deployment ${name} -n ${namespace} --type=merge -p "${replicasPatch('\\"$r\\"', '0')}"`,
  ],
});

/** Gives a Deployment as many replicas as it had. */
export const scaleBack = onOperator<DeploymentRef>('scale-back', 'Scale the Deployment back', {
  rights: () => [deployments('patch')],
  byHand: ({ namespace, name }) => [
    `r=$(kubectl get deployment ${name} -n ${namespace} -o jsonpath={.metadata.annotations.${REPLICAS}})`,
    `[ -z "$r" ] || kubectl patch deployment ${name} -n ${namespace} --type=merge -p "${replicasPatch('null', '$r')}"`,
  ],
});

/** As many pods of a Deployment as it has replicas, or none; a terminating pod counts neither as gone nor as made. */
export const podsOf = onOperator<DeploymentRef & { readonly replicas?: 0 }>('pods-of', 'The Deployment has all its pods, or none', {
  rights: () => [pods(), deployments()],
  byHand: ({ namespace, name, replicas }) => replicas === undefined ? [`kubectl rollout status deployment/${name} -n ${namespace} --timeout=300s`]
    : [`until pods=$(kubectl get pods -n ${namespace} -o name) && ! grep -E '^pod/${name}-[a-z0-9]+-[a-z0-9]+$' <<< "$pods"; do sleep 2; done`],
});

/** A pod of the template of a Deployment, by itself. */
export interface BootstrapPod extends DeploymentRef {
  readonly pod: string;
}

/** What makes the pods of a Deployment is in kube-controller-manager: scaled to 0 it would stay at 0, so one pod is started besides. */
export const startBootstrapPod = onOperator<BootstrapPod>('objects/start-bootstrap-pod', 'Start a bootstrap pod, which makes the others', {
  rights: ({ namespace }) => [deployments(), podsIn(namespace, 'watch', 'create', 'delete')],
  byHand: ({ namespace, name, pod }) => [
    `kubectl get deployment ${name} -n ${namespace} -o json | jq '{apiVersion: "v1", kind: "Pod", spec: .spec.template.spec, `
      + `metadata: {name: "${pod}", namespace: "${namespace}"}}' | kubectl create -f -`,
  ],
});

/** It is a kube-controller-manager, too: where it is not gone in time, that is an error. */
export const deleteBootstrapPod = onOperator<BootstrapPod>('objects/delete-bootstrap-pod', 'Delete the bootstrap pod', {
  rights: ({ namespace }) => [podsIn(namespace, 'watch', 'delete')],
  byHand: ({ namespace, pod }) => [`kubectl delete pod ${pod} -n ${namespace} --ignore-not-found --timeout=120s`],
});
