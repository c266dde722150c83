package main

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A declaration of a package, and what its text names.
type declaration struct {
	// Of its tokens: comments and formatting are no part of it.
	hash string
	// As it stands in the file.
	text string
	// `path.Name` of declarations that it may mean.
	names []string
	// Names of methods that it may call.
	selects []string
	// Methods of interfaces that it declares.
	methods []string
	// The type whose method it is.
	receiver string
	method   string
	// Whether it is carried out because its package is linked.
	isRoot bool
}

// Code by `path:Name` or `path:Type.name`.
type code map[string]*declaration

// Reads the declarations of a package.
func readPackage(one goPackage, names map[string]string, into code, withText bool) error {
	for _, file := range one.GoFiles {
		path := file
		if !filepath.IsAbs(path) {
			path = filepath.Join(one.Dir, file)
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := readFile(one, file, source, names, into, withText); err != nil {
			return err
		}
	}
	return nil
}

func readFile(one goPackage, file string, source []byte, names map[string]string, into code, withText bool) error {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	reading := &fileReading{one: one, file: file, source: source, files: files, into: into, withText: withText, imports: map[string]string{}}
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if mapped, ok := one.ImportMap[path]; ok {
			path = mapped
		}
		switch {
		case spec.Name == nil:
			reading.imports[names[path]] = path
		case spec.Name.Name == ".":
			reading.dots = append(reading.dots, path)
		default:
			reading.imports[spec.Name.Name] = path
		}
	}
	for _, declared := range parsed.Decls {
		switch declared := declared.(type) {
		case *ast.FuncDecl:
			reading.function(declared)
		case *ast.GenDecl:
			reading.group(declared)
		}
	}
	return nil
}

type fileReading struct {
	one      goPackage
	file     string
	source   []byte
	files    *token.FileSet
	into     code
	withText bool
	imports  map[string]string
	dots     []string
}

func (reading *fileReading) put(name string, node ast.Node, found declaration) {
	start, end := reading.files.Position(node.Pos()).Offset, reading.files.Position(node.End()).Offset
	text := reading.source[start:end]
	found.hash = hashOfTokens(text)
	if reading.withText {
		found.text = string(text)
	}
	reading.named(node, &found)
	key := reading.one.ImportPath + ":" + name
	// What is declared several times in a package, as `init` and `_` are, is named with its file and, within one, by its text.
	if _, twice := reading.into[key]; twice {
		key += "#" + found.hash
	}
	reading.into[key] = &found
}

func (reading *fileReading) function(declared *ast.FuncDecl) {
	name := declared.Name.Name
	if declared.Recv == nil {
		if name == "init" || name == "main" && reading.one.Name == "main" {
			reading.put(reading.file+"."+name, declared, declaration{isRoot: true})
			return
		}
		reading.put(name, declared, declaration{})
		return
	}
	receiver := typeName(declared.Recv.List[0].Type)
	reading.put(receiver+"."+name, declared, declaration{receiver: receiver, method: name})
}

func typeName(expression ast.Expr) string {
	switch expression := expression.(type) {
	case *ast.StarExpr:
		return typeName(expression.X)
	case *ast.ParenExpr:
		return typeName(expression.X)
	case *ast.IndexExpr:
		return typeName(expression.X)
	case *ast.IndexListExpr:
		return typeName(expression.X)
	case *ast.Ident:
		return expression.Name
	}
	return "?"
}

func (reading *fileReading) group(group *ast.GenDecl) {
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			reading.put(spec.Name.Name, spec, declaration{})
		case *ast.ValueSpec:
			var node ast.Node = spec
			// What a constant of such a group is, depends on those before it.
			if group.Tok == token.CONST && counts(group) {
				node = group
			}
			for _, name := range spec.Names {
				if name.Name == "_" {
					// Whether a type has the methods of an interface: nothing is carried out.
					if group.Tok == token.VAR && calls(spec) {
						reading.put(reading.file+"._", node, declaration{isRoot: true})
					}
					continue
				}
				reading.put(name.Name, node, declaration{isRoot: group.Tok == token.VAR && calls(spec)})
			}
		}
	}
}

// Whether a group of constants counts.
func counts(group *ast.GenDecl) bool {
	found := false
	ast.Inspect(group, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok && name.Name == "iota" {
			found = true
		}
		return !found
	})
	return found
}

// Whether the value of a variable calls something: then it is carried out at the start. A conversion of nil is no call.
func calls(spec *ast.ValueSpec) bool {
	found := false
	for _, value := range spec.Values {
		ast.Inspect(value, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if len(node.Args) == 1 {
					if name, ok := node.Args[0].(*ast.Ident); ok && name.Name == "nil" {
						return false
					}
				}
				found = true
			case *ast.UnaryExpr:
				found = found || node.Op == token.ARROW
			}
			return !found
		})
	}
	return found
}

var word = regexp.MustCompile(`\w+`)

// Notes what a node names: more than it means, where a variable has the name of something else, and nothing less.
func (reading *fileReading) named(node ast.Node, found *declaration) {
	seen := map[string]bool{}
	name := func(path, name string) {
		if key := path + ":" + name; !seen[key] {
			seen[key] = true
			found.names = append(found.names, key)
		}
	}
	selected := func(name string) {
		if !seen[name] {
			seen[name] = true
			found.selects = append(found.selects, name)
		}
	}
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			selected(node.Sel.Name)
			if of, ok := node.X.(*ast.Ident); ok {
				if path, ok := reading.imports[of.Name]; ok {
					name(path, node.Sel.Name)
				}
			}
		case *ast.Ident:
			name(reading.one.ImportPath, node.Name)
			for _, path := range reading.dots {
				name(path, node.Name)
			}
		case *ast.InterfaceType:
			for _, method := range node.Methods.List {
				for _, of := range method.Names {
					found.methods = append(found.methods, of.Name)
				}
			}
		case *ast.BasicLit:
			// Templates call methods by their names.
			if node.Kind == token.STRING && strings.Contains(node.Value, "{{") {
				for _, of := range word.FindAllString(node.Value, -1) {
					selected(of)
				}
			}
		}
		return true
	})
}

// A hash of the tokens of a text. What says the same in other words is no difference: `any` and `interface{}`, and commas and semicolons
// before a bracket, which come from how lines are broken.
func hashOfTokens(text []byte) string {
	files := token.NewFileSet()
	var tokens scanner.Scanner
	tokens.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	hash := sha256.New()
	var held []string
	for {
		_, kind, literal := tokens.Scan()
		if kind == token.EOF {
			break
		}
		closes := kind == token.RPAREN || kind == token.RBRACE || kind == token.RBRACK
		if last := len(held) - 1; closes && last >= 0 && (held[last] == "," || held[last] == ";") {
			held = held[:last]
		}
		if literal == "" || kind == token.SEMICOLON {
			literal = kind.String()
		}
		if count := len(held); kind == token.RBRACE && count >= 2 && held[count-1] == "{" && held[count-2] == "interface" {
			held = append(held[:count-2], "any")
		} else {
			held = append(held, literal)
		}
	}
	for _, literal := range held {
		hash.Write([]byte(literal + "\n"))
	}
	return hex.EncodeToString(hash.Sum(nil))[:10]
}
