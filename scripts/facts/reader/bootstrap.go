package main

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const (
	bootstrapData = "plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata"
	providers     = "k8s.io/kubernetes/pkg/cloudprovider/providers"
	legacy        = "k8s.io/legacy-cloud-providers/"
)

// The objects that a kube-apiserver makes at start: upstream's own test compares what its code makes with these files.
type bootstrapFile struct {
	Text   string `json:"text"`
	Source string `json:"source"`
}

func readBootstrap(r *release) []bootstrapFile {
	files := []bootstrapFile{}
	for _, name := range []string{"cluster-role-bindings", "cluster-roles", "controller-role-bindings", "controller-roles", "namespace-role-bindings", "namespace-roles"} {
		path := filepath.Join(bootstrapData, name+".yaml")
		text, err := os.ReadFile(filepath.Join(r.main.dir, path))
		if err == nil {
			files = append(files, bootstrapFile{string(text), r.main.path + "@" + r.main.version + " " + path})
		}
	}
	return files
}

// A cloud that kube-controller-manager and kubelet link.
type cloudFact struct {
	Cloud  string `json:"cloud"`
	Source string `json:"source"`
}

// readClouds reads what the package of in-tree providers imports: each registers its cloud. Later releases have no such package.
func readClouds(r *release) []cloudFact {
	clouds := []cloudFact{}
	p := r.load(providers)
	if p == nil {
		return clouds
	}
	for _, f := range p.files {
		for _, im := range f.ast.Imports {
			if cloud, ok := strings.CutPrefix(strings.Trim(im.Path.Value, `"`), legacy); ok {
				clouds = append(clouds, cloudFact{cloud, p.source(im.Pos())})
			}
		}
	}
	sort.Slice(clouds, func(i, j int) bool { return clouds[i].Cloud < clouds[j].Cloud })
	return clouds
}
