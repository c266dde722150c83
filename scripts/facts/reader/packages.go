package main

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

var fset = token.NewFileSet()

// pkg is a parsed package; its variables are evaluated when they are first asked for.
type pkg struct {
	path    string
	module  *module
	release *release
	files   []*file
	funcs   map[string]*function
	methods map[string]map[string]*function
	types   map[string]*typeDecl
	values  map[string]*valueDecl
	cells   map[string]*cell
	busy    map[string]bool
}

type file struct {
	pkg     *pkg
	ast     *ast.File
	imports map[string]string
}

type function struct {
	file *file
	decl *ast.FuncDecl
}

type typeDecl struct {
	file *file
	spec *ast.TypeSpec
}

type valueDecl struct {
	file  *file
	names []*ast.Ident
	index int
	typ   ast.Expr
	exprs []ast.Expr
	iota  int
}

// Tags of a released Linux binary.
func tagHolds(tag string) bool {
	switch tag {
	case "linux", "amd64", "unix", "gc", "cgo":
		return true
	}
	if strings.HasPrefix(tag, "go1.") {
		return true
	}
	return false
}

func fileIsBuilt(name string, parsed *ast.File) bool {
	base := strings.TrimSuffix(name, ".go")
	parts := strings.Split(base, "_")
	for _, part := range parts[1:] {
		switch part {
		case "windows", "darwin", "freebsd", "openbsd", "netbsd", "plan9", "solaris", "arm64", "arm", "386", "s390x", "ppc64le", "wasm", "js", "aix":
			return false
		}
	}
	for _, group := range parsed.Comments {
		if group.Pos() > parsed.Package {
			break
		}
		var plus []constraint.Expr
		for _, comment := range group.List {
			expr, err := constraint.Parse(comment.Text)
			if err != nil {
				continue
			}
			if constraint.IsGoBuild(comment.Text) {
				return expr.Eval(tagHolds)
			}
			plus = append(plus, expr)
		}
		for _, expr := range plus {
			if !expr.Eval(tagHolds) {
				return false
			}
		}
	}
	return true
}

// load parses a package; nil where it cannot be read.
func (r *release) load(importPath string) *pkg {
	if known, ok := r.packages[importPath]; ok {
		return known
	}
	r.packages[importPath] = nil
	mod := r.moduleOf(importPath)
	if mod == nil {
		return nil
	}
	dir := filepath.Join(mod.dir, strings.TrimPrefix(importPath, mod.path))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	p := &pkg{
		path: importPath, module: mod, release: r, funcs: map[string]*function{}, methods: map[string]map[string]*function{},
		types: map[string]*typeDecl{}, values: map[string]*valueDecl{}, cells: map[string]*cell{}, busy: map[string]bool{},
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || !fileIsBuilt(name, parsed) {
			continue
		}
		p.add(&file{pkg: p, ast: parsed, imports: map[string]string{}})
	}
	r.packages[importPath] = p
	return p
}

func (p *pkg) add(f *file) {
	p.files = append(p.files, f)
	for _, spec := range f.ast.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name != nil {
			f.imports[spec.Name.Name] = path
			continue
		}
		elements := strings.Split(path, "/")
		last := elements[len(elements)-1]
		f.imports[last] = path
		if len(elements) > 1 && len(last) > 1 && last[0] == 'v' && last[1] >= '0' && last[1] <= '9' {
			f.imports[elements[len(elements)-2]] = path
		}
	}
	for _, decl := range f.ast.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.funcs[d.Name.Name] = &function{f, d}
			} else if name := receiverName(d.Recv.List[0].Type); name != "" {
				if p.methods[name] == nil {
					p.methods[name] = map[string]*function{}
				}
				p.methods[name][d.Name.Name] = &function{f, d}
			}
		case *ast.GenDecl:
			p.addGeneric(f, d)
		}
	}
}

func (p *pkg) addGeneric(f *file, d *ast.GenDecl) {
	var lastExprs []ast.Expr
	var lastType ast.Expr
	for i, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			p.types[s.Name.Name] = &typeDecl{f, s}
		case *ast.ValueSpec:
			exprs, typ := s.Values, s.Type
			if d.Tok == token.CONST {
				if len(exprs) == 0 {
					exprs, typ = lastExprs, lastType
				}
				lastExprs, lastType = exprs, typ
			}
			for index, name := range s.Names {
				p.values[name.Name] = &valueDecl{f, s.Names, index, typ, exprs, i}
			}
		}
	}
}

func receiverName(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.Ident:
		return t.Name
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	case *ast.ParenExpr:
		return receiverName(t.X)
	}
	return ""
}

// source names a place the way our tables do: module@version path:line.
func (p *pkg) source(pos token.Pos) string {
	at := fset.Position(pos)
	relative, _ := filepath.Rel(p.module.dir, at.Filename)
	return p.module.path + "@" + p.module.version + " " + relative + ":" + strconv.Itoa(at.Line)
}
