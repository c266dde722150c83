package main

import (
	"sort"
	"strings"
)

// Packages that register feature gates of the components.
var gatePackages = []string{
	"k8s.io/apiserver/pkg/features", "k8s.io/client-go/features", "k8s.io/component-base/logs/api/v1",
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
		for name, d := range p.values {
			if len(d.exprs) == 0 {
				continue
			}
			c := e.packageValue(p, name)
			if c == nil {
				continue
			}
			gates, ok := plain(c.v).(*mapping)
			if !ok {
				continue
			}
			for _, key := range gates.keys {
				gate, isText := key.(string)
				spec := specAt(plain(gates.items[key].v), r.version)
				if !isText || spec == nil {
					continue
				}
				fact := gateFact{Name: gate, Package: path, Source: p.source(d.names[d.index].Pos())}
				fact.Stage, _ = plain(spec.fields["PreRelease"].v).(string)
				fact.Default, _ = plain(spec.fields["Default"].v).(bool)
				fact.Locked, _ = plain(spec.fields["LockToDefault"].v).(bool)
				found[gate] = fact
			}
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
