import cdk8s_ccm_migration as ccm
from cdk8s import App

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    from_version=ccm.KubernetesVersion.of("1.26.15"),
    to_version=ccm.KubernetesVersion.of("1.27.16"),
    network=ccm.ClusterNetworkOptions(cluster_name="prod-eu", cluster_cidr="100.96.0.0/11", allocate_node_cidrs=True, configure_cloud_routes=True),
)

# The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED. README.md says what to change with it.
phase = ccm.MigrationPhase.MIXED

app = App()
ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=phase)
app.synth()
