import { App, Chart } from 'cdk8s';
import { CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase } from 'cdk8s-ccm-migration';

const migration = new Migration({
  clusterId: 'prod-eu',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
});

const app = new App();
new CloudControllerMigration(new Chart(app, 'ccm-migration'), 'migration', { migration, phase: MigrationPhase.MIXED });
app.synth();
