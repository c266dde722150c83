// What kops 1.22 to 1.25 call otherwise than 1.21 and than later releases.

//go:build !kops121 && !kops126

package main

import (
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/assets"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/util/pkg/vfs"
)

func assetBuilder(cluster *kops.Cluster) *assets.AssetBuilder {
	return assets.NewAssetBuilder(cluster, false)
}

func (k keystore) FindPrimaryKeypair(name string) (*pki.Certificate, *pki.PrivateKey, error) {
	return k.primary(name)
}

func (k keystore) FindKeyset(name string) (*fi.Keyset, error) { return k[name], nil }

func (k keystore) StoreKeyset(string, *fi.Keyset) error { return errCopied }

func (k keystore) MirrorTo(vfs.Path) error { return errCopied }
