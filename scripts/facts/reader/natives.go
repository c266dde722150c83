package main

import (
	"fmt"
	"go/ast"
	"path"
	"sort"
	"strconv"
	"strings"
	"time"
)

func builtin(e *evaluator, name string) *callable {
	switch name {
	case "append":
		return native(func(at ast.Node, f *file, args []value) value {
			var typed *typ
			if n, ok := at0(args, 0).(*named); ok {
				typed = n.typ
			}
			list, ok := plain(at0(args, 0)).(*slice)
			if !ok {
				if isUnknown(at0(args, 0)) {
					return unknown{"append"}
				}
				list = &slice{}
			}
			next := &slice{append([]*cell{}, list.items...)}
			for _, arg := range args[1:] {
				if spread, ok := arg.(spreadArg); ok {
					if other, ok := plain(spread.v).(*slice); ok {
						next.items = append(next.items, other.items...)
					} else if !isNull(spread.v) {
						return unknown{"append"}
					}
					continue
				}
				next.items = append(next.items, &cell{copied(arg)})
			}
			if typed != nil {
				return &named{typed, next}
			}
			return next
		})
	case "len":
		return native(func(at ast.Node, f *file, args []value) value {
			switch x := plain(deref(at0(args, 0))).(type) {
			case *slice:
				return int64(len(x.items))
			case *mapping:
				return int64(len(x.keys))
			case string:
				return int64(len(x))
			case null:
				return int64(0)
			}
			return unknown{"len"}
		})
	case "delete":
		return native(func(at ast.Node, f *file, args []value) value {
			if m, ok := plain(deref(at0(args, 0))).(*mapping); ok {
				key := (&frame{evaluator: e}).key(at0(args, 1))
				delete(m.items, key)
				for i, k := range m.keys {
					if k == key {
						m.keys = append(append([]value{}, m.keys[:i]...), m.keys[i+1:]...)
						break
					}
				}
			}
			return tuple{}
		})
	case "panic", "close", "copy", "recover", "print", "println", "min", "max", "cap":
		return native(func(at ast.Node, f *file, args []value) value { return unknown{name} })
	}
	return nil
}

func texts(args []value) ([]string, bool) {
	var out []string
	for _, arg := range args {
		text, ok := plain(arg).(string)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}

func textList(v value) ([]string, bool) {
	list, ok := plain(deref(v)).(*slice)
	if !ok {
		return nil, isNull(v)
	}
	var items []value
	for _, item := range list.items {
		items = append(items, item.v)
	}
	return texts(items)
}

func listOf(items []string) *slice {
	list := &slice{}
	for _, item := range items {
		list.items = append(list.items, &cell{item})
	}
	return list
}

// spreadAll resolves f(list...).
func spreadAll(args []value) []value {
	var out []value
	for _, arg := range args {
		if spread, ok := arg.(spreadArg); ok {
			if list, ok := plain(spread.v).(*slice); ok {
				for _, item := range list.items {
					out = append(out, item.v)
				}
			}
			continue
		}
		out = append(out, arg)
	}
	return out
}

var durations = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// nativeOf is the part of the standard library and of pflag that option packages use.
func nativeOf(e *evaluator, pkgPath, name string) value {
	onTexts := func(fn func(t []string) value) *callable {
		return native(func(at ast.Node, f *file, args []value) value {
			if t, ok := texts(spreadAll(args)); ok {
				return fn(t)
			}
			return unknown{pkgPath + "." + name}
		})
	}
	switch pkgPath {
	case "time":
		if d, ok := durations[name]; ok {
			return int64(d)
		}
		if name == "Duration" {
			return native(func(at ast.Node, f *file, args []value) value { return plain(at0(args, 0)) })
		}
	case "math":
		switch name {
		case "MaxInt32":
			return int64(1<<31 - 1)
		case "MaxInt64":
			return int64(1<<63 - 1)
		case "MaxUint16":
			return int64(1<<16 - 1)
		}
	case "runtime":
		if name == "GOOS" {
			return "linux"
		}
		if name == "GOARCH" {
			return "amd64"
		}
	case "os":
		switch name {
		case "Args":
			return listOf([]string{"component"})
		case "Getenv":
			return native(func(ast.Node, *file, []value) value { return "" })
		}
	case "unsafe":
		return native(func(at ast.Node, f *file, args []value) value { return at0(args, 0) })
	case "path", "path/filepath":
		if name == "Clean" {
			return onTexts(func(t []string) value { return path.Clean(t[0]) })
		}
		if name == "Join" {
			return onTexts(func(t []string) value { return path.Join(t...) })
		}
	case "strings":
		return stringsNative(name, onTexts)
	case "strconv":
		switch name {
		case "Itoa", "FormatInt", "FormatUint":
			return native(func(at ast.Node, f *file, args []value) value {
				if i, ok := plain(at0(args, 0)).(int64); ok {
					return strconv.FormatInt(i, 10)
				}
				return unknown{name}
			})
		case "FormatBool":
			return native(func(at ast.Node, f *file, args []value) value {
				if b, ok := plain(at0(args, 0)).(bool); ok {
					return strconv.FormatBool(b)
				}
				return unknown{name}
			})
		case "Quote":
			return onTexts(func(t []string) value { return strconv.Quote(t[0]) })
		}
	case "sort", "slices":
		if name == "Strings" || name == "Sort" {
			return native(func(at ast.Node, f *file, args []value) value {
				if list, ok := plain(deref(at0(args, 0))).(*slice); ok {
					if t, ok := textList(list); ok {
						sort.Strings(t)
						list.items = listOf(t).items
					}
				}
				return tuple{}
			})
		}
	case "fmt":
		switch name {
		case "Sprintf":
			return native(func(at ast.Node, f *file, args []value) value { return sprintf(e, f, at, spreadAll(args)) })
		case "Sprint":
			return native(func(at ast.Node, f *file, args []value) value {
				if t, ok := texts(spreadAll(args)); ok {
					return strings.Join(t, "")
				}
				return unknown{name}
			})
		case "Errorf":
			return native(func(ast.Node, *file, []value) value { return pointer{&cell{&structure{nil, nil}}} })
		}
	case "k8s.io/apimachinery/pkg/util/version":
		if name == "MustParse" || name == "MajorMinor" {
			return native(func(at ast.Node, f *file, args []value) value {
				if t, ok := plain(at0(args, 0)).(string); ok {
					return t
				}
				if major, ok := plain(at0(args, 0)).(int64); ok {
					if minor, ok := plain(at0(args, 1)).(int64); ok {
						return fmt.Sprintf("%d.%d", major, minor)
					}
				}
				return unknown{name}
			})
		}
	case "github.com/spf13/pflag", "flag":
		return flagPackage(e, pkgPath == "flag", name)
	case "net", "k8s.io/utils/net":
		if name == "ParseIP" || name == "ParseIPSloppy" {
			return onTexts(func(t []string) value { return t[0] })
		}
	case "k8s.io/apimachinery/pkg/util/runtime", "k8s.io/klog/v2", "k8s.io/klog":
		if name == "Must" || (pkgPath != "k8s.io/klog/v2" || name != "InitFlags") && name != "InitFlags" {
			return native(func(ast.Node, *file, []value) value { return unknown{name} })
		}
	}
	return nil
}

func stringsNative(name string, onTexts func(func([]string) value) *callable) value {
	switch name {
	case "ToLower":
		return onTexts(func(t []string) value { return strings.ToLower(t[0]) })
	case "TrimSpace":
		return onTexts(func(t []string) value { return strings.TrimSpace(t[0]) })
	case "TrimSuffix":
		return onTexts(func(t []string) value { return strings.TrimSuffix(t[0], t[1]) })
	case "TrimPrefix":
		return onTexts(func(t []string) value { return strings.TrimPrefix(t[0], t[1]) })
	case "HasPrefix":
		return onTexts(func(t []string) value { return strings.HasPrefix(t[0], t[1]) })
	case "HasSuffix":
		return onTexts(func(t []string) value { return strings.HasSuffix(t[0], t[1]) })
	case "Contains":
		return onTexts(func(t []string) value { return strings.Contains(t[0], t[1]) })
	case "ReplaceAll":
		return onTexts(func(t []string) value { return strings.ReplaceAll(t[0], t[1], t[2]) })
	case "Split":
		return onTexts(func(t []string) value { return listOf(strings.Split(t[0], t[1])) })
	case "Replace":
		return native(func(at ast.Node, f *file, args []value) value {
			if t, ok := texts(args[:3]); ok {
				return strings.ReplaceAll(t[0], t[1], t[2])
			}
			return unknown{name}
		})
	case "Join":
		return native(func(at ast.Node, f *file, args []value) value {
			if t, ok := textList(at0(args, 0)); ok {
				if by, ok := plain(at0(args, 1)).(string); ok {
					return strings.Join(t, by)
				}
			}
			return unknown{name}
		})
	}
	return nil
}

func sprintf(e *evaluator, f *file, at ast.Node, args []value) value {
	format, ok := plain(at0(args, 0)).(string)
	if !ok {
		return unknown{"format"}
	}
	var parts []any
	for _, arg := range args[1:] {
		if m := (&frame{evaluator: e, file: f}).method(arg, "String"); m != nil {
			arg = e.call(m, nil, at, f)
		}
		switch x := plain(arg).(type) {
		case string, int64, bool, float64:
			parts = append(parts, x)
		default:
			return unknown{"argument of a format"}
		}
	}
	return fmt.Sprintf(format, parts...)
}

func flagPackage(e *evaluator, isGo bool, name string) value {
	global := e.pFlags
	if isGo {
		global = e.goFlags
	}
	switch name {
	case "NewFlagSet":
		return native(func(ast.Node, *file, []value) value { return pointer{&cell{newFlagSet(isGo)}} })
	case "CommandLine":
		return pointer{&cell{global}}
	case "PFlagFromGoFlag":
		return native(func(at ast.Node, f *file, args []value) value {
			if row, ok := deref(at0(args, 0)).(*flagRow); ok {
				next := &flagRow{kind: row.kind, source: row.source, goValue: row.goValue, attrs: map[string]*cell{}}
				for attr, c := range row.attrs {
					next.attrs[attr] = &cell{c.v}
				}
				return pointer{&cell{next}}
			}
			return unknown{name}
		})
	case "ContinueOnError", "ExitOnError", "PanicOnError":
		return int64(0)
	case "FlagSet", "Flag":
		return nil
	}
	if method := (&frame{evaluator: e}).flagSetMethod(global, name); method != nil {
		return method
	}
	return nil
}

// schemeCall does what a runtime.Scheme does with versioned configuration: defaults from the generated functions, and conversion field by field.
func (fr *frame) schemeCall(sel *ast.SelectorExpr, x *ast.CallExpr, s *scope) (value, bool) {
	if sel.Sel.Name != "Default" && sel.Sel.Name != "Convert" {
		return nil, false
	}
	text := ""
	switch base := sel.X.(type) {
	case *ast.SelectorExpr:
		text = base.Sel.Name
	case *ast.Ident:
		text = base.Name
	}
	if !strings.Contains(strings.ToLower(text), "scheme") {
		return nil, false
	}
	target, ok := fr.eval(x.Args[0], s).(pointer)
	if !ok {
		return nil, false
	}
	from, ok := target.to.v.(*structure)
	if !ok || from.typ == nil {
		return nil, false
	}
	if sel.Sel.Name == "Default" {
		p := fr.file.pkg
		if base, ok := sel.X.(*ast.SelectorExpr); ok {
			if ref, ok := fr.eval(base.X, s).(packageRef); ok {
				p = fr.release.load(ref.path)
			}
		}
		fn := fr.defaulter(p, from.typ.name, map[string]bool{}, 0)
		if fn == nil {
			fr.note(fr.file, x, "no defaults for "+from.typ.name)
			return tuple{}, true
		}
		fr.call(fr.closure(fn, nil), []value{target}, x, fr.file)
		return tuple{}, true
	}
	if len(x.Args) < 2 {
		return nil, false
	}
	into, ok := fr.eval(x.Args[1], s).(pointer)
	if !ok {
		return nil, false
	}
	into.to.v = converted(from, into.to.v)
	return null{}, true
}

// defaulter is SetObjectDefaults_<kind> of the packages that the scheme is made of.
func (fr *frame) defaulter(p *pkg, kind string, seen map[string]bool, depth int) *function {
	if p == nil || seen[p.path] || depth > 2 {
		return nil
	}
	seen[p.path] = true
	if fn := p.funcs["SetObjectDefaults_"+kind]; fn != nil {
		return fn
	}
	for _, f := range p.files {
		for _, im := range f.ast.Imports {
			importPath := strings.Trim(im.Path.Value, `"`)
			if strings.Contains(importPath, "apis") || strings.Contains(importPath, "config") || strings.Contains(importPath, "scheme") {
				if fn := fr.defaulter(fr.release.load(importPath), kind, seen, depth+1); fn != nil {
					return fn
				}
			}
		}
	}
	return nil
}

// converted copies fields of the same name, through pointers on either side.
func converted(from, into value) value {
	if p, ok := from.(pointer); ok {
		if _, keeps := into.(pointer); !keeps && !isNull(into) {
			return converted(p.to.v, into)
		}
	}
	a, ok := from.(*structure)
	if !ok {
		if isNull(from) && !isNull(into) {
			return into
		}
		if n, ok := into.(*named); ok && !isUnknown(from) {
			return &named{n.typ, plain(from)}
		}
		return from
	}
	b, ok := into.(*structure)
	if !ok {
		return from
	}
	for name, field := range a.fields {
		if c, has := b.fields[name]; has {
			c.v = converted(copied(field.v), c.v)
		}
	}
	return b
}
