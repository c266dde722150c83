// Reads the types of Kubernetes' API objects and configuration files, as a release declares them: their fields by the names that users write, and how Go
// decodes each, and the defaults that a function sets.
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
	Package string            `json:"package,omitempty"`
	Name    string            `json:"name"`
	Fields  map[string]string `json:"fields"`
	// Of fields with a default, as it is written in a manifest.
	Defaults map[string]string `json:"defaults,omitempty"`
	Source   string            `json:"source"`
}

const (
	bootstrapTokens = "k8s.io/kubernetes/cmd/kubeadm/app/apis/bootstraptoken"
	kubeadm         = "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm"
)

// Types that decode themselves, by their package and name.
var scalars = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":          "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":        "integer-or-string",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":              "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":         "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":          "duration",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":          "object",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":           "object",
	"k8s.io/apimachinery/pkg/api/resource.QuantityValue":     "quantity",
	"k8s.io/component-base/logs/api/v1.TimeOrMetaDuration":   "any",
	"k8s.io/component-base/logs/api/v1.VModuleConfiguration": "any",
	"time.Duration": "integer",
	bootstrapTokens + "/v1.BootstrapTokenString": "string",
	kubeadm + "/v1beta1.BootstrapTokenString":    "string",
	kubeadm + "/v1beta2.BootstrapTokenString":    "string",
}

var basics = map[string]string{
	"string": "string", "bool": "boolean", "int": "integer", "int32": "integer", "int64": "integer", "uint8": "integer", "byte": "integer", "uint32": "integer",
	"float64": "number",
}

// The modules that types are looked up in.
var modules = []string{
	"k8s.io/apimachinery", "k8s.io/api", "k8s.io/apiserver", "k8s.io/client-go", "k8s.io/component-base", "k8s.io/controller-manager", "k8s.io/kubelet",
	"k8s.io/kubernetes",
}

// What files hold of objects has types that are read as those of objects.
var ofObjects = []string{"k8s.io/api/", "k8s.io/apimachinery/"}

func main() {
	offline := flag.Bool("offline", false, "only modules that are already here")
	roots := flag.String("roots", "", "types to begin with: <package>.<type>, with commas; with a ? those that some releases do not have")
	defaults := flag.String("defaults", "", "the function that sets defaults of the first of them: <package>.<function>")
	ofFiles := flag.Bool("files", false, "roots are types of files, which not every release has; each type is told with its package")
	ofEtcd := flag.Bool("etcd", false, "releases are those of etcd's server: its flags, and the keys of its file")
	ofPlugins := flag.Bool("plugins", false, "the admission plugins that API servers register")
	flag.Parse()
	if *ofEtcd {
		found := map[string]etcdRelease{}
		for _, release := range flag.Args() {
			found[release] = readEtcd(&reader{release: release, offline: *offline}, release)
		}
		print(found)
		return
	}
	if *ofPlugins {
		found := map[string][]admissionPlugin{}
		for _, release := range flag.Args() {
			found[release] = readPlugins(&reader{release: release, offline: *offline, ofFiles: true, dirs: map[string]string{}, versions: map[string]string{}})
		}
		print(found)
		return
	}
	out := map[string][]typeFact{}
	for _, release := range flag.Args() {
		r := &reader{
			release: release, offline: *offline, ofFiles: *ofFiles, packages: map[string]map[string]*declared{}, files: map[string][]*file{},
			dirs: map[string]string{}, versions: map[string]string{}, known: map[string]string{}, byGoName: map[string]map[string]goField{},
		}
		for _, root := range strings.Split(*roots, ",") {
			root, isOptional := strings.CutSuffix(root, "?")
			path, name := split(root)
			if _, ok := r.load(path)[name]; !ok && (isOptional || *ofFiles) {
				continue
			}
			r.shapeOfNamed(path, name)
		}
		if *defaults != "" {
			_, root := split(strings.Split(*roots, ",")[0])
			r.addDefaults(root, *defaults)
		}
		out[release] = r.facts
	}
	print(out)
}

func print(out any) {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

// split makes two of <package>.<name>.
func split(name string) (string, string) {
	dot := strings.LastIndex(name, ".")
	return name[:dot], name[dot+1:]
}

type declared struct {
	spec    *ast.TypeSpec
	imports map[string]string
	source  string
}

// A file of a package, with what it calls the packages that it imports.
type file struct {
	ast     *ast.File
	imports map[string]string
}

// A goField is how a field is called in manifests, and its shape.
type goField struct{ name, shape string }

type reader struct {
	release  string
	offline  bool
	ofFiles  bool
	packages map[string]map[string]*declared
	files    map[string][]*file
	dirs     map[string]string
	versions map[string]string
	known    map[string]string
	byGoName map[string]map[string]goField
	facts    []typeFact
}

func (r *reader) fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, r.release+": "+format+"\n", args...)
	os.Exit(1)
}

// dirOf is the folder of a module in the release of its own that is published with one of Kubernetes. A few were never published for the last patch of a
// minor: an earlier one stands for it.
func (r *reader) dirOf(module string) string {
	if dir, ok := r.dirs[module]; ok {
		return dir
	}
	version := r.versionOf(module)
	dir, err := r.download(module, version)
	for dot := strings.LastIndex(version, "."); dir == "" && r.ofFiles && module != "k8s.io/kubernetes"; {
		patch, _ := strconv.Atoi(version[dot+1:])
		if patch == 0 {
			break
		}
		version = fmt.Sprintf("%s.%d", version[:dot], patch-1)
		dir, _ = r.download(module, version)
	}
	if dir == "" {
		r.fail("%v", err)
	}
	r.dirs[module], r.versions[module] = dir, version
	return dir
}

func (r *reader) download(module, version string) (string, error) {
	command := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	command.Dir = os.TempDir()
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GO111MODULE=on")
	if r.offline {
		command.Env = append(command.Env, "GOPROXY=off")
	}
	output, _ := command.Output()
	var answer struct{ Dir, Error string }
	if err := json.Unmarshal(output, &answer); err != nil || answer.Error != "" {
		return "", fmt.Errorf("%s@%s: %s %v", module, version, answer.Error, err)
	}
	return answer.Dir, nil
}

func (r *reader) versionOf(module string) string {
	if module == "k8s.io/kubernetes" {
		return "v" + r.release
	}
	return "v0." + strings.TrimPrefix(r.release, "1.")
}

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
			parsed, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				r.fail("%v", err)
			}
			imports := importsOf(parsed)
			r.files[path] = append(r.files[path], &file{parsed, imports})
			for _, decl := range parsed.Decls {
				general, ok := decl.(*ast.GenDecl)
				if !ok || general.Tok != token.TYPE {
					continue
				}
				for _, spec := range general.Specs {
					one := spec.(*ast.TypeSpec)
					source := fmt.Sprintf("%s@%s %s/%s:%d", module, r.versions[module], below, filepath.Base(name), set.Position(one.Pos()).Line)
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
	if r.ofFiles && startsWithAny(path, ofObjects) {
		return "object"
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
	r.byGoName[name] = map[string]goField{}
	r.add(name, fields, path, found, structure)
	fact := typeFact{Name: name, Fields: fields, Source: found.source}
	if r.ofFiles {
		fact.Package = path
	}
	r.facts = append(r.facts, fact)
	return "#" + name
}

// add puts in the fields of a struct, and those of what it embeds.
func (r *reader) add(to string, fields map[string]string, path string, in *declared, structure *ast.StructType) {
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
			r.add(to, fields, at, embedded, embedded.spec.Type.(*ast.StructType))
			continue
		}
		if name == "" {
			name = field.Names[0].Name
		}
		fields[name] = r.shapeOf(path, in, field.Type)
		for _, own := range field.Names {
			r.byGoName[to][own.Name] = goField{name, fields[name]}
		}
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
		shape := r.shapeOf(path, in, one.X)
		if shape == "duration" && !r.ofFiles { // which refuses null, where a pointer does not ask it
			return shape + "?"
		}
		return shape
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

func startsWithAny(path string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}
