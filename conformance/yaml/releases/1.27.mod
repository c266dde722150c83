module cdk8s-ccm-migration.invalid/conformance/yaml

go 1.21

toolchain go1.21.13

require k8s.io/apimachinery v0.27.16

require (
	gopkg.in/yaml.v2 v2.4.0 // indirect
	sigs.k8s.io/json v0.0.0-20221116044647-bc3834ca7abd // indirect
	sigs.k8s.io/yaml v1.3.0 // indirect
)
