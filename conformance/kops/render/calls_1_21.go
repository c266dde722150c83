// What kops 1.21 calls otherwise than later releases: keys come in pairs, and a node has one configuration.

//go:build kops121

package main

import (
	"crypto/x509/pkix"
	"reflect"

	"k8s.io/kops/nodeup/pkg/model"
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/apis/nodeup"
	"k8s.io/kops/pkg/assets"
	"k8s.io/kops/pkg/featureflag"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/upup/pkg/fi"
)

// In this release an external cloud controller manager is an experimental feature.
func init() { featureflag.ParseFlags("EnableExternalCloudController") }

type keypair struct {
	certificate *pki.Certificate
	key         *pki.PrivateKey
}

// keystore holds the certificate authorities that a node asks for, made for one run. What it does not have of a store, no task here calls.
type keystore struct {
	fi.CAStore
	pairs map[string]keypair
}

func newKeystore() (keystore, error) {
	store := keystore{pairs: map[string]keypair{}}
	// In this release the first is called otherwise.
	for _, name := range append([]string{"ca"}, authorities...) {
		certificate, key, err := issue(&pki.IssueCertRequest{Type: "ca", Subject: pkix.Name{CommonName: name}}, store)
		if err != nil {
			return store, err
		}
		store.pairs[name] = keypair{certificate, key}
	}
	return store, nil
}

func (k keystore) FindKeypair(name string) (*pki.Certificate, *pki.PrivateKey, bool, error) {
	return k.pairs[name].certificate, k.pairs[name].key, false, nil
}

func (k keystore) FindCert(name string) (*pki.Certificate, error) {
	return k.pairs[name].certificate, nil
}

func (k keystore) FindPrivateKey(name string) (*pki.PrivateKey, error) { return k.pairs[name].key, nil }

func (k keystore) FindCertificatePool(name string) (*fi.CertificatePool, error) {
	return &fi.CertificatePool{Primary: k.pairs[name].certificate}, nil
}

// configure gives a node its configuration.
func configure(node *model.NodeupModelContext, cluster *kops.Cluster, group *kops.InstanceGroup, _ keystore) error {
	node.NodeupConfig = nodeup.NewConfig(cluster, group)
	setField(node, "InstanceGroup", reflect.ValueOf(group))
	return nil
}

func lifecycle() *fi.Lifecycle {
	sync := fi.LifecycleSync
	return &sync
}

func assetBuilder(cluster *kops.Cluster) *assets.AssetBuilder {
	return assets.NewAssetBuilder(cluster, "")
}
