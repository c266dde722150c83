module cdk8s-ccm-migration.invalid/conformance/yaml

go 1.26.0
