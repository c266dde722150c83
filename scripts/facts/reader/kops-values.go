package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/printer"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// structOf is a struct of a type without any value.
func (k *kopsReader) structOf(path, name string) *structure {
	declared, ok := k.pkg(path).types[name]
	if !ok {
		k.fail("%s has no %s", path, name)
	}
	made, ok := k.e.zero(&typ{declared.file, declared.spec.Type, k.pkg(path), name}).(*structure)
	if !ok {
		k.fail("%s.%s is no struct", path, name)
	}
	return made
}

func (k *kopsReader) put(s *structure, name string, v value) {
	if s == nil || s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	s.fields[name].v = v
}

func (k *kopsReader) putEither(name string, v value, of ...*structure) {
	for _, s := range of {
		if s != nil && s.fields[name] != nil {
			s.fields[name].v = v
			return
		}
	}
	k.fail("no field %s", name)
}

// fieldOf is the field of a name in documents.
func (k *kopsReader) fieldOf(s *structure, key string) string {
	expr, _ := k.e.underlying(s.typ)
	for _, field := range expr.(*ast.StructType).Fields.List {
		name, _, _ := strings.Cut(tagOf(field).Get("json"), ",")
		if len(field.Names) == 1 && (name == key || (name == "" || name == "-") && strings.EqualFold(field.Names[0].Name, key)) {
			return field.Names[0].Name
		}
	}
	k.fail("%s has no field %s", s.typ.name, key)
	return ""
}

// typeOf is the type of a field, with the file that it is written in.
func (k *kopsReader) typeOf(s *structure, name string) (ast.Expr, *file) {
	expr, f := k.e.underlying(s.typ)
	for _, field := range expr.(*ast.StructType).Fields.List {
		for _, declared := range field.Names {
			if declared.Name == name {
				return field.Type, f
			}
		}
	}
	k.fail("%s has no field %s", s.typ.name, name)
	return nil, nil
}

func isStar(expr ast.Expr) bool {
	_, is := expr.(*ast.StarExpr)
	return is
}

// pointedType is the struct that a field points to, if it is one.
func (k *kopsReader) pointedType(s *structure, name string) (*structure, bool) {
	expr, f := k.typeOf(s, name)
	star, ok := expr.(*ast.StarExpr)
	if !ok {
		return nil, false
	}
	made, ok := k.e.zero((&frame{evaluator: k.e, file: f}).typeOf(star.X, nil)).(*structure)
	return made, ok
}

// pointed is what a field points to, made where it is not there.
func (k *kopsReader) pointed(s *structure, name string) *structure {
	if s == nil || s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	if known, ok := deref(s.fields[name].v).(*structure); ok {
		return known
	}
	made, ok := k.pointedType(s, name)
	if !ok {
		k.fail("%s points to no struct", name)
	}
	s.fields[name].v = pointer{&cell{made}}
	return made
}

// section is what a field points to; nil where it is not there.
func (k *kopsReader) section(s *structure, name string) *structure {
	if s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	found, _ := deref(s.fields[name].v).(*structure)
	return found
}

// versionValue is a semver.Version, as far as kops asks it.
func versionValue(text string) *structure {
	parts := versionParts(text)
	gte := native(func(_ ast.Node, _ *file, args []value) value {
		other, ok := deref(at0(args, 0)).(*structure)
		if !ok {
			return unknown{"version"}
		}
		for i, name := range []string{"Major", "Minor", "Patch"} {
			if n, _ := plain(other.fields[name].v).(int64); n != parts[i] {
				return parts[i] > n
			}
		}
		return true
	})
	return &structure{nil, map[string]*cell{
		"Major": {parts[0]}, "Minor": {parts[1]}, "Patch": {parts[2]}, "Pre": {null{}}, "Build": {null{}}, "GTE": {gte},
	}}
}

// versionParts are numbers; what is not said is 0.
func versionParts(text string) (parts [3]int64) {
	for i, part := range strings.SplitN(strings.TrimPrefix(text, "v"), ".", 3) {
		parts[i], _ = strconv.ParseInt(strings.SplitN(part, "-", 2)[0], 10, 64)
	}
	return parts
}

// dump is a text of a value, to see whether it changed.
func dump(v value) string {
	switch x := plain(v).(type) {
	case pointer:
		return "&" + dump(x.to.v)
	case *structure:
		var out strings.Builder
		for _, name := range sortedFields(x) {
			out.WriteString(name + ":" + dump(x.fields[name].v) + " ")
		}
		return "{" + out.String() + "}"
	case *slice:
		var out strings.Builder
		for _, item := range x.items {
			out.WriteString(dump(item.v) + " ")
		}
		return "[" + out.String() + "]"
	case *mapping:
		var keys []string
		for _, key := range x.keys {
			keys = append(keys, fmt.Sprint(key)+"="+dump(x.items[key].v))
		}
		sort.Strings(keys)
		return fmt.Sprint(keys)
	case *callable:
		return "func"
	default:
		return fmt.Sprint(x)
	}
}

// --- texts ---

func tagOf(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	text, _ := strconv.Unquote(field.Tag.Value)
	return reflect.StructTag(text)
}

func nameOfDecl(f *file, decl *ast.FuncDecl) string {
	name := decl.Name.Name
	if decl.Recv != nil {
		name = receiverName(decl.Recv.List[0].Type) + "." + name
	}
	return strings.TrimPrefix(f.pkg.path, kopsModule+"/") + ":" + name
}

// textOf is a hash of a node without its comments and its line ends.
func (k *kopsReader) textOf(node ast.Node) string {
	if decl, ok := node.(*ast.FuncDecl); ok {
		plain := *decl
		plain.Doc = nil
		node = &plain
	}
	sum := sha256.Sum256([]byte(printed(node)))
	return hex.EncodeToString(sum[:])[:10]
}

// printed is a node in one line.
func printed(node ast.Node) string {
	var out bytes.Buffer
	_ = printer.Fprint(&out, fset, node)
	return strings.Join(strings.Fields(out.String()), " ")
}

func mentionsName(node ast.Node, name string) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && ident.Name == name {
			found = true
		}
		return !found
	})
	return found
}

func mentionsText(node ast.Node, text string) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Value == strconv.Quote(text) {
			found = true
		}
		return !found
	})
	return found
}
