// The versions are those of the module file that is named at build time: e2e/bin/kubernetes-<version>/go.mod.
module cdk8s-ccm-migration.invalid/conformance/kubernetes

go 1.21
