package main

import (
	"crypto/x509/pkix"
	"fmt"

	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/upup/pkg/fi"
)

// keystore holds the certificate authorities that a node asks for, made for one run.
type keystore map[string]*fi.Keyset

var authorities = []string{"kubernetes-ca", "service-account", "apiserver-aggregator-ca", "etcd-clients-ca", "etcd-manager-ca-main", "etcd-manager-ca-events"}

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

var errCopied = fmt.Errorf("keypairs are not to be copied")
