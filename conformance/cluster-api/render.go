package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/blang/semver/v4"
	"k8s.io/apimachinery/pkg/runtime"
	bootstrapv1beta2 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	controlplanev1beta1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta1"
	controlplanev1beta2 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	kubeadm "sigs.k8s.io/cluster-api/bootstrap/kubeadm/types"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/types/upstream"
)

// rendered is what Cluster API hands to kubeadm on a machine of a control plane.
type rendered struct {
	Version              string            `json:"version"`
	ClusterConfiguration string            `json:"clusterConfiguration"`
	Files                map[string]string `json:"files"`
	KubeletExtraArgs     map[string]string `json:"kubeletExtraArgs"`
}

// render makes kubeadm's configuration from the KubeadmControlPlane and the
// Cluster in the files, with the code that the bootstrap provider does it with.
// Cluster API fills in from the Cluster what the KubeadmControlPlane leaves out.
func render(decoder runtime.Decoder, files []string) (*rendered, error) {
	var controlPlane *controlplanev1beta2.KubeadmControlPlane
	var cluster *corev1beta2.Cluster
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		err = eachDocument(data, func(document []byte) error {
			object, _, err := decoder.Decode(document, nil, nil)
			if err != nil {
				return err
			}
			switch object := object.(type) {
			case *controlplanev1beta1.KubeadmControlPlane:
				controlPlane = &controlplanev1beta2.KubeadmControlPlane{}
				return object.ConvertTo(controlPlane)
			case *controlplanev1beta2.KubeadmControlPlane:
				controlPlane = object
			case *corev1beta1.Cluster:
				cluster = &corev1beta2.Cluster{}
				return object.ConvertTo(cluster)
			case *corev1beta2.Cluster:
				cluster = object
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if controlPlane == nil || cluster == nil {
		return nil, fmt.Errorf("no KubeadmControlPlane or no Cluster in %s", strings.Join(files, ", "))
	}
	return renderSpec(cluster, controlPlane)
}

func renderSpec(cluster *corev1beta2.Cluster, controlPlane *controlplanev1beta2.KubeadmControlPlane) (*rendered, error) {
	version, err := semver.ParseTolerant(controlPlane.Spec.Version)
	if err != nil {
		return nil, err
	}
	spec := controlPlane.Spec.KubeadmConfigSpec
	pods, services := strings.Join(cluster.Spec.ClusterNetwork.Pods.CIDRBlocks, ","), strings.Join(cluster.Spec.ClusterNetwork.Services.CIDRBlocks, ",")
	text, err := kubeadm.MarshalClusterConfigurationForVersion(&spec.ClusterConfiguration, version, &upstream.AdditionalData{
		KubernetesVersion: &controlPlane.Spec.Version, ClusterName: &cluster.Name, PodSubnet: &pods, ServiceSubnet: &services,
	})
	if err != nil {
		return nil, err
	}
	out := &rendered{
		Version: controlPlane.Spec.Version, ClusterConfiguration: text,
		Files: map[string]string{}, KubeletExtraArgs: args(spec.JoinConfiguration.NodeRegistration.KubeletExtraArgs),
	}
	for _, file := range spec.Files {
		out.Files[file.Path] = file.Content
	}
	return out, nil
}

func args(list []bootstrapv1beta2.Arg) map[string]string {
	out := map[string]string{}
	for _, arg := range list {
		if arg.Value != nil {
			out[arg.Name] = *arg.Value
		}
	}
	return out
}
