import { App, Chart } from 'cdk8s';
import { CloudControllerMigration, KubernetesVersion, MigrationPhase } from 'cdk8s-ccm-migration';

const app = new App();
const chart = new Chart(app, 'ccm-migration');

new CloudControllerMigration(chart, 'migration', {
  clusterId: 'prod-eu',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
  phase: MigrationPhase.MIXED,
});

app.synth();
