package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// An etcdRelease has the flags of etcd by their types, and the keys of its configuration file: `client-transport-security.cert-file`.
type etcdRelease struct {
	Flags  map[string]etcdFlag `json:"flags"`
	Keys   []string            `json:"keys"`
	Source string              `json:"source"`
}

type etcdFlag struct {
	Type    string  `json:"type"`
	Default *string `json:"default,omitempty"`
	Source  string  `json:"source"`
}

// readEtcd reads a release of the server, by the version of its module.
func readEtcd(r *reader, release string) etcdRelease {
	module := "go.etcd.io/etcd/server/v3"
	if strings.HasPrefix(release, "v0.") {
		module = "go.etcd.io/etcd"
	}
	dir, err := r.download(module, release)
	if err != nil {
		r.fail("%v", err)
	}
	found := etcdRelease{Flags: map[string]etcdFlag{}, Source: fmt.Sprintf("%s@%s embed/config.go", module, release)}
	structs := map[string]*ast.StructType{}
	for _, name := range []string{"etcdmain/config.go", "embed/config.go"} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			r.fail("%v", err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			r.fail("%v", err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch one := node.(type) {
			case *ast.TypeSpec:
				if structure, ok := one.Type.(*ast.StructType); ok {
					structs[one.Name.Name] = structure
				}
			case *ast.CallExpr:
				kind, flag, value := registered(one)
				if flag != "" {
					source := fmt.Sprintf("%s@%s %s:%d", module, release, name, set.Position(one.Pos()).Line)
					found.Flags[flag] = etcdFlag{kind, value, source}
				}
			case *ast.KeyValueExpr:
				// What old scripts pass, and nothing reads.
				if key, ok := one.Key.(*ast.Ident); ok && key.Name == "ignored" {
					ast.Inspect(one.Value, func(item ast.Node) bool {
						if flag := literal(item); flag != "" {
							found.Flags[flag] = etcdFlag{"ignored", nil, fmt.Sprintf("%s@%s %s:%d", module, release, name, set.Position(item.Pos()).Line)}
						}
						return true
					})
				}
			case *ast.ValueSpec:
				for index, own := range one.Names {
					if own.Name != "ignored" || index >= len(one.Values) {
						continue
					}
					ast.Inspect(one.Values[index], func(item ast.Node) bool {
						if flag := literal(item); flag != "" {
							found.Flags[flag] = etcdFlag{"ignored", nil, fmt.Sprintf("%s@%s %s:%d", module, release, name, set.Position(item.Pos()).Line)}
						}
						return true
					})
				}
			}
			return true
		})
	}
	keys := map[string]bool{}
	for _, name := range []string{"Config", "configJSON"} {
		addKeys(keys, structs, structs[name], "")
	}
	if structs["configJSON"] == nil {
		addKeys(keys, structs, structs["configYAML"], "")
	}
	for key := range keys {
		found.Keys = append(found.Keys, key)
	}
	sort.Strings(found.Keys)
	return found
}

// registered is the flag that a call registers: `fs.StringVar(&x, "name", value, usage)`, `fs.Var(value, "name", usage)`.
func registered(call *ast.CallExpr) (kind, flag string, value *string) {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasSuffix(method.Sel.Name, "Var") || len(call.Args) < 3 {
		return "", "", nil
	}
	flag = literal(call.Args[1])
	kind = strings.ToLower(strings.TrimSuffix(method.Sel.Name, "Var"))
	if kind == "" {
		kind = "value"
	}
	if len(call.Args) > 3 {
		switch one := call.Args[2].(type) {
		case *ast.BasicLit:
			text := one.Value
			if one.Kind == token.STRING {
				text, _ = strconv.Unquote(one.Value)
			}
			value = &text
		case *ast.Ident:
			if one.Name == "true" || one.Name == "false" {
				value = &one.Name
			}
		}
	}
	return kind, flag, value
}

func literal(node ast.Node) string {
	one, ok := node.(*ast.BasicLit)
	if !ok || one.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(one.Value)
	return text
}

// addKeys puts in the keys of a struct by their tags, and those of the structs of the same file that it holds.
func addKeys(keys map[string]bool, structs map[string]*ast.StructType, structure *ast.StructType, prefix string) {
	if structure == nil {
		return
	}
	for _, field := range structure.Fields.List {
		tag := ""
		if field.Tag != nil {
			text, _ := strconv.Unquote(field.Tag.Value)
			tag, _, _ = strings.Cut(reflect.StructTag(text).Get("json"), ",")
		}
		if tag == "" || tag == "-" {
			continue
		}
		if own, ok := field.Type.(*ast.Ident); ok && structs[own.Name] != nil {
			addKeys(keys, structs, structs[own.Name], prefix+tag+".")
			continue
		}
		keys[prefix+tag] = true
	}
}
