// The versions are those of the module file that is named at build time: e2e/bin/kubernetes-<version>/go.mod.
module cdk8s-ccm-migration.invalid/conformance/released

go 1.21
