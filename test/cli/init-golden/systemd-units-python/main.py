import os
from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

here = Path(__file__).resolve().parent
# cdk8s-cli names another folder with --stdout and --output.
outdir = Path(os.environ.get("CDK8S_OUTDIR", here / "dist"))
input_folder = str(here / "../inputs/prod")

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    from_version=ccm.KubernetesVersion.of("1.26.15"),
    to_version=ccm.KubernetesVersion.of("1.27.15"),
    # The nodes as they are today.
    nodes=ccm.NodeFolder.read(input_folder),
)

for phase in migration.phases:
    app = App(outdir=str(outdir / ccm.MigrationOutput.folder_of(phase)))
    ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
    app.synth()
    ccm.MigrationOutput.write(app, str(here), str(outdir))
