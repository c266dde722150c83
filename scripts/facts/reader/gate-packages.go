package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// A package of feature gates, and the components that register them.
type gatePackage struct {
	Package    string   `json:"package"`
	Components []string `json:"components"`
	Unread     bool     `json:"unread,omitempty"`
	Source     string   `json:"source"`
}

// Modules whose imports are followed: each registration of a package of gates is in one of them.
var followed = []string{
	"k8s.io/kubernetes", "k8s.io/apiserver", "k8s.io/client-go", "k8s.io/cloud-provider", "k8s.io/component-base", "k8s.io/controller-manager",
}

// Names of functions that add the gates of their package to those of the program.
var registering = regexp.MustCompile(`^(Add|Setup)\w*Feature`)

// imported is what the files of a package import, and the packages whose gates it adds.
type imported struct {
	paths     []string
	registers []string
}

// readGatePackages says which components register the gates of a package. A package does so on its own at init, where a component links it, or has a function
// for it, which some package that the component links calls.
func readGatePackages(r *release) []gatePackage {
	seen := map[string]*imported{}
	users := map[string][]string{}
	for _, component := range components {
		main := component.main
		if main == "" {
			main = "k8s.io/cloud-provider/app"
		}
		for path := range registeredBy(r, main, seen) {
			users[path] = append(users[path], component.name)
		}
	}
	facts := []gatePackage{}
	for path, names := range users {
		fact := gatePackage{Package: path, Components: names, Unread: strings.HasPrefix(path, unread)}
		sort.Strings(names)
		if p := r.load(path); p != nil {
			fact.Source = p.module.path + "@" + p.module.version + strings.TrimPrefix(path, p.module.path)
		} else {
			fact.Source = r.main.path + "@" + r.main.version + " imports it"
		}
		facts = append(facts, fact)
	}
	sort.Slice(facts, func(i, j int) bool { return facts[i].Package < facts[j].Package })
	return facts
}

// registeredBy follows the imports of a program.
func registeredBy(r *release, main string, seen map[string]*imported) map[string]bool {
	found := map[string]bool{}
	linked := map[string]bool{main: true}
	queue := []string{main}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] == nil {
			seen[path] = importsOf(r, path)
		}
		for _, registered := range seen[path].registers {
			found[registered] = true
		}
		for _, next := range seen[path].paths {
			if !linked[next] {
				linked[next] = true
				queue = append(queue, next)
			}
		}
	}
	return found
}

func isGatePackage(path string) bool {
	if path == unread+"/pkg/features" {
		return true
	}
	for _, known := range gatePackages {
		if path == known {
			return true
		}
	}
	return false
}

func importsOf(r *release, path string) *imported {
	found := &imported{}
	if path == unread+"/pkg/features" {
		found.registers = []string{path} // at init, in every release that has it
	}
	dir := dirOf(r, path)
	entries, err := os.ReadDir(dir)
	if dir == "" || err != nil {
		return found
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil || !fileIsBuilt(name, parsed) {
			continue
		}
		concerns := isGatePackage(path)
		for _, spec := range parsed.Imports {
			next, _ := strconv.Unquote(spec.Path.Value)
			found.paths = append(found.paths, next)
			concerns = concerns || isGatePackage(next)
		}
		if concerns {
			found.registers = append(found.registers, registrations(filepath.Join(dir, name), path)...)
		}
	}
	return found
}

func dirOf(r *release, path string) string {
	for _, module := range followed {
		if path != module && !strings.HasPrefix(path, module+"/") {
			continue
		}
		if mod := r.moduleOf(path); mod != nil {
			return filepath.Join(mod.dir, strings.TrimPrefix(path, mod.path))
		}
	}
	return ""
}

// registrations are packages whose gates a file adds: its own at init, and others by a call of theirs.
func registrations(name, path string) []string {
	parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	f := &file{imports: map[string]string{}}
	(&pkg{funcs: map[string]*function{}, methods: map[string]map[string]*function{}, types: map[string]*typeDecl{}, values: map[string]*valueDecl{}}).add(
		func() *file { f.ast = parsed; return f }())
	found := []string{}
	for _, decl := range parsed.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if at, ok := method.X.(*ast.SelectorExpr); ok && at.Sel.Name == "DefaultMutableFeatureGate" && strings.HasPrefix(method.Sel.Name, "Add") && fn.Name.Name == "init" {
				if isGatePackage(path) {
					found = append(found, path)
				}
			}
			if of, ok := method.X.(*ast.Ident); ok && isGatePackage(f.imports[of.Name]) && registering.MatchString(method.Sel.Name) {
				found = append(found, f.imports[of.Name])
			}
			return true
		})
	}
	return found
}
