module cdk8s-ccm-migration.invalid/conformance/installer-types

go 1.26.0
