import { KUBERNETES, RELEASED } from './consumers';
import { Drawn, drawnRows, Judge, PEM, RELEASE, Shown } from './released-inputs';
import { goMissing } from '../scripts/go-binary';
import { saidOf } from '../test/lib/facts/decisions/schema';
import { describeNeeding } from '../test/needs';
import { Reader } from '../test/reader';

/** .ci/run gives that of the commit: other rows with each. Nothing is committed of the answers, which are of another sample each time. */
const SEED = process.env.ROWS_SEED ?? 'rows';
const ROWS = Number(process.env.ROWS ?? 200);
/** Of each row so many values. */
const VALUES = Number(process.env.ROW_VALUES ?? 2);

const READERS: Readonly<Record<Judge, Reader>> = {
  kubernetes: new Reader(RELEASED.kubernetes, __filename),
  ccm: new Reader(RELEASED.ccm, __filename),
  etcd: new Reader(RELEASED.etcd, __filename),
  kubelet: new Reader(KUBERNETES.find(({ version }) => version === RELEASE)!.kubelet, __filename),
};

/** What a component needs besides what is tried, so that it gets as far as to read that. */
const BESIDE: Readonly<Record<string, readonly (readonly [flag: string, file: string])[]>> = {
  'kube-apiserver': [['service-account-key-file', 'sa.key'], ['service-account-signing-key-file', 'sa.key'], ['cert-dir', 'certs']],
  'kube-controller-manager': [['kubeconfig', 'k.conf'], ['cert-dir', 'certs']],
  'cloud-controller-manager': [['kubeconfig', 'k.conf'], ['cert-dir', 'certs']],
};
const FILES = {
  'sa.key': PEM.key,
  'k.conf': 'apiVersion: v1\nkind: Config\nclusters: [{name: k, cluster: {server: "https://10.0.0.1:6443"}}]\n'
    + 'users: [{name: u, user: {token: x}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\ncurrent-context: c\n',
};

/** Why the released code refuses what it is shown, one after the other; undefined: it takes it. */
function refusals(judge: Judge, shown: readonly Shown[]): readonly (string | undefined)[] {
  if (judge === 'kubelet') return ofKubelet(shown);
  const parts = Array.from({ length: Math.ceil(shown.length / AT_ONCE) }, (_, index) => shown.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
  return parts.flatMap(part => ofPrograms(READERS[judge], part));
}

/** Each API server and manager makes keys of its own, which takes time: a run of the program has an end. */
const AT_ONCE = 60;

function ofPrograms(reader: Reader, shown: readonly Shown[]): readonly (string | undefined)[] {
  const inputs = shown.map(({ program, words, object }, index) => {
    const own = words?.map(word => word.replace('{files}', String(index)));
    const beside = (BESIDE[program] ?? []).filter(([flag]) => !own!.some(word => word.startsWith(`--${flag}=`)));
    return { program, object, words: own && [...own, ...beside.map(([flag, file]) => `--${flag}=${file}`)] };
  });
  const files = shown.flatMap(({ files: own }, index) => Object.entries(own).map(([path, text]) => [`${index}/${path}`, text]));
  const { status, stdout, stderr } = reader.ask({ stdin: JSON.stringify(inputs), files: { ...FILES, ...Object.fromEntries(files) as object } });
  if (status !== 0) throw new Error(stderr.slice(-4000));
  const { version, outcomes } = JSON.parse(stdout) as { readonly version: string; readonly outcomes: readonly { readonly error?: string }[] };
  expect(version).toMatch(reader === READERS.etcd ? /^v3\.5\.35$/ : /^v1\.27\./);
  return outcomes.map(({ error }) => error);
}

/** Its reader goes by the names of files. */
function ofKubelet(shown: readonly Shown[]): readonly (string | undefined)[] {
  const isFlags = ({ text }: Shown) => text!.startsWith('KUBELET_KUBEADM_ARGS=');
  const names = shown.map((one, index) => `${index}.${isFlags(one) ? 'env' : 'yaml'}`);
  // Without an endpoint of a runtime it ends in any case.
  const files = Object.fromEntries(shown.map(({ text }, index) =>
    [names[index], text!.replace(/^KUBELET_KUBEADM_ARGS="/, '$&--container-runtime-endpoint=unix:///run/containerd/containerd.sock ')]));
  const told = ['env', 'yaml'].flatMap(ending => {
    const own = names.filter(name => name.endsWith(ending));
    const args = ending === 'yaml' ? ['--as-configuration', ...own] : own;
    const { status, stdout, stderr } = READERS.kubelet.ask({ args, files });
    if (status !== 0) throw new Error(stderr.slice(-4000));
    const { verdicts } = JSON.parse(stdout) as { readonly verdicts: readonly { readonly file: string; readonly error?: string }[] };
    return verdicts.map(({ file, error }) => [file, error] as const);
  });
  return names.map(name => new Map(told).get(name));
}

/** What `verify` says where something surely does not start, and where an object is surely not taken. */
const REFUSED = { program: / ends: |does not start/, object: /API server refuses/ };

/** What is found out after the released code was asked, by table: when it opens its store, makes its cloud, or serves. */
const LATER: Readonly<Record<string, RegExp>> = {
  'Configuration of the kubelet': new RegExp('^KubeletConfiguration\\.(?:authorization|configMapAnd|containerLogMax|cpuManagerPolicy|eviction'
    + '|fileCheck|kubeReserved|memoryManagerPolicy|systemReserved|tls)|^KubeletAuthorization|^Taint\\.effect$'),
  'Flags and configuration of etcd': /^(?:auto-compaction-|auth-token|initial-cluster$|name$)/,
  // An empty file of a certificate makes three of the usual flags, so that what is not there is missed.
  'Flags of kube-apiserver': /^(?:endpoint-reconciler-type|etcd-(?:cert|key)file|storage-media-type|tls-cert-file)$/,
  'Flags of kube-controller-manager': /^(?:cloud-provider|leader-elect-resource-name(?:space)?)$/,
  'Flags of cloud-controller-manager': /^(?:cloud-provider|leader-elect-resource-name(?:space)?)$/,
  // What its gate allows.
  'Pods': /^SecurityContext\.procMount$/,
  'Rights: ClusterRole, Role and their bindings': /\.metadata$/,
  'Flags of kubelet': /^(?:authorization-mode|log-json|log-text|runonce|tls-)/,
};

describeNeeding(`${ROWS} rows of the tables (seed ${SEED}), and the code of ${RELEASE}`, goMissing(), 'REQUIRE_GO', () => {
  it('refuse the same values', () => {
    const drawn = drawnRows(SEED, ROWS, VALUES);
    const answers = new Map<string, string | undefined>();
    for (const judge of Object.keys(READERS) as Judge[]) {
      const shown = new Map(drawn.filter(one => one.judge === judge).flatMap(one => [one.shown, one.shownBase].flatMap(asked =>
        asked === undefined ? [] : [[JSON.stringify(asked), asked] as const])));
      if (shown.size > 0) refusals(judge, [...shown.values()]).forEach((error, index) => answers.set([...shown.keys()][index], error));
    }
    const theirs = (asked: Shown | undefined) => asked && answers.get(JSON.stringify(asked));
    const compared = drawn.filter(({ shownBase }) => theirs(shownBase) === undefined);
    const wrong = compared.flatMap((one: Drawn) => {
      const { table, name, value, isReleased, shown, base, folders } = one;
      const refused = theirs(shown);
      const [without, now] = [saidOf(base), saidOf(folders)];
      const pattern = REFUSED[shown.program === 'object' ? 'object' : 'program'];
      const told = now.split('\n').filter(line => !without.split('\n').includes(line) && pattern.test(line));
      const of = `${table}, ${name}: ${JSON.stringify(value)}`;
      if (refused !== undefined) return now === without && isReleased ? [`${of} is refused, and nothing is said: ${refused.slice(0, 200)}`] : [];
      return told.length > 0 && isReleased && LATER[table]?.test(name) !== true ? [`${of} is taken, and it is said: ${told[0]}`] : [];
    });
    process.stdout.write(`${drawn.length} values of ${ROWS} rows, seed ${SEED}: ${drawn.length - compared.length} beside what is refused anyway, `
      + `${compared.filter(({ shown }) => theirs(shown) !== undefined).length} are refused, ${wrong.length} are wrong\n`);
    expect(wrong).toEqual([]);
    // What is refused without the value says nothing of it.
    const beside = drawn.flatMap(({ shownBase, table, name }) => theirs(shownBase) === undefined ? [] : [`${table}, ${name}: ${theirs(shownBase)!}`]);
    expect(beside.length < drawn.length * 0.2 ? [] : beside.slice(0, 5)).toEqual([]);
  }, 1_800_000);
});
