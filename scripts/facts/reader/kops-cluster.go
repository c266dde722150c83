package main

import (
	"fmt"
	"go/ast"
	"net"
	"sort"
	"strconv"
	"strings"
)

// one is what becomes of a Cluster.
func (k *kopsReader) one(asked kopsAsked, version string, fact *kopsFact) kopsCase {
	k.fresh()
	result := kopsCase{Kubernetes: version, Kind: asked.Kind}
	spec := k.structOf(kopsAPI, "ClusterSpec")
	isIPv6 := strings.Contains(asked.Spec.NonMasqueradeCIDR, ":")
	if isIPv6 && fact.IPv6PodCIDR == "refused" {
		result.Refused = true
		return result
	}
	k.fill(spec, asked, version)
	k.assignPods(spec, asked, fact.IPv6PodCIDR)
	builders := k.builders(version)
	// kops asks them until nothing changes, and lays what the user said over what they say.
	before := ""
	for round := 0; ; round++ {
		for _, builder := range builders {
			k.build(builder, spec)
		}
		k.sections(spec, asked)
		now := dump(spec)
		if now == before {
			break
		}
		if round == 10 {
			k.fail("%s of %s: options did not converge", asked.Kind, version)
		}
		before = now
	}
	cluster := k.structOf(kopsAPI, "Cluster")
	k.put(cluster, "Spec", spec)
	result.KCM = k.flags(k.section(spec, "KubeControllerManager"))
	result.KCM["cloud-config"] = fact.CloudConfig
	result.APIServer = k.flags(k.section(spec, "KubeAPIServer"))
	result.Kubelet = k.flags(k.section(spec, "Kubelet"))
	if ccm := k.section(spec, "ExternalCloudControllerManager"); ccm != nil {
		result.CCM = k.argv(cluster)
		result.Image, _ = plain(ccm.fields["Image"].v).(string)
		result.InstanceIDs = k.instanceIDs(cluster)
	}
	result.LeaseRole = k.leaseRole(cluster, version)
	for problem := range k.e.problems {
		if !kopsUnread.MatchString(problem) {
			k.fail("%s of %s cannot be evaluated: %s", asked.Kind, version, problem)
		}
	}
	return result
}

// fill writes what a user, and kops before the builders, has in the Cluster.
func (k *kopsReader) fill(spec *structure, asked kopsAsked, version string) {
	k.put(spec, "KubernetesVersion", version)
	if provider, ok := spec.fields["CloudProvider"].v.(*structure); ok {
		k.pointed(provider, "AWS")
	} else {
		k.put(spec, "CloudProvider", "aws")
	}
	if _, has := spec.fields["ContainerRuntime"]; has {
		k.put(spec, "ContainerRuntime", "containerd")
	}
	networking, ok := spec.fields["Networking"].v.(*structure)
	if !ok {
		networking = k.pointed(spec, "Networking")
	}
	for name := range asked.Spec.Networking {
		k.pointed(networking, k.fieldOf(networking, name))
	}
	k.putEither("NonMasqueradeCIDR", asked.Spec.NonMasqueradeCIDR, spec, networking)
	if asked.Spec.PodCIDR != "" {
		k.putEither("PodCIDR", asked.Spec.PodCIDR, spec, networking)
	}
	k.pointed(spec, "CloudConfig")
	if driver, given := asked.Spec.CloudConfig["awsEBSCSIDriver"]; given {
		k.lay(k.driver(spec), driver)
	}
	api := k.pointed(spec, "KubeAPIServer")
	k.put(api, "APIServerCount", pointer{&cell{int64(1)}})
	k.put(api, "StorageBackend", pointer{&cell{"etcd3"}})
	k.sections(spec, asked)
}

// sections lays what the user says of each component over what is there.
func (k *kopsReader) sections(spec *structure, asked kopsAsked) {
	for name, data := range map[string]map[string]any{
		"KubeControllerManager": asked.Spec.KCM, "ExternalCloudControllerManager": asked.Spec.CCM, "KubeAPIServer": asked.Spec.APIServer, "Kubelet": asked.Spec.Kubelet,
	} {
		if data != nil {
			k.lay(k.pointed(spec, name), data)
		}
	}
}

// lay writes a document into a struct, as JSON does: what is not there stays.
func (k *kopsReader) lay(s *structure, data map[string]any) {
	for key, v := range data {
		name := k.fieldOf(s, key)
		if nested, isMap := v.(map[string]any); isMap {
			if known, ok := plain(s.fields[name].v).(*mapping); ok {
				k.entries(known, nested)
			} else if _, isStruct := k.pointedType(s, name); isStruct {
				k.lay(k.pointed(s, name), nested)
			} else {
				made := &mapping{items: map[value]*cell{}}
				k.entries(made, nested)
				s.fields[name].v = made
			}
			continue
		}
		laid := k.valueOf(v)
		if expr, _ := k.typeOf(s, name); isStar(expr) {
			laid = pointer{&cell{laid}}
		}
		s.fields[name].v = laid
	}
}

func (k *kopsReader) entries(into *mapping, data map[string]any) {
	for key, v := range data {
		if _, has := into.items[key]; !has {
			into.keys = append(into.keys, key)
		}
		into.items[key] = &cell{k.valueOf(v)}
	}
}

func (k *kopsReader) valueOf(v any) value {
	switch x := v.(type) {
	case string, bool:
		return x
	case float64:
		return int64(x)
	case []any:
		list := &slice{}
		for _, item := range x {
			list.items = append(list.items, &cell{k.valueOf(item)})
		}
		return list
	}
	k.fail("a value of a Cluster is a %T", v)
	return nil
}

// driver is the part of the Cluster about the EBS CSI driver, wherever a release has it.
func (k *kopsReader) driver(spec *structure) *structure {
	if provider, ok := spec.fields["CloudProvider"].v.(*structure); ok {
		if aws := k.pointed(provider, "AWS"); aws.fields["EBSCSIDriver"] != nil {
			return k.pointed(aws, "EBSCSIDriver")
		}
	}
	return k.pointed(k.section(spec, "CloudConfig"), "AWSEBSCSIDriver")
}

// assignPods stands in for populateClusterSpec.assignSubnets, whose text is known: the upper half of what is not masqueraded.
func (k *kopsReader) assignPods(spec *structure, asked kopsAsked, ofIPv6 string) {
	ip, network, err := net.ParseCIDR(asked.Spec.NonMasqueradeCIDR)
	if err != nil {
		k.fail("nonMasqueradeCIDR of %s: %v", asked.Kind, err)
	}
	ones, bits := network.Mask.Size()
	if asked.Spec.PodCIDR != "" || (bits > 32 && ofIPv6 != "assigned") {
		return
	}
	if bits > 32 && ones < 95 {
		ones = 95
	}
	ip = append(net.IP{}, network.IP...)
	ip[ones/8] |= 128 >> (ones % 8)
	cidr := (&net.IPNet{IP: ip, Mask: net.CIDRMask(ones+1, bits)}).String()
	if ofIPv6 == "refused" { // the release that knows no podCIDR
		k.put(k.pointed(spec, "KubeControllerManager"), "ClusterCIDR", cidr)
		return
	}
	networking, _ := deref(spec.fields["Networking"].v).(*structure)
	k.putEither("PodCIDR", cidr, spec, networking)
}

// builders are those of the release, with one context.
func (k *kopsReader) builders(version string) []value {
	context := k.structOf(kopsComponents, "OptionsContext")
	k.put(context, "ClusterName", "c")
	k.put(context, "KubernetesVersion", versionValue(version))
	remap := native(func(_ ast.Node, _ *file, args []value) value { return tuple{at0(args, 0), null{}} })
	k.put(context, "AssetBuilder", pointer{&cell{&structure{nil, map[string]*cell{"RemapImage": {remap}}}}})
	shared := pointer{&cell{context}}
	var all []value
	for _, name := range kopsBuilders {
		if _, has := k.pkg(kopsComponents).types[name]; !has {
			continue // the release has no such builder
		}
		builder := k.structOf(kopsComponents, name)
		k.put(builder, "OptionsContext", shared)
		all = append(all, pointer{&cell{builder}})
	}
	return all
}

func (k *kopsReader) build(builder value, spec *structure) {
	fr := &frame{evaluator: k.e, file: deref(builder).(*structure).typ.file}
	method := fr.method(builder, "BuildOptions")
	if method == nil {
		k.fail("%s has no BuildOptions", deref(builder).(*structure).typ.name)
	}
	if result := k.e.call(method, []value{pointer{&cell{spec}}}, method.decl, method.file); !isNull(result) {
		k.fail("%s.BuildOptions answers %v", deref(builder).(*structure).typ.name, result)
	}
}

// argv are the flags that the template of the addon gets.
func (k *kopsReader) argv(cluster *structure) map[string]string {
	fn := k.pkg(kopsCloudup).methods["TemplateFunctions"]["CloudControllerConfigArgv"]
	if fn == nil {
		k.fail("no TemplateFunctions.CloudControllerConfigArgv")
	}
	self := pointer{&cell{&structure{nil, map[string]*cell{"Cluster": {pointer{&cell{cluster}}}}}}}
	answer, _ := k.e.call(k.e.closure(fn, self), nil, fn.decl, fn.file).(tuple)
	if len(answer) != 2 || !isNull(answer[1]) {
		k.fail("CloudControllerConfigArgv answers %v", answer)
	}
	words, ok := textList(answer[0])
	if !ok {
		k.fail("CloudControllerConfigArgv has a flag that is not known")
	}
	flags := map[string]string{}
	for _, word := range words {
		if name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "="); modelledFlags.MatchString(name) {
			flags[name] = value
		}
	}
	return flags
}

// instanceIDs says whether nodes are named by their instances: the condition under which nodeup is told so.
func (k *kopsReader) instanceIDs(cluster *structure) bool {
	found, is := false, false
	for _, f := range k.pkg(kopsNodeup).files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			st, ok := n.(*ast.IfStmt)
			if !ok || !mentionsName(st.Body, "UseInstanceIDForNodeName") {
				return true
			}
			s := inner(nil)
			s.define("cluster", pointer{&cell{cluster}})
			holds, known := plain((&frame{evaluator: k.e, file: f}).eval(st.Cond, s)).(bool)
			if !known {
				k.fail("whether nodes are named by their instances is not known")
			}
			k.texts["pkg/apis/nodeup:UseInstanceIDForNodeName"] = k.textOf(st)
			found, is = true, is || holds
			return true
		})
	}
	if found {
		return is
	}
	// Before and after those that had the choice: what a node's certificate is for.
	p := k.pkg(kopsAwsup)
	fn := p.funcs["GetInstanceCertificateNames"]
	if fn == nil {
		fn = p.methods["awsVerifier"]["VerifyToken"]
	}
	if fn == nil {
		k.fail("%s has neither GetInstanceCertificateNames nor awsVerifier.VerifyToken", kopsAwsup)
	}
	return k.known(nameOfDecl(fn.file, fn.decl), k.textOf(fn.decl), nodeNamesOf) == "instance id"
}

// leaseRole says whether the addon with the access to the migration Lease is there: the statement that adds it is run.
func (k *kopsReader) leaseRole(cluster *structure, of string) bool {
	added := false
	for _, f := range k.pkg(kopsChannels).files {
		for _, decl := range f.ast.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !mentionsText(fn, leaseAddon) {
				continue
			}
			for _, st := range fn.Body.List {
				if !mentionsText(st, leaseAddon) {
					continue
				}
				k.texts["bootstrapchannelbuilder:"+leaseAddon] = k.textOf(st)
				s := inner(nil)
				version := versionValue(of)
				isNot := func(negated bool) value {
					return native(func(_ ast.Node, f *file, args []value) value {
						text, ok := plain(at0(args, 0)).(string)
						if !ok {
							return unknown{"version"}
						}
						gte := version.fields["GTE"].v.(*callable).native(nil, f, []value{versionValue(text)})
						return gte.(bool) != negated
					})
				}
				s.define("b", pointer{&cell{&structure{nil, map[string]*cell{
					"Cluster": {pointer{&cell{cluster}}}, "IsKubernetesGTE": {isNot(false)}, "IsKubernetesLT": {isNot(true)},
				}}}})
				add := native(func(ast.Node, *file, []value) value { added = true; return null{} })
				s.define("addons", pointer{&cell{&structure{nil, map[string]*cell{"Add": {add}}}}})
				(&frame{evaluator: k.e, file: f}).statement(st, s)
			}
		}
	}
	return added
}

// --- what stands in for functions that are not evaluated ---

func (k *kopsReader) standIns() map[string]func([]value) value {
	return map[string]func([]value) value{
		kopsAPI + "/util.ParseKubernetesVersion": func(args []value) value {
			text, ok := plain(at0(args, 0)).(string)
			if !ok {
				return unknown{"version"}
			}
			return tuple{pointer{&cell{versionValue(text)}}, null{}}
		},
		kopsModule + "/upup/pkg/fi/utils.IsIPv6CIDR": func(args []value) value {
			text, ok := plain(at0(args, 0)).(string)
			if !ok {
				return unknown{"CIDR"}
			}
			ip, _, err := net.ParseCIDR(text)
			return err == nil && ip.To4() == nil
		},
		"net.ParseCIDR": func(args []value) value {
			text, _ := plain(at0(args, 0)).(string)
			_, network, err := net.ParseCIDR(text)
			if err != nil {
				return unknown{"CIDR"}
			}
			ones, bits := network.Mask.Size()
			size := native(func(ast.Node, *file, []value) value { return tuple{int64(ones), int64(bits)} })
			mask := &structure{nil, map[string]*cell{"Size": {size}}}
			return tuple{unknown{"address"}, pointer{&cell{&structure{nil, map[string]*cell{"Mask": {mask}}}}}, null{}}
		},
		// Of what is not set its zero, which is only asked about pointers to bool.
		kopsModule + "/upup/pkg/fi.ValueOf": func(args []value) value {
			if isNull(at0(args, 0)) {
				return false
			}
			return deref(at0(args, 0))
		},
		kopsComponents + ".Image": func([]value) value { return tuple{"image", null{}} },
		kopsComponents + ".WellKnownServiceIP": func([]value) value {
			text := native(func(ast.Node, *file, []value) value { return "100.64.0.10" })
			return tuple{&structure{nil, map[string]*cell{"String": {text}}}, null{}}
		},
		kopsModule + "/pkg/flagbuilder.BuildFlagsList": func(args []value) value {
			of, ok := deref(at0(args, 0)).(*structure)
			if !ok {
				return unknown{"flags"}
			}
			flags, words := k.flags(of), []string{}
			for name, text := range flags {
				words = append(words, "--"+name+"="+text)
			}
			sort.Strings(words)
			return tuple{listOf(words), null{}}
		},
	}
}

// flags are those that the tags of a struct name: k8s.io/kops/pkg/flagbuilder.
func (k *kopsReader) flags(of *structure) map[string]string {
	flags := map[string]string{}
	if of == nil {
		return flags
	}
	expr, _ := k.e.underlying(of.typ)
	for _, field := range expr.(*ast.StructType).Fields.List {
		for _, name := range field.Names {
			v := plain(deref(of.fields[name.Name].v))
			tags := tagOf(field)
			flag, tagged := tags.Lookup("flag")
			if nested, ok := v.(*structure); ok && !tagged && nested.typ != nil {
				for name, text := range k.flags(nested) {
					flags[name] = text
				}
			}
			if !tagged || !modelledFlags.MatchString(flag) {
				continue
			}
			if text, given := k.flagText(of.typ.name+"."+name.Name, v); given && text != tags.Get("flag-empty") {
				flags[flag] = text
			}
		}
	}
	return flags
}

func (k *kopsReader) flagText(name string, v value) (string, bool) {
	switch x := v.(type) {
	case null:
		return "", false
	case string:
		return x, x != ""
	case bool:
		return strconv.FormatBool(x), true
	case int64:
		return strconv.FormatInt(x, 10), true
	case *slice:
		items, ok := textList(x)
		if !ok {
			k.fail("an item of %s is not known", name)
		}
		return strings.Join(items, ","), len(items) > 0
	case *mapping:
		var pairs []string
		for _, key := range x.keys {
			text, ok := plain(x.items[key].v).(string)
			if !ok {
				k.fail("%s[%v] is not known", name, key)
			}
			pairs = append(pairs, fmt.Sprintf("%v=%s", key, text))
		}
		sort.Strings(pairs)
		return strings.Join(pairs, ","), len(pairs) > 0
	}
	k.fail("%s is not known: %v", name, v)
	return "", false
}
