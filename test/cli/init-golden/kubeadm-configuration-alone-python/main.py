from pathlib import Path

import cdk8s_ccm_migration as ccm
from cdk8s import App

here = Path(__file__).resolve().parent
input_folder = str(here / "input")

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    from_version=ccm.KubernetesVersion.of("1.26.15"),
    to_version=ccm.KubernetesVersion.of("1.27.16"),
    network=ccm.ClusterNetworkOptions(cluster_name="prod-eu", cluster_cidr="100.96.0.0/11"),
)

# The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED. README.md says what to change with it.
phase = ccm.MigrationPhase.MIXED

app = App()
ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
app.synth()

# kubeadm's own configuration, or the next `kubeadm upgrade` brings --cloud-provider=aws back.
configs = ccm.NodeFolder.read_files(input_folder)
ccm.KubeadmBundle(migration=migration, configs=configs).write(str(here / "bundles" / "kubeadm"))
