import { action } from '../action';
import { deployments } from '../rule';

/** What becomes of the only container of a Deployment. */
export interface DeploymentChange {
  readonly namespace: string;
  readonly name: string;
  readonly oldRelease: string;
  readonly newRelease: string;
  /** `set --flag=value`, `remove --flag`. */
  readonly flags: readonly string[];
}

/** The flags and the image of a Deployment can be changed; asked before it is scaled to 0. */
export const deploymentFits = action<DeploymentChange>({
  do: 'deployment-fits',
  says: 'The flags of the Deployment can be changed',
  on: 'operator',
  anyTime: true,
  rights: () => [deployments()],
});
