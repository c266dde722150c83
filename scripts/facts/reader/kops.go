package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// kopsFact is what a release of kops makes of Clusters on AWS, by its own code: the builders of options, evaluated.
type kopsFact struct {
	Oldest string     `json:"oldest"`
	Cases  []kopsCase `json:"cases"`
	// IPv6PodCIDR is what becomes of an IPv6 cluster without a range of pods; empty: it has none.
	IPv6PodCIDR string `json:"ipv6PodCidr,omitempty"`
	// CloudConfig is where static pods find theirs.
	CloudConfig string `json:"cloudConfig"`
	Placement   string `json:"placement"`
	// MasterRole is what a command line calls the control plane.
	MasterRole string `json:"masterRole"`
	// Fields of the two controller managers in v1alpha2.
	Fields map[string][]string `json:"fields"`
	// Texts are the functions that were evaluated or stood in for, with a hash of each.
	Texts map[string]string `json:"texts"`
}

// kopsCase is one Cluster, and what becomes of it.
type kopsCase struct {
	Kubernetes string `json:"kubernetes"`
	Kind       string `json:"kind"`
	// Refused says that kops takes no such Cluster.
	Refused     bool              `json:"refused,omitempty"`
	KCM         map[string]string `json:"kcm,omitempty"`
	CCM         map[string]string `json:"ccm,omitempty"`
	APIServer   map[string]string `json:"apiServer,omitempty"`
	Kubelet     map[string]string `json:"kubelet,omitempty"`
	Image       string            `json:"image,omitempty"`
	LeaseRole   bool              `json:"leaseRole,omitempty"`
	InstanceIDs bool              `json:"instanceIds,omitempty"`
}

// kopsAsked is a Cluster that is asked about, in the words of v1alpha2. Of the rest of its spec nothing that is compared depends.
type kopsAsked struct {
	Kind string `json:"kind"`
	// Kubernetes is its version; empty: each minor that the release supports.
	Kubernetes string `json:"kubernetes"`
	Spec       struct {
		NonMasqueradeCIDR string                    `json:"nonMasqueradeCIDR"`
		PodCIDR           string                    `json:"podCIDR"`
		Networking        map[string]any            `json:"networking"`
		CloudConfig       map[string]map[string]any `json:"cloudConfig"`
		KCM               map[string]any            `json:"kubeControllerManager"`
		CCM               map[string]any            `json:"cloudControllerManager"`
		APIServer         map[string]any            `json:"kubeAPIServer"`
		Kubelet           map[string]any            `json:"kubelet"`
	} `json:"spec"`
}

// readAsked are the Clusters of a file, by the release that is asked.
func readAsked(name string) (map[string][]kopsAsked, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var asked map[string][]kopsAsked
	return asked, json.Unmarshal(text, &asked)
}

const (
	kopsModule     = "k8s.io/kops"
	kopsAPI        = kopsModule + "/pkg/apis/kops"
	kopsComponents = kopsModule + "/pkg/model/components"
	kopsNodeup     = kopsModule + "/pkg/apis/nodeup"
	kopsCloudup    = kopsModule + "/upup/pkg/fi/cloudup"
	kopsChannels   = kopsCloudup + "/bootstrapchannelbuilder"
	kopsNodeModel  = kopsModule + "/nodeup/pkg/model"
	kopsAddon      = "upup/models/cloudup/resources/addons/aws-cloud-controller.addons.k8s.io"
	kopsAwsup      = kopsCloudup + "/awsup"
	leaseAddon     = "leader-migration.rbac.addons.k8s.io"
)

// The files that are read of a release.
var kopsFiles = []string{
	":(glob)pkg/apis/kops/**/*.go", ":(glob)pkg/apis/nodeup/*.go", ":(glob)pkg/model/components/*.go", ":(glob)pkg/flagbuilder/*.go", ":(glob)upup/pkg/fi/*.go",
	":(glob)upup/pkg/fi/utils/*.go", ":(glob)upup/pkg/fi/cloudup/*.go", ":(glob)upup/pkg/fi/cloudup/bootstrapchannelbuilder/*.go", ":(glob)upup/pkg/fi/cloudup/awsup/aws_*.go",
	":(glob)nodeup/pkg/model/*.go", ":(glob)" + kopsAddon + "/*",
}

// Builders of options, in the order in which kops asks them.
var kopsBuilders = []string{
	"KubeAPIServerOptionsBuilder", "KubeletOptionsBuilder", "KubeControllerManagerOptionsBuilder", "AWSOptionsBuilder", "AWSEBSCSIDriverOptionsBuilder",
	"AWSCloudControllerManagerOptionsBuilder",
}

// Other builders that name what is compared, and change none of it: they are for other components, or for other clouds.
var otherBuilders = []string{
	"DiscoveryOptionsBuilder", "GCPCloudControllerManagerOptionsBuilder", "HetznerCloudControllerManagerOptionsBuilder", "KubeProxyOptionsBuilder",
	"KubeSchedulerOptionsBuilder", "OpenStackOptionsBulder", "OpenStackOptionsBuilder",
}

// Flags that the model has a say in: those of test/kops-output.ts.
var modelledFlags = regexp.MustCompile(`^(cloud-provider|cloud-config|cluster-name|cluster-cidr|allocate-node-cidrs|configure-cloud-routes|controllers|` +
	`cidr-allocator-type|node-cidr-mask-size|leader-elect.*|enable-leader-migration|feature-gates|use-service-account-credentials|` +
	`external-cloud-volume-plugin|master)$`)

// What is not evaluated, since it is arithmetic on addresses, by a hash of its text. A text that is not here is unknown, and ends the reading.
var (
	// upup/pkg/fi/cloudup: populateClusterSpec.assignSubnets, and what it does with an IPv6 cluster that names no range of pods.
	subnetsOf = map[string]string{
		"93dc6fa4fd": "refused", "5587881207": "assigned", "aa566173aa": "", "a9717ca955": "", "959b74929c": "",
	}
	// Names of nodes in releases that give kubelets no choice.
	nodeNamesOf = map[string]string{"fe742d1c66": "private DNS name", "0392a4d630": "private DNS name", "3ed1d84f2c": "instance id"}
	// The template of the addon, and the nodes that its DaemonSet selects.
	placementOf = map[string]string{
		"82e5275306": "master", "dcd8d12b53": "master", "ce65c024bb": "control-plane-or-master", "5b37002f4d": "control-plane-or-master",
	}
)

// An unknown condition in the one block that is not evaluated: it knows durations, and sets nothing that the model has.
var kopsUnread = regexp.MustCompile(`AttachDetachReconcileSyncPeriod`)

func readKops(tag string) (*kopsFact, error) {
	asked, err := readAsked(kopsClusters)
	if err != nil {
		return nil, fmt.Errorf("-clusters: %w", err)
	}
	mod, remove, err := kopsSources(tag)
	if err != nil {
		return nil, err
	}
	defer remove()
	r := &release{version: tag, main: mod, requires: map[string]string{}, modules: map[string]*module{kopsModule: mod}, packages: map[string]*pkg{}}
	k := &kopsReader{release: r, tag: tag, texts: map[string]string{}, seen: map[ast.Node]bool{}}
	defer func() {
		if e := recover(); e != nil {
			if failed, ok := e.(kopsFailure); ok {
				end(fmt.Errorf("kops %s: %s", tag, string(failed)))
			}
			panic(e)
		}
	}()
	return k.read(asked[tag]), nil
}

// kopsFailure is why a release cannot be read.
type kopsFailure string

// kopsSources are the files of a release: of a clone, where FACTS_CLONES names the folder that has one, or of Go's module cache. The checksum database has
// not every release, so Go is not asked.
func kopsSources(tag string) (*module, func(), error) {
	clone := filepath.Join(os.Getenv("FACTS_CLONES"), "kops")
	if os.Getenv("FACTS_CLONES") == "" || exec.Command("git", "-C", clone, "rev-parse", "-q", "--verify", tag+"^{commit}").Run() != nil {
		cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
		dir := filepath.Join(strings.TrimSpace(string(cache)), kopsModule+"@"+tag)
		if err == nil {
			_, err = os.Stat(dir)
		}
		return &module{kopsModule, tag, dir}, func() {}, err
	}
	dir, err := os.MkdirTemp("", "kops-sources-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { os.RemoveAll(dir) }
	archive := exec.Command("git", append([]string{"-C", clone, "archive", tag, "--"}, kopsFiles...)...)
	unpack := exec.Command("tar", "-x", "-C", dir)
	if unpack.Stdin, err = archive.StdoutPipe(); err == nil {
		if err = unpack.Start(); err == nil {
			if err = archive.Run(); err == nil {
				err = unpack.Wait()
			}
		}
	}
	if err != nil {
		remove()
		return nil, nil, fmt.Errorf("%s of %s: %w", tag, clone, err)
	}
	return &module{kopsModule, tag, dir}, remove, nil
}

type kopsReader struct {
	release *release
	tag     string
	texts   map[string]string
	seen    map[ast.Node]bool
	e       *evaluator
}

func (k *kopsReader) fail(format string, args ...any) {
	panic(kopsFailure(fmt.Sprintf(format, args...)))
}

func (k *kopsReader) pkg(path string) *pkg {
	p := k.release.load(path)
	if p == nil {
		k.fail("no package %s", path)
	}
	return p
}

func (k *kopsReader) read(asked []kopsAsked) *kopsFact {
	k.fresh()
	k.demandBuilders()
	fact := &kopsFact{Texts: k.texts, Fields: k.fields()}
	fact.Oldest, _ = plain(k.constant(kopsCloudup, "OldestSupportedKubernetesVersion")).(string)
	if fact.Oldest == "" {
		k.fail("no OldestSupportedKubernetesVersion")
	}
	fact.IPv6PodCIDR = k.known("upup/pkg/fi/cloudup:populateClusterSpec.assignSubnets", k.textOf(k.subnets()), subnetsOf)
	fact.Placement = k.placement()
	fact.CloudConfig = k.cloudConfig()
	fact.MasterRole = k.masterRole()
	for _, one := range asked {
		versions := []string{one.Kubernetes}
		if one.Kubernetes == "" {
			versions = nil
			for minor := minorOf("v" + fact.Oldest); minor <= minorOf(k.tag); minor++ {
				versions = append(versions, fmt.Sprintf("1.%d.10", minor))
			}
		}
		for _, version := range versions {
			fact.Cases = append(fact.Cases, k.one(one, version, fact))
		}
	}
	return fact
}

// fresh is a process of its own.
func (k *kopsReader) fresh() {
	k.e = newEvaluator(k.release, false)
	k.e.problems = map[string]bool{}
	k.e.called = func(f *file, decl *ast.FuncDecl) {
		if !k.seen[decl] {
			k.seen[decl] = true
			k.texts[nameOfDecl(f, decl)] = k.textOf(decl)
		}
	}
	k.e.standIns = k.standIns()
}

func (k *kopsReader) constant(path, name string) value {
	c := k.e.packageValue(k.pkg(path), name)
	if c == nil {
		k.fail("%s has no %s", path, name)
	}
	return c.v
}

func (k *kopsReader) subnets() *ast.FuncDecl {
	fn := k.pkg(kopsCloudup).methods["populateClusterSpec"]["assignSubnets"]
	if fn == nil {
		k.fail("no populateClusterSpec.assignSubnets")
	}
	return fn.decl
}

// known is what a person found out about a text.
func (k *kopsReader) known(name, hash string, table map[string]string) string {
	k.texts[name] = hash
	meaning, ok := table[hash]
	if !ok {
		k.fail("the text of %s has the hash %s, which is not known; read it, and add what it does to scripts/facts/reader/kops.go", name, hash)
	}
	return meaning
}

// demandBuilders ends the reading where a builder that is not asked names what is compared.
func (k *kopsReader) demandBuilders() {
	p := k.pkg(kopsComponents)
	for name, methods := range p.methods {
		fn := methods["BuildOptions"]
		if fn == nil || slices.Contains(kopsBuilders, name) {
			continue
		}
		for _, part := range []string{"KubeControllerManager", "ExternalCloudControllerManager", "FeatureGates"} {
			if !mentionsName(fn.decl, part) {
				continue
			}
			if !slices.Contains(otherBuilders, name) {
				k.fail("%s is a builder that names %s, and it is not known; read it, and add it to scripts/facts/reader/kops.go", name, part)
			}
			k.e.called(fn.file, fn.decl)
		}
	}
}

func (k *kopsReader) placement() string {
	files, _ := filepath.Glob(filepath.Join(k.release.main.dir, kopsAddon, "*"))
	sum := sha256.New()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			k.fail("%v", err)
		}
		sum.Write(text)
	}
	return k.known(kopsAddon, hex.EncodeToString(sum.Sum(nil))[:10], placementOf)
}

// cloudConfig is the file that kube-controller-manager is told: nodeup appends it to the flags of the options.
func (k *kopsReader) cloudConfig() string {
	for _, f := range k.pkg(kopsNodeModel).files {
		if !strings.HasSuffix(fset.Position(f.ast.Pos()).Filename, "/kube_controller_manager.go") {
			continue
		}
		found := ""
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sum, ok := n.(*ast.BinaryExpr)
			if !ok || sum.Op != token.ADD {
				return true
			}
			if flag, ok := sum.X.(*ast.BasicLit); ok && flag.Value == `"--cloud-config="` {
				found, _ = plain((&frame{evaluator: k.e, file: f}).eval(sum.Y, nil)).(string)
			}
			return true
		})
		if found != "" {
			return found
		}
	}
	k.fail("no --cloud-config of kube-controller-manager in %s", kopsNodeModel)
	return ""
}

// masterRole is the first of both names that the flag --instance-group-roles takes.
func (k *kopsReader) masterRole() string {
	fn := k.pkg(kopsAPI).funcs["ParseInstanceGroupRole"]
	if fn == nil {
		k.fail("no ParseInstanceGroupRole")
	}
	for _, name := range []string{"control-plane", "master"} {
		answer, _ := k.e.call(k.e.closure(fn, nil), []value{name, true}, fn.decl, fn.file).(tuple)
		if len(answer) != 2 {
			k.fail("ParseInstanceGroupRole answers %v", answer)
		}
		taken, known := plain(answer[1]).(bool)
		if !known {
			k.fail("whether %s is a role is not known", name)
		}
		if taken {
			return name
		}
	}
	k.fail("no known role of the control plane")
	return ""
}

// fields are the names that a document in v1alpha2 may have.
func (k *kopsReader) fields() map[string][]string {
	fields := map[string][]string{}
	types := k.pkg(kopsAPI + "/v1alpha2").types
	for section, name := range map[string]string{"kubeControllerManager": "KubeControllerManagerConfig", "cloudControllerManager": "CloudControllerManagerConfig"} {
		declared, ok := types[name]
		if !ok {
			k.fail("v1alpha2 has no %s", name)
		}
		for _, field := range declared.spec.Type.(*ast.StructType).Fields.List {
			if named, _, _ := strings.Cut(tagOf(field).Get("json"), ","); named != "" && named != "-" {
				fields[section] = append(fields[section], named)
			}
		}
		sort.Strings(fields[section])
	}
	return fields
}

// --- one Cluster ---

func (k *kopsReader) one(asked kopsAsked, version string, fact *kopsFact) kopsCase {
	k.fresh()
	result := kopsCase{Kubernetes: version, Kind: asked.Kind}
	spec := k.struct_(kopsAPI, "ClusterSpec")
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
	cluster := k.struct_(kopsAPI, "Cluster")
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
	context := k.struct_(kopsComponents, "OptionsContext")
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
		builder := k.struct_(kopsComponents, name)
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

// --- values and places ---

func (k *kopsReader) struct_(path, name string) *structure {
	declared, ok := k.pkg(path).types[name]
	if !ok {
		k.fail("%s has no %s", path, name)
	}
	made, ok := k.e.zero(&typ{declared.file, declared.spec.Type, k.pkg(path), name}).(*structure)
	if !ok {
		k.fail("%s.%s is no struct", path, name)
	}
	return made
}

func (k *kopsReader) put(s *structure, name string, v value) {
	if s == nil || s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	s.fields[name].v = v
}

func (k *kopsReader) putEither(name string, v value, of ...*structure) {
	for _, s := range of {
		if s != nil && s.fields[name] != nil {
			s.fields[name].v = v
			return
		}
	}
	k.fail("no field %s", name)
}

// fieldOf is the field of a name in documents.
func (k *kopsReader) fieldOf(s *structure, key string) string {
	expr, _ := k.e.underlying(s.typ)
	for _, field := range expr.(*ast.StructType).Fields.List {
		name, _, _ := strings.Cut(tagOf(field).Get("json"), ",")
		if len(field.Names) == 1 && (name == key || (name == "" || name == "-") && strings.EqualFold(field.Names[0].Name, key)) {
			return field.Names[0].Name
		}
	}
	k.fail("%s has no field %s", s.typ.name, key)
	return ""
}

// typeOf is the type of a field, with the file that it is written in.
func (k *kopsReader) typeOf(s *structure, name string) (ast.Expr, *file) {
	expr, f := k.e.underlying(s.typ)
	for _, field := range expr.(*ast.StructType).Fields.List {
		for _, declared := range field.Names {
			if declared.Name == name {
				return field.Type, f
			}
		}
	}
	k.fail("%s has no field %s", s.typ.name, name)
	return nil, nil
}

func isStar(expr ast.Expr) bool {
	_, is := expr.(*ast.StarExpr)
	return is
}

// pointedType is the struct that a field points to, if it is one.
func (k *kopsReader) pointedType(s *structure, name string) (*structure, bool) {
	expr, f := k.typeOf(s, name)
	star, ok := expr.(*ast.StarExpr)
	if !ok {
		return nil, false
	}
	made, ok := k.e.zero((&frame{evaluator: k.e, file: f}).typeOf(star.X, nil)).(*structure)
	return made, ok
}

// pointed is what a field points to, made where it is not there.
func (k *kopsReader) pointed(s *structure, name string) *structure {
	if s == nil || s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	if known, ok := deref(s.fields[name].v).(*structure); ok {
		return known
	}
	made, ok := k.pointedType(s, name)
	if !ok {
		k.fail("%s points to no struct", name)
	}
	s.fields[name].v = pointer{&cell{made}}
	return made
}

// section is what a field points to; nil where it is not there.
func (k *kopsReader) section(s *structure, name string) *structure {
	if s.fields[name] == nil {
		k.fail("no field %s", name)
	}
	found, _ := deref(s.fields[name].v).(*structure)
	return found
}

// versionValue is a semver.Version, as far as kops asks it.
func versionValue(text string) *structure {
	parts := versionParts(text)
	gte := native(func(_ ast.Node, _ *file, args []value) value {
		other, ok := deref(at0(args, 0)).(*structure)
		if !ok {
			return unknown{"version"}
		}
		for i, name := range []string{"Major", "Minor", "Patch"} {
			if n, _ := plain(other.fields[name].v).(int64); n != parts[i] {
				return parts[i] > n
			}
		}
		return true
	})
	return &structure{nil, map[string]*cell{
		"Major": {parts[0]}, "Minor": {parts[1]}, "Patch": {parts[2]}, "Pre": {null{}}, "Build": {null{}}, "GTE": {gte},
	}}
}

// versionParts are numbers; what is not said is 0.
func versionParts(text string) (parts [3]int64) {
	for i, part := range strings.SplitN(strings.TrimPrefix(text, "v"), ".", 3) {
		parts[i], _ = strconv.ParseInt(strings.SplitN(part, "-", 2)[0], 10, 64)
	}
	return parts
}

// dump is a text of a value, to see whether it changed.
func dump(v value) string {
	switch x := plain(v).(type) {
	case pointer:
		return "&" + dump(x.to.v)
	case *structure:
		var out strings.Builder
		for _, name := range sortedFields(x) {
			out.WriteString(name + ":" + dump(x.fields[name].v) + " ")
		}
		return "{" + out.String() + "}"
	case *slice:
		var out strings.Builder
		for _, item := range x.items {
			out.WriteString(dump(item.v) + " ")
		}
		return "[" + out.String() + "]"
	case *mapping:
		var keys []string
		for _, key := range x.keys {
			keys = append(keys, fmt.Sprint(key)+"="+dump(x.items[key].v))
		}
		sort.Strings(keys)
		return fmt.Sprint(keys)
	case *callable:
		return "func"
	default:
		return fmt.Sprint(x)
	}
}

// --- texts ---

func tagOf(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	text, _ := strconv.Unquote(field.Tag.Value)
	return reflect.StructTag(text)
}

func nameOfDecl(f *file, decl *ast.FuncDecl) string {
	name := decl.Name.Name
	if decl.Recv != nil {
		name = receiverName(decl.Recv.List[0].Type) + "." + name
	}
	return strings.TrimPrefix(f.pkg.path, kopsModule+"/") + ":" + name
}

// textOf is a hash of a node without its comments and its line ends.
func (k *kopsReader) textOf(node ast.Node) string {
	if decl, ok := node.(*ast.FuncDecl); ok {
		plain := *decl
		plain.Doc = nil
		node = &plain
	}
	sum := sha256.Sum256([]byte(printed(node)))
	return hex.EncodeToString(sum[:])[:10]
}

// printed is a node in one line.
func printed(node ast.Node) string {
	var out bytes.Buffer
	_ = printer.Fprint(&out, fset, node)
	return strings.Join(strings.Fields(out.String()), " ")
}

func mentionsName(node ast.Node, name string) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && ident.Name == name {
			found = true
		}
		return !found
	})
	return found
}

func mentionsText(node ast.Node, text string) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Value == strconv.Quote(text) {
			found = true
		}
		return !found
	})
	return found
}
