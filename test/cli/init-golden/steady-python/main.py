from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

here = Path(__file__).resolve().parent

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    to_version=ccm.KubernetesVersion.of("1.31.14"),
)

# The steady state: no Leader Migration.
phase = ccm.MigrationPhase.DISABLED

app = App()
ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
app.synth()
ccm.MigrationOutput.write(app, str(here), app.outdir)
