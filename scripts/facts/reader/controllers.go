package main

import (
	"go/ast"
	"sort"
)

// A controller as a controller manager registers it.
type controllerFact struct {
	Component string `json:"component"`
	// The map key: the one name that Leader Migration compares.
	Key     string   `json:"key"`
	Aliases []string `json:"aliases,omitempty"`
	// Whether `*` leaves it out.
	OffByDefault bool `json:"offByDefault,omitempty"`
	// Whether it is one of those that need a cloud provider.
	Cloud bool `json:"cloud,omitempty"`
	// Registered by the sample main of upstream only: a provider may, or may not.
	Sample bool `json:"sample,omitempty"`
	// Feature gates without which it does not start, or is not even registered.
	Gates  []string `json:"gates,omitempty"`
	Source string   `json:"source"`
}

const (
	kcmApp    = "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	kcmNames  = "k8s.io/kubernetes/cmd/kube-controller-manager/names"
	ccmApp    = "k8s.io/cloud-provider/app"
	ccmNames  = "k8s.io/cloud-provider/names"
	ccmSample = "k8s.io/kubernetes/cmd/cloud-controller-manager"
)

func readControllers(r *release, verbose bool) []controllerFact {
	e := newEvaluator(r, verbose)
	facts := append(e.kcmControllers(), e.ccmControllers()...)
	sort.Slice(facts, func(i, j int) bool {
		if facts[i].Component != facts[j].Component {
			return facts[i].Component > facts[j].Component
		}
		return facts[i].Key < facts[j].Key
	})
	return facts
}

// kcmControllers reads the function that makes the map of controllers: to 1.28 of names, later of descriptors.
func (e *evaluator) kcmControllers() []controllerFact {
	p := e.release.load(kcmApp)
	list := p.funcs["NewControllerDescriptors"]
	if list == nil {
		list = p.funcs["NewControllerInitializers"]
	}
	facts := []controllerFact{}
	e.walkRegistrations(list, func(name ast.Expr, conditions []ast.Expr) {
		fact := controllerFact{Component: "kube-controller-manager", Gates: e.gatesIn(conditions, list.file), Source: p.source(name.Pos())}
		if call, isDescriptor := name.(*ast.CallExpr); isDescriptor {
			made, ok := call.Fun.(*ast.Ident)
			if !ok || p.funcs[made.Name] == nil {
				return
			}
			fact.Source = p.source(p.funcs[made.Name].decl.Pos())
			e.describe(p.funcs[made.Name], &fact)
		} else {
			fact.Key, _ = plain(e.evalIn(list.file, name)).(string)
			fact.Cloud = mentions(conditions, "IncludeCloudLoops")
		}
		facts = append(facts, fact)
	})
	if special := p.funcs["KnownControllers"]; special != nil {
		ast.Inspect(special.decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && selected(call.Fun) == "Insert" {
				for _, arg := range call.Args {
					key, _ := plain(e.evalIn(special.file, arg)).(string)
					facts = append(facts, controllerFact{Component: "kube-controller-manager", Key: key, Source: p.source(arg.Pos())})
				}
			}
			return true
		})
	}
	e.addAliases(facts, e.release.load(kcmNames), "KCMControllerAliases")
	if off := p.values["ControllersDisabledByDefault"]; off != nil {
		e.markOff(facts, off)
	}
	return facts
}

// walkRegistrations finds what is registered: `register(x, ...)` and `controllers[x] = ...`, with the conditions around it.
func (e *evaluator) walkRegistrations(list *function, found func(name ast.Expr, conditions []ast.Expr)) {
	var walk func(n ast.Node, conditions []ast.Expr)
	walk = func(n ast.Node, conditions []ast.Expr) {
		ast.Inspect(n, func(inner ast.Node) bool {
			switch x := inner.(type) {
			case *ast.FuncLit:
				return false
			case *ast.IfStmt:
				walk(x.Body, append(append([]ast.Expr{}, conditions...), x.Cond))
				return false
			case *ast.CallExpr:
				if name, ok := x.Fun.(*ast.Ident); ok && name.Name == "register" && len(x.Args) > 0 {
					found(x.Args[0], conditions)
				}
			case *ast.AssignStmt:
				if index, ok := x.Lhs[0].(*ast.IndexExpr); ok {
					found(index.Index, conditions)
				}
			}
			return true
		})
	}
	walk(list.decl.Body, nil)
}

// describe runs a function that returns a descriptor.
func (e *evaluator) describe(fn *function, fact *controllerFact) {
	descriptor, ok := deref(e.call(e.closure(fn, nil), nil, fn.decl, fn.file)).(*structure)
	if !ok {
		return
	}
	fact.Key, _ = plain(descriptor.fields["name"].v).(string)
	fact.Aliases, _ = textList(descriptor.fields["aliases"].v)
	fact.OffByDefault, _ = plain(descriptor.fields["isDisabledByDefault"].v).(bool)
	if gates, ok := textList(descriptor.fields["requiredFeatureGates"].v); ok {
		fact.Gates = append(fact.Gates, gates...)
	}
	if cloud := descriptor.fields["isCloudProviderController"]; cloud != nil {
		fact.Cloud, _ = plain(cloud.v).(bool)
	}
}

// ccmControllers are those that every provider gets, and the one that upstream's sample adds.
func (e *evaluator) ccmControllers() []controllerFact {
	p := e.release.load(ccmApp)
	facts := []controllerFact{}
	add := func(f *file, name ast.Expr) {
		key, _ := plain(e.evalIn(f, name)).(string)
		facts = append(facts, controllerFact{Component: "cloud-controller-manager", Key: key, Cloud: true, Source: p.source(name.Pos())})
	}
	if declared := p.values["DefaultInitFuncConstructors"]; declared != nil {
		for _, element := range declared.exprs[0].(*ast.CompositeLit).Elts {
			add(declared.file, element.(*ast.KeyValueExpr).Key)
		}
	} else {
		// The first releases of 1.20 have a function.
		list := p.funcs["DefaultControllerInitializers"]
		e.walkRegistrations(list, func(name ast.Expr, _ []ast.Expr) { add(list.file, name) })
	}
	e.addAliases(facts, e.release.load(ccmNames), "CCMControllerAliases")
	sample := e.release.load(ccmSample)
	if sample == nil || sample.funcs["main"] == nil {
		return facts
	}
	main := sample.funcs["main"]
	ast.Inspect(main.decl, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		index, ok := assign.Lhs[0].(*ast.IndexExpr)
		if !ok {
			return true
		}
		key, _ := plain(e.evalIn(main.file, index.Index)).(string)
		if into, ok := index.X.(*ast.Ident); ok && into.Name == "controllerAliases" {
			of, _ := plain(e.evalIn(main.file, assign.Rhs[0])).(string)
			addAlias(facts, key, of)
		} else {
			facts = append(facts, controllerFact{Component: "cloud-controller-manager", Key: key, Cloud: true, Sample: true, Source: sample.source(index.Pos())})
		}
		return true
	})
	return facts
}

// addAliases asks a function of the package for its map of aliases; there is none before 1.28.
func (e *evaluator) addAliases(facts []controllerFact, p *pkg, function string) {
	if p == nil || p.funcs[function] == nil {
		return
	}
	fn := p.funcs[function]
	aliases, ok := plain(deref(e.call(e.closure(fn, nil), nil, fn.decl, fn.file))).(*mapping)
	if !ok {
		return
	}
	for _, alias := range aliases.keys {
		of, _ := plain(aliases.items[alias].v).(string)
		addAlias(facts, alias.(string), of)
	}
}

func addAlias(facts []controllerFact, alias, of string) {
	for i := range facts {
		if facts[i].Key == of {
			facts[i].Aliases = append(facts[i].Aliases, alias)
			sort.Strings(facts[i].Aliases)
		}
	}
}

func (e *evaluator) markOff(facts []controllerFact, off *valueDecl) {
	for _, expr := range off.exprs {
		call, ok := expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, arg := range call.Args {
			key, _ := plain(e.evalIn(off.file, arg)).(string)
			for i := range facts {
				facts[i].OffByDefault = facts[i].OffByDefault || facts[i].Key == key
			}
		}
	}
}

// gatesIn names the gates that conditions ask for: `utilfeature.DefaultFeatureGate.Enabled(x)`.
func (e *evaluator) gatesIn(conditions []ast.Expr, f *file) []string {
	var gates []string
	for _, condition := range conditions {
		ast.Inspect(condition, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && selected(call.Fun) == "Enabled" && len(call.Args) == 1 {
				if gate, ok := plain(e.evalIn(f, call.Args[0])).(string); ok {
					gates = append(gates, gate)
				}
			}
			return true
		})
	}
	return gates
}

func (e *evaluator) evalIn(f *file, expr ast.Expr) value {
	return (&frame{evaluator: e, file: f}).eval(expr, inner(nil))
}

func selected(expr ast.Expr) string {
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return ""
}

func mentions(conditions []ast.Expr, name string) bool {
	found := false
	for _, condition := range conditions {
		ast.Inspect(condition, func(n ast.Node) bool {
			if ident, ok := n.(*ast.Ident); ok && ident.Name == name {
				found = true
			}
			return true
		})
	}
	return found
}
