import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  AwsCcm, CcmWorkload, CloudControllerMigration, KubernetesVersion, ManagerDeployment, Migration, MigrationOutput, MigrationProps, NodeRole,
} from '../../../src';
import { DeploymentShape, managerDeployment } from '../../deployed-manager';
import { readTree } from '../../golden';
import { kubeadmNodes } from '../../nodes';
import { once } from '../../once';
import { emptyFolder } from '../../scratch';

/** What synthesis writes of a cluster whose kube-controller-manager is a Deployment, with one worker; as cdk8s and `MigrationOutput` write it. */
export const hostedFiles = once((shape: DeploymentShape = {}, props: Partial<MigrationProps> = {}): ReadonlyMap<string, string> => {
  const dir = emptyFolder();
  const text = managerDeployment(shape);
  const workers = kubeadmNodes().filter(({ role }) => role === NodeRole.WORKER).slice(0, 1);
  const migration = new Migration({
    clusterId: 'prod-eu',
    toVersion: KubernetesVersion.of('1.27.16'),
    nodes: workers,
    managerDeployment: shape.isOwn ? ManagerDeployment.ofCluster(text) : ManagerDeployment.ofManagementCluster(text),
    ...shape.isOwn ? {} : { ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) },
    ...props,
  });
  for (const phase of migration.phases) {
    const app = new App({ outdir: join(dir, 'dist', phase) });
    new CloudControllerMigration(app, 'eu', { migration, phase, chartPrefix: '' });
    app.synth();
    MigrationOutput.write(app, dir);
  }
  return readTree(dir);
});
