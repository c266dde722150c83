//go:build !intree

// Command gcfg decodes cloud config files as the cloud-controller-manager of k8s.io/cloud-provider-aws v1.36.1 does, and prints one JSON object a file.
//
//	go run . <file>...
//
// Built with -modfile=in-tree.mod -tags intree it does the same with the provider inside kube-controller-manager 1.26. Two module files, because that
// provider does not compile with the Kubernetes modules of the current release; for the same reason do not run "go mod tidy" here.
package main

import (
	"os"
	"regexp"

	"k8s.io/cloud-provider-aws/pkg/providers/v1/config"
)

func main() {
	os.Exit(report(os.Stdout, os.Args[1:], validate))
}

// validate is what that release does with the decoded struct before it makes its first call: ValidateOverrides (aws.go:506), and
// regexp.MustCompile of the instance type pattern (topology.go:73), which would panic.
func validate(cfg *config.CloudConfig) error {
	if err := cfg.ValidateOverrides(); err != nil {
		return err
	}
	_, err := regexp.Compile(cfg.Global.SupportedTopologyInstanceTypePattern)
	return err
}
