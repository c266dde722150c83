//go:build intree

package main

import (
	"os"

	"k8s.io/legacy-cloud-providers/aws"
)

func main() {
	// validateOverrides is not exported there: only the decoding is checked.
	os.Exit(report[aws.CloudConfig](os.Stdout, os.Args[1:], nil))
}
