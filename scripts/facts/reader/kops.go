package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
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
