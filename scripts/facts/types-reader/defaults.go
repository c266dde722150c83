package main

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"time"
)

// addDefaults adds what a function sets where a field has no value: `if obj.Field == <none> { obj.Field = <value> }`. A field that it sets to more than
// one value, or to what is not a constant, has no default that is known here.
func (r *reader) addDefaults(root, function string) {
	path, name := split(function)
	r.load(path)
	found := map[string]map[string]string{}
	for _, in := range r.files[path] {
		for _, decl := range in.ast.Decls {
			if one, ok := decl.(*ast.FuncDecl); ok && one.Recv == nil && one.Name.Name == name {
				parameter := one.Type.Params.List[0].Names[0].Name
				ast.Inspect(one.Body, func(node ast.Node) bool {
					assign, ok := node.(*ast.AssignStmt)
					if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 {
						return true
					}
					if holder, field, ok := r.fieldOf(root, parameter, assign.Lhs[0]); ok {
						value, _ := r.value(path, in, assign.Rhs[0])
						if found[holder] == nil {
							found[holder] = map[string]string{}
						}
						if before, ok := found[holder][field]; ok && before != value {
							value = ""
						}
						found[holder][field] = value
					}
					return true
				})
			}
		}
	}
	for index, fact := range r.facts {
		for field, value := range found[fact.Name] {
			if value == "" {
				continue
			}
			if r.facts[index].Defaults == nil {
				r.facts[index].Defaults = map[string]string{}
			}
			r.facts[index].Defaults[field] = value
		}
	}
	if len(found) == 0 {
		r.fail("%s sets no defaults", function)
	}
}

// fieldOf is the type that has a field of the parameter, and how manifests call the field.
func (r *reader) fieldOf(root, parameter string, expr ast.Expr) (string, string, bool) {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return "", "", false
	}
	holder := root
	if ident, isRoot := selector.X.(*ast.Ident); !isRoot || ident.Name != parameter {
		outer, field, ok := r.fieldOf(root, parameter, selector.X)
		if !ok {
			return "", "", false
		}
		for _, one := range r.byGoName[outer] {
			if one.name == field {
				holder = strings.TrimPrefix(one.shape, "#")
			}
		}
	}
	field, ok := r.byGoName[holder][selector.Sel.Name]
	return holder, field.name, ok
}

// value is a constant as a manifest has it.
func (r *reader) value(path string, in *file, expr ast.Expr) (string, bool) {
	switch one := expr.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(one.Value); err == nil {
			return text, true
		}
		return one.Value, true
	case *ast.ParenExpr:
		return r.value(path, in, one.X)
	case *ast.UnaryExpr:
		value, ok := r.value(path, in, one.X)
		if one.Op == token.SUB {
			return "-" + value, ok
		}
		return value, ok
	case *ast.CallExpr: // a pointer to it, or a conversion
		if len(one.Args) == 1 {
			return r.value(path, in, one.Args[0])
		}
	case *ast.CompositeLit:
		return r.composite(path, in, one)
	case *ast.BinaryExpr: // of durations
		some, isKnown := r.duration(in, one)
		return some.String(), isKnown
	case *ast.SelectorExpr:
		if some, isKnown := r.duration(in, one); isKnown {
			return some.String(), true
		}
		if of, ok := one.X.(*ast.Ident); ok {
			return r.constantValue(in.imports[of.Name], one.Sel.Name)
		}
	case *ast.Ident:
		if one.Name == "true" || one.Name == "false" {
			return one.Name, true
		}
		return r.constantValue(path, one.Name)
	}
	return "", false
}

// composite is a duration, or a list of constants.
func (r *reader) composite(path string, in *file, literal *ast.CompositeLit) (string, bool) {
	values := []string{}
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); !ok || key.Name != "Duration" {
				return "", false
			}
			return r.value(path, in, pair.Value)
		}
		value, ok := r.value(path, in, element)
		if !ok {
			return "", false
		}
		values = append(values, value)
	}
	return "[" + strings.Join(values, ",") + "]", len(values) > 0
}

var units = map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour}

func (r *reader) duration(in *file, expr ast.Expr) (time.Duration, bool) {
	switch one := expr.(type) {
	case *ast.SelectorExpr:
		of, ok := one.X.(*ast.Ident)
		unit, known := units[one.Sel.Name]
		return unit, ok && known && in.imports[of.Name] == "time"
	case *ast.BinaryExpr:
		number, isNumber := one.X.(*ast.BasicLit)
		unit, isUnit := r.duration(in, one.Y)
		if one.Op != token.MUL || !isNumber || !isUnit {
			return 0, false
		}
		count, err := strconv.Atoi(number.Value)
		return time.Duration(count) * unit, err == nil
	}
	return 0, false
}

// constantValue is the value of a constant or a variable of a package.
func (r *reader) constantValue(path, name string) (string, bool) {
	if path == "" {
		return "", false
	}
	r.load(path)
	for _, in := range r.files[path] {
		for _, decl := range in.ast.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || (general.Tok != token.CONST && general.Tok != token.VAR) {
				continue
			}
			for _, spec := range general.Specs {
				one := spec.(*ast.ValueSpec)
				for index, ident := range one.Names {
					if ident.Name == name && index < len(one.Values) {
						return r.value(path, in, one.Values[index])
					}
				}
			}
		}
	}
	return "", false
}
