module cdk8s-ccm-migration.invalid/conformance/go-regexp

go 1.21

toolchain go1.26.8
