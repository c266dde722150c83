// Keys of a node from 1.22 on, which come in sets.

//go:build !kops121

package main

import (
	"crypto/x509/pkix"
	"fmt"

	"k8s.io/kops/nodeup/pkg/model"
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/apis/nodeup"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/upup/pkg/fi"
)

// keystore holds the certificate authorities that a node asks for, made for one run.
type keystore map[string]*fi.Keyset

func newKeystore() (keystore, error) {
	store := keystore{}
	for _, name := range authorities {
		certificate, key, err := issue(&pki.IssueCertRequest{Type: "ca", Subject: pkix.Name{CommonName: name}}, store)
		if err != nil {
			return nil, err
		}
		item := &fi.KeysetItem{Id: "1", Certificate: certificate, PrivateKey: key}
		store[name] = &fi.Keyset{Items: map[string]*fi.KeysetItem{item.Id: item}, Primary: item}
	}
	return store, nil
}

func (k keystore) primary(name string) (*pki.Certificate, *pki.PrivateKey, error) {
	set := k[name]
	if set == nil {
		return nil, nil, fmt.Errorf("no keypair %q", name)
	}
	return set.Primary.Certificate, set.Primary.PrivateKey, nil
}

// configure gives a node its configuration, and the keys that it names.
func configure(node *model.NodeupModelContext, cluster *kops.Cluster, group *kops.InstanceGroup, store keystore) (err error) {
	node.NodeupConfig, node.BootConfig = nodeup.NewConfig(cluster, group)
	for name, keyset := range store {
		node.NodeupConfig.KeypairIDs[name] = keyset.Primary.Id
	}
	node.NodeupConfig.CAs["kubernetes-ca"], err = store["kubernetes-ca"].Primary.Certificate.AsString()
	return err
}

func lifecycle() fi.Lifecycle { return fi.LifecycleSync }

var errCopied = fmt.Errorf("keypairs are not to be copied")
