import os
from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

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

for phase in migration.phases:
    app = App(outdir=str(outdir / ccm.MigrationOutput.folder_of(phase)))
    ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
    app.synth()
    ccm.MigrationOutput.write(app, str(here), str(outdir))

# kubeadm's own configuration, or the next `kubeadm upgrade` brings --cloud-provider=aws back.
configs = ccm.NodeFolder.read_files(input_folder)
ccm.KubeadmBundle(migration=migration, configs=configs).write(str(here / "bundles" / "kubeadm"))
# The steps from phase to phase: a runbook, data and playbooks.
plan = ccm.MigrationPlan(migration=migration, app_dir=str(here), manifests_dir=str(outdir))
plan.write(str(here / "bundles" / "plan"))
