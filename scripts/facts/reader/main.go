// Reads the facts of a Kubernetes release from its sources.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"strings"
	"sync"
)

var offline bool

// kopsClusters names the file of the Clusters that releases of kops are asked about.
var kopsClusters string

type flagFact struct {
	Name         string  `json:"name"`
	Type         string  `json:"type"`
	Shorthand    string  `json:"shorthand,omitempty"`
	Default      *string `json:"default,omitempty"`
	NoOptDefault string  `json:"noOptDefault,omitempty"`
	Deprecated   string  `json:"deprecated,omitempty"`
	Hidden       bool    `json:"hidden,omitempty"`
	Source       string  `json:"source"`
}

func main() {
	verbose := flag.Bool("v", false, "say what could not be evaluated")
	flag.BoolVar(&offline, "offline", false, "only modules that are already here")
	flag.StringVar(&kopsClusters, "clusters", "", "file of the Clusters that releases of kops are asked about")
	flag.Parse()
	out := readAll(flag.Args(), *verbose)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

// readAll reads several releases at once: most of the time goes into downloads and into parsing.
func readAll(names []string, verbose bool) map[string]any {
	out := map[string]any{}
	var lock sync.Mutex
	var group sync.WaitGroup
	turns := make(chan struct{}, 4)
	for _, name := range names {
		group.Add(1)
		go func() {
			defer group.Done()
			turns <- struct{}{}
			defer func() { <-turns }()
			facts, err := readOne(name, verbose)
			if err != nil {
				end(err)
			}
			lock.Lock()
			out[name] = facts
			lock.Unlock()
		}()
	}
	group.Wait()
	return out
}

// end says what went wrong. The status is another one where the release cannot be had than where it could not be read.
func end(err error) {
	fmt.Fprintln(os.Stderr, err)
	if isRefusal(err) {
		os.Exit(3)
	}
	os.Exit(1)
}

func readOne(name string, verbose bool) (any, error) {
	if tag, isAws := strings.CutPrefix(name, "aws-ccm@"); isAws {
		return readAwsCCM(tag)
	}
	if tag, isClusterAPI := strings.CutPrefix(name, "cluster-api@"); isClusterAPI {
		return readClusterAPI(tag)
	}
	if tag, isKops := strings.CutPrefix(name, "kops@"); isKops {
		return readKops(tag)
	}
	r, err := openRelease(name)
	if err != nil {
		return nil, err
	}
	return read(r, verbose), nil
}

func read(r *release, verbose bool) map[string]any {
	flags := map[string][]flagFact{}
	for _, component := range components {
		flags[component.name] = readFlags(r, component, verbose)
	}
	facts := map[string]any{
		"flags": flags, "gates": readGates(r, verbose), "gatePackages": readGatePackages(r), "controllers": readControllers(r, verbose), "bootstrap": readBootstrap(r), "clouds": readClouds(r), "kubeadm": readKubeadm(r),
	}
	if config := inTreeConfig(r); config != nil {
		facts["inTreeAwsConfig"] = config
	}
	return facts
}

// A component: the program that ends with its flag set, and its main package, which decides what is linked.
type component struct{ name, main, imports, program string }

var components = []component{
	{"cloud-controller-manager", "", `app "k8s.io/cloud-provider/app"; options "k8s.io/cloud-provider/options"`, `
		s, _ := options.NewCloudControllerManagerOptions()
		return app.NewCloudControllerManagerCommand(s, nil, nil, nil, nil, nil).Flags()`},
	{"kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver", `app "k8s.io/kubernetes/cmd/kube-apiserver/app"`, `return app.NewAPIServerCommand(nil).Flags()`},
	{"kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager", `app "k8s.io/kubernetes/cmd/kube-controller-manager/app"`, `return app.NewControllerManagerCommand().Flags()`},
	{"kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler", `app "k8s.io/kubernetes/cmd/kube-scheduler/app"`, `return app.NewSchedulerCommand().Flags()`},
	{"kubelet", "k8s.io/kubernetes/cmd/kubelet", `options "k8s.io/kubernetes/cmd/kubelet/app/options"; pflag "github.com/spf13/pflag"`, `
		fs := pflag.NewFlagSet("kubelet", pflag.ContinueOnError)
		options.NewKubeletFlags().AddFlags(fs)
		c, _ := options.NewKubeletConfiguration()
		options.AddKubeletConfigFlags(fs, c)
		options.AddGlobalFlags(fs)
		fs.BoolP("help", "h", false, "")
		return fs`},
}

func readFlags(r *release, c component, verbose bool) []flagFact {
	e := newEvaluator(r, verbose)
	parsed, err := parser.ParseFile(fset, c.name+".go", "package entry; import ("+c.imports+"); func entry() any { "+c.program+" }", parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	p := &pkg{path: "entry", module: r.main, release: r, funcs: map[string]*function{}, methods: map[string]map[string]*function{},
		types: map[string]*typeDecl{}, values: map[string]*valueDecl{}, cells: map[string]*cell{}, busy: map[string]bool{}}
	p.add(&file{pkg: p, ast: parsed, imports: map[string]string{}})
	e.link(c.main)
	entry := p.funcs["entry"]
	set, ok := deref(e.call(e.closure(entry, nil), nil, entry.decl, entry.file)).(*flagSet)
	if !ok {
		fmt.Fprintf(os.Stderr, "%s of %s: no flag set\n", c.name, r.version)
		return nil
	}
	facts := []flagFact{}
	for _, row := range set.sorted() {
		fact := flagFact{Name: row.text("Name"), Type: row.kind, Shorthand: row.text("Shorthand"), NoOptDefault: row.text("NoOptDefVal"),
			Deprecated: row.text("Deprecated"), Source: row.source}
		if fact.Name == "help" && c.name == "kubelet" {
			fact.Source = helpOfKubelet(r)
		}
		if text, ok := plain(row.attrs["DefValue"].v).(string); ok {
			fact.Default = &text
		}
		fact.Hidden, _ = plain(row.attrs["Hidden"].v).(bool)
		facts = append(facts, fact)
	}
	return facts
}

// The kubelet parses its command line itself, and registers --help beside.
func helpOfKubelet(r *release) string {
	p := r.load("k8s.io/kubernetes/cmd/kubelet/app")
	found := ""
	for _, f := range p.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			method, isMethod := call.Fun.(*ast.SelectorExpr)
			name, isText := call.Args[0].(*ast.BasicLit)
			if isMethod && isText && method.Sel.Name == "BoolP" && name.Value == `"help"` {
				found = p.source(call.Pos())
			}
			return true
		})
	}
	return found
}

// link runs what a program's main package links for its log formats: they decide which flags there are.
func (e *evaluator) link(main string) {
	seen := map[string]bool{}
	queue := []string{main}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] || path == "" {
			continue
		}
		seen[path] = true
		p := e.release.load(path)
		if p == nil {
			continue
		}
		for _, f := range p.files {
			if strings.Contains(path, "/logs/json/register") {
				for _, decl := range f.ast.Decls {
					if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
						e.call(e.closure(&function{f, fn}, nil), nil, fn, f)
					}
				}
			}
			for _, im := range f.ast.Imports {
				path := strings.Trim(im.Path.Value, `"`)
				if strings.HasPrefix(path, main+"/") || strings.Contains(path, "component-base/logs") {
					queue = append(queue, path)
				}
			}
		}
	}
}
