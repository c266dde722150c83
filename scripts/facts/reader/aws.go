package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// awsCCM is what a release of kubernetes/cloud-provider-aws says about itself.
type awsCCM struct {
	Date         string                       `json:"date"`
	GoMod        map[string]string            `json:"goMod"`
	AwsCalls     map[string]string            `json:"awsCalls"`
	CloudConfig  map[string]map[string]string `json:"cloudConfig"`
	ConfigPath   string                       `json:"configPath"`
	TaggingFlags []string                     `json:"taggingFlags"`
	// Types of these flags, as pflag calls them.
	TaggingTypes map[string]string `json:"taggingTypes"`
	EcrPattern   string            `json:"ecrPattern"`
	PublicHosts  []string          `json:"publicHosts"`
}

const awsModule = "k8s.io/cloud-provider-aws"

func readAwsCCM(tag string) (*awsCCM, error) {
	mod, err := download(awsModule, tag)
	if err != nil {
		return nil, err
	}
	read := &awsCCM{GoMod: map[string]string{}, AwsCalls: map[string]string{}, CloudConfig: map[string]map[string]string{}, TaggingTypes: map[string]string{}}
	read.Date = dateOf(mod)
	text, err := os.ReadFile(filepath.Join(mod.dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	for _, match := range requireLine.FindAllSubmatch(text, -1) {
		switch path := string(match[1]); path {
		case "k8s.io/client-go", "k8s.io/cloud-provider", "k8s.io/component-base", "k8s.io/controller-manager":
			read.GoMod[path] = string(match[2])
		}
	}
	operations := map[string]bool{}
	var files []*ast.File
	var paths []string
	err = filepath.WalkDir(mod.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		relative, _ := filepath.Rel(mod.dir, path)
		if !strings.HasPrefix(relative, "pkg/") && !strings.HasPrefix(relative, "cmd/ecr-credential-provider/") {
			return nil
		}
		parsed, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files, paths = append(files, parsed), append(paths, relative)
		addOperations(parsed, operations)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, parsed := range files {
		if strings.HasPrefix(paths[i], "pkg/") && !strings.Contains(paths[i], "fake") && !strings.Contains(paths[i], "mock") {
			read.addCalls(parsed, paths[i], operations)
		}
		read.addDeclarations(parsed, paths[i])
	}
	return read, nil
}

func dateOf(mod *module) string {
	info := filepath.Join(filepath.Dir(filepath.Dir(mod.dir)), "cache", "download", "k8s.io", "cloud-provider-aws", "@v", mod.version+".info")
	text, err := os.ReadFile(info)
	if err != nil {
		return ""
	}
	match := regexp.MustCompile(`"Time":"([^"]+)"`).FindSubmatch(text)
	if match == nil {
		return ""
	}
	when, err := time.Parse(time.RFC3339, string(match[1]))
	if err != nil {
		return ""
	}
	return when.Format("2006-01-02")
}

// addOperations finds the operations of the AWS SDK: each has an input type, `ec2.DescribeInstancesInput`.
func addOperations(parsed *ast.File, operations map[string]bool) {
	sdk := map[string]bool{}
	for _, im := range parsed.Imports {
		path := strings.Trim(im.Path.Value, `"`)
		if !strings.Contains(path, "/service/") || !regexp.MustCompile(`/(ec2|elasticloadbalancing|elasticloadbalancingv2|elb|elbv2|kms|iam|sts)$`).MatchString(path) {
			continue
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if im.Name != nil {
			name = im.Name.Name
		}
		sdk[name] = true
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && strings.HasSuffix(sel.Sel.Name, "Input") {
			if x, ok := sel.X.(*ast.Ident); ok && sdk[x.Name] {
				operations[strings.TrimSuffix(sel.Sel.Name, "Input")] = true
			}
		}
		return true
	})
}

// SDK v1 spells some calls with a suffix.
var suffixes = regexp.MustCompile(`(WithContext|PagesWithContext|Pages|Paginator)$`)

func (read *awsCCM) addCalls(parsed *ast.File, path string, operations map[string]bool) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name := suffixes.ReplaceAllString(strings.TrimPrefix(sel.Sel.Name, "New"), "")
		place := path + ":" + strconv.Itoa(fset.Position(call.Pos()).Line)
		if operations[name] && (read.AwsCalls[name] == "" || place < read.AwsCalls[name]) {
			read.AwsCalls[name] = place
		}
		return true
	})
}

func (read *awsCCM) addDeclarations(parsed *ast.File, path string) {
	tagging := strings.HasSuffix(path, "options/tagging_controller.go")
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.TypeSpec:
			if st, ok := d.Type.(*ast.StructType); ok && d.Name.Name == "CloudConfig" && strings.HasPrefix(path, "pkg/providers/v1/") {
				read.ConfigPath = path
				read.addSections(st)
			}
		case *ast.ValueSpec:
			if strings.HasPrefix(path, "cmd/ecr-credential-provider/") && len(d.Names) == 1 && len(d.Values) == 1 {
				read.addEcr(d.Names[0].Name, d.Values[0])
			}
		case *ast.CallExpr:
			if sel, ok := d.Fun.(*ast.SelectorExpr); ok && tagging && strings.HasSuffix(sel.Sel.Name, "Var") && len(d.Args) > 1 {
				if name, ok := d.Args[1].(*ast.BasicLit); ok && name.Kind == token.STRING {
					text, _ := strconv.Unquote(name.Value)
					read.TaggingFlags = append(read.TaggingFlags, text)
					read.TaggingTypes[text] = typeName(strings.TrimSuffix(sel.Sel.Name, "Var"))
				}
			}
		}
		return true
	})
}

// addSections reads the sections of a gcfg file: a struct, or a map of pointers to one.
func (read *awsCCM) addSections(st *ast.StructType) {
	for _, field := range st.Fields.List {
		section := field.Type
		if m, ok := section.(*ast.MapType); ok {
			section = m.Value
		}
		if star, ok := section.(*ast.StarExpr); ok {
			section = star.X
		}
		inner, ok := section.(*ast.StructType)
		if !ok || len(field.Names) == 0 {
			continue
		}
		keys := map[string]string{}
		for _, key := range inner.Fields.List {
			for _, name := range key.Names {
				keys[name.Name] = goType(key.Type)
			}
		}
		read.CloudConfig[field.Names[0].Name] = keys
	}
}

func goType(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.ArrayType:
		return "[]" + goType(t.Elt)
	}
	return "?"
}

func (read *awsCCM) addEcr(name string, v ast.Expr) {
	texts := []string{}
	ast.Inspect(v, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			texts = append(texts, text)
		}
		return true
	})
	switch {
	case strings.HasSuffix(name, "Pattern") && len(texts) == 1:
		read.EcrPattern = texts[0]
	case strings.HasPrefix(name, "ecrPublic") && !strings.Contains(name, "Region"):
		for _, text := range texts {
			if strings.Contains(text, ".") {
				read.PublicHosts = append(read.PublicHosts, text)
			}
		}
	}
}

// inTreeConfig reads the same struct of the provider inside kube-controller-manager.
func inTreeConfig(r *release) map[string]any {
	mod := r.moduleOf("k8s.io/legacy-cloud-providers")
	if mod == nil {
		return nil
	}
	path := "aws/aws.go"
	parsed, err := parser.ParseFile(fset, filepath.Join(mod.dir, path), nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	read := &awsCCM{CloudConfig: map[string]map[string]string{}}
	source := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		if d, ok := n.(*ast.TypeSpec); ok && d.Name.Name == "CloudConfig" {
			if st, ok := d.Type.(*ast.StructType); ok {
				read.addSections(st)
				source = mod.path + "@" + mod.version + " " + path + ":" + strconv.Itoa(fset.Position(d.Pos()).Line)
			}
		}
		return true
	})
	return map[string]any{"source": source, "sections": read.CloudConfig}
}
