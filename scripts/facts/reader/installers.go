package main

import (
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// A version of an installer's own API, and how it writes extra arguments.
type apiFact struct {
	Version string `json:"version"`
	// Type of `extraArgs`: `map` or `list`.
	Form string `json:"form"`
	// Whether `kubeadm init` refuses it: only `kubeadm config` takes it, with --allow-experimental-api.
	Experimental bool   `json:"experimental,omitempty"`
	Source       string `json:"source"`
}

// kubeadm is what a release of kubeadm reads and deploys.
type kubeadmFact struct {
	Apis []apiFact `json:"apis"`
	// Oldest minor of a control plane that it deploys.
	Oldest string `json:"oldest"`
	Source string `json:"source"`
}

const kubeadmApis = "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm"

func readKubeadm(r *release) *kubeadmFact {
	scheme := r.load(kubeadmApis + "/scheme")
	experimental := experimentalApis(r)
	fact := &kubeadmFact{Apis: []apiFact{}}
	ast.Inspect(scheme.funcs["AddToScheme"].decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || selected(call.Fun) != "AddToScheme" {
			return true
		}
		version := call.Fun.(*ast.SelectorExpr).X.(*ast.Ident).Name
		if version == "kubeadm" {
			return true
		}
		types := r.load(kubeadmApis + "/" + version)
		form, source := extraArgs(types)
		fact.Apis = append(fact.Apis, apiFact{Version: version, Form: form, Experimental: experimental["kubeadm.k8s.io/"+version], Source: source})
		return true
	})
	constants := r.load("k8s.io/kubernetes/cmd/kubeadm/app/constants")
	declared := constants.values["MinimumControlPlaneVersion"]
	fact.Oldest = oldestControlPlane(declared.exprs[0], minorOf(r.version))
	fact.Source = constants.source(declared.names[declared.index].Pos())
	return fact
}

// experimentalApis are the keys of a map in the function that decides which versions are let through.
func experimentalApis(r *release) map[string]bool {
	found := map[string]bool{}
	for _, f := range r.load("k8s.io/kubernetes/cmd/kubeadm/app/util/config").files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			name, isName := assign.Lhs[0].(*ast.Ident)
			literal, isLiteral := assign.Rhs[0].(*ast.CompositeLit)
			if !isName || !isLiteral || name.Name != "experimentalAPIVersions" {
				return true
			}
			for _, element := range literal.Elts {
				key, _ := strconv.Unquote(element.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
				found[key] = true
			}
			return true
		})
	}
	return found
}

// oldestControlPlane is the minor in `version.MustParseSemantic("v1.19.0")`, or as many back as `getSkewedKubernetesVersion(-1)` says.
func oldestControlPlane(expr ast.Expr, minor int) string {
	call, ok := expr.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	switch arg := call.Args[0].(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(arg.Value)
		return "1." + strconv.Itoa(minorOf(text))
	case *ast.UnaryExpr:
		back, _ := strconv.Atoi(arg.X.(*ast.BasicLit).Value)
		return "1." + strconv.Itoa(minor-back)
	}
	return ""
}

// extraArgs is the form of the field ExtraArgs of ControlPlaneComponent.
func extraArgs(p *pkg) (form, source string) {
	for _, f := range p.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || len(field.Names) != 1 || field.Names[0].Name != "ExtraArgs" || form != "" {
				return true
			}
			form, source = "list", p.source(field.Pos())
			if _, isMap := field.Type.(*ast.MapType); isMap {
				form = "map"
			}
			return true
		})
	}
	return form, source
}

// A release of Cluster API, and the minors of workload clusters that it supports.
type capiSupport struct {
	Release string   `json:"release"`
	Minors  []string `json:"minors"`
}

type capiFact struct {
	Supports []capiSupport `json:"supports"`
	Apis     []apiFact     `json:"apis"`
	Source   string        `json:"source"`
}

const (
	capiModule   = "sigs.k8s.io/cluster-api"
	capiVersions = "docs/book/src/reference/versions.md"
)

var (
	capiRow     = regexp.MustCompile(`^\| Kubernetes v(1\.\d+)`)
	capiRelease = regexp.MustCompile(`v1\.\d+`)
)

// readClusterAPI reads the table of the core provider in the book, and the types of the bootstrap provider's APIs.
func readClusterAPI(tag string) (*capiFact, error) {
	mod, err := download(capiModule, tag)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(mod.dir, capiVersions))
	if err != nil {
		return nil, err
	}
	fact := &capiFact{Supports: coreProvider(string(text)), Source: mod.path + "@" + mod.version + " " + capiVersions}
	// The types are in a module of their own from 1.14 on.
	dirs, base := []string{"bootstrap/kubeadm/api", "api/bootstrap/kubeadm"}, mod
	switch own, err := download(capiModule+"/api", tag); {
	case err == nil:
		dirs, base = []string{"bootstrap/kubeadm"}, own
	case !isRefusal(err):
		return nil, err
	}
	for _, dir := range dirs {
		versions, _ := filepath.Glob(filepath.Join(base.dir, dir, "v1beta*"))
		sort.Strings(versions)
		for _, version := range versions {
			api, err := clusterAPIVersion(base, version)
			if err != nil {
				return nil, err
			}
			fact.Apis = append(fact.Apis, api)
		}
	}
	return fact, nil
}

// coreProvider is the first table with a row per minor of Kubernetes: others follow for the kubeadm providers.
func coreProvider(text string) []capiSupport {
	var supports []capiSupport
	var previous []string
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		row := capiRow.FindStringSubmatch(line)
		switch {
		case row != nil && supports == nil:
			for _, name := range previous[1:] {
				// Columns of releases before 1.0 stay without a name.
				supports = append(supports, capiSupport{Release: capiRelease.FindString(name)})
			}
			fallthrough
		case row != nil:
			for i := range supports {
				if i+1 < len(cells) && strings.Contains(cells[i+1], "✓") {
					supports[i].Minors = append(supports[i].Minors, row[1])
				}
			}
		case supports != nil:
			return ofReleases(supports)
		case len(cells) > 1 && !strings.HasPrefix(strings.TrimSpace(cells[0]), "-"):
			previous = cells
		}
	}
	return ofReleases(supports)
}

func ofReleases(supports []capiSupport) []capiSupport {
	kept := []capiSupport{}
	for _, support := range supports {
		if support.Release != "" {
			support.Release = strings.TrimPrefix(support.Release, "v")
			kept = append(kept, support)
		}
	}
	return kept
}

func clusterAPIVersion(mod *module, dir string) (apiFact, error) {
	parsed, err := parser.ParseDir(fset, dir, func(info os.FileInfo) bool { return info.Name() == "kubeadm_types.go" }, parser.SkipObjectResolution)
	if err != nil {
		return apiFact{}, err
	}
	p := &pkg{path: dir, module: mod}
	for _, found := range parsed {
		for _, f := range found.Files {
			p.files = append(p.files, &file{pkg: p, ast: f})
		}
	}
	form, source := extraArgs(p)
	return apiFact{Version: filepath.Base(dir), Form: form, Source: source}, nil
}
