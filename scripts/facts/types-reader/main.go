// Reads the types of Kubernetes' API objects, as a release declares them: their fields by the names that manifests have, and how Go decodes each.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// A typeFact has a shape for each field: `string`, `[]string`, `map[]quantity`, `#Container` for another type.
type typeFact struct {
	Name   string            `json:"name"`
	Fields map[string]string `json:"fields"`
	Source string            `json:"source"`
}

// Types that decode themselves, by their package and name.
var scalars = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "integer-or-string",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":  "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":   "object",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":    "object",
}

var basics = map[string]string{
	"string": "string", "bool": "boolean", "int": "integer", "int32": "integer", "int64": "integer", "uint8": "integer", "byte": "integer", "uint32": "integer",
}

// The packages that types are looked up in, with the module of each.
var modules = []string{"k8s.io/apimachinery", "k8s.io/api"}

func main() {
	offline := flag.Bool("offline", false, "only modules that are already here")
	roots := flag.String("roots", "", "types to begin with: <package>.<type>, with commas")
	flag.Parse()
	out := map[string][]typeFact{}
	for _, release := range flag.Args() {
		r := &reader{release: release, offline: *offline, packages: map[string]map[string]*declared{}, dirs: map[string]string{}, known: map[string]string{}}
		for _, root := range strings.Split(*roots, ",") {
			dot := strings.LastIndex(root, ".")
			r.shapeOfNamed(root[:dot], root[dot+1:])
		}
		out[release] = r.facts
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

type declared struct {
	spec    *ast.TypeSpec
	imports map[string]string
	source  string
}

type reader struct {
	release  string
	offline  bool
	packages map[string]map[string]*declared
	dirs     map[string]string
	known    map[string]string
	facts    []typeFact
}

func (r *reader) fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "Kubernetes "+r.release+": "+format+"\n", args...)
	os.Exit(1)
}

// dirOf is the folder of a module in the release of its own that is published with one of Kubernetes.
func (r *reader) dirOf(module string) string {
	if dir, ok := r.dirs[module]; ok {
		return dir
	}
	command := exec.Command("go", "mod", "download", "-json", module+"@"+r.version())
	command.Dir = os.TempDir()
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GO111MODULE=on")
	if r.offline {
		command.Env = append(command.Env, "GOPROXY=off")
	}
	output, _ := command.Output()
	var answer struct{ Dir, Error string }
	if err := json.Unmarshal(output, &answer); err != nil || answer.Error != "" {
		r.fail("%s@%s: %s %v", module, r.version(), answer.Error, err)
	}
	r.dirs[module] = answer.Dir
	return answer.Dir
}

func (r *reader) version() string { return "v0." + strings.TrimPrefix(r.release, "1.") }

// load parses a package.
func (r *reader) load(path string) map[string]*declared {
	if known, ok := r.packages[path]; ok {
		return known
	}
	types := map[string]*declared{}
	r.packages[path] = types
	for _, module := range modules {
		below, ok := strings.CutPrefix(path, module+"/")
		if !ok {
			continue
		}
		names, _ := filepath.Glob(filepath.Join(r.dirOf(module), below, "*.go"))
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				r.fail("%v", err)
			}
			imports := map[string]string{}
			for _, spec := range file.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				as := filepath.Base(imported)
				if spec.Name != nil {
					as = spec.Name.Name
				}
				imports[as] = imported
			}
			for _, decl := range file.Decls {
				general, ok := decl.(*ast.GenDecl)
				if !ok || general.Tok != token.TYPE {
					continue
				}
				for _, spec := range general.Specs {
					one := spec.(*ast.TypeSpec)
					source := fmt.Sprintf("%s@%s %s/%s:%d", module, r.version(), below, filepath.Base(name), set.Position(one.Pos()).Line)
					types[one.Name.Name] = &declared{one, imports, source}
				}
			}
		}
	}
	return types
}

// shapeOfNamed is how a type is decoded; a struct becomes a fact of its own.
func (r *reader) shapeOfNamed(path, name string) string {
	id := path + "." + name
	if scalar, ok := scalars[id]; ok {
		return scalar
	}
	if known, ok := r.known[id]; ok {
		return known
	}
	found, ok := r.load(path)[name]
	if !ok {
		r.fail("no type %s", id)
	}
	structure, isStruct := found.spec.Type.(*ast.StructType)
	if !isStruct {
		return r.shapeOf(path, found, found.spec.Type)
	}
	r.known[id] = "#" + name
	fields := map[string]string{}
	r.add(fields, path, found, structure)
	r.facts = append(r.facts, typeFact{name, fields, found.source})
	return "#" + name
}

// add puts in the fields of a struct, and those of what it embeds.
func (r *reader) add(fields map[string]string, path string, in *declared, structure *ast.StructType) {
	for _, field := range structure.Fields.List {
		tag := ""
		if field.Tag != nil {
			text, _ := strconv.Unquote(field.Tag.Value)
			tag = reflect.StructTag(text).Get("json")
		}
		name, options, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		if name == "" && (len(field.Names) == 0 || strings.Contains(options, "inline")) {
			at, own := r.named(path, in, field.Type)
			embedded, ok := r.load(at)[own]
			if !ok {
				r.fail("%s: nothing is known of the embedded %s", in.source, own)
			}
			r.add(fields, at, embedded, embedded.spec.Type.(*ast.StructType))
			continue
		}
		fields[name] = r.shapeOf(path, in, field.Type)
	}
}

// named is the package and the name that an expression is.
func (r *reader) named(path string, in *declared, expr ast.Expr) (string, string) {
	switch one := expr.(type) {
	case *ast.StarExpr:
		return r.named(path, in, one.X)
	case *ast.Ident:
		return path, one.Name
	case *ast.SelectorExpr:
		return in.imports[one.X.(*ast.Ident).Name], one.Sel.Name
	}
	r.fail("%s: a type that is not read: %T", in.source, expr)
	return "", ""
}

func (r *reader) shapeOf(path string, in *declared, expr ast.Expr) string {
	switch one := expr.(type) {
	case *ast.StarExpr:
		return r.shapeOf(path, in, one.X)
	case *ast.ArrayType:
		if item, ok := one.Elt.(*ast.Ident); ok && item.Name == "byte" {
			return "string"
		}
		return "[]" + r.shapeOf(path, in, one.Elt)
	case *ast.MapType:
		return "map[]" + r.shapeOf(path, in, one.Value)
	case *ast.Ident:
		if basic, ok := basics[one.Name]; ok {
			return basic
		}
	}
	at, name := r.named(path, in, expr)
	return r.shapeOfNamed(at, name)
}
