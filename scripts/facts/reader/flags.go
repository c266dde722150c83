package main

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Methods of pflag and of Go's own package that register a flag of a built-in type.
var registers = regexp.MustCompile(`^(Bool|BoolSlice|BytesBase64|BytesHex|Count|Duration|DurationSlice|Float32|Float32Slice|Float64|Float64Slice|Int|Int8|Int16|Int32|Int32Slice|Int64|Int64Slice|IntSlice|IP|IPMask|IPNet|IPNetSlice|IPSlice|String|StringArray|StringSlice|StringToInt|StringToInt64|StringToString|Uint|Uint8|Uint16|Uint32|Uint64|UintSlice)(Var)?(P)?$`)

func typeName(kind string) string {
	switch kind {
	case "IP":
		return "ip"
	case "IPMask":
		return "ipMask"
	case "IPNet":
		return "ipNet"
	case "IPNetSlice":
		return "ipNetSlice"
	case "IPSlice":
		return "ipSlice"
	}
	return strings.ToLower(kind[:1]) + kind[1:]
}

func native(fn func(at ast.Node, f *file, args []value) value) *callable {
	return &callable{native: fn}
}

func (e *evaluator) newRow(name, kind, shorthand string, f *file, at ast.Node) *flagRow {
	row := &flagRow{kind: kind, source: f.pkg.source(at.Pos()), attrs: map[string]*cell{}}
	for _, attr := range []string{"Deprecated", "ShorthandDeprecated", "NoOptDefVal", "Usage"} {
		row.attrs[attr] = &cell{""}
	}
	row.attrs["Name"] = &cell{name}
	row.attrs["Shorthand"] = &cell{shorthand}
	row.attrs["Hidden"] = &cell{false}
	row.attrs["DefValue"] = &cell{unknown{"default"}}
	row.attrs["Value"] = &cell{unknown{"value"}}
	row.attrs["Annotations"] = &cell{&mapping{items: map[value]*cell{}}}
	if kind == "bool" {
		row.attrs["NoOptDefVal"].v = "true"
	}
	if kind == "count" {
		row.attrs["NoOptDefVal"].v = "+1"
	}
	return row
}

func (e *evaluator) register(set *flagSet, name string, at ast.Node, f *file, args []value) value {
	match := registers.FindStringSubmatch(name)
	var target value
	if match[2] != "" && len(args) > 0 {
		target, args = args[0], args[1:]
	}
	flagName, ok := plain(at0(args, 0)).(string)
	if !ok {
		e.note(f, at, "name of a flag unknown")
		return unknown{"flag"}
	}
	args = args[1:]
	shorthand := ""
	if match[3] != "" {
		shorthand, _ = plain(at0(args, 0)).(string)
		args = args[1:]
	}
	kind := typeName(match[1])
	row := e.newRow(flagName, kind, shorthand, f, at)
	initial := at0(args, 0)
	if kind == "count" {
		initial = int64(0)
	}
	row.attrs["DefValue"].v = e.defaultText(kind, initial)
	row.attrs["Value"].v = rowValue{row}
	if p, ok := target.(pointer); ok && !isUnknown(initial) {
		if n, ok := p.to.v.(*named); ok {
			p.to.v = &named{n.typ, plain(initial)}
		} else {
			p.to.v = initial
		}
	}
	set.flags[flagName] = row
	if match[2] == "" {
		return pointer{&cell{initial}}
	}
	return tuple{}
}

func at0(args []value, i int) value {
	if i < len(args) {
		return args[i]
	}
	return unknown{"argument"}
}

// registerVar registers a flag whose value brings its own methods.
func (e *evaluator) registerVar(set *flagSet, name string, at ast.Node, f *file, args []value) value {
	flagName, ok := plain(at0(args, 1)).(string)
	if !ok {
		e.note(f, at, "name of a flag unknown")
		return unknown{"flag"}
	}
	shorthand := ""
	if strings.HasPrefix(name, "VarP") {
		shorthand, _ = plain(at0(args, 2)).(string)
	}
	v := at0(args, 0)
	if again, ok := v.(rowValue); ok {
		row := e.newRow(flagName, again.row.kind, shorthand, f, at)
		row.source = again.row.source
		row.attrs["DefValue"].v = again.row.attrs["DefValue"].v
		row.attrs["Value"].v = v
		set.flags[flagName] = row
		return row
	}
	fr := &frame{evaluator: e, file: f}
	kind, goValue := "", value(nil)
	if m := fr.method(v, "Type"); m != nil {
		kind, _ = plain(e.call(m, nil, at, f)).(string)
	} else if set.isGo {
		kind, goValue = goTypeName(v), v
	}
	if kind == "" {
		e.note(f, at, "type of a flag unknown: "+flagName+fmt.Sprintf(" %T", deref(v)))
	}
	row := e.newRow(flagName, kind, shorthand, f, at)
	row.goValue = goValue
	row.attrs["NoOptDefVal"].v = ""
	row.attrs["Value"].v = v
	if m := fr.method(v, "IsBoolFlag"); m != nil && set.isGo {
		if is, _ := plain(e.call(m, nil, at, f)).(bool); is {
			row.attrs["NoOptDefVal"].v = "true"
		}
	}
	if m := fr.method(v, "String"); m != nil {
		if text, ok := plain(e.call(m, nil, at, f)).(string); ok {
			row.attrs["DefValue"].v = text
		}
	}
	set.flags[flagName] = row
	return row
}

// goTypeName is what pflag calls the value of a flag of Go's own package: the name of its type without "Value".
func goTypeName(v value) string {
	switch inside := deref(v).(type) {
	case *named:
		return strings.TrimSuffix(inside.typ.name, "Value")
	case *structure:
		if inside.typ != nil {
			return strings.TrimSuffix(inside.typ.name, "Value")
		}
	}
	return ""
}

func (e *evaluator) defaultText(kind string, v value) value {
	v = plain(v)
	if isUnknown(v) {
		return v
	}
	list := func() (value, bool) {
		sl, ok := v.(*slice)
		if !ok {
			return "[]", isNull(v)
		}
		var parts []string
		for _, item := range sl.items {
			switch x := plain(item.v).(type) {
			case string:
				if strings.ContainsAny(x, "\",\n") {
					x = `"` + strings.ReplaceAll(x, `"`, `""`) + `"`
				}
				parts = append(parts, x)
			case int64:
				parts = append(parts, strconv.FormatInt(x, 10))
			default:
				return unknown{"item"}, true
			}
		}
		return "[" + strings.Join(parts, ",") + "]", true
	}
	switch kind {
	case "duration":
		if i, ok := v.(int64); ok {
			return time.Duration(i).String()
		}
	case "stringSlice", "stringArray", "intSlice", "int32Slice", "ipSlice":
		if text, ok := list(); ok {
			return text
		}
	case "stringToString":
		if m, ok := v.(*mapping); ok && len(m.keys) > 0 {
			return unknown{"map"}
		}
		return "[]"
	case "ip":
		if isNull(v) {
			return "<nil>"
		}
		if text, ok := v.(string); ok {
			return text
		}
	case "ipNet":
		if st, ok := v.(*structure); ok && len(st.fields) == 0 {
			return "<nil>"
		}
		return unknown{"network"}
	}
	switch x := v.(type) {
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		bits := 64
		if kind == "float32" {
			bits = 32
		}
		return strconv.FormatFloat(x, 'g', -1, bits)
	}
	return unknown{"default"}
}

func (fr *frame) flagSetMethod(set *flagSet, name string) value {
	e := fr.evaluator
	if registers.MatchString(name) {
		return native(func(at ast.Node, f *file, args []value) value { return e.register(set, name, at, f, args) })
	}
	switch name {
	case "Var", "VarP", "VarPF":
		return native(func(at ast.Node, f *file, args []value) value { return e.registerVar(set, name, at, f, args) })
	case "Lookup":
		return native(func(at ast.Node, f *file, args []value) value {
			wanted, _ := plain(at0(args, 0)).(string)
			if row := e.lookup(set, wanted, f); row != nil {
				return pointer{&cell{row}}
			}
			return null{}
		})
	case "AddFlag", "AddGoFlag":
		return native(func(at ast.Node, f *file, args []value) value {
			if row, ok := deref(at0(args, 0)).(*flagRow); ok {
				set.flags[row.text("Name")] = row
			} else {
				e.note(f, at, "flag unknown")
			}
			return tuple{}
		})
	case "AddFlagSet", "AddGoFlagSet":
		return native(func(at ast.Node, f *file, args []value) value {
			if other, ok := deref(at0(args, 0)).(*flagSet); ok {
				for _, row := range other.sorted() {
					if _, has := set.flags[row.text("Name")]; !has {
						set.flags[row.text("Name")] = row
					}
				}
			} else {
				e.note(f, at, "flag set unknown")
			}
			return tuple{}
		})
	case "VisitAll":
		return native(func(at ast.Node, f *file, args []value) value {
			if fn, ok := at0(args, 0).(*callable); ok {
				for _, row := range set.sorted() {
					e.call(fn, []value{pointer{&cell{row}}}, at, f)
				}
			}
			return tuple{}
		})
	case "MarkDeprecated", "MarkHidden", "MarkShorthandDeprecated":
		return native(func(at ast.Node, f *file, args []value) value {
			wanted, _ := plain(at0(args, 0)).(string)
			row := set.flags[wanted]
			if row == nil {
				e.note(f, at, "marks a flag that is not there: "+wanted)
				return null{}
			}
			switch name {
			case "MarkDeprecated":
				row.attrs["Deprecated"].v = at0(args, 1)
				row.attrs["Hidden"].v = true
			case "MarkHidden":
				row.attrs["Hidden"].v = true
			}
			return null{}
		})
	case "Changed", "HasFlags", "HasAvailableFlags", "Parsed":
		return native(func(ast.Node, *file, []value) value { return name == "HasFlags" && len(set.flags) > 0 })
	case "GetNormalizeFunc":
		return native(func(ast.Node, *file, []value) value {
			return native(func(at ast.Node, f *file, args []value) value { return at0(args, 1) })
		})
	case "Set", "SetNormalizeFunc", "FlagUsages", "SetOutput", "Parse", "SetInterspersed", "SortFlags", "Name", "Usage", "Init", "SetAnnotation":
		return native(func(ast.Node, *file, []value) value { return null{} })
	}
	return nil
}

func (fr *frame) flagMember(row *flagRow, name string) value {
	if c, ok := row.attrs[name]; ok {
		return c.v
	}
	return nil
}

func (fr *frame) flagPlace(row *flagRow, name string) *cell { return row.attrs[name] }

// Packages that register flags when they are linked, beside those that are already read.
var registrars = regexp.MustCompile(`google/cadvisor|credentialprovider|legacy-cloud-providers|defaulttolerationseconds|component-base/(logs|version)|klog|pkg/cloudprovider`)

// lookup finds a flag of a set. In the sets of the whole process it first runs what linked packages do before main.
func (e *evaluator) lookup(set *flagSet, name string, f *file) *flagRow {
	if row := set.flags[name]; row != nil || (set != e.goFlags && set != e.pFlags) {
		return row
	}
	seen := map[string]bool{}
	queue := []string{f.pkg.path}
	for _, p := range e.release.packages {
		if p != nil {
			queue = append(queue, p.path)
		}
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		p := e.release.load(path)
		if p == nil {
			continue
		}
		e.initialize(p)
		if row := set.flags[name]; row != nil {
			return row
		}
		for _, file := range p.files {
			for _, im := range file.ast.Imports {
				path := strings.Trim(im.Path.Value, `"`)
				if registrars.MatchString(path) {
					queue = append(queue, path)
				}
			}
		}
	}
	return nil
}

// initialize runs what a package does with flags before main.
func (e *evaluator) initialize(p *pkg) {
	if e.initialized[p.path] {
		return
	}
	e.initialized[p.path] = true
	for name, d := range p.values {
		for _, expr := range d.exprs {
			if call, ok := expr.(*ast.CallExpr); ok && (mentionsFlags(call) || p.calls(call)) {
				e.packageValue(p, name)
			}
		}
	}
	for _, f := range p.files {
		for _, decl := range f.ast.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" && (mentionsFlags(fn.Body) || f.usesFlags()) {
				e.call(e.closure(&function{f, fn}, nil), nil, fn, f)
			}
		}
	}
}

// calls says whether a call is of a function of a package that has to do with flags.
func (p *pkg) calls(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || p.funcs[name.Name] == nil {
		return false
	}
	for _, f := range p.files {
		if f.usesFlags() {
			return true
		}
	}
	return false
}

func (f *file) usesFlags() bool {
	for _, path := range f.imports {
		if path == "flag" || path == "github.com/spf13/pflag" {
			return true
		}
	}
	return false
}

func mentionsFlags(node ast.Node) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && strings.Contains(strings.ToLower(ident.Name), "flag") {
			found = true
		}
		return !found
	})
	return found
}
