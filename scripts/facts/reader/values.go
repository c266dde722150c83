package main

import (
	"go/ast"
	"sort"
)

// A value of the evaluated program. What is not here is `unknown`, and stays so: nothing is ever guessed from it.
type value any

type unknown struct{ why string }

type null struct{}

// A place that holds a value.
type cell struct{ v value }

type pointer struct{ to *cell }

// typ is a type with the file whose imports it is written with. name is set for a declared type.
type typ struct {
	file *file
	expr ast.Expr
	pkg  *pkg
	name string
}

type structure struct {
	typ    *typ
	fields map[string]*cell
}

// named is a value of a declared type that is no struct.
type named struct {
	typ *typ
	v   value
}

type slice struct{ items []*cell }

type mapping struct {
	keys  []value
	items map[value]*cell
}

// tuple is what a call with several results returns.
type tuple []value

// callable is a function of the program, with its receiver and what it closes over.
type callable struct {
	file    *file
	params  *ast.FieldList
	results *ast.FieldList
	recv    *ast.FieldList
	self    value
	body    *ast.BlockStmt
	outer   *scope
	decl    *ast.FuncDecl
	native  func(at ast.Node, f *file, args []value) value
}

type packageRef struct{ path string }

// flagRow is one flag as it was registered. Its attributes are places, since programs change them afterwards.
type flagRow struct {
	kind   string
	source string
	attrs  map[string]*cell
	// goValue is the value of a flag that was registered with Go's own package.
	goValue value
}

// rowValue is the value of a flag of a built-in type, as another flag set gets it.
type rowValue struct{ row *flagRow }

// flagSet is one of pflag, or of Go's own package (isGo): their names differ, what is done with them does not.
type flagSet struct {
	isGo  bool
	flags map[string]*flagRow
}

func newFlagSet(isGo bool) *flagSet { return &flagSet{isGo, map[string]*flagRow{}} }

func (s *flagSet) sorted() []*flagRow {
	rows := make([]*flagRow, 0, len(s.flags))
	for _, row := range s.flags {
		rows = append(rows, row)
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].text("Name") < rows[j].text("Name") })
	return rows
}

func (r *flagRow) text(name string) string {
	text, _ := plain(r.attrs[name].v).(string)
	return text
}

type scope struct {
	vars  map[string]*cell
	outer *scope
}

func (s *scope) find(name string) *cell {
	for ; s != nil; s = s.outer {
		if found, ok := s.vars[name]; ok {
			return found
		}
	}
	return nil
}

func (s *scope) define(name string, v value) *cell {
	c := &cell{v}
	if name != "_" {
		s.vars[name] = c
	}
	return c
}

func inner(outer *scope) *scope { return &scope{map[string]*cell{}, outer} }

// copied is a struct's copy at assignment; everything else is shared or immutable.
func copied(v value) value {
	switch s := v.(type) {
	case *structure:
		next := &structure{s.typ, make(map[string]*cell, len(s.fields))}
		for name, field := range s.fields {
			next.fields[name] = &cell{copied(field.v)}
		}
		return next
	}
	return v
}

func plain(v value) value {
	for {
		n, ok := v.(*named)
		if !ok {
			return v
		}
		v = n.v
	}
}

func isUnknown(v value) bool {
	_, is := v.(unknown)
	return is
}

func isNull(v value) bool {
	_, is := plain(v).(null)
	return is || v == nil
}

func sortedFields(s *structure) []string {
	var names []string
	for name := range s.fields {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
