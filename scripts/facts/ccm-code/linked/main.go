// Compares what two releases of a program link of other modules: for each module whose version differs, whether the program links packages of it,
// whether their declarations differ, and whether it can reach one that does.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// A release of the program, as it links its modules.
type release struct {
	versions map[string]string
	// Declarations of each module, and which of them the program can reach.
	modules map[string]code
	reached map[string]bool
}

// Code by the folder of its package: releases share most of it.
var packageCode = map[string]code{}

func read(root, program string, withText bool) (*release, error) {
	packages, err := linkedPackages(root, program)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, one := range packages {
		names[one.ImportPath] = one.Name
	}
	found := &release{versions: map[string]string{}, modules: map[string]code{}}
	all, standard := code{}, map[string]bool{}
	for _, one := range packages {
		of, known := packageCode[one.Dir]
		if !known {
			of = code{}
			if err := readPackage(one, names, of, withText); err != nil {
				return nil, err
			}
			// What lies in the module cache never changes; the program itself is not compared.
			packageCode[one.Dir] = of
		}
		if one.Standard {
			// What the standard library calls of others, it calls by methods of its interfaces.
			for _, declared := range of {
				for _, name := range declared.methods {
					standard[name] = true
				}
			}
			continue
		}
		module := one.Module.Path
		if found.modules[module] == nil {
			found.modules[module] = code{}
			found.versions[module] = one.Module.built()
		}
		for key, declared := range of {
			found.modules[module][key], all[key] = declared, declared
		}
	}
	found.reached = reached(all, standard)
	return found, nil
}

// A module whose version differs.
type change struct {
	Module string `json:"module"`
	From   string `json:"from"`
	To     string `json:"to"`
	// Declarations of linked packages that differ.
	Linked int `json:"linked"`
	// Those of them that the program can reach.
	Reached int `json:"reached"`
	// Of the names and texts of these.
	Hash string `json:"hash,omitempty"`
}

func hashIn(of code, key string) string {
	if found, ok := of[key]; ok {
		return found.hash
	}
	return ""
}

func textIn(of code, key string) string {
	if found, ok := of[key]; ok {
		return found.text
	}
	return ""
}

func keys[V any](maps ...map[string]V) []string {
	seen := map[string]bool{}
	var all []string
	for _, one := range maps {
		for key := range one {
			if !seen[key] {
				seen[key] = true
				all = append(all, key)
			}
		}
	}
	sort.Strings(all)
	return all
}

// Declarations that differ and are reached, and how many differ.
func differing(old, young *release, module string) (reached []string, linked int) {
	for _, key := range keys(old.modules[module], young.modules[module]) {
		if hashIn(old.modules[module], key) == hashIn(young.modules[module], key) {
			continue
		}
		linked++
		if old.reached[key] || young.reached[key] {
			reached = append(reached, key)
		}
	}
	return reached, linked
}

func compare(old, young *release) []change {
	changes := []change{}
	for _, module := range keys(old.versions, young.versions) {
		from, to := old.versions[module], young.versions[module]
		if from == to {
			continue
		}
		reached, linked := differing(old, young, module)
		one := change{Module: module, From: from, To: to, Linked: linked, Reached: len(reached)}
		if len(reached) > 0 {
			hash := sha256.New()
			for _, key := range reached {
				fmt.Fprintf(hash, "%s\x00%s\x00%s\x00", key, hashIn(old.modules[module], key), hashIn(young.modules[module], key))
			}
			one.Hash = hex.EncodeToString(hash.Sum(nil))[:10]
		}
		changes = append(changes, one)
	}
	return changes
}

// Writes the texts of a module's declarations that differ and are reached below two folders, for `diff -r`.
func show(old, young *release, module, into string) error {
	reached, _ := differing(old, young, module)
	for _, key := range reached {
		path, name, _ := strings.Cut(key, ":")
		for side, of := range map[string]code{"a": old.modules[module], "b": young.modules[module]} {
			if text := textIn(of, key); text != "" {
				folder := filepath.Join(into, side, strings.ReplaceAll(path, "/", "~"))
				if err := os.MkdirAll(folder, 0o755); err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, "/", "~")), []byte(text+"\n"), 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Asks about pairs of folders.
func comparePairs(program string, pairs []string) error {
	left := map[string]int{}
	for _, pair := range pairs {
		for _, folder := range strings.Split(pair, "..") {
			left[folder]++
		}
	}
	releases := map[string]*release{}
	for _, pair := range pairs {
		var both []*release
		for _, folder := range strings.Split(pair, "..") {
			if releases[folder] == nil {
				found, err := read(folder, program, false)
				if err != nil {
					return err
				}
				releases[folder] = found
			}
			both = append(both, releases[folder])
			if left[folder]--; left[folder] == 0 {
				delete(releases, folder)
			}
		}
		line, err := json.Marshal(struct {
			Pair string `json:"pair"`
			// Modules of which either links a package.
			Modules []string `json:"modules"`
			Changes []change `json:"changes"`
		}{pair, keys(both[0].versions, both[1].versions), compare(both[0], both[1])})
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return nil
}

func showAll(program, before, after, into string) error {
	old, err := read(before, program, true)
	if err != nil {
		return err
	}
	young, err := read(after, program, true)
	if err != nil {
		return err
	}
	for _, one := range compare(old, young) {
		if err := show(old, young, one.Module, filepath.Join(into, strings.ReplaceAll(one.Module, "/", "~"))); err != nil {
			return err
		}
	}
	return nil
}

func run(args []string) error {
	switch {
	case len(args) == 5 && args[1] == "show":
		return showAll(args[0], args[2], args[3], args[4])
	case len(args) > 1:
		return comparePairs(args[0], args[1:])
	}
	return errors.New("linked <package> <folder>..<folder>..., or linked <package> show <folder> <folder> <folder to write to>")
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
