// Package reader runs gcfg as a Kubernetes component does: the whole file through gcfg.ReadInto (a byte order mark is not skipped), into the struct of
// one release, and reports what the component would have seen.
package reader

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"gopkg.in/gcfg.v1"
)

// Result is what is printed for one file.
type Result struct {
	File string `json:"file"`
	// Fatal stops every release.
	Fatal string `json:"fatal,omitempty"`
	// Unknown is what a strict release stops at and a lenient one ignores: data for no field of the struct.
	Unknown string `json:"unknown,omitempty"`
	// Invalid is what the release refuses after decoding.
	Invalid string `json:"invalid,omitempty"`
	Config  any    `json:"config,omitempty"`
}

// Read decodes one file into a fresh struct. validate is the component's own check of the decoded struct, or nil.
func Read[C any](path string, validate func(*C) error) Result {
	result := Result{File: path}
	file, err := os.Open(path)
	if err != nil {
		result.Fatal = err.Error()
		return result
	}
	defer file.Close()
	config := new(C)
	err = gcfg.ReadInto(config, file)
	if fatal := gcfg.FatalOnly(err); fatal != nil {
		result.Fatal = fatal.Error()
		return result
	}
	if err != nil {
		result.Unknown = err.Error()
	}
	if validate != nil {
		if err := validate(config); err != nil {
			result.Invalid = err.Error()
		}
	}
	result.Config = config
	return result
}

// Print writes one JSON object per file and returns the exit code: 1 if a file was not read in full.
func Print[C any](out io.Writer, paths []string, validate func(*C) error) int {
	if len(paths) == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run . <cloud config file>...")
		return 1
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	code := 0
	for _, path := range paths {
		result := Read(path, validate)
		if result.Fatal != "" || result.Unknown != "" || result.Invalid != "" {
			code = 1
		}
		if err := encoder.Encode(result); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}
