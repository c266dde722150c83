import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CorpusInput, resultOf, SHARED } from './corpus';
import { unknowns } from '../../../src/lib/verify/result';
import { describeNeeding } from '../../needs';

const FOREIGN = join(SHARED, 'foreign');

interface Expected {
  readonly folder: string;
  readonly args: readonly string[];
  readonly kubernetesVersion?: string;
  /** Exclusivity, liveness; none: refused with this. */
  readonly verdicts?: readonly [string, string];
  readonly refused?: RegExp;
  /** Rules of the findings that are errors. */
  readonly errors?: readonly string[];
  /** Rules of which nothing may be found. */
  readonly without?: readonly string[];
  /** What is said, somewhere, `file:line: text`. */
  readonly says?: readonly RegExp[];
}

/** What is right for each input, from the README of the corpus. */
const EXPECTED: readonly Expected[] = [
  { folder: '1-manifest-extension-skipped', args: ['m'], verdicts: ['broken', 'holds'], says: [/'service'/, /'cloud-node-lifecycle'/] },
  {
    folder: '2-systemd-kcm-skipped',
    args: ['n', 'ccm'],
    verdicts: ['broken', 'unknown'],
    errors: ['version-unknown'],
    says: [/^n\/etc\/systemd\/system\/kube-controller-manager\.service:6: 'service'/],
  },
  { folder: '3-rke2-pod-manifests-skipped', args: ['n', 'ccm'], verdicts: ['broken', 'holds'] },
  { folder: '4-nothing-read-holds', args: ['kustomize-overlay'], verdicts: ['unknown', 'broken'], errors: ['cloud-routes-without-cluster-cidr'] },
  {
    folder: '4-nothing-read-holds',
    args: ['flux-helmrelease'],
    verdicts: ['unknown', 'unknown'],
    says: [/^flux-helmrelease\/a\.yaml:3: HelmRelease kube-system\/aws-ccm/],
  },
  { folder: '4-nothing-read-holds', args: ['clusterclass'], verdicts: ['holds', 'holds'] },
  { folder: '4-nothing-read-holds', args: ['kubeadm-config-cm'], verdicts: ['holds', 'holds'] },
  { folder: '4-nothing-read-holds', args: ['unrelated'], refused: /that hold a control-plane component/ },
  { folder: '5-cluster-name-false-error', args: ['m'], verdicts: ['holds', 'holds'] },
  {
    folder: '6-hosted-control-plane',
    args: ['gardener'],
    verdicts: ['unknown', 'unknown'],
    without: ['ccm-does-not-tolerate-uninitialized', 'ccm-without-host-network', 'ccm-waits-for-cluster-dns'],
  },
  {
    folder: '6-hosted-control-plane',
    args: ['hypershift'],
    verdicts: ['unknown', 'unknown'],
    errors: ['version-unknown', 'version-unknown'],
    without: ['ccm-does-not-tolerate-uninitialized', 'ccm-without-host-network', 'ccm-waits-for-cluster-dns'],
  },
  {
    folder: '7-ccm-1.20-alpha-defaults-to-aws',
    args: ['m'],
    verdicts: ['unknown', 'unknown'],
    without: ['ccm-without-cloud-provider', 'process-ends'],
    says: [/no kube-controller-manager is in the input/],
  },
  { folder: '8-env-valuefrom', args: ['m'], verdicts: ['unknown', 'unknown'], without: ['process-ends', 'cloud-routes-without-cluster-cidr'] },
  {
    folder: '9-kustomize-patch-as-object',
    args: ['existing-cluster'],
    verdicts: ['unknown', 'unknown'],
    says: [/overlays\/superset-role is a kustomization, and was not built/],
  },
  {
    folder: '10-capi-wrong-file',
    args: ['m'],
    verdicts: ['holds', 'broken'],
    errors: ['external-without-ccm'],
    says: [/^m\/a\.yaml:\d+: 'service'/, /^m\/a\.yaml:\d+: kubelet 1\.26 of/],
  },
  { folder: '11-duplicate-key-exit-2', args: ['m'], verdicts: ['unknown', 'unknown'], says: [/^m\/crs\.yaml:10: key rules is given twice/] },
  {
    folder: '12-templates',
    args: ['go-template'],
    verdicts: ['unknown', 'unknown'],
    says: [/a template of Helm or Go, and not rendered.*helm template/],
  },
  { folder: '12-templates', args: ['helm'], verdicts: ['unknown', 'unknown'], says: [/a template of Helm or Go, and not rendered.*helm template/] },
  { folder: '12-templates', args: ['terraform'], verdicts: ['unknown', 'unknown'], says: [/a template of Terraform or a shell, and not rendered/] },
  { folder: '13-list-wrong-line', args: ['m'], verdicts: ['broken', 'holds'], says: [/^m\/all\.yaml:23: 'service'/] },
  { folder: '14-hostnetwork-error', args: ['m'], verdicts: ['unknown', 'unknown'], says: [/^m\/ccm\.yaml:155: .*does not set hostNetwork/] },
  {
    folder: '15-1.32.5-shown-as-1.33',
    args: ['n', 'ccm'],
    verdicts: ['holds', 'holds'],
    without: ['ccm-newer-than-api-server'],
    says: [/1\.32\.5, built from the libraries of 1\.33/],
  },
  { folder: '16-gcp-image-version', args: ['readme-example-output'], verdicts: ['unknown', 'unknown'], without: ['version-unknown'] },
  { folder: '17-operator-taken-for-ccm', args: ['m'], refused: /that hold a control-plane component/ },
  {
    folder: '18-azure-cloud-node-disabled',
    args: ['m'],
    verdicts: ['unknown', 'unknown'],
    errors: ['ccm-does-not-tolerate-control-plane', 'ccm-selects-no-node'],
    without: ['ccm-does-not-tolerate-uninitialized'],
  },
  { folder: '20-kubelet-flag-files', args: ['kubespray'], verdicts: ['holds', 'holds'], says: [/kubelet 1\.22\.17/] },
  {
    // Values of its API server are names of what was left out, and no API server starts with them.
    folder: '20-kubelet-flag-files',
    args: ['kubelet-service'],
    verdicts: ['holds', 'unknown'],
    errors: ['process-ends', 'process-ends'],
    says: [/kubelet 1\.26\.5/, /X-oidc_issuer_url/],
  },
  { folder: '21-custom-taint', args: ['n', 'ccm'], verdicts: ['unknown', 'unknown'], errors: ['ccm-does-not-tolerate-node-taint'] },
  {
    folder: '22-ccm-1.20-token-warning',
    args: ['m'],
    kubernetesVersion: '1.20.15',
    verdicts: ['unknown', 'unknown'],
    without: ['service-account-credentials-without-rights'],
  },
  {
    folder: '23-holds-when-left-out',
    args: ['m'],
    verdicts: ['unknown', 'unknown'],
    errors: ['version-unknown'],
    says: [/^m\/kcm\.yaml:8: the version of kube-controller-manager is unknown.*--kubernetes-version/],
  },
  {
    folder: 'new/01-kcp-json-patch',
    args: ['m', 'ccm'],
    verdicts: ['broken', 'holds'],
    says: [/^m\/a\.yaml:\d+: 'service'/, /^m\/a\.yaml:\d+: 'cloud-node-lifecycle'/],
  },
  { folder: 'new/03-kcp-static-pod-from-secret', args: ['m'], verdicts: ['unknown', 'unknown'], says: [/^m\/a\.yaml:14: .*Secret ccm-pod/] },
  {
    folder: 'new/05-kubeadm-patches-directory-absent',
    args: ['m', 'ccm'],
    verdicts: ['unknown', 'unknown'],
    says: [/^m\/kubeadm\.yaml:3: InitConfiguration names the folder of patches \/etc\/kubernetes\/patches/],
  },
  {
    folder: 'new/06-kcp-kubelet-aws-1.27',
    args: ['m', 'ccm'],
    verdicts: ['holds', 'holds'],
    errors: ['in-tree-provider-gone'],
    says: [/^m\/a\.yaml:34: kubelet 1\.27 of node of m has no in-tree cloud provider 'aws'/],
  },
  {
    folder: 'new/15-sveltos-chart',
    args: ['n', 'cluster'],
    verdicts: ['unknown', 'unknown'],
    says: [/^cluster\/app\.yaml:3: ClusterProfile cloud is a custom resource that names a cloud-controller-manager/],
  },
  { folder: 'new/19-rke2-deployed-manifests', args: ['n'], verdicts: ['broken', 'holds'], says: [/pod-manifests.*'service'/] },
  { folder: '24-clusterclass-refusal', args: ['cluster.yaml'], verdicts: ['holds', 'holds'] },
  {
    folder: 'new/13-cloud-config-role-arn',
    args: ['cp', 'cluster'],
    verdicts: ['holds', 'broken'],
    errors: ['cloud-config-refused'],
    says: [/^cluster\/a\.yaml:9: .*'RoleARN' must be an ARN, got "kubernetes-prod-control-plane"/],
  },
  {
    folder: 'new/07-kubespray-own-variable',
    args: ['cp', 'ccm'],
    verdicts: ['holds', 'broken'],
    errors: ['in-tree-provider-gone', 'provider-id-malformed'],
    says: [/kubelet\.env:9: kubelet 1\.28 of node of cp has no in-tree cloud provider 'aws'/],
  },
  {
    folder: 'new/09-kubelet-configuration-provider-id',
    args: ['cp', 'ccm'],
    verdicts: ['holds', 'broken'],
    errors: ['provider-id-malformed'],
    says: [/^cp\/var\/lib\/kubelet\/config\.yaml:4: node cp has the provider ID aws, at which CCM 1\.27 .* panics/],
  },
  {
    folder: 'new/11-node-provider-id-of-another-cloud',
    args: ['cp', 'ccm', 'cluster'],
    verdicts: ['holds', 'broken'],
    errors: ['provider-id-malformed'],
    says: [/^cluster\/nodes\.json:3: Node edge-1 has the provider ID metal:\/\/\/rack\/host7, at which CCM 1\.27 .* panics/],
  },
  { folder: 'new/12-role-label-true', args: ['all.json'], verdicts: ['holds', 'holds'], without: ['ccm-selects-no-node'] },
  {
    folder: 'new/16-kubelet-not-external',
    args: ['cp', 'ccm'],
    verdicts: ['holds', 'holds'],
    says: [/^cp\/var\/lib\/kubelet\/kubeadm-flags\.env:1: kubelet 1\.28 .* does not have --cloud-provider=external/],
  },
  { folder: 'new/18-default-migration-with-nobody-in-tree', args: ['cp', 'cluster'], verdicts: ['holds', 'holds'], says: [/nothing is at risk/] },
  {
    folder: 'new/17-gate-refused-but-unknown',
    args: ['cp', 'ccm'],
    verdicts: ['holds', 'broken'],
    errors: ['feature-gate-refused', 'feature-gate-refused'],
    without: ['command-line-not-understood'],
  },
  {
    folder: 'new/21-selects-none-but-liveness-holds',
    args: ['cp', 'ccm'],
    verdicts: ['holds', 'broken'],
    errors: ['ccm-selects-no-node'],
    says: [/'service': .* does not run \(CCM 1\.27 .* selects no control-plane node of 1\.29/],
  },
];

describeNeeding('real shapes of other projects', existsSync(FOREIGN) ? undefined : `${FOREIGN} does not exist`, 'REQUIRE_UPSTREAM', () => {
  it.each(EXPECTED.map(
    row => [row.folder, row.args.join(' '), row] as const,
  ))('%s %s is what it is', (_, __, { folder, refused, verdicts, errors = [], without = [], says = [], ...input }) => {
    const given: CorpusInput = { cwd: join(FOREIGN, folder), ...input };
    const result = resultOf(given);
    if ('refused' in result) {
      expect(result.refused).toMatch(refused ?? /^never$/);
      return;
    }
    expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(verdicts);
    expect(result.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule).sort()).toEqual(errors);
    for (const rule of without) expect(result.findings.map(one => one.rule)).not.toContain(rule);
    const text = [
      ...result.seen.nodes.flatMap(({ found }) => found),
      ...result.seen.workloads.map(({ component }) => component),
      ...[...result.exclusivity.counterexamples, ...result.liveness.counterexamples].map(({ file, line, controller, message }) => `${file}:${line}: `
        + `'${controller}': ${message}`),
      ...unknowns(result).map(({ file, line, what, fix }) => `${file}:${line}: ${what}: ${fix}`),
      ...result.findings.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    ];
    for (const one of says) expect(text).toContainEqual(expect.stringMatching(one));
    // A place is one of a file that was handed in.
    for (const { file } of [...result.findings, ...unknowns(result), ...result.exclusivity.counterexamples, ...result.liveness.counterexamples]) {
      expect(existsSync(join(FOREIGN, folder, file))).toBe(true);
    }
  }, 60_000);
});
