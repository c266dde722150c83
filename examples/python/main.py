import os

import cdk8s_ccm_migration as ccm
from cdk8s import App
from cdk8s_plus_27 import k8s

here = os.path.dirname(os.path.abspath(__file__))
outdir = os.environ.get("CDK8S_OUTDIR", os.path.join(here, "dist"))
bundles = os.path.join(here, "bundles")
# The files of examples/kubeadm: nodes as they are today.
kubeadm = os.path.join(here, "..", "kubeadm")

migration = ccm.Migration(
    cluster_id="prod-eu",
    to_version=ccm.KubernetesVersion.of("1.27.16"),
    nodes=ccm.NodeFolder.read(os.path.join(kubeadm, "input")),
)

for phase in migration.phases:
    # str(phase) is "MigrationPhase.N_PLUS_1"; the folder is "n-plus-1".
    app = App(outdir=os.path.join(outdir, ccm.MigrationOutput.folder_of(phase)))
    ccm.CloudControllerMigration(app, "migration", migration=migration, phase=phase, chart_prefix="")
    app.synth()
    ccm.MigrationOutput.write(app, here, outdir)

# kubeadm's own configuration, or the next `kubeadm upgrade` brings `--cloud-provider=aws` back.
ccm.KubeadmBundle(
    migration=migration,
    configs=ccm.NodeFolder.read_files(os.path.join(kubeadm, "input")),
).write(os.path.join(bundles, "kubeadm"))

# Another cluster, on GCE, whose configuration is v1beta4 and alone is enough.
ccm.KubeadmBundle(
    migration=ccm.Migration(
        cluster_id="staging",
        from_version=ccm.KubernetesVersion.of("1.30.14"),
        to_version=ccm.KubernetesVersion.of("1.31.14"),
        ccm=ccm.CustomCcm.of(
            cloud=ccm.CloudProvider.GCE,
            image="registry.example.com/cloud-provider-gcp/cloud-controller-manager:v31.0.0",
            rules=[
                k8s.PolicyRule(
                    api_groups=[""],
                    resources=["nodes"],
                    verbs=["get", "list", "watch", "update", "patch", "delete"],
                )
            ],
        ),
    ),
    configs=ccm.NodeFolder.read_files(os.path.join(kubeadm, "input-v1beta4")),
).write(os.path.join(bundles, "kubeadm-v1beta4"))

# The plans there, to the end, and back. `from` is a keyword of Python, so the property is `from_`.
plans = {
    "not-started-to-n-plus-1": (ccm.PlanState.NOT_STARTED, ccm.PlanState.N_PLUS_1),
    "n-plus-1-to-disabled": (ccm.PlanState.N_PLUS_1, ccm.PlanState.DISABLED),
    "n-plus-1-to-not-started": (ccm.PlanState.N_PLUS_1, ccm.PlanState.NOT_STARTED),
}
for folder, (start, end) in plans.items():
    ccm.MigrationPlan(
        migration=migration, from_=start, to=end, app_dir=here, manifests_dir=outdir
    ).write(os.path.join(bundles, "plan", folder))
