module cdk8s-ccm-migration.invalid/conformance/leader-migration

go 1.26.0
