// Command render prints what kops makes of a cluster, with kops' own code: its
// options builders, the static pods that nodeup writes on a control-plane node,
// the flags of kubelets, and the addons that channels applies. It reaches no
// cloud: kops' own mocks stand for AWS.
//
// Each argument is a file with a Cluster and its InstanceGroups; one JSON array
// is printed, with one result for each.
package main

import (
	"crypto/x509/pkix"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"k8s.io/kops/nodeup/pkg/model"
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/apis/nodeup"
	"k8s.io/kops/pkg/assets"
	"k8s.io/kops/pkg/client/simple/vfsclientset"
	"k8s.io/kops/pkg/flagbuilder"
	kopsmodel "k8s.io/kops/pkg/model"
	"k8s.io/kops/pkg/model/iam"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/pkg/templates"
	"k8s.io/kops/pkg/testutils"
	"k8s.io/kops/upup/models"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/upup/pkg/fi/cloudup"
	"k8s.io/kops/upup/pkg/fi/cloudup/bootstrapchannelbuilder"
	"k8s.io/kops/upup/pkg/fi/fitasks"
	"k8s.io/kops/upup/pkg/fi/nodeup/nodetasks"
	"k8s.io/kops/util/pkg/distributions"
	"k8s.io/kops/util/pkg/vfs"
)

type result struct {
	Version string `json:"version"`
	// Error is why kops refuses the cluster.
	Error string `json:"error,omitempty"`
	// Files of a control-plane node, by their path.
	Files map[string]string `json:"files,omitempty"`
	// Kubelet is the command line of kubelets: of every node, and what
	// control-plane nodes have otherwise.
	Kubelet       []string `json:"kubelet,omitempty"`
	MasterKubelet []string `json:"masterKubelet,omitempty"`
	// Addons by name and id.
	Addons map[string]string `json:"addons,omitempty"`
}

func main() {
	stdout := os.Stdout
	os.Stdout = os.Stderr // kops prints now and then
	results := []result{}
	for _, file := range os.Args[1:] {
		r, err := render(file)
		if err != nil {
			r = &result{Error: err.Error()}
		}
		r.Version = version()
		results = append(results, *r)
	}
	if err := json.NewEncoder(stdout).Encode(results); err != nil {
		panic(err)
	}
}

// version is what the linker took, not what somebody meant to require.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "k8s.io/kops" {
				return dep.Version
			}
		}
	}
	return ""
}

func render(file string) (*result, error) {
	// A T is only asked for to report errors, which its zero value does by a panic.
	h := testutils.NewIntegrationTestHarness(new(testing.T))
	defer h.Close()
	h.MockKopsVersion("1.18.0")
	h.SetupMockAWS()
	// The harness sets 512 bits, which Go refuses by now.
	pki.DefaultPrivateKeySize = 1024
	channels, err := channelsDir()
	if err != nil {
		return nil, err
	}
	kops.DefaultChannelBase = "file://" + channels + "/"

	loaded, err := load(file)
	if err != nil {
		return nil, err
	}
	full, err := completed(loaded.Cluster)
	if err != nil {
		return nil, err
	}
	r := &result{}
	if r.Files, err = nodeFiles(full, loaded.InstanceGroups); err != nil {
		return nil, fmt.Errorf("files of nodes: %w", err)
	}
	if r.Kubelet, err = flagbuilder.BuildFlagsList(full.Spec.Kubelet); err != nil {
		return nil, err
	}
	if r.MasterKubelet, err = flagbuilder.BuildFlagsList(full.Spec.MasterKubelet); err != nil {
		return nil, err
	}
	if r.Addons, err = addons(full, loaded.InstanceGroups); err != nil {
		return nil, fmt.Errorf("addons: %w", err)
	}
	return r, nil
}

// channelsDir is where the module has the channel files that kops otherwise
// downloads.
func channelsDir() (string, error) {
	if dir := os.Getenv("KOPS_CHANNELS"); dir != "" {
		return dir, nil
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMODCACHE: %w", err)
	}
	return path.Join(strings.TrimSpace(string(out)), "k8s.io/kops@"+version(), "channels"), nil
}

// load reads a file with kops' own decoder, which wants it in a folder of its own.
func load(file string) (*testutils.Model, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "kops-render")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(path.Join(dir, "cluster.yaml"), content, 0o600); err != nil {
		return nil, err
	}
	return testutils.LoadModel(dir)
}

// completed is the full specification that `kops update cluster` works with; it
// is validated on the way.
func completed(cluster *kops.Cluster) (*kops.Cluster, error) {
	cloud, err := cloudup.BuildCloud(cluster)
	if err != nil {
		return nil, err
	}
	if err := cloudup.PerformAssignments(cluster, cloud); err != nil {
		return nil, err
	}
	vfs.Context.ResetMemfsContext(true)
	base, err := vfs.Context.BuildVfsPath("memfs://tests")
	if err != nil {
		return nil, err
	}
	return cloudup.PopulateClusterSpec(vfsclientset.NewVFSClientset(base), cluster, cloud, assets.NewAssetBuilder(cluster, false))
}

func nodeFiles(cluster *kops.Cluster, groups []*kops.InstanceGroup) (map[string]string, error) {
	group := controlPlane(groups)
	if group == nil {
		return nil, fmt.Errorf("no InstanceGroup has role Master")
	}
	cloud, err := cloudup.BuildCloud(cluster)
	if err != nil {
		return nil, err
	}
	store, err := newKeystore("kubernetes-ca", "service-account", "apiserver-aggregator-ca", "etcd-clients-ca", "etcd-manager-ca-main", "etcd-manager-ca-events")
	if err != nil {
		return nil, err
	}
	context := &model.NodeupModelContext{
		Architecture: "amd64",
		Cloud:        cloud,
		Cluster:      cluster,
		Distribution: distributions.DistributionUbuntu2004,
		KeyStore:     store,
	}
	// kops 1.22 and 1.23 have no such field.
	if field := reflect.ValueOf(context).Elem().FieldByName("CloudProvider"); field.IsValid() {
		field.SetString("aws")
	}
	context.NodeupConfig, context.BootConfig = nodeup.NewConfig(cluster, group)
	for name, keyset := range store {
		context.NodeupConfig.KeypairIDs[name] = keyset.Primary.Id
	}
	ca, err := store["kubernetes-ca"].Primary.Certificate.AsString()
	if err != nil {
		return nil, err
	}
	context.NodeupConfig.CAs["kubernetes-ca"] = ca
	if err := context.Init(); err != nil {
		return nil, err
	}
	tasks := &fi.ModelBuilderContext{Tasks: map[string]fi.Task{}}
	for _, builder := range []fi.ModelBuilder{
		&model.KubeControllerManagerBuilder{NodeupModelContext: context},
		&model.KubeAPIServerBuilder{NodeupModelContext: context},
		&model.KubeSchedulerBuilder{NodeupModelContext: context},
		&model.CloudConfigBuilder{NodeupModelContext: context},
	} {
		if err := builder.Build(tasks); err != nil {
			return nil, err
		}
	}
	files := map[string]string{}
	for _, task := range tasks.Tasks {
		file, ok := task.(*nodetasks.File)
		if !ok || !strings.HasPrefix(file.Path, "/etc/kubernetes/") {
			continue // keys, and what is issued on the node
		}
		content, err := fi.ResourceAsString(file.Contents)
		if err != nil {
			return nil, err
		}
		files[file.Path] = content
	}
	return files, nil
}

func controlPlane(groups []*kops.InstanceGroup) *kops.InstanceGroup {
	for _, group := range groups {
		if group.IsMaster() {
			return group
		}
	}
	return nil
}

func addons(cluster *kops.Cluster, groups []*kops.InstanceGroup) (map[string]string, error) {
	loaded, err := templates.LoadTemplates(cluster, models.NewAssetPath("cloudup/resources"))
	if err != nil {
		return nil, err
	}
	vfs.Context.ResetMemfsContext(true)
	base, err := vfs.Context.BuildVfsPath("memfs://tests")
	if err != nil {
		return nil, err
	}
	secrets, err := vfsclientset.NewVFSClientset(base).SecretStore(cluster)
	if err != nil {
		return nil, err
	}
	context := kopsmodel.KopsModelContext{
		IAMModelContext: iam.IAMModelContext{Cluster: cluster, AWSAccountID: "123456789012", AWSPartition: "aws-test"},
		Region:          "us-test-1",
		InstanceGroups:  groups,
	}
	functions := &cloudup.TemplateFunctions{KopsModelContext: context}
	if err := functions.AddTo(loaded.TemplateFunctions, secrets); err != nil {
		return nil, err
	}
	tasks := &fi.ModelBuilderContext{Tasks: map[string]fi.Task{}}
	builder := bootstrapchannelbuilder.NewBootstrapChannelBuilder(&context, fi.LifecycleSync, assets.NewAssetBuilder(cluster, false), loaded, nil)
	if err := builder.Build(tasks); err != nil {
		return nil, err
	}
	found := map[string]string{}
	for name, task := range tasks.Tasks {
		file, ok := task.(*fitasks.ManagedFile)
		id, isAddon := strings.CutPrefix(name, "ManagedFile/"+cluster.ObjectMeta.Name+"-addons-")
		if !ok || !isAddon {
			continue
		}
		content, err := fi.ResourceAsString(file.Contents)
		if err != nil {
			return nil, err
		}
		found[id] = content
	}
	return found, nil
}

// keystore holds certificate authorities that are made for one run.
type keystore map[string]*fi.Keyset

func newKeystore(names ...string) (keystore, error) {
	store := keystore{}
	for _, name := range names {
		certificate, key, _, err := pki.IssueCert(&pki.IssueCertRequest{Type: "ca", Subject: pkix.Name{CommonName: name}}, store)
		if err != nil {
			return nil, err
		}
		item := &fi.KeysetItem{Id: "1", Certificate: certificate, PrivateKey: key}
		store[name] = &fi.Keyset{Items: map[string]*fi.KeysetItem{item.Id: item}, Primary: item}
	}
	return store, nil
}

func (k keystore) FindPrimaryKeypair(name string) (*pki.Certificate, *pki.PrivateKey, error) {
	set := k[name]
	if set == nil {
		return nil, nil, fmt.Errorf("no keypair %q", name)
	}
	return set.Primary.Certificate, set.Primary.PrivateKey, nil
}

func (k keystore) FindKeyset(name string) (*fi.Keyset, error) { return k[name], nil }

func (k keystore) StoreKeyset(name string, _ *fi.Keyset) error {
	return fmt.Errorf("keypair %q is not to be stored", name)
}

func (k keystore) MirrorTo(vfs.Path) error { return fmt.Errorf("keypairs are not to be copied") }
