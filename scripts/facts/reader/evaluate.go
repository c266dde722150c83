package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"strconv"
	"strings"
)

// evaluator runs the part of Go that option packages are written in. It knows no types beforehand: each value carries its own.
type evaluator struct {
	release *release
	depth   int
	verbose bool
	notes   map[string]bool
	// Flags of the whole process, of Go's own package and of pflag, and the packages whose initialization has run.
	goFlags, pFlags *flagSet
	initialized     map[string]bool
	// What could not be evaluated, for a reader that must know everything; nil: nobody asks.
	problems map[string]bool
	// called is told of each function that is evaluated; nil: nobody asks.
	called func(f *file, decl *ast.FuncDecl)
	// standIns answer in place of functions, by `<package>.<name>`.
	standIns map[string]func(args []value) value
}

// newEvaluator is a process of its own: nothing that another one registered is there.
func newEvaluator(r *release, verbose bool) *evaluator {
	for _, p := range r.packages {
		if p != nil {
			p.cells = map[string]*cell{}
		}
	}
	return &evaluator{release: r, verbose: verbose, notes: map[string]bool{}, initialized: map[string]bool{}, goFlags: newFlagSet(true), pFlags: newFlagSet(false)}
}

type flow int

const (
	goesOn flow = iota
	returns
	breaks
	continues
)

// frame is one call.
type frame struct {
	*evaluator
	file   *file
	result value
	named  []string
	later  []deferred
}

type deferred struct {
	call  *ast.CallExpr
	scope *scope
}

func (e *evaluator) note(f *file, node ast.Node, text string) {
	if !e.verbose && e.problems == nil {
		return
	}
	at := fset.Position(node.Pos())
	line := fmt.Sprintf("%s:%d %s", strings.TrimPrefix(at.Filename, f.pkg.module.dir+"/"), at.Line, text)
	if e.problems != nil {
		e.problems[line+": "+printed(node)] = true
	}
	if e.verbose && !e.notes[line] {
		e.notes[line] = true
		fmt.Fprintln(os.Stderr, line)
	}
}

// --- names ---

func (e *evaluator) packageValue(p *pkg, name string) *cell {
	if p == nil {
		return nil
	}
	e.initialize(p)
	if c, ok := p.cells[name]; ok {
		return c
	}
	if fn, ok := p.funcs[name]; ok {
		c := &cell{e.closure(fn, nil)}
		p.cells[name] = c
		return c
	}
	if t, ok := p.types[name]; ok {
		c := &cell{&typ{t.file, t.spec.Type, p, name}}
		p.cells[name] = c
		return c
	}
	d, ok := p.values[name]
	if !ok {
		return nil
	}
	if p.busy[name] {
		return &cell{unknown{"cycle " + name}}
	}
	p.busy[name] = true
	defer delete(p.busy, name)
	fr := &frame{evaluator: e, file: d.file}
	s := inner(nil)
	s.define("iota", int64(d.iota))
	var v value = unknown{"no value"}
	switch {
	case len(d.exprs) == len(d.names):
		v = fr.eval(d.exprs[d.index], s)
	case len(d.exprs) == 1:
		if t, ok := fr.eval(d.exprs[0], s).(tuple); ok && d.index < len(t) {
			v = t[d.index]
		}
	case d.typ != nil:
		v = e.zero(fr.typeOf(d.typ, s))
	}
	if d.typ != nil && len(d.exprs) > 0 {
		v = fr.asType(fr.typeOf(d.typ, s), v)
	}
	c := &cell{copied(v)}
	p.cells[name] = c
	return c
}

func (e *evaluator) closure(fn *function, self value) *callable {
	return &callable{file: fn.file, params: fn.decl.Type.Params, results: fn.decl.Type.Results, recv: fn.decl.Recv, self: self, body: fn.decl.Body, decl: fn.decl}
}

// standIn is what answers in place of a function; nil: it answers itself. Its text is as good as evaluated.
func (e *evaluator) standIn(path, name string) value {
	answer, ok := e.standIns[path+"."+name]
	if !ok {
		return nil
	}
	return native(func(_ ast.Node, _ *file, args []value) value {
		if p := e.release.load(path); e.called != nil && p != nil && p.funcs[name] != nil {
			e.called(p.funcs[name].file, p.funcs[name].decl)
		}
		return answer(args)
	})
}

// --- types ---

func (fr *frame) typeOf(expr ast.Expr, s *scope) *typ {
	switch t := expr.(type) {
	case *ast.ParenExpr:
		return fr.typeOf(t.X, s)
	case *ast.Ident:
		if s != nil {
			if c := s.find(t.Name); c != nil {
				if known, ok := c.v.(*typ); ok {
					return known
				}
			}
		}
		if d, ok := fr.file.pkg.types[t.Name]; ok {
			return &typ{d.file, d.spec.Type, fr.file.pkg, t.Name}
		}
		for _, im := range fr.file.ast.Imports {
			if im.Name != nil && im.Name.Name == "." {
				if p := fr.release.load(strings.Trim(im.Path.Value, `"`)); p != nil {
					if d, ok := p.types[t.Name]; ok {
						return &typ{d.file, d.spec.Type, p, t.Name}
					}
				}
			}
		}
	case *ast.SelectorExpr:
		if x, ok := t.X.(*ast.Ident); ok {
			path := fr.file.imports[x.Name]
			if p := fr.release.load(path); p != nil {
				if d, ok := p.types[t.Sel.Name]; ok {
					return &typ{d.file, d.spec.Type, p, t.Sel.Name}
				}
			}
			return &typ{file: fr.file, expr: expr, name: path + "." + t.Sel.Name}
		}
	case *ast.IndexExpr:
		return fr.typeOf(t.X, s)
	case *ast.IndexListExpr:
		return fr.typeOf(t.X, s)
	}
	return &typ{file: fr.file, expr: expr}
}

// underlying follows declared types to what they are made of.
func (e *evaluator) underlying(t *typ) (ast.Expr, *file) {
	for i := 0; t != nil && i < 20; i++ {
		switch x := t.expr.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
			next := (&frame{evaluator: e, file: t.file}).typeOf(x, nil)
			if next.expr == t.expr {
				return t.expr, t.file
			}
			t = next
		default:
			return t.expr, t.file
		}
	}
	return nil, nil
}

func (e *evaluator) zero(t *typ) value {
	expr, f := e.underlying(t)
	var v value
	switch x := expr.(type) {
	case *ast.StructType:
		s := &structure{t, map[string]*cell{}}
		// An alias or a type made from another struct has that one's fields.
		for _, field := range x.Fields.List {
			ft := (&frame{evaluator: e, file: f}).typeOf(field.Type, nil)
			if len(field.Names) == 0 {
				s.fields[embeddedName(field.Type)] = &cell{e.zero(ft)}
			}
			for _, name := range field.Names {
				s.fields[name.Name] = &cell{e.zero(ft)}
			}
		}
		return s
	case *ast.Ident:
		switch x.Name {
		case "string":
			v = ""
		case "bool":
			v = false
		case "float32", "float64":
			v = float64(0)
		case "error", "any":
			return null{}
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "byte", "rune", "uintptr":
			v = int64(0)
		default:
			return unknown{"zero of " + x.Name}
		}
	case *ast.SelectorExpr:
		name := t.name
		if strings.HasSuffix(name, "time.Duration") {
			return int64(0)
		}
		if name == "flag.FlagSet" || name == "github.com/spf13/pflag.FlagSet" {
			return newFlagSet(name == "flag.FlagSet")
		}
		if name == "net.IP" || name == "net.IPMask" {
			return null{}
		}
		return unknown{"zero of " + name}
	case *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.FuncType, *ast.InterfaceType, *ast.ChanType:
		v = null{}
	default:
		return unknown{"zero"}
	}
	return e.wrap(t, v)
}

// wrap keeps the declared type of a value that is no struct, where the type has methods.
func (e *evaluator) wrap(t *typ, v value) value {
	if t == nil || t.pkg == nil || isUnknown(v) {
		return v
	}
	if _, is := v.(*structure); is {
		return v
	}
	if len(t.pkg.methods[t.name]) > 0 {
		if _, isInterface := t.expr.(*ast.InterfaceType); !isInterface {
			return &named{t, plain(v)}
		}
	}
	return v
}

func (fr *frame) asType(t *typ, v value) value {
	if star, ok := t.expr.(*ast.StarExpr); ok {
		p, ok := v.(pointer)
		if !ok {
			return v
		}
		of := &frame{evaluator: fr.evaluator, file: t.file}
		return pointer{&cell{of.asType(of.typeOf(star.X, nil), p.to.v)}}
	}
	if s, ok := v.(*structure); ok && t.pkg != nil {
		if expr, _ := fr.underlying(t); expr != nil {
			if _, is := expr.(*ast.StructType); is && (s.typ == nil || s.typ.pkg != t.pkg || s.typ.name != t.name) {
				next := copied(s).(*structure)
				next.typ = t
				return next
			}
		}
		return v
	}
	expr, _ := fr.underlying(t)
	if ident, ok := expr.(*ast.Ident); ok {
		switch ident.Name {
		case "float32", "float64":
			if i, ok := plain(v).(int64); ok {
				v = float64(i)
			}
		case "string":
			if i, ok := plain(v).(int64); ok {
				v = string(rune(i))
			}
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64":
			if x, ok := plain(v).(float64); ok {
				v = int64(x)
			}
		}
	}
	if t.pkg != nil && len(t.pkg.methods[t.name]) > 0 {
		return fr.wrap(t, v)
	}
	if t.pkg == nil {
		return plain(v)
	}
	return v
}

func embeddedName(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	case *ast.IndexExpr:
		return embeddedName(t.X)
	}
	return "?"
}

// --- calls ---

func (e *evaluator) call(c *callable, args []value, at ast.Node, f *file) value {
	if c.native != nil {
		return c.native(at, f, args)
	}
	if c.body == nil || e.depth > 200 {
		return unknown{"no body"}
	}
	if e.called != nil && c.decl != nil {
		e.called(c.file, c.decl)
	}
	e.depth++
	defer func() { e.depth-- }()
	fr := &frame{evaluator: e, file: c.file}
	s := inner(c.outer)
	if c.recv != nil && len(c.recv.List) > 0 {
		for _, name := range c.recv.List[0].Names {
			self := c.self
			if _, byPointer := c.recv.List[0].Type.(*ast.StarExpr); !byPointer {
				if p, ok := self.(pointer); ok {
					self = copied(p.to.v)
				}
			}
			s.define(name.Name, self)
		}
	}
	i := 0
	for _, param := range c.params.List {
		_, variadic := param.Type.(*ast.Ellipsis)
		names := param.Names
		if len(names) == 0 {
			i++
			continue
		}
		for _, name := range names {
			if variadic {
				rest := &slice{}
				if i < len(args) {
					if spread, ok := args[i].(spreadArg); ok {
						if sl, ok := plain(spread.v).(*slice); ok {
							rest = sl
						}
					} else {
						for ; i < len(args); i++ {
							rest.items = append(rest.items, &cell{args[i]})
						}
					}
				}
				s.define(name.Name, rest)
				continue
			}
			var v value = unknown{"no argument"}
			if i < len(args) {
				v = copied(args[i])
				if _, isIdent := param.Type.(*ast.Ident); isIdent {
					v = fr.keepOrWrap(fr.typeOf(param.Type, s), v)
				}
			}
			s.define(name.Name, v)
			i++
		}
	}
	if c.results != nil {
		for _, result := range c.results.List {
			for _, name := range result.Names {
				s.define(name.Name, e.zero(fr.typeOf(result.Type, s)))
				fr.named = append(fr.named, name.Name)
			}
		}
	}
	fr.block(c.body.List, s)
	for i := len(fr.later) - 1; i >= 0; i-- {
		fr.eval(fr.later[i].call, fr.later[i].scope)
	}
	if fr.result == nil && len(fr.named) > 0 {
		fr.result = fr.namedResults(s)
	}
	if fr.result == nil {
		return tuple{}
	}
	return fr.result
}

// keepOrWrap gives an untyped constant the declared type of its parameter.
func (fr *frame) keepOrWrap(t *typ, v value) value {
	switch v.(type) {
	case string, int64, bool, float64:
		return fr.asType(t, v)
	}
	return v
}

func (fr *frame) namedResults(s *scope) value {
	if len(fr.named) == 1 {
		return s.find(fr.named[0]).v
	}
	var t tuple
	for _, name := range fr.named {
		if c := s.find(name); c != nil {
			t = append(t, c.v)
		} else {
			t = append(t, null{})
		}
	}
	return t
}

type spreadArg struct{ v value }

// --- statements ---

func (fr *frame) block(list []ast.Stmt, s *scope) flow {
	for _, stmt := range list {
		if next := fr.statement(stmt, s); next != goesOn {
			return next
		}
	}
	return goesOn
}

func (fr *frame) statement(stmt ast.Stmt, s *scope) flow {
	switch st := stmt.(type) {
	case *ast.ExprStmt:
		fr.eval(st.X, s)
	case *ast.DeferStmt:
		fr.later = append(fr.later, deferred{st.Call, s})
	case *ast.GoStmt, *ast.EmptyStmt, *ast.SendStmt, *ast.SelectStmt:
	case *ast.DeclStmt:
		fr.declare(st.Decl.(*ast.GenDecl), s)
	case *ast.AssignStmt:
		fr.assign(st, s)
	case *ast.IncDecStmt:
		if c := fr.place(st.X, s); c != nil {
			if i, ok := plain(c.v).(int64); ok {
				if st.Tok == token.INC {
					c.v = i + 1
				} else {
					c.v = i - 1
				}
			}
		}
	case *ast.ReturnStmt:
		fr.result = fr.results(st, s)
		return returns
	case *ast.BlockStmt:
		return fr.block(st.List, inner(s))
	case *ast.LabeledStmt:
		return fr.statement(st.Stmt, s)
	case *ast.IfStmt:
		return fr.ifStatement(st, s)
	case *ast.SwitchStmt:
		return fr.switchStatement(st, s)
	case *ast.TypeSwitchStmt:
		return fr.typeSwitch(st, s)
	case *ast.ForStmt:
		return fr.forStatement(st, s)
	case *ast.RangeStmt:
		return fr.rangeStatement(st, s)
	case *ast.BranchStmt:
		if st.Tok == token.BREAK {
			return breaks
		}
		if st.Tok == token.CONTINUE {
			return continues
		}
	}
	return goesOn
}

func (fr *frame) results(st *ast.ReturnStmt, s *scope) value {
	switch len(st.Results) {
	case 0:
		if len(fr.named) > 0 {
			return fr.namedResults(s)
		}
		return tuple{}
	case 1:
		return fr.eval(st.Results[0], s)
	}
	var t tuple
	for _, expr := range st.Results {
		t = append(t, copied(fr.eval(expr, s)))
	}
	return t
}

func (fr *frame) declare(d *ast.GenDecl, s *scope) {
	p := &pkg{types: map[string]*typeDecl{}, values: map[string]*valueDecl{}}
	p.addGeneric(fr.file, d)
	for name, t := range p.types {
		s.define(name, &typ{fr.file, t.spec.Type, nil, ""})
	}
	for _, spec := range d.Specs {
		vs, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for _, ident := range vs.Names {
			decl := p.values[ident.Name]
			if decl == nil {
				continue
			}
			in := inner(s)
			in.define("iota", int64(decl.iota))
			var v value = unknown{"declared"}
			switch {
			case len(decl.exprs) == len(decl.names):
				v = fr.eval(decl.exprs[decl.index], in)
			case len(decl.exprs) == 1:
				if t, ok := fr.eval(decl.exprs[0], in).(tuple); ok && decl.index < len(t) {
					v = t[decl.index]
				}
			case decl.typ != nil:
				v = fr.zero(fr.typeOf(decl.typ, in))
			}
			if decl.typ != nil && len(decl.exprs) > 0 {
				v = fr.asType(fr.typeOf(decl.typ, in), v)
			}
			s.define(ident.Name, copied(v))
		}
	}
}

func (fr *frame) assign(st *ast.AssignStmt, s *scope) {
	var values []value
	if len(st.Rhs) == 1 && len(st.Lhs) > 1 {
		switch v := fr.evalMany(st.Rhs[0], s, len(st.Lhs)).(type) {
		case tuple:
			values = v
		default:
			values = []value{v}
		}
	} else {
		for _, expr := range st.Rhs {
			values = append(values, copied(fr.eval(expr, s)))
		}
	}
	for i, left := range st.Lhs {
		var v value = unknown{"assigned"}
		if i < len(values) {
			v = copied(values[i])
		} else if ident, ok := left.(*ast.Ident); ok && strings.HasPrefix(strings.ToLower(ident.Name), "err") {
			v = null{}
		}
		if t, ok := v.(tuple); ok {
			v = unknown{"several results"}
			if len(t) > 0 {
				v = t[0]
			}
		}
		if st.Tok == token.DEFINE {
			if ident, ok := left.(*ast.Ident); ok {
				if known, here := s.vars[ident.Name]; here {
					known.v = v
				} else {
					s.define(ident.Name, v)
				}
				continue
			}
		}
		if ident, ok := left.(*ast.Ident); ok && ident.Name == "_" {
			continue
		}
		if index, ok := left.(*ast.IndexExpr); ok && fr.setIndex(index, v, st.Tok, s) {
			continue
		}
		c := fr.place(left, s)
		if c == nil {
			fr.note(fr.file, left, "no place to assign to")
			continue
		}
		if st.Tok != token.ASSIGN && st.Tok != token.DEFINE {
			v = fr.binary(assignOps[st.Tok], c.v, v)
		}
		if n, ok := c.v.(*named); ok {
			if _, already := v.(*named); !already && !isUnknown(v) {
				if _, isStruct := v.(*structure); !isStruct {
					if _, isPointer := v.(pointer); !isPointer {
						v = &named{n.typ, v}
					}
				}
			}
		}
		c.v = v
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO, token.OR_ASSIGN: token.OR,
	token.AND_ASSIGN: token.AND, token.SHL_ASSIGN: token.SHL,
}

func (fr *frame) setIndex(index *ast.IndexExpr, v value, tok token.Token, s *scope) bool {
	m, ok := plain(deref(fr.eval(index.X, s))).(*mapping)
	if !ok {
		return false
	}
	key := fr.key(fr.eval(index.Index, s))
	if key == nil {
		return true
	}
	if c, has := m.items[key]; has {
		if tok != token.ASSIGN {
			v = fr.binary(assignOps[tok], c.v, v)
		}
		c.v = v
		return true
	}
	m.keys = append(m.keys, key)
	m.items[key] = &cell{v}
	return true
}

func (fr *frame) key(v value) value {
	switch k := plain(v).(type) {
	case string, int64, bool, float64:
		return k
	case *structure:
		text := "{"
		for _, field := range sortedFields(k) {
			text += field + ":" + fmt.Sprint(plain(k.fields[field].v)) + ","
		}
		return text + "}"
	case pointer:
		return k
	case *typ:
		return k.name
	}
	return nil
}

func (fr *frame) ifStatement(st *ast.IfStmt, s *scope) flow {
	in := inner(s)
	if st.Init != nil {
		fr.statement(st.Init, in)
	}
	switch condition := plain(fr.eval(st.Cond, in)).(type) {
	case bool:
		if condition {
			return fr.block(st.Body.List, inner(in))
		}
		if st.Else != nil {
			return fr.statement(st.Else, in)
		}
	default:
		// Not known: both branches, and what they return is not believed.
		fr.note(fr.file, st.Cond, "condition unknown")
		before := fr.result
		fr.block(st.Body.List, inner(in))
		fr.result = before
		if st.Else != nil {
			fr.statement(st.Else, in)
			fr.result = before
		}
	}
	return goesOn
}

func (fr *frame) switchStatement(st *ast.SwitchStmt, s *scope) flow {
	in := inner(s)
	if st.Init != nil {
		fr.statement(st.Init, in)
	}
	var tag value = true
	if st.Tag != nil {
		tag = fr.eval(st.Tag, in)
	}
	var fallback *ast.CaseClause
	for _, stmt := range st.Body.List {
		clause := stmt.(*ast.CaseClause)
		if clause.List == nil {
			fallback = clause
			continue
		}
		for _, expr := range clause.List {
			equal, known := fr.equal(tag, fr.eval(expr, in))
			if known && equal {
				return unbroken(fr.block(clause.Body, inner(in)))
			}
			if !known {
				fr.note(fr.file, expr, "case unknown")
			}
		}
	}
	if fallback != nil {
		return unbroken(fr.block(fallback.Body, inner(in)))
	}
	return goesOn
}

func unbroken(f flow) flow {
	if f == breaks {
		return goesOn
	}
	return f
}

func (fr *frame) typeSwitch(st *ast.TypeSwitchStmt, s *scope) flow {
	in := inner(s)
	var v value
	var bind string
	switch a := st.Assign.(type) {
	case *ast.AssignStmt:
		bind = a.Lhs[0].(*ast.Ident).Name
		v = fr.eval(a.Rhs[0].(*ast.TypeAssertExpr).X, in)
	case *ast.ExprStmt:
		v = fr.eval(a.X.(*ast.TypeAssertExpr).X, in)
	}
	for _, stmt := range st.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, expr := range clause.List {
			if fr.hasType(v, expr, in) {
				body := inner(in)
				if bind != "" {
					body.define(bind, v)
				}
				return unbroken(fr.block(clause.Body, body))
			}
		}
	}
	return goesOn
}

func (fr *frame) hasType(v value, expr ast.Expr, s *scope) bool {
	if star, ok := expr.(*ast.StarExpr); ok {
		p, is := v.(pointer)
		return is && fr.hasType(p.to.v, star.X, s)
	}
	t := fr.typeOf(expr, s)
	switch x := v.(type) {
	case *structure:
		return x.typ != nil && t.pkg != nil && x.typ.pkg == t.pkg && x.typ.name == t.name
	case *named:
		return t.pkg != nil && x.typ.pkg == t.pkg && x.typ.name == t.name
	case string:
		ident, ok := expr.(*ast.Ident)
		return ok && ident.Name == "string"
	case bool:
		ident, ok := expr.(*ast.Ident)
		return ok && ident.Name == "bool"
	case int64:
		ident, ok := expr.(*ast.Ident)
		return ok && strings.HasPrefix(ident.Name, "int")
	}
	return false
}

func (fr *frame) forStatement(st *ast.ForStmt, s *scope) flow {
	in := inner(s)
	if st.Init != nil {
		fr.statement(st.Init, in)
	}
	for i := 0; i < 10000; i++ {
		if st.Cond != nil {
			holds, ok := plain(fr.eval(st.Cond, in)).(bool)
			if !ok {
				fr.note(fr.file, st.Cond, "condition unknown")
			}
			if !ok || !holds {
				break
			}
		}
		if next := fr.block(st.Body.List, inner(in)); next == returns {
			return next
		} else if next == breaks {
			break
		}
		if st.Post != nil {
			fr.statement(st.Post, in)
		}
	}
	return goesOn
}

func (fr *frame) rangeStatement(st *ast.RangeStmt, s *scope) flow {
	over := plain(deref(fr.eval(st.X, s)))
	one := func(key, v value) flow {
		in := inner(s)
		for i, expr := range []ast.Expr{st.Key, st.Value} {
			if expr == nil {
				continue
			}
			item := []value{key, v}[i]
			if ident, ok := expr.(*ast.Ident); ok && st.Tok == token.DEFINE {
				in.define(ident.Name, copied(item))
			} else if c := fr.place(expr, s); c != nil {
				c.v = item
			}
		}
		return fr.block(st.Body.List, in)
	}
	switch list := over.(type) {
	case *slice:
		for i, item := range append([]*cell{}, list.items...) {
			if next := one(int64(i), item.v); next == returns {
				return next
			} else if next == breaks {
				break
			}
		}
	case *mapping:
		for _, key := range append([]value{}, list.keys...) {
			if item, has := list.items[key]; has {
				if next := one(key, item.v); next == returns {
					return next
				} else if next == breaks {
					break
				}
			}
		}
	case string:
		for i, char := range list {
			if next := one(int64(i), int64(char)); next == returns {
				return next
			} else if next == breaks {
				break
			}
		}
	case int64:
		for i := int64(0); i < list; i++ {
			if next := one(i, i); next == returns {
				return next
			} else if next == breaks {
				break
			}
		}
	case null:
	default:
		fr.note(fr.file, st.X, "range over what is not known")
	}
	return goesOn
}

// --- expressions ---

// evalMany serves `v, ok := x`.
func (fr *frame) evalMany(expr ast.Expr, s *scope, count int) value {
	switch x := expr.(type) {
	case *ast.IndexExpr:
		if m, ok := plain(deref(fr.eval(x.X, s))).(*mapping); ok {
			if c, has := m.items[fr.key(fr.eval(x.Index, s))]; has {
				return tuple{c.v, true}
			}
			return tuple{fr.elementZero(fr.eval(x.X, s)), false}
		}
		return tuple{unknown{"index"}, unknown{"index"}}
	case *ast.TypeAssertExpr:
		v := fr.eval(x.X, s)
		if isUnknown(v) {
			return tuple{v, unknown{"assertion"}}
		}
		if isNull(v) {
			return tuple{v, false}
		}
		return tuple{v, fr.satisfies(v, x.Type, s)}
	}
	v := fr.eval(expr, s)
	if t, ok := v.(tuple); ok {
		return t
	}
	t := tuple{v}
	for len(t) < count {
		if isUnknown(v) {
			t = append(t, null{}) // the error of what is not read
		} else {
			t = append(t, unknown{"result"})
		}
	}
	return t
}

// satisfies says whether a value has a type, or the methods of an interface.
func (fr *frame) satisfies(v value, expr ast.Expr, s *scope) value {
	t := fr.typeOf(expr, s)
	under, f := fr.underlying(t)
	iface, ok := under.(*ast.InterfaceType)
	if !ok {
		return fr.hasType(v, expr, s)
	}
	for _, method := range iface.Methods.List {
		for _, name := range method.Names {
			if fr.method(v, name.Name) == nil {
				return false
			}
		}
		if len(method.Names) == 0 && f != nil {
			if has, ok := (&frame{evaluator: fr.evaluator, file: f}).satisfies(v, method.Type, nil).(bool); ok && !has {
				return false
			}
		}
	}
	return true
}

func (fr *frame) elementZero(v value) value {
	if n, ok := v.(*named); ok {
		if expr, f := fr.underlying(n.typ); expr != nil {
			if m, ok := expr.(*ast.MapType); ok {
				return fr.zero((&frame{evaluator: fr.evaluator, file: f}).typeOf(m.Value, nil))
			}
		}
	}
	return null{}
}

func deref(v value) value {
	if p, ok := v.(pointer); ok {
		return p.to.v
	}
	return v
}

func (fr *frame) eval(expr ast.Expr, s *scope) value {
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return fr.eval(x.X, s)
	case *ast.BasicLit:
		return literal(x)
	case *ast.Ident:
		return fr.ident(x, s)
	case *ast.SelectorExpr:
		return fr.selector(x, s)
	case *ast.CallExpr:
		return fr.callExpr(x, s)
	case *ast.FuncLit:
		return &callable{file: fr.file, params: x.Type.Params, results: x.Type.Results, body: x.Body, outer: s}
	case *ast.CompositeLit:
		return fr.composite(x, fr.typeOf(orEmpty(x.Type), s), s)
	case *ast.StarExpr:
		v := fr.eval(x.X, s)
		if _, isType := v.(*typ); isType {
			return &typ{file: fr.file, expr: x}
		}
		if p, ok := v.(pointer); ok {
			return p.to.v
		}
		if isUnknown(v) {
			return v
		}
		return fr.typeOf(x, s)
	case *ast.UnaryExpr:
		return fr.unary(x, s)
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			left := plain(fr.eval(x.X, s))
			if b, ok := left.(bool); ok && b == (x.Op == token.LOR) {
				return b
			}
			right := plain(fr.eval(x.Y, s))
			if b, ok := right.(bool); ok && b == (x.Op == token.LOR) {
				return b
			}
			if _, ok := left.(bool); ok {
				return right
			}
			return unknown{"logic"}
		}
		return fr.binary(x.Op, fr.eval(x.X, s), fr.eval(x.Y, s))
	case *ast.IndexExpr:
		return fr.index(x, s)
	case *ast.SliceExpr:
		return fr.sliceExpr(x, s)
	case *ast.TypeAssertExpr:
		return fr.eval(x.X, s)
	case *ast.ArrayType, *ast.MapType, *ast.FuncType, *ast.InterfaceType, *ast.StructType, *ast.ChanType:
		return &typ{file: fr.file, expr: expr}
	}
	return unknown{fmt.Sprintf("%T", expr)}
}

func orEmpty(expr ast.Expr) ast.Expr {
	if expr == nil {
		return &ast.BadExpr{}
	}
	return expr
}

func literal(x *ast.BasicLit) value {
	switch x.Kind {
	case token.STRING:
		text, _ := strconv.Unquote(x.Value)
		return text
	case token.INT:
		i, err := strconv.ParseInt(x.Value, 0, 64)
		if err != nil {
			return unknown{"literal"}
		}
		return i
	case token.FLOAT:
		f, _ := strconv.ParseFloat(x.Value, 64)
		return f
	case token.CHAR:
		r, _, _, _ := strconv.UnquoteChar(x.Value[1:len(x.Value)-1], '\'')
		return int64(r)
	}
	return unknown{"literal"}
}

func (fr *frame) ident(x *ast.Ident, s *scope) value {
	switch x.Name {
	case "true":
		return true
	case "false":
		return false
	case "nil":
		return null{}
	}
	if c := s.find(x.Name); c != nil {
		return c.v
	}
	if standIn := fr.standIn(fr.file.pkg.path, x.Name); standIn != nil {
		return standIn
	}
	if c := fr.packageValue(fr.file.pkg, x.Name); c != nil {
		return c.v
	}
	if path, ok := fr.file.imports[x.Name]; ok {
		return packageRef{path}
	}
	for _, im := range fr.file.ast.Imports {
		if im.Name != nil && im.Name.Name == "." {
			if c := fr.packageValue(fr.release.load(strings.Trim(im.Path.Value, `"`)), x.Name); c != nil {
				return c.v
			}
		}
	}
	if native := builtin(fr.evaluator, x.Name); native != nil {
		return native
	}
	switch x.Name {
	case "string", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "byte", "rune", "error", "any", "uintptr":
		return &typ{file: fr.file, expr: x}
	}
	return unknown{"name " + x.Name}
}

func (fr *frame) selector(x *ast.SelectorExpr, s *scope) value {
	base := fr.eval(x.X, s)
	name := x.Sel.Name
	if ref, ok := base.(packageRef); ok {
		if standIn := fr.standIn(ref.path, name); standIn != nil {
			return standIn
		}
		if native := nativeOf(fr.evaluator, ref.path, name); native != nil {
			return native
		}
		if c := fr.packageValue(fr.release.load(ref.path), name); c != nil {
			return c.v
		}
		return unknown{ref.path + "." + name}
	}
	if v := fr.member(base, name); v != nil {
		return v
	}
	if !isUnknown(deref(base)) {
		fr.note(fr.file, x, fmt.Sprintf("no member %s of %T", name, deref(base)))
	}
	return unknown{"member " + name}
}

func (fr *frame) member(base value, name string) value {
	if c := fr.field(base, name); c != nil {
		return c.v
	}
	if m := fr.method(base, name); m != nil {
		return m
	}
	switch b := deref(base).(type) {
	case *flagSet:
		return fr.flagSetMethod(b, name)
	case *flagRow:
		return fr.flagMember(b, name)
	}
	return nil
}

// field finds a field of a struct or of what it embeds.
func (fr *frame) field(base value, name string) *cell {
	s, ok := deref(base).(*structure)
	if !ok {
		return nil
	}
	if c, has := s.fields[name]; has {
		return c
	}
	for _, e := range fr.embedded(s) {
		if c, has := s.fields[e]; has {
			if found := fr.field(c.v, name); found != nil {
				return found
			}
		}
	}
	return nil
}

func (fr *frame) embedded(s *structure) []string {
	if s.typ == nil {
		return nil
	}
	expr, _ := fr.underlying(s.typ)
	st, ok := expr.(*ast.StructType)
	if !ok {
		return nil
	}
	var names []string
	for _, field := range st.Fields.List {
		if len(field.Names) == 0 {
			names = append(names, embeddedName(field.Type))
		}
	}
	return names
}

func (fr *frame) method(base value, name string) *callable {
	inside := deref(base)
	switch v := inside.(type) {
	case *named:
		if fn := methodOf(v.typ, name); fn != nil {
			return fr.closure(fn, base)
		}
	case *structure:
		if fn := methodOf(v.typ, name); fn != nil {
			return fr.closure(fn, base)
		}
		for _, e := range fr.embedded(v) {
			if c, has := v.fields[e]; has {
				if found := fr.method(c.v, name); found != nil {
					if _, isPointer := c.v.(pointer); !isPointer {
						found.self = pointer{c}
					}
					return found
				}
				if set, ok := deref(c.v).(*flagSet); ok {
					if m, ok := fr.flagSetMethod(set, name).(*callable); ok {
						return m
					}
				}
			}
		}
	}
	return nil
}

func methodOf(t *typ, name string) *function {
	if t == nil || t.pkg == nil {
		return nil
	}
	return t.pkg.methods[t.name][name]
}

// place is the cell that an expression names; nil where it has none.
func (fr *frame) place(expr ast.Expr, s *scope) *cell {
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return fr.place(x.X, s)
	case *ast.Ident:
		if c := s.find(x.Name); c != nil {
			return c
		}
		return fr.packageValue(fr.file.pkg, x.Name)
	case *ast.SelectorExpr:
		base := fr.eval(x.X, s)
		if ref, ok := base.(packageRef); ok {
			return fr.packageValue(fr.release.load(ref.path), x.Sel.Name)
		}
		if row, ok := deref(base).(*flagRow); ok {
			return fr.flagPlace(row, x.Sel.Name)
		}
		return fr.field(base, x.Sel.Name)
	case *ast.StarExpr:
		if p, ok := fr.eval(x.X, s).(pointer); ok {
			return p.to
		}
	case *ast.IndexExpr:
		switch list := plain(deref(fr.eval(x.X, s))).(type) {
		case *slice:
			if i, ok := plain(fr.eval(x.Index, s)).(int64); ok && i >= 0 && int(i) < len(list.items) {
				return list.items[i]
			}
		case *mapping:
			return list.items[fr.key(fr.eval(x.Index, s))]
		}
	}
	return nil
}

func (fr *frame) unary(x *ast.UnaryExpr, s *scope) value {
	if x.Op == token.AND {
		if _, isLiteral := x.X.(*ast.CompositeLit); isLiteral {
			return pointer{&cell{fr.eval(x.X, s)}}
		}
		if c := fr.place(x.X, s); c != nil {
			return pointer{c}
		}
		return unknown{"address"}
	}
	v := plain(fr.eval(x.X, s))
	switch x.Op {
	case token.NOT:
		if b, ok := v.(bool); ok {
			return !b
		}
	case token.SUB:
		switch n := v.(type) {
		case int64:
			return -n
		case float64:
			return -n
		}
	case token.ADD:
		return v
	}
	return unknown{"unary"}
}

func (fr *frame) index(x *ast.IndexExpr, s *scope) value {
	base := fr.eval(x.X, s)
	if fn, ok := base.(*callable); ok {
		return fn // a generic function with its type
	}
	if t, ok := base.(*typ); ok {
		return t
	}
	switch list := plain(deref(base)).(type) {
	case *slice:
		if i, ok := plain(fr.eval(x.Index, s)).(int64); ok && i >= 0 && int(i) < len(list.items) {
			return list.items[i].v
		}
	case *mapping:
		if c, has := list.items[fr.key(fr.eval(x.Index, s))]; has {
			return c.v
		}
		return fr.elementZero(base)
	case string:
		if i, ok := plain(fr.eval(x.Index, s)).(int64); ok && i >= 0 && int(i) < len(list) {
			return int64(list[i])
		}
	}
	return unknown{"index"}
}

func (fr *frame) sliceExpr(x *ast.SliceExpr, s *scope) value {
	bound := func(expr ast.Expr, fallback int) int {
		if expr == nil {
			return fallback
		}
		if i, ok := plain(fr.eval(expr, s)).(int64); ok {
			return int(i)
		}
		return -1
	}
	switch list := plain(deref(fr.eval(x.X, s))).(type) {
	case *slice:
		low, high := bound(x.Low, 0), bound(x.High, len(list.items))
		if low >= 0 && high <= len(list.items) && low <= high {
			return &slice{list.items[low:high]}
		}
	case string:
		low, high := bound(x.Low, 0), bound(x.High, len(list))
		if low >= 0 && high <= len(list) && low <= high {
			return list[low:high]
		}
	}
	return unknown{"slice"}
}

func (fr *frame) composite(x *ast.CompositeLit, t *typ, s *scope) value {
	expr, f := fr.underlying(t)
	element := func(e ast.Expr, et ast.Expr) value {
		if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
			of := &frame{evaluator: fr.evaluator, file: f}
			if star, ok := et.(*ast.StarExpr); ok {
				return pointer{&cell{fr.composite(lit, of.typeOf(star.X, nil), s)}}
			}
			return fr.composite(lit, of.typeOf(et, nil), s)
		}
		v := copied(fr.eval(e, s))
		if f != nil {
			return fr.keepOrWrap((&frame{evaluator: fr.evaluator, file: f}).typeOf(et, nil), v)
		}
		return v
	}
	switch under := expr.(type) {
	case *ast.StructType:
		st := fr.zero(t).(*structure)
		st.typ = t
		var fields []*ast.Field
		var names []string
		for _, field := range under.Fields.List {
			if len(field.Names) == 0 {
				fields, names = append(fields, field), append(names, embeddedName(field.Type))
			}
			for _, name := range field.Names {
				fields, names = append(fields, field), append(names, name.Name)
			}
		}
		for i, item := range x.Elts {
			if kv, ok := item.(*ast.KeyValueExpr); ok {
				name := kv.Key.(*ast.Ident).Name
				for j := range names {
					if names[j] == name {
						st.fields[name] = &cell{element(kv.Value, fields[j].Type)}
					}
				}
			} else if i < len(names) {
				st.fields[names[i]] = &cell{element(item, fields[i].Type)}
			}
		}
		return st
	case *ast.ArrayType:
		list := &slice{}
		for _, item := range x.Elts {
			if kv, ok := item.(*ast.KeyValueExpr); ok {
				item = kv.Value
			}
			list.items = append(list.items, &cell{element(item, under.Elt)})
		}
		return fr.wrap(t, list)
	case *ast.MapType:
		m := &mapping{items: map[value]*cell{}}
		for _, item := range x.Elts {
			kv, ok := item.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			key := fr.key(element(kv.Key, under.Key))
			if key == nil {
				fr.note(fr.file, kv.Key, "key of a map unknown")
				continue
			}
			if _, has := m.items[key]; !has {
				m.keys = append(m.keys, key)
			}
			m.items[key] = &cell{element(kv.Value, under.Value)}
		}
		return fr.wrap(t, m)
	}
	if t.name == "github.com/spf13/cobra.Command" {
		return &structure{nil, map[string]*cell{"Flags": {&callable{native: commandFlags()}}}}
	}
	return unknown{"literal of an unknown type"}
}

// commandFlags is cobra's Flags(): one set per command.
func commandFlags() func(ast.Node, *file, []value) value {
	set := pointer{&cell{newFlagSet(false)}}
	return func(ast.Node, *file, []value) value { return set }
}

func (fr *frame) callExpr(x *ast.CallExpr, s *scope) value {
	if sel, ok := x.Fun.(*ast.SelectorExpr); ok {
		if v, done := fr.schemeCall(sel, x, s); done {
			return v
		}
	}
	target := fr.eval(x.Fun, s)
	if t, ok := target.(*typ); ok {
		if len(x.Args) == 1 {
			return fr.asType(t, fr.eval(x.Args[0], s))
		}
		return unknown{"conversion"}
	}
	if ident, ok := x.Fun.(*ast.Ident); ok && (ident.Name == "new" || ident.Name == "make") && s.find(ident.Name) == nil {
		t := fr.typeOf(x.Args[0], s)
		if ident.Name == "new" {
			return pointer{&cell{fr.zero(t)}}
		}
		return fr.made(t)
	}
	c, ok := target.(*callable)
	if !ok {
		for _, arg := range x.Args {
			if _, isFunc := arg.(*ast.FuncLit); !isFunc {
				fr.eval(arg, s)
			}
		}
		if !isUnknown(target) {
			fr.note(fr.file, x, fmt.Sprintf("call of %T", target))
		}
		return unknown{"call"}
	}
	// The receiver is the place itself where it has one.
	if sel, ok := x.Fun.(*ast.SelectorExpr); ok && c.recv != nil {
		if _, isPointer := c.self.(pointer); !isPointer {
			if place := fr.place(sel.X, s); place != nil && c.self != nil && place.v == c.self {
				c = &callable{file: c.file, params: c.params, results: c.results, recv: c.recv, self: pointer{place}, body: c.body, outer: c.outer, decl: c.decl}
			}
		}
	}
	var args []value
	for i, arg := range x.Args {
		v := fr.eval(arg, s)
		if t, ok := v.(tuple); ok && len(x.Args) == 1 {
			args = append(args, t...)
			continue
		}
		if x.Ellipsis.IsValid() && i == len(x.Args)-1 {
			v = spreadArg{v}
		}
		args = append(args, v)
	}
	return fr.call(c, args, x, fr.file)
}

func (fr *frame) made(t *typ) value {
	expr, _ := fr.underlying(t)
	switch expr.(type) {
	case *ast.MapType:
		return fr.wrap(t, &mapping{items: map[value]*cell{}})
	case *ast.ArrayType:
		return fr.wrap(t, &slice{})
	}
	return unknown{"make"}
}

func (fr *frame) equal(a, b value) (bool, bool) {
	a, b = plain(a), plain(b)
	if isUnknown(a) || isUnknown(b) {
		return false, false
	}
	if isNull(a) || isNull(b) {
		return isNull(a) && isNull(b), true
	}
	switch x := a.(type) {
	case string, int64, float64, bool, pointer:
		if i, ok := x.(int64); ok {
			if f, ok := b.(float64); ok {
				return float64(i) == f, true
			}
		}
		if f, ok := x.(float64); ok {
			if i, ok := b.(int64); ok {
				return f == float64(i), true
			}
		}
		return a == b, true
	case *structure:
		return fr.key(a) == fr.key(b), true
	}
	return false, false
}

func (fr *frame) binary(op token.Token, left, right value) value {
	a, b := plain(left), plain(right)
	if op == token.EQL || op == token.NEQ {
		equal, known := fr.equal(a, b)
		if !known {
			return unknown{"comparison"}
		}
		return equal == (op == token.EQL)
	}
	if x, ok := a.(float64); ok {
		if i, ok := b.(int64); ok {
			b = float64(i)
		}
		if y, ok := b.(float64); ok {
			switch op {
			case token.ADD:
				return x + y
			case token.SUB:
				return x - y
			case token.MUL:
				return x * y
			case token.QUO:
				return x / y
			case token.LSS:
				return x < y
			case token.GTR:
				return x > y
			}
		}
		return unknown{"float"}
	}
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			switch op {
			case token.ADD:
				return x + y
			case token.LSS:
				return x < y
			case token.GTR:
				return x > y
			}
		}
	case int64:
		if f, ok := b.(float64); ok {
			return fr.binary(op, float64(x), f)
		}
		y, ok := b.(int64)
		if !ok {
			break
		}
		switch op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			if y != 0 {
				return x / y
			}
		case token.REM:
			if y != 0 {
				return x % y
			}
		case token.SHL:
			return x << uint(y)
		case token.SHR:
			return x >> uint(y)
		case token.OR:
			return x | y
		case token.AND:
			return x & y
		case token.LSS:
			return x < y
		case token.LEQ:
			return x <= y
		case token.GTR:
			return x > y
		case token.GEQ:
			return x >= y
		}
	}
	return unknown{"operation"}
}
