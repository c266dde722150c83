// Command render prints what kops makes of a cluster, with kops' own code: its
// options builders, the static pods that nodeup writes on a control-plane node,
// the flags of kubelets, and the addons that channels applies. It reaches no
// cloud: kops' own mocks stand for AWS.
//
// Each argument is a file with a Cluster and its InstanceGroups; one JSON array
// is printed, with one result for each.
package main

import (
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
	"k8s.io/kops/pkg/flagbuilder"
	kopsmodel "k8s.io/kops/pkg/model"
	"k8s.io/kops/pkg/model/iam"
	"k8s.io/kops/pkg/pki"
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
	full, err := completed(loaded.Cluster, loaded.InstanceGroups)
	if err != nil {
		return nil, err
	}
	r := &result{}
	if r.Files, err = nodeFiles(full, loaded.InstanceGroups); err != nil {
		return nil, fmt.Errorf("files of nodes: %w", err)
	}
	workers, controlPlanes := kubelets(full)
	if r.Kubelet, err = flagbuilder.BuildFlagsList(workers); err != nil {
		return nil, err
	}
	if r.MasterKubelet, err = flagbuilder.BuildFlagsList(controlPlanes); err != nil {
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
func completed(cluster *kops.Cluster, groups []*kops.InstanceGroup) (*kops.Cluster, error) {
	cloud, err := cloudup.BuildCloud(cluster)
	if err != nil {
		return nil, err
	}
	if err := assign(cluster, cloud); err != nil {
		return nil, err
	}
	base, err := emptyStore()
	if err != nil {
		return nil, err
	}
	return populate(base, cluster, groups, cloud)
}

// authorities are those that a node asks for.
var authorities = []string{"kubernetes-ca", "service-account", "apiserver-aggregator-ca", "etcd-clients-ca", "etcd-manager-ca-main", "etcd-manager-ca-events"}

// emptyStore stands for the bucket that kops keeps its state in.
func emptyStore() (vfs.Path, error) {
	vfs.Context.ResetMemfsContext(true)
	return vfs.Context.BuildVfsPath("memfs://tests")
}

func nodeFiles(cluster *kops.Cluster, groups []*kops.InstanceGroup) (map[string]string, error) {
	group, err := controlPlane(groups)
	if err != nil {
		return nil, err
	}
	cloud, err := cloudup.BuildCloud(cluster)
	if err != nil {
		return nil, err
	}
	store, err := newKeystore()
	if err != nil {
		return nil, err
	}
	node := &model.NodeupModelContext{
		Architecture: "amd64",
		Cloud:        cloud,
		Distribution: distributions.DistributionUbuntu2004,
		KeyStore:     store,
	}
	// kops has the first up to 1.27, and the second from 1.24 to 1.25.
	setField(node, "Cluster", reflect.ValueOf(cluster))
	setField(node, "CloudProvider", reflect.ValueOf(kops.CloudProviderAWS))
	if err := configure(node, cluster, group, store); err != nil {
		return nil, err
	}
	if err := node.Init(); err != nil {
		return nil, err
	}
	tasks := &nodeTasks{Tasks: map[string]nodeTask{}}
	for _, builder := range []nodeBuilder{
		&model.KubeControllerManagerBuilder{NodeupModelContext: node},
		&model.KubeAPIServerBuilder{NodeupModelContext: node},
		&model.KubeSchedulerBuilder{NodeupModelContext: node},
		&model.CloudConfigBuilder{NodeupModelContext: node},
	} {
		if err := builder.Build(tasks); err != nil {
			return nil, err
		}
	}
	files := map[string]string{}
	for _, task := range tasks.Tasks {
		file, ok := task.(*nodetasks.File)
		// Not of keys, and of what is issued on the node.
		if !ok || !strings.HasPrefix(file.Path, "/etc/kubernetes/") {
			continue
		}
		if files[file.Path], err = fi.ResourceAsString(file.Contents); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// setField sets a field that not every release has.
func setField(of any, name string, value reflect.Value) {
	if field := reflect.ValueOf(of).Elem().FieldByName(name); field.IsValid() {
		field.Set(value.Convert(field.Type()))
	}
}

func controlPlane(groups []*kops.InstanceGroup) (*kops.InstanceGroup, error) {
	for _, group := range groups {
		if isControlPlane(group) {
			return group, nil
		}
	}
	return nil, fmt.Errorf("no InstanceGroup has role Master")
}

func addons(cluster *kops.Cluster, groups []*kops.InstanceGroup) (map[string]string, error) {
	loaded, err := loadTemplates(cluster, models.NewAssetPath("cloudup/resources"))
	if err != nil {
		return nil, err
	}
	base, err := emptyStore()
	if err != nil {
		return nil, err
	}
	secrets, err := clientset(base).SecretStore(cluster)
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
	tasks := &cloudTasks{Tasks: map[string]cloudTask{}}
	builder := bootstrapchannelbuilder.NewBootstrapChannelBuilder(&context, lifecycle(), assetBuilder(cluster), loaded, nil)
	if err := builder.Build(tasks); err != nil {
		return nil, err
	}
	found := map[string]string{}
	for name, task := range tasks.Tasks {
		file, ok := task.(*fitasks.ManagedFile)
		// The name of an addon is in that of the task that writes it.
		id, isAddon := strings.CutPrefix(name, "ManagedFile/"+cluster.ObjectMeta.Name+"-addons-")
		if !ok || !isAddon {
			continue
		}
		if found[id], err = fi.ResourceAsString(file.Contents); err != nil {
			return nil, err
		}
	}
	return found, nil
}
