// The contexts of tasks that kops has before 1.26.

//go:build !kops126

package main

import (
	"crypto/x509/pkix"
	"fmt"
	"reflect"

	"k8s.io/kops/nodeup/pkg/model"
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/apis/nodeup"
	"k8s.io/kops/pkg/assets"
	"k8s.io/kops/pkg/client/simple/vfsclientset"
	kopsmodel "k8s.io/kops/pkg/model"
	"k8s.io/kops/pkg/model/iam"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/pkg/templates"
	"k8s.io/kops/upup/models"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/upup/pkg/fi/cloudup"
	"k8s.io/kops/upup/pkg/fi/cloudup/bootstrapchannelbuilder"
	"k8s.io/kops/upup/pkg/fi/fitasks"
	"k8s.io/kops/upup/pkg/fi/nodeup/nodetasks"
	"k8s.io/kops/util/pkg/distributions"
	"k8s.io/kops/util/pkg/vfs"
)

// completed is the full specification that `kops update cluster` works with; it
// is validated on the way.
func completed(cluster *kops.Cluster, _ []*kops.InstanceGroup) (*kops.Cluster, error) {
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

// kubelets are the configurations of kubelets: of every node, and what
// control-plane nodes have otherwise.
func kubelets(cluster *kops.Cluster) (workers, controlPlanes *kops.KubeletConfigSpec) {
	return cluster.Spec.Kubelet, cluster.Spec.MasterKubelet
}

func isControlPlane(group *kops.InstanceGroup) bool { return group.IsMaster() }

func nodeFiles(cluster *kops.Cluster, groups []*kops.InstanceGroup) (map[string]string, error) {
	group, err := controlPlane(groups)
	if err != nil {
		return nil, err
	}
	cloud, err := cloudup.BuildCloud(cluster)
	if err != nil {
		return nil, err
	}
	store, err := newKeystore(authorities)
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
		if file, ok := task.(*nodetasks.File); ok {
			if err := textOf(files, file.Path, file.Contents); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
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
		id, isAddon := addonOf(cluster, name)
		if !ok || !isAddon {
			continue
		}
		if found[id], err = fi.ResourceAsString(file.Contents); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// keystore holds certificate authorities that are made for one run.
type keystore map[string]*fi.Keyset

func newKeystore(names []string) (keystore, error) {
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
