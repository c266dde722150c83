import cdk8s_ccm_migration as ccm
from cdk8s import App, YamlOutputType

# The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED. dist/ is what is applied in it; README.md says more.
current = ccm.MigrationPhase.MIXED

migration = ccm.Migration(
    # The id in the tag kubernetes.io/cluster/<id> of the cluster's AWS resources.
    cluster_id="prod-eu",
    from_version=ccm.KubernetesVersion.of("1.26.15"),
    to_version=ccm.KubernetesVersion.of("1.27.16"),
    network=ccm.ClusterNetworkOptions(cluster_name="prod-eu", cluster_cidr="100.96.0.0/11", allocate_node_cidrs=True, configure_cloud_routes=True),
)

# dist/ has what is applied and nothing else, in one file: cdk8s-cli prints several as if they were one document.
app = App(yaml_output_type=YamlOutputType.FILE_PER_APP, record_construct_metadata=False)
ccm.CloudControllerMigration(app, "prod-eu", migration=migration, phase=current)
app.synth()
