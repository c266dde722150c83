import { DeploymentChange } from './deployment-fits';
import { action } from '../action';
import { deployments } from '../rule';

/** Changes the flags and the image of a Deployment. */
export const deploymentFlags = action<DeploymentChange & {
  /** All flags that it has then: where the cluster has exactly these, they are written in this order, else those that come are at the end. */
  readonly inOrder: readonly string[];
}>({
  do: 'deployment-flags',
  says: 'Change the flags of the Deployment',
  on: 'operator',
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
