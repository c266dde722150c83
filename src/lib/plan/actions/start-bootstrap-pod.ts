import { action } from '../action';
import { deployments, podsIn } from '../rule';

/** A pod of the template of a Deployment, by itself. */
export interface BootstrapPod {
  readonly namespace: string;
  readonly name: string;
  readonly pod: string;
}

/** What makes the pods of a Deployment is in kube-controller-manager: scaled to 0 it would stay at 0, so one pod is started besides. */
export const startBootstrapPod = action<BootstrapPod>({
  do: 'objects/start-bootstrap-pod',
  says: 'Start a bootstrap pod, which makes the others',
  on: 'operator',
  rights: ({ namespace }) => [deployments(), podsIn(namespace, 'watch', 'create', 'delete')],
  byHand: ({ namespace, name, pod }) => [
    `kubectl get deployment ${name} -n ${namespace} -o json | jq '{apiVersion: "v1", kind: "Pod", spec: .spec.template.spec, `
      + `metadata: {name: "${pod}", namespace: "${namespace}"}}' | kubectl create -f -`,
  ],
});
