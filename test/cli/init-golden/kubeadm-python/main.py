import os
from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

# The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED. dist/ is what is applied in it; README.md says more.
current = ccm.MigrationPhase.N

here = Path(__file__).resolve().parent
# cdk8s-cli names another folder with --stdout and --output.
outdir = Path(os.environ.get("CDK8S_OUTDIR", here / "dist"))
input_folder = str(here / "input")

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    to_version=ccm.KubernetesVersion.of("1.27.16"),
    # The nodes as they are today: version N and the cluster's settings come from their files.
    nodes=ccm.NodeFolder.read(input_folder),
)

# Every phase, with the files of the nodes: the plan needs them all.
for phase in migration.phases:
    folder = here / "phases" / ccm.MigrationOutput.folder_of(phase)
    app = App(outdir=str(folder), record_construct_metadata=False)
    ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
    app.synth()
    ccm.MigrationOutput.write(app, str(here))

# What is applied is one phase.
ccm.MigrationOutput.write_current(current, str(here), str(outdir))

# kubeadm's own configuration, or the next `kubeadm upgrade` brings --cloud-provider=aws back.
configs = ccm.NodeFolder.read_files(input_folder)
ccm.KubeadmBundle(migration=migration, configs=configs).write(str(here / "bundles" / "kubeadm"))
# The steps from phase to phase: a runbook, data and playbooks.
plan = ccm.MigrationPlan(migration=migration, app_dir=str(here))
plan.write(str(here / "bundles" / "plan"))
