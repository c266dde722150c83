// Command topology answers what Cluster API makes of a Cluster with
// spec.topology and of its ClusterClass, with the code of its own topology
// controller and of its own webhooks. Its module is named below
// sigs.k8s.io/cluster-api, since that code is internal there.
//
// Each argument is one state of the management cluster: files of manifests,
// joined by commas, in the order in which the states are applied. What a state
// makes is computed with the objects of the state before as the current ones,
// each of them rolled out.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/exp/topology/desiredstate"
	"sigs.k8s.io/cluster-api/exp/topology/scope"
	"sigs.k8s.io/cluster-api/feature"
	"sigs.k8s.io/cluster-api/internal/webhooks"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	kyaml "sigs.k8s.io/yaml"
)

type input struct {
	class     *clusterv1.ClusterClass
	cluster   *clusterv1.Cluster
	templates []*unstructured.Unstructured
}

// made is what Cluster API makes of one state, or why it refuses it.
type made struct {
	ControlPlane   map[string]any            `json:"controlPlane,omitempty"`
	Infrastructure map[string]any            `json:"infrastructure,omitempty"`
	Machines       map[string]any            `json:"machines,omitempty"`
	Deployments    map[string]map[string]any `json:"deployments,omitempty"`
	Pools          map[string]map[string]any `json:"pools,omitempty"`
	Error          string                    `json:"error,omitempty"`
}

func main() {
	ctx := context.Background()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, apiextensionsv1.AddToScheme, clusterv1.AddToScheme, corev1beta1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	if err := feature.MutableGates.Set("ClusterTopology=true,MachinePool=true"); err != nil {
		panic(err)
	}
	answers := []made{}
	var before *input
	var current *scope.ClusterState
	for _, files := range os.Args[1:] {
		in, err := read(strings.Split(files, ","))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		desired, err := desiredOf(ctx, scheme, before, in, current)
		if err != nil {
			answers = append(answers, made{Error: err.Error()})
			break
		}
		answers = append(answers, answerOf(desired))
		before, current = in, rolledOut(desired)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func desiredOf(ctx context.Context, scheme *runtime.Scheme, before, in *input, current *scope.ClusterState) (*scope.ClusterState, error) {
	status(in.class)
	if before != nil {
		status(before.class)
	}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(in.class.DeepCopy()).WithObjects(definitions(in.templates)...).
		WithIndex(&clusterv1.Cluster{}, "spec.topology.classRef", func(client.Object) []string { return nil }).Build()
	classes := &webhooks.ClusterClass{Client: c}
	if before == nil {
		if _, err := classes.ValidateCreate(ctx, in.class); err != nil {
			return nil, err
		}
	} else if _, err := classes.ValidateUpdate(ctx, before.class, in.class); err != nil {
		return nil, err
	}
	var old *clusterv1.Cluster
	if before != nil {
		old = before.cluster
	}
	if errs := webhooks.DefaultAndValidateVariables(ctx, in.cluster, old, in.class); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	clusters := &webhooks.Cluster{Client: c, ClusterCacheReader: nil}
	if before == nil {
		if _, err := clusters.ValidateCreate(ctx, in.cluster); err != nil {
			return nil, err
		}
	} else if in.cluster.Spec.Topology.Version == old.Spec.Topology.Version {
		// The check of a change of version asks the workload cluster for its machines.
		if _, err := clusters.ValidateUpdate(ctx, old, in.cluster); err != nil {
			return nil, err
		}
	}
	blueprint, err := blueprintOf(in)
	if err != nil {
		return nil, err
	}
	generator, err := desiredstate.NewGenerator(c, clustercache.NewFakeEmptyClusterCache(), nil, nil, nil)
	if err != nil {
		return nil, err
	}
	s := scope.New(in.cluster.DeepCopy())
	s.Blueprint = blueprint
	s.Current.ControlPlane = &scope.ControlPlaneState{}
	if current != nil {
		s.Current = &scope.ClusterState{
			Cluster: s.Current.Cluster, InfrastructureCluster: current.InfrastructureCluster, ControlPlane: current.ControlPlane,
			MachineDeployments: current.MachineDeployments, MachinePools: current.MachinePools,
		}
		s.Current.Cluster.Spec.InfrastructureRef = current.Cluster.Spec.InfrastructureRef
		s.Current.Cluster.Spec.ControlPlaneRef = current.Cluster.Spec.ControlPlaneRef
	}
	return generator.Generate(ctx, s)
}

// status is what the controller of ClusterClasses writes of inline variables.
func status(class *clusterv1.ClusterClass) {
	class.Status.Variables = nil
	conflict := false
	for _, variable := range class.Spec.Variables {
		required := variable.Required
		class.Status.Variables = append(class.Status.Variables, clusterv1.ClusterClassStatusVariable{
			Name: variable.Name, DefinitionsConflict: &conflict,
			Definitions: []clusterv1.ClusterClassStatusVariableDefinition{{
				From: clusterv1.VariableDefinitionFromInline, Required: required, Schema: variable.Schema,
			}},
		})
	}
	class.Status.Conditions = []metav1.Condition{
		{Type: clusterv1.ClusterClassVariablesReadyCondition, Status: metav1.ConditionTrue, Reason: "VariablesReady"},
	}
	class.Status.ObservedGeneration = class.Generation
}

// rolledOut says of each object that it has what it is to have.
func rolledOut(state *scope.ClusterState) *scope.ClusterState {
	object := state.ControlPlane.Object.Object
	spec, _ := object["spec"].(map[string]any)
	replicas := spec["replicas"]
	counts := map[string]any{"version": spec["version"], "observedGeneration": int64(0)}
	for _, field := range []string{"replicas", "updatedReplicas", "readyReplicas", "upToDateReplicas", "availableReplicas"} {
		counts[field] = replicas
	}
	counts["unavailableReplicas"] = int64(0)
	object["status"] = counts
	return state
}

// definitions are what the code asks the versions of the contract of.
func definitions(templates []*unstructured.Unstructured) []client.Object {
	kinds := map[string]client.Object{}
	for _, template := range templates {
		gvk := template.GroupVersionKind()
		for _, kind := range []string{gvk.Kind, strings.TrimSuffix(gvk.Kind, "Template")} {
			name := strings.ToLower(kind) + "s." + gvk.Group
			labels := map[string]string{}
			if gvk.Group == "infrastructure.cluster.x-k8s.io" {
				// The AWS provider's v1beta2 is of the contract v1beta1.
				labels["cluster.x-k8s.io/v1beta1"] = "v1beta1_v1beta2"
			} else {
				labels["cluster.x-k8s.io/v1beta1"], labels["cluster.x-k8s.io/v1beta2"] = "v1beta1", "v1beta2"
			}
			kinds[name] = &apiextensionsv1.CustomResourceDefinition{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
		}
	}
	out := []client.Object{}
	for _, kind := range kinds {
		out = append(out, kind)
	}
	return out
}

// answerOf has what decides, without the names, which end with random letters.
func answerOf(state *scope.ClusterState) made {
	specOf := func(object *unstructured.Unstructured) map[string]any {
		spec, _, _ := unstructured.NestedMap(object.Object, "spec")
		unstructured.RemoveNestedField(spec, "machineTemplate")
		return spec
	}
	templateOf := func(object *unstructured.Unstructured) map[string]any {
		spec, _, _ := unstructured.NestedMap(object.Object, "spec", "template", "spec")
		return spec
	}
	out := made{
		ControlPlane: specOf(state.ControlPlane.Object), Infrastructure: specOf(state.InfrastructureCluster),
		Deployments: map[string]map[string]any{}, Pools: map[string]map[string]any{},
	}
	if state.ControlPlane.InfrastructureMachineTemplate != nil {
		out.Machines = templateOf(state.ControlPlane.InfrastructureMachineTemplate)
	}
	for name, deployment := range state.MachineDeployments {
		out.Deployments[name] = map[string]any{
			"version": deployment.Object.Spec.Template.Spec.Version, "bootstrap": templateOf(deployment.BootstrapTemplate),
			"machines": templateOf(deployment.InfrastructureMachineTemplate),
		}
	}
	for name, pool := range state.MachinePools {
		out.Pools[name] = map[string]any{
			"version": pool.Object.Spec.Template.Spec.Version, "bootstrap": specOf(pool.BootstrapObject),
			"machines": specOf(pool.InfrastructureMachinePoolObject),
		}
	}
	return copied(out)
}

// copied is the answer as it is now: what comes after writes into the objects.
func copied(answer made) made {
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	out := made{}
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

func blueprintOf(in *input) (*scope.ClusterBlueprint, error) {
	find := func(ref clusterv1.ClusterClassTemplateReference) (*unstructured.Unstructured, error) {
		for _, template := range in.templates {
			if template.GetName() == ref.Name && template.GetKind() == ref.Kind && template.GetAPIVersion() == ref.APIVersion {
				return template.DeepCopy(), nil
			}
		}
		return nil, fmt.Errorf("%s %s %s is not there", ref.APIVersion, ref.Kind, ref.Name)
	}
	spec := in.class.Spec
	out := &scope.ClusterBlueprint{
		Topology: in.cluster.Spec.Topology, ClusterClass: in.class, ControlPlane: &scope.ControlPlaneBlueprint{},
		MachineDeployments: map[string]*scope.MachineDeploymentBlueprint{}, MachinePools: map[string]*scope.MachinePoolBlueprint{},
	}
	var errs []error
	set := func(to **unstructured.Unstructured, ref clusterv1.ClusterClassTemplateReference) {
		found, err := find(ref)
		*to, errs = found, append(errs, err)
	}
	set(&out.InfrastructureClusterTemplate, spec.Infrastructure.TemplateRef)
	set(&out.ControlPlane.Template, spec.ControlPlane.TemplateRef)
	if spec.ControlPlane.MachineInfrastructure.TemplateRef.IsDefined() {
		set(&out.ControlPlane.InfrastructureMachineTemplate, spec.ControlPlane.MachineInfrastructure.TemplateRef)
	}
	for _, class := range spec.Workers.MachineDeployments {
		own := &scope.MachineDeploymentBlueprint{Metadata: class.Metadata}
		set(&own.BootstrapTemplate, class.Bootstrap.TemplateRef)
		set(&own.InfrastructureMachineTemplate, class.Infrastructure.TemplateRef)
		out.MachineDeployments[class.Class] = own
	}
	for _, class := range spec.Workers.MachinePools {
		own := &scope.MachinePoolBlueprint{Metadata: class.Metadata}
		set(&own.BootstrapTemplate, class.Bootstrap.TemplateRef)
		set(&own.InfrastructureMachinePoolTemplate, class.Infrastructure.TemplateRef)
		out.MachinePools[class.Class] = own
	}
	return out, errors.Join(errs...)
}

func read(files []string) (*input, error) {
	in := &input{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(data)))
		buffer := make([]byte, len(data)+1)
		for {
			length, err := documents.Read(buffer)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			if err := in.take(buffer[:length]); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	if in.class == nil || in.cluster == nil {
		return nil, fmt.Errorf("no Cluster or no ClusterClass in %s", strings.Join(files, ", "))
	}
	return in, nil
}

func (in *input) take(document []byte) error {
	object := &unstructured.Unstructured{}
	if err := kyaml.Unmarshal(document, &object.Object); err != nil || len(object.Object) == 0 {
		return err
	}
	if object.GetNamespace() == "" {
		object.SetNamespace("default")
	}
	text, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	switch object.GetAPIVersion() + " " + object.GetKind() {
	case "cluster.x-k8s.io/v1beta1 Cluster":
		old := &corev1beta1.Cluster{}
		in.cluster = &clusterv1.Cluster{}
		return errors.Join(json.Unmarshal(text, old), old.ConvertTo(in.cluster))
	case "cluster.x-k8s.io/v1beta2 Cluster":
		in.cluster = &clusterv1.Cluster{}
		return json.Unmarshal(text, in.cluster)
	case "cluster.x-k8s.io/v1beta1 ClusterClass":
		old := &corev1beta1.ClusterClass{}
		in.class = &clusterv1.ClusterClass{}
		return errors.Join(json.Unmarshal(text, old), old.ConvertTo(in.class))
	case "cluster.x-k8s.io/v1beta2 ClusterClass":
		in.class = &clusterv1.ClusterClass{}
		return json.Unmarshal(text, in.class)
	}
	if strings.HasSuffix(object.GetKind(), "Template") {
		in.templates = append(in.templates, object)
	}
	return nil
}
