package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"gopkg.in/gcfg.v1"
)

// result is what is printed for one file.
type result struct {
	File string `json:"file"`
	// Fatal stops every release.
	Fatal string `json:"fatal,omitempty"`
	// Unknown is what a strict release stops at and a lenient one ignores: data for no field of the struct.
	Unknown string `json:"unknown,omitempty"`
	// Invalid is what the release refuses after decoding.
	Invalid string `json:"invalid,omitempty"`
	Config  any    `json:"config,omitempty"`
}

// read decodes one file into a fresh struct, as the components do: through gcfg.ReadInto, which does not skip a byte order mark.
// validate is the component's own check of the decoded struct, or nil.
func read[C any](path string, validate func(*C) error) result {
	r := result{File: path}
	file, err := os.Open(path)
	if err != nil {
		r.Fatal = err.Error()
		return r
	}
	defer file.Close()
	config := new(C)
	err = gcfg.ReadInto(config, file)
	if fatal := gcfg.FatalOnly(err); fatal != nil {
		r.Fatal = fatal.Error()
		return r
	}
	if err != nil {
		r.Unknown = err.Error()
	}
	if validate != nil {
		if err := validate(config); err != nil {
			r.Invalid = err.Error()
		}
	}
	r.Config = config
	return r
}

// report writes one JSON object per file and returns the exit code: 1 if a file was not read in full.
func report[C any](out io.Writer, paths []string, validate func(*C) error) int {
	if len(paths) == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run . <cloud config file>...")
		return 1
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	code := 0
	for _, path := range paths {
		r := read(path, validate)
		if r.Fatal != "" || r.Unknown != "" || r.Invalid != "" {
			code = 1
		}
		if err := encoder.Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}
