package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"sort"
	"strings"
)

// Packages that register feature gates of the components.
var gatePackages = []string{
	"k8s.io/apiserver/pkg/features", "k8s.io/client-go/features", "k8s.io/component-base/logs", "k8s.io/component-base/logs/api/v1",
	"k8s.io/component-base/metrics/features", "k8s.io/component-base/zpages/features", "k8s.io/controller-manager/pkg/features", "k8s.io/kubernetes/pkg/features",
}

type gateFact struct {
	Name    string `json:"name"`
	Package string `json:"package"`
	Stage   string `json:"stage"`
	Default bool   `json:"default"`
	Locked  bool   `json:"locked"`
	Source  string `json:"source"`
}

// readGates finds the maps of feature gates in the packages that register them, by their values: a FeatureSpec, or a list of them by version.
func readGates(r *release, verbose bool) []gateFact {
	e := newEvaluator(r, verbose)
	facts := []gateFact{}
	for _, path := range gatePackages {
		p := r.load(path)
		if p == nil {
			continue
		}
		found := map[string]gateFact{}
		read := 0
		for _, made := range gateMaps(e, p) {
			gates, ok := plain(made.gates).(*mapping)
			if !ok {
				continue
			}
			read++
			for _, key := range gates.keys {
				gate, isText := key.(string)
				spec := specAt(plain(gates.items[key].v), r.version)
				if !isText || spec == nil {
					continue
				}
				fact := gateFact{Name: gate, Package: path, Source: p.source(made.at)}
				fact.Stage, _ = plain(spec.fields["PreRelease"].v).(string)
				fact.Default, _ = plain(spec.fields["Default"].v).(bool)
				fact.Locked, _ = plain(spec.fields["LockToDefault"].v).(bool)
				found[gate] = fact
			}
		}
		if read == 0 && p.funcs["AddFeatureGates"] != nil {
			fmt.Fprintf(os.Stderr, "the feature gates of %s in Kubernetes %s could not be read\n", path, r.version)
			os.Exit(1)
		}
		for _, fact := range found {
			facts = append(facts, fact)
		}
	}
	sort.Slice(facts, func(i, j int) bool {
		if facts[i].Name != facts[j].Name {
			return facts[i].Name < facts[j].Name
		}
		return facts[i].Package < facts[j].Package
	})
	return facts
}

type gateMap struct {
	gates value
	at    token.Pos
}

// gateMaps are the maps that a package has: its variables, and what functions without parameters make, as those of component-base do.
func gateMaps(e *evaluator, p *pkg) []gateMap {
	maps := []gateMap{}
	for name, d := range p.values {
		if len(d.exprs) == 0 {
			continue
		}
		if c := e.packageValue(p, name); c != nil {
			maps = append(maps, gateMap{c.v, d.names[d.index].Pos()})
		}
	}
	for _, f := range p.funcs {
		results := f.decl.Type.Results
		if results == nil || len(results.List) != 1 || len(f.decl.Type.Params.List) > 0 {
			continue
		}
		if _, isMap := results.List[0].Type.(*ast.MapType); isMap {
			maps = append(maps, gateMap{e.call(e.closure(f, nil), nil, f.decl, f.file), f.decl.Name.Pos()})
		}
	}
	return maps
}

// specAt is the FeatureSpec of a release; of several by version, the newest that is not younger than the release.
func specAt(v value, version string) *structure {
	if spec, ok := v.(*structure); ok && spec.fields["PreRelease"] != nil {
		return spec
	}
	list, ok := v.(*slice)
	if !ok {
		return nil
	}
	minor := minorOf(version)
	var at *structure
	for _, item := range list.items {
		spec, ok := plain(item.v).(*structure)
		if !ok || spec.fields["PreRelease"] == nil {
			return nil
		}
		text, ok := plain(spec.fields["Version"].v).(string)
		if !ok {
			return nil
		}
		if minorOf(text) <= minor {
			at = spec
		}
	}
	return at
}

func minorOf(version string) int {
	parts := strings.Split(version, ".")
	minor := 0
	if len(parts) > 1 {
		for _, digit := range parts[1] {
			minor = minor*10 + int(digit-'0')
		}
	}
	return minor
}
