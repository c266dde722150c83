package main

import (
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// A registration of the gates of a package, and where it is.
type registration struct{ path, source string }

// imported is what the files of a package import, by path, and the packages whose gates it adds.
type imported struct {
	paths     []string
	registers []registration
}

// readGatePackages says which components register the gates of a package. A package does so on its own at init, where a component links it, or has a function
// for it, which some package that the component links calls.
func readGatePackages(r *release) []gatePackage {
	seen := map[string]*imported{}
	byPath := map[string]*gatePackage{}
	for _, component := range components {
		main := component.main
		if main == "" {
			main = "k8s.io/cloud-provider/app"
		}
		for path, source := range registeredBy(r, main, seen) {
			if byPath[path] == nil {
				byPath[path] = &gatePackage{Package: path, Unread: strings.HasPrefix(path, unread), Source: source}
			}
			byPath[path].Components = append(byPath[path].Components, component.name)
		}
	}
	facts := []gatePackage{}
	for _, fact := range byPath {
		facts = append(facts, *fact)
	}
	sort.Slice(facts, func(i, j int) bool { return facts[i].Package < facts[j].Package })
	return facts
}

// registeredBy follows the imports of a program: packages whose gates it has, and the first place that adds them.
func registeredBy(r *release, main string, seen map[string]*imported) map[string]string {
	found := map[string]string{}
	linked := map[string]bool{main: true}
	queue := []string{main}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] == nil {
			seen[path] = importsOf(r, path)
		}
		for _, one := range seen[path].registers {
			if found[one.path] == "" {
				found[one.path] = one.source
			}
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
	return slices.Contains(gatePackages, path)
}

func importsOf(r *release, path string) *imported {
	found := &imported{}
	mod := followedModule(r, path)
	if mod == nil {
		return found
	}
	p := &pkg{path: path, module: mod, release: r}
	dir := filepath.Join(mod.dir, strings.TrimPrefix(path, mod.path))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return found
	}
	for _, entry := range entries {
		name := filepath.Join(dir, entry.Name())
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil || !fileIsBuilt(entry.Name(), parsed) {
			continue
		}
		concerns := isGatePackage(path)
		for _, spec := range parsed.Imports {
			next, _ := strconv.Unquote(spec.Path.Value)
			found.paths = append(found.paths, next)
			concerns = concerns || isGatePackage(next)
			if next == unread+"/pkg/features" || next == unread+"/pkg/apiserver" { // the first adds its gates at init, and the second links it
				found.registers = append(found.registers, registration{unread + "/pkg/features", p.source(spec.Pos())})
			}
		}
		if concerns {
			found.registers = append(found.registers, registrations(p, name)...)
		}
	}
	return found
}

func followedModule(r *release, path string) *module {
	for _, one := range followed {
		if path == one || strings.HasPrefix(path, one+"/") {
			return r.moduleOf(path)
		}
	}
	return nil
}

// registrations are packages whose gates a file adds: its own at init, and others by a call of theirs.
func registrations(p *pkg, name string) []registration {
	parsed, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	aliases := map[string]string{}
	for _, spec := range parsed.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		alias := filepath.Base(path)
		if spec.Name != nil {
			alias = spec.Name.Name
		}
		aliases[alias] = path
	}
	found := []registration{}
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
			switch of := method.X.(type) {
			case *ast.SelectorExpr:
				if isGatePackage(p.path) && fn.Name.Name == "init" && of.Sel.Name == "DefaultMutableFeatureGate" && strings.HasPrefix(method.Sel.Name, "Add") {
					found = append(found, registration{p.path, p.source(call.Pos())})
				}
			case *ast.Ident:
				if isGatePackage(aliases[of.Name]) && registering.MatchString(method.Sel.Name) {
					found = append(found, registration{aliases[of.Name], p.source(call.Pos())})
				}
			}
			return true
		})
	}
	return found
}
