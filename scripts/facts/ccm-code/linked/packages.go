package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
)

// A goPackage is what `go list` says of a package that a program links.
type goPackage struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Standard   bool
	Module     *goModule
	ImportMap  map[string]string
}

type goModule struct {
	Path    string
	Version string
	Replace *goModule
	Main    bool
}

// The version that is built: of what stands in for the module, where something does, or the folder of that.
func (module *goModule) built() string {
	switch {
	case module.Replace == nil:
		return module.Version
	case module.Replace.Version == "":
		return module.Replace.Path
	}
	return module.Replace.Version
}

// Platform of the images that are read, and the Go of go.mod here, whichever one there is else: what its library may call is part of an answer.
var platform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=" + runtime.Version()}

// The packages that the program in a folder of a module links, those of the standard library with them.
func linkedPackages(root, program string) ([]goPackage, error) {
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Name,Dir,GoFiles,Standard,Module,ImportMap", program)
	list.Dir = root
	list.Env = append(os.Environ(), platform...)
	var failed bytes.Buffer
	list.Stderr = &failed
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", root, err, failed.String())
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var one goPackage
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, one)
	}
}
