import { AppModel, isMigration, PHASE_LINE } from './app';
import { FolderFile } from '../../../files/exchange-folder';

/** The program and what it requires in Python. */
export function pythonFiles(app: AppModel): readonly FolderFile[] {
  return [
    { path: 'main.py', content: program(app) },
    { path: 'requirements.txt', content: `cdk8s-ccm-migration==${app.versions['cdk8s-ccm-migration']}\n` },
  ];
}

function program(app: AppModel): string {
  return [imports(app), current(app), folders(app), migration(app), app.hasNodes ? everyPhase(app) : onePhase(app), bundles(app)]
    .filter(part => part !== '').join('\n');
}

function imports({ hasNodes, installer, from }: AppModel): string {
  return `${hasNodes ? 'import os\n' : ''}${hasNodes || installer === 'kubeadm' || from === undefined ? 'from pathlib import Path\n\n' : ''}\
import cdk8s_ccm_migration as ccm
from cdk8s import ${hasNodes || from === undefined ? 'App' : 'App, YamlOutputType'}
`;
}

/** First, since it is what changes. */
function current(app: AppModel): string {
  return isMigration(app) ? `# ${PHASE_LINE} dist/ is what is applied in it; README.md says more.
current = ccm.MigrationPhase.${app.hasNodes ? 'N' : 'MIXED'}
` : '';
}

function folders({ hasNodes, installer, input, from }: AppModel): string {
  return [
    ...hasNodes || installer === 'kubeadm' || from === undefined ? ['here = Path(__file__).resolve().parent'] : [],
    ...hasNodes ? [
      '# cdk8s-cli names another folder with --stdout and --output.',
      'outdir = Path(os.environ.get("CDK8S_OUTDIR", here / "dist"))',
    ] : [],
    ...hasNodes || installer === 'kubeadm' ? [`input_folder = str(here / ${quoted(input)})`] : [],
  ].map(line => `${line}\n`).join('');
}

function migration(app: AppModel): string {
  const { clusterId, from, to, hasNodes, nodesSayRelease } = app;
  const network = hasNodes ? '' : networkOf(app);
  return `migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id=${quoted(clusterId)},
${from === undefined || (hasNodes && nodesSayRelease) ? '' : `    from_version=ccm.KubernetesVersion.of(${quoted(from)}),\n`}\
    to_version=ccm.KubernetesVersion.of(${quoted(to)}),
${network}${hasNodes ? `    # The nodes as they are today${nodesSayRelease ? ': version N and the cluster\'s settings come from their files' : ''}.
    nodes=ccm.NodeFolder.read(input_folder),
` : ''})
`;
}

function networkOf({ clusterName, clusterCidr, cloudRoutes }: AppModel): string {
  const options = [
    ...clusterName ? [`cluster_name=${quoted(clusterName.value)}`] : [],
    ...clusterCidr ? [`cluster_cidr=${quoted(clusterCidr.value)}`] : [],
    ...cloudRoutes ? ['allocate_node_cidrs=True, configure_cloud_routes=True'] : [],
  ];
  return options.length === 0 ? '' : `    network=ccm.ClusterNetworkOptions(${options.join(', ')}),\n`;
}

function everyPhase({ clusterId }: AppModel): string {
  return `# Every phase, with the files of the nodes: the plan needs them all.
for phase in migration.phases:
    folder = here / "phases" / ccm.MigrationOutput.folder_of(phase)
    app = App(outdir=str(folder), record_construct_metadata=False)
    ccm.CloudControllerMigration(app, ${quoted(clusterId)}, migration=migration, phase=phase)
    app.synth()
    ccm.MigrationOutput.write(app, str(here))

# What is applied is one phase.
ccm.MigrationOutput.write_current(current, str(here), str(outdir))
`;
}

function onePhase(app: AppModel): string {
  const { clusterId } = app;
  if (isMigration(app)) {
    return `# dist/ has what is applied and nothing else, in one file: cdk8s-cli prints several as if they were one document.
app = App(yaml_output_type=YamlOutputType.FILE_PER_APP, record_construct_metadata=False)
ccm.CloudControllerMigration(app, ${quoted(clusterId)}, migration=migration, phase=current)
app.synth()
`;
  }
  return `# The steady state: no Leader Migration.
phase = ccm.MigrationPhase.DISABLED

app = App()
ccm.CloudControllerMigration(app, ${quoted(clusterId)}, migration=migration, phase=phase)
app.synth()
ccm.MigrationOutput.write(app, str(here), app.outdir)
`;
}

function bundles({ hasNodes, installer }: AppModel): string {
  return [
    ...installer === 'kubeadm' ? [
      '# kubeadm\'s own configuration, or the next `kubeadm upgrade` brings --cloud-provider=aws back.',
      'configs = ccm.NodeFolder.read_files(input_folder)',
      'ccm.KubeadmBundle(migration=migration, configs=configs).write(str(here / "bundles" / "kubeadm"))',
    ] : [],
    ...hasNodes ? [
      '# The steps from phase to phase: a runbook, data and playbooks.',
      'plan = ccm.MigrationPlan(migration=migration, app_dir=str(here))',
      'plan.write(str(here / "bundles" / "plan"))',
    ] : [],
  ].map(line => `${line}\n`).join('');
}

/** Python has all escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
