package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A module of a release: where its files are, and how a source names it.
type module struct {
	path, version, dir string
}

// release finds the packages of one Kubernetes release: its own module, the staging modules of the same release, and the few others that define flags.
type release struct {
	version  string // 1.26.15
	main     *module
	requires map[string]string
	modules  map[string]*module
	packages map[string]*pkg
}

// Modules beside k8s.io whose code registers flags of a component. Everything else is unknown to the evaluator.
var readable = regexp.MustCompile(`^(k8s\.io/|github\.com/google/cadvisor$|github\.com/google/cadvisor/)`)

// Whether this module can be had differs from release to release and from day to day, and what it says must not: its gates are not read.
const unread = "k8s.io/apiextensions-apiserver"

// What a module proxy says of a module that it does not have, and Go itself where it must not ask. Anything else (no network, no space) says nothing about the
// module.
var refusal = regexp.MustCompile(`\b(?:403 Forbidden|404 Not Found|410 Gone)\b|unknown revision|GOPROXY=off`)

// notHad is the error for a module that cannot be had: its text is the module and the answer, in one line and without the place that was asked.
type notHad struct{ module, answer string }

func (e *notHad) Error() string { return e.module + ": " + e.answer }

func isRefusal(err error) bool {
	var refused *notHad
	return errors.As(err, &refused)
}

var requireLine = regexp.MustCompile(`(?m)^\s*(?:require\s+)?([a-z0-9.]+\.[a-z]+/[^\s]+) (v[^\s]+)`)

// How long to wait before a module is asked for again that could not be got, and not because a proxy does not have it.
var pauses = []time.Duration{5 * time.Second, 20 * time.Second, 60 * time.Second}

// download gets a module. Where the network fails it asks again.
func download(path, version string) (*module, error) {
	found, err := downloadOnce(path, version)
	for _, pause := range pauses {
		if err == nil || isRefusal(err) || offline {
			break
		}
		fmt.Fprintf(os.Stderr, "asked again in %s: %v\n", pause, err)
		time.Sleep(pause)
		found, err = downloadOnce(path, version)
	}
	return found, err
}

func downloadOnce(path, version string) (*module, error) {
	command := exec.Command("go", "mod", "download", "-json", path+"@"+version)
	command.Dir = os.TempDir()
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GO111MODULE=on")
	if offline {
		command.Env = append(command.Env, "GOPROXY=off")
	}
	output, err := command.Output()
	var answer struct{ Dir, Error string }
	decoded := json.Unmarshal(output, &answer)
	if said := refusal.FindString(answer.Error); decoded == nil && said != "" {
		return nil, &notHad{path + "@" + version, said}
	}
	if decoded != nil || answer.Error != "" || err != nil {
		return nil, fmt.Errorf("%s@%s: %s %v", path, version, answer.Error, err)
	}
	return &module{path, version, answer.Dir}, nil
}

func openRelease(version string) (*release, error) {
	main, err := download("k8s.io/kubernetes", "v"+version)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(main.dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	r := &release{version: version, main: main, requires: map[string]string{}, modules: map[string]*module{"k8s.io/kubernetes": main}, packages: map[string]*pkg{}}
	for _, match := range requireLine.FindAllSubmatch(text, -1) {
		path, required := string(match[1]), string(match[2])
		if bytes.Contains(text, []byte(path+" => ./staging/")) {
			required = "v0." + strings.TrimPrefix(version, "1.")
		}
		r.requires[path] = required
	}
	return r, nil
}

// moduleOf is the module that has a package; nil if it is not read.
func (r *release) moduleOf(importPath string) *module {
	if !readable.MatchString(importPath) || strings.HasPrefix(importPath, unread) {
		return nil
	}
	for path := importPath; path != "."; path = filepath.Dir(path) {
		if known, ok := r.modules[path]; ok {
			return known
		}
		if version, ok := r.requires[path]; ok {
			r.modules[path] = r.nearest(path, version)
			return r.modules[path]
		}
	}
	return nil
}

// nearest is a module, or the newest earlier patch of a staging module: a few were never published for the last patch of a minor. Without any the reader ends:
// flags and gates that the module registers would be missing as if the release had none.
func (r *release) nearest(path, version string) *module {
	var minor, patch int
	_, _ = fmt.Sscanf(version, "v0.%d.%d", &minor, &patch)
	found, failure := download(path, version)
	first := failure
	for patch--; patch >= 0 && isRefusal(failure); patch-- {
		found, failure = download(path, fmt.Sprintf("v0.%d.%d", minor, patch))
	}
	if isRefusal(failure) {
		failure = first
	}
	if failure != nil {
		end(fmt.Errorf("Kubernetes %s cannot be read: %w", r.version, failure))
	}
	return found
}
