module cdk8s-ccm-migration.invalid/facts

go 1.26.0

toolchain go1.26.8
