// Command in-tree decodes cloud config files as the AWS provider inside kube-controller-manager 1.26 (k8s.io/legacy-cloud-providers v0.26.15) does, and
// prints one JSON object a file. A module of its own, because that provider does not compile with the Kubernetes modules of the current release.
package main

import (
	"os"

	"k8s.io/legacy-cloud-providers/aws"

	"cdk8s-ccm-migration/conformance/gcfg/reader"
)

func main() {
	// validateOverrides is not exported there: only the decoding is checked.
	os.Exit(reader.Print[aws.CloudConfig](os.Stdout, os.Args[1:], nil))
}
