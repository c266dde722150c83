package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// An admissionPlugin is one that the API server of a release registers, by the name that flags have for it.
type admissionPlugin struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

const plugins = "pkg/kubeapiserver/options/plugins.go"

// readPlugins reads AllOrderedPlugins: an API server that registers another plugin than those in it ends at start.
func readPlugins(r *reader) []admissionPlugin {
	dir := r.dirOf("k8s.io/kubernetes")
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.Join(dir, plugins), nil, parser.SkipObjectResolution)
	if err != nil {
		r.fail("%v", err)
	}
	imports := importsOf(file)
	found := []admissionPlugin{}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "AllOrderedPlugins" {
			return true
		}
		for _, item := range spec.Values[0].(*ast.CompositeLit).Elts {
			named := item.(*ast.SelectorExpr)
			name := r.constant(imports[named.X.(*ast.Ident).Name], named.Sel.Name)
			source := fmt.Sprintf("k8s.io/kubernetes@v%s %s:%d", r.release, plugins, set.Position(item.Pos()).Line)
			found = append(found, admissionPlugin{name, source})
		}
		return false
	})
	return found
}

// constant is the text of a constant of a package.
func (r *reader) constant(path, name string) string {
	for _, module := range modules {
		below, ok := strings.CutPrefix(path, module+"/")
		if !ok {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(r.dirOf(module), below, "*.go"))
		for _, one := range files {
			file, err := parser.ParseFile(token.NewFileSet(), one, nil, parser.SkipObjectResolution)
			if err != nil {
				r.fail("%v", err)
			}
			text := ""
			ast.Inspect(file, func(node ast.Node) bool {
				spec, ok := node.(*ast.ValueSpec)
				if ok && len(spec.Values) == 1 && spec.Names[0].Name == name {
					text = literal(spec.Values[0])
				}
				return text == ""
			})
			if text != "" {
				return text
			}
		}
	}
	r.fail("no text of %s.%s", path, name)
	return ""
}

func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		as := filepath.Base(imported)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		imports[as] = imported
	}
	return imports
}
