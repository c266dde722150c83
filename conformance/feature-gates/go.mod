// The versions are those of the module file that is named at build time.
module cdk8s-ccm-migration.invalid/conformance/feature-gates

go 1.21
