// Command etcd shows command lines to etcd's own reader, one after the other,
// and says which ones it refuses. Each runs in a process of its own, since
// etcd ends its process; a data folder that is a file ends it once its
// command line and its configuration file are taken.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

const (
	module = "go.etcd.io/etcd/server/v3"
	asEtcd = "AS_ETCD"
)

// refused is what etcdmain/etcd.go logs, and what a flag that cannot be read prints before.
var refused = regexp.MustCompile(`failed to verify flags.*|unable to create default logger.*|is not a valid flag.*`)

type outcome struct {
	// Why it is refused; none: it is taken.
	Error string `json:"error,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Outcomes []outcome `json:"outcomes"`
}

func main() {
	if os.Getenv(asEtcd) != "" {
		os.Unsetenv(asEtcd)
		etcdmain.Main(append([]string{"etcd"}, os.Args[1:]...))
		return
	}
	var lines []struct {
		Words []string `json:"words"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&lines); err != nil {
		panic(err)
	}
	out := report{Version: moduleVersion(), Outcomes: []outcome{}}
	for _, line := range lines {
		out.Outcomes = append(out.Outcomes, judge(line.Words))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func judge(words []string) outcome {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	var said bytes.Buffer
	etcd := exec.Command(self, words...)
	etcd.Env = append(os.Environ(), asEtcd+"=1")
	etcd.Stdout, etcd.Stderr = &said, &said
	err = etcd.Run()
	if text := refused.FindString(said.String()); text != "" {
		return outcome{text}
	}
	// Its flags end it with 2, and help with 0; what comes later with 1.
	if exit, isExit := err.(*exec.ExitError); isExit && exit.ExitCode() == 2 {
		return outcome{said.String()}
	}
	return outcome{}
}

func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == module {
				return dep.Version
			}
		}
	}
	return "no " + module
}
