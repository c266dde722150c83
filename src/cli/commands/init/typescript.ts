import { AppModel, isMigration, PHASE_LINE } from './app';
import { FolderFile } from '../../../files/exchange-folder';

/** The program and what is around it in TypeScript. */
export function typescriptFiles(app: AppModel): readonly FolderFile[] {
  return [
    { path: 'main.ts', content: program(app) },
    {
      path: 'tsconfig.json',
      content: `${JSON.stringify({
        compilerOptions: { target: 'es2022', module: 'node16', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] }, include: ['*.ts'],
      }, undefined, 2)}\n`,
    },
  ];
}

/** The program alone. */
export function program(app: AppModel): string {
  return [imports(app), current(app), folders(app), migration(app), app.hasNodes ? everyPhase(app) : onePhase(app), bundles(app)]
    .filter(part => part !== '').join('\n');
}

function imports({ hasNodes, installer, from }: AppModel): string {
  const names = hasNodes || from === undefined ? 'App' : 'App, YamlOutputType';
  return `${hasNodes || installer === 'kubeadm' ? 'import { join } from \'node:path\';\n' : ''}import { ${names} } from 'cdk8s';
import * as ccm from 'cdk8s-ccm-migration';
`;
}

/** First, since it is what changes. */
function current(app: AppModel): string {
  return isMigration(app) ? `// ${PHASE_LINE} dist/ is what is applied in it; README.md says more.
const current = ccm.MigrationPhase.${app.hasNodes ? 'N' : 'MIXED'};
` : '';
}

function folders({ hasNodes, installer, input }: AppModel): string {
  return [
    ...hasNodes ? [
      '// cdk8s-cli names another folder with --stdout and --output.',
      'const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, \'dist\');',
    ] : [],
    ...hasNodes || installer === 'kubeadm' ? [`const input = join(__dirname, ${quoted(input)});`] : [],
  ].map(line => `${line}\n`).join('');
}

function migration(app: AppModel): string {
  const { clusterId, from, to, hasNodes, nodesSayRelease } = app;
  const network = hasNodes ? '' : networkOf(app);
  return `const migration = new ccm.Migration({
  // The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
  clusterId: ${quoted(clusterId)},
${from === undefined || (hasNodes && nodesSayRelease) ? '' : `  fromVersion: ccm.KubernetesVersion.of(${quoted(from)}),\n`}\
  toVersion: ccm.KubernetesVersion.of(${quoted(to)}),
${network}${hasNodes ? `  // The nodes as they are today${nodesSayRelease ? ': version N and the cluster\'s settings come from their files' : ''}.
  nodes: ccm.NodeFolder.read(input),
` : ''}});
`;
}

function networkOf({ clusterName, clusterCidr, cloudRoutes }: AppModel): string {
  const options = [
    ...clusterName ? [`clusterName: ${quoted(clusterName.value)}`] : [],
    ...clusterCidr ? [`clusterCidr: ${quoted(clusterCidr.value)}`] : [],
    ...cloudRoutes ? ['allocateNodeCidrs: true, configureCloudRoutes: true'] : [],
  ];
  return options.length === 0 ? '' : `  network: { ${options.join(', ')} },\n`;
}

function everyPhase({ clusterId }: AppModel): string {
  return `// Every phase, with the files of the nodes: the plan needs them all.
for (const phase of migration.phases) {
  const app = new App({ outdir: join(__dirname, 'phases', phase), recordConstructMetadata: false });
  new ccm.CloudControllerMigration(app, ${quoted(clusterId)}, { migration, phase });
  app.synth();
  ccm.MigrationOutput.write(app, __dirname);
}
// What is applied is one phase.
ccm.MigrationOutput.writeCurrent(current, __dirname, outdir);
`;
}

function onePhase(app: AppModel): string {
  const { clusterId } = app;
  if (isMigration(app)) {
    return `// dist/ has what is applied and nothing else, in one file: cdk8s-cli prints several as if they were one document.
const app = new App({ yamlOutputType: YamlOutputType.FILE_PER_APP, recordConstructMetadata: false });
new ccm.CloudControllerMigration(app, ${quoted(clusterId)}, { migration, phase: current });
app.synth();
`;
  }
  return `// The steady state: no Leader Migration.
const phase = ccm.MigrationPhase.DISABLED;

const app = new App();
new ccm.CloudControllerMigration(app, ${quoted(clusterId)}, { migration, phase });
app.synth();
ccm.MigrationOutput.write(app, __dirname, app.outdir);
`;
}

function bundles({ hasNodes, installer }: AppModel): string {
  return [
    ...installer === 'kubeadm' ? [
      '// kubeadm\'s own configuration, or the next `kubeadm upgrade` brings --cloud-provider=aws back.',
      'const configs = ccm.NodeFolder.readFiles(input);',
      'new ccm.KubeadmBundle({ migration, configs }).write(join(__dirname, \'bundles\', \'kubeadm\'));',
    ] : [],
    ...hasNodes ? [
      '// The steps from phase to phase: a runbook, data and playbooks.',
      'const plan = new ccm.MigrationPlan({ migration, appDir: __dirname });',
      'plan.write(join(__dirname, \'bundles\', \'plan\'));',
    ] : [],
  ].map(line => `${line}\n`).join('');
}

/** As ESLint would have it. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\'', '\\\'')}'`;
}
