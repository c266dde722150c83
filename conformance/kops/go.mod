module cdk8s-ccm-migration.invalid/conformance/kops

go 1.26.0
