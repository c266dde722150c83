import os
from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

# The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED. dist/ is what is applied in it; README.md says more.
current = ccm.MigrationPhase.N

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

# Every phase, with the files of the nodes: the plan needs them all.
for phase in migration.phases:
    folder = here / "phases" / ccm.MigrationOutput.folder_of(phase)
    app = App(outdir=str(folder), record_construct_metadata=False)
    ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
    app.synth()
    ccm.MigrationOutput.write(app, str(here))

# What is applied is one phase.
ccm.MigrationOutput.write_current(current, str(here), str(outdir))

# The steps from phase to phase: a runbook, data and playbooks.
plan = ccm.MigrationPlan(migration=migration, app_dir=str(here))
plan.write(str(here / "bundles" / "plan"))
