import { AllowedFile, PutFile, WrittenFile } from './action';
import { CcmWorkload } from './app';
import { PinnedFile, PlannedNodeFile } from './app-files';
import { waitedFor } from './checks/printed';
import {
  fileHasCopy, giveFileBack, giveFileBackIf, hasSum, isForeign, keepFile, makeFolder, removeFile, staged, takeFileBack,
} from './file-copies';
import { copyOf, folderOfCopies, keepObject, readAnew } from './object-copies';
import { inNamespace, kindOf } from './object-kind';
import { PlanStateName } from './state';
import { PlanCommand } from './step';
import { SIDE_LABEL } from '../kubernetes/side-label';
import { holdsSecret } from '../migration/index-file';
import { ObjectReference } from '../migration/to-delete';

export function apply(file: PinnedFile): PlanCommand {
  return { text: `kubectl apply -f ${file.source}`, action: { do: 'apply-file', source: file.source, sha256: file.sha256 } };
}

/** What a foreground deletion waits for may never come: a pod on a node that is dead. */
const DELETE_SECONDS = 120;

export function deleteObject(state: PlanStateName, object: ObjectReference): PlanCommand {
  const { namespace, name } = object;
  const key = { kind: kindOf(object), namespace, name };
  return {
    text: `${keepObject(state, key)} &&\n`
      + `  kubectl delete ${key.kind} ${name}${inNamespace(object)} --cascade=foreground --ignore-not-found --timeout=${DELETE_SECONDS}s`,
    action: { do: 'delete-object', state, ...key },
  };
}

export function deleteLease(state: PlanStateName, { namespace, name }: ObjectReference, seconds: number): PlanCommand {
  const key = { kind: 'lease.coordination.k8s.io', namespace, name };
  return {
    text: `# refused if it is renewed within ${seconds} s: the precondition names it as it was read before\n`
      + `${copyOf(state, key)}\n`
      + `  mkdir -p ${folderOfCopies(state)} && ${readAnew('"$copy"', key)} &&\n`
      + `  if [ -e "$copy" ]; then sleep ${seconds} && grep -q '^  resourceVersion: "' "$copy" &&\n`
      + '  sed -n \'s/^  resourceVersion: "\\(.*\\)"$/{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"resourceVersion":"\\1"}}/p\' '
      + `"$copy" | kubectl delete --raw /apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name} -f -; fi`,
    action: { do: 'delete-lease', state, namespace, name, seconds },
  };
}

/** Replaces files on a node, one by one, each by a rename, with a copy of what was there. */
export function putFiles(node: string, state: PlanStateName, files: readonly PlannedNodeFile[]): PlanCommand[] {
  return putAll(node, state, files, false);
}

/** Puts files in place of what was copied before, and removed or written over since: what lies there now says nothing about what was. */
export function putOverKept(node: string, state: PlanStateName, files: readonly PlannedNodeFile[]): PlanCommand[] {
  return putAll(node, state, files, true);
}

function putAll(node: string, state: PlanStateName, files: readonly PlannedNodeFile[], isKept: boolean): PlanCommand[] {
  if (files.length === 0) return [];
  return [{
    text: files.map(({ sha256, source, path, mode, owner }) => [
      `# on ${node}`,
      makeFolder(path),
      ...isKept ? [] : keepFile(state, path, hasSum(path, sha256)),
      '',
      `scp ${source} root@${node}:${staged(path)}`,
      '',
      `# on ${node}`,
      putInPlace(path, mode, owner),
    ].join('\n')).join('\n\n'),
    action: { do: 'put-files', node, state, files: files.map(file => ({ ...putFile(file), ...isKept ? { kept: true } : {} })) },
  }];
}

/** Not over the same bytes: a process that runs with them, and that nothing restarts, would seem to be older than its file. */
function putInPlace(path: string, mode: string, owner: string): string {
  const file = staged(path);
  return `if cmp -s ${file} ${path}; then rm -f ${file}; else chmod ${mode} ${file} && chown ${owner} ${file} && mv -f ${file} ${path}; fi`;
}

function putFile({ sha256, mode, owner, source, path, text }: PlannedNodeFile): PutFile {
  return { sha256, mode, owner, source, path, ...holdsSecret({ path, content: text }) ? { secret: true } : {} };
}

export function removeFiles(node: string, state: PlanStateName, paths: readonly string[]): PlanCommand[] {
  if (paths.length === 0) return [];
  return [{
    text: onEach(node, paths, path => [`${keepFile(state, path, hasSum(path, '-')).join('\n')} &&`, `  ${removeFile(path)}`]),
    action: { do: 'remove-files', node, state, paths },
  }];
}

/** What was not there goes again. */
export function restoreFiles(node: string, state: PlanStateName, paths: readonly string[]): PlanCommand[] {
  if (paths.length === 0) return [];
  return [{ text: onEach(node, paths, path => giveFileBack(state, path)), action: { do: 'restore-files', node, state, paths } }];
}

/** The way back of what changed files from what `state` has to what `left` has, of which no sums are known. */
export function takeFilesBack(node: string, state: PlanStateName, left: PlanStateName, paths: readonly string[]): PlanCommand {
  return { text: onEach(node, paths, path => takeFileBack(state, left, path)), action: { do: 'restore-files', node, state, left, paths } };
}

/** What `restoreFiles` needs: of each file its copy, or the note that it was not there. */
export function copiesAre(node: string, state: PlanStateName, paths: readonly string[]): PlanCommand[] {
  if (paths.length === 0) return [];
  return [must({
    text: [`# on ${node}`, paths.map(path => fileHasCopy(state, path)).join(' &&\n')].join('\n'),
    action: { do: 'copies-are', node, state, paths },
  })];
}

/** The way back of `putFiles` and `removeFiles`: what was not touched yet stays as it is. */
export function takeBack(node: string, state: PlanStateName, files: readonly WrittenFile[]): PlanCommand[] {
  if (files.length === 0) return [];
  return [{
    text: onEach(node, files, ({ sum, path, before }) => {
      const isWritten = before === undefined ? hasSum(path, sum) : `${hasSum(path, sum)} || ${isForeign(path, before)}`;
      return giveFileBackIf(isWritten, state, path, before !== undefined);
    }),
    action: { do: 'take-back', node, state, files },
  }];
}

function onEach<File>(node: string, files: readonly File[], commands: (file: File) => readonly string[]): string {
  return files.map(file => [`# on ${node}`, ...commands(file)].join('\n')).join('\n\n');
}

/** Each file has one of its sums. A sum that cannot be read is none of them. */
export function filesAre(node: string, files: readonly AllowedFile[]): PlanCommand {
  return {
    text: [
      `# on ${node}: each as synthesized, or as it was; -: it is not there`,
      'is() { sum=-; [ ! -e "$1" ] || sum=$(sha256sum < "$1"); sum=${sum%% *}',
      '  case " $2 " in *" $sum "*) ;; *) echo "$1 has the sum $sum, not $2" >&2; false ;; esac; }',
      files.map(({ path, sums }) => `is ${path} '${sums.join(' ')}'`).join(' &&\n  '),
    ].join('\n'),
    action: { do: 'files-are', node, files },
  };
}

export function must(check: PlanCommand): PlanCommand {
  return { ...check, withinSeconds: 0 };
}

export function eventually(seconds: number, check: PlanCommand): PlanCommand {
  return { ...check, text: waitedFor(check.text, seconds), withinSeconds: seconds };
}

export function label(node: string): PlanCommand {
  return { text: `kubectl label node ${node} ${SIDE_LABEL}=n-plus-1 --overwrite`, action: { do: 'label-node', node } };
}

export function unlabel(node: string): PlanCommand {
  return { text: `kubectl label node ${node} ${SIDE_LABEL}-`, action: { do: 'unlabel-node', node } };
}

/** A Deployment's pods stay where they run, whatever happens to the label that they came by. */
export function deleteCcmOn({ namespace, selector }: CcmWorkload, node: string): PlanCommand {
  return {
    text: `kubectl delete pods -n ${namespace} -l ${selector} --field-selector spec.nodeName=${node} --wait=false`,
    action: { do: 'delete-ccm-on', namespace, selector, node },
  };
}

/** Seconds that a drain gets. */
export const DRAIN_SECONDS = 600;

/**
 * @param stays selects pods that stay; of one label: of several, no selector selects all others
 * @param deletes whether pods are deleted, not evicted: while no kube-controller-manager runs, nobody raises what a PodDisruptionBudget allows
 */
export function drain(node: string, stays?: string, deletes?: true): PlanCommand {
  const selected = (stays === undefined ? '' : ` --pod-selector='${stays.replace('=', '!=')}'`) + (deletes ? ' --disable-eviction' : '');
  return {
    text: '# a kubelet that does not run ends no pod: where the node is not Ready, add --skip-wait-for-delete-timeout=30\n'
      + `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --timeout=${DRAIN_SECONDS}s${selected}`,
    action: { do: 'drain', node, ...stays === undefined ? {} : { kept: stays }, ...deletes ? { deletes } : {} },
  };
}

export function uncordon(node: string): PlanCommand {
  return { text: `kubectl uncordon ${node}`, action: { do: 'uncordon', node } };
}

export function restartKubelet(node: string): PlanCommand {
  // Flags may lie in a drop-in, which systemd reads when it is told.
  return { text: `# on ${node}\nsystemctl daemon-reload && systemctl restart kubelet`, action: { do: 'restart-kubelet', node } };
}

/** What this library cannot know how to do. */
export function byHand(what: string): PlanCommand {
  return { text: `# by hand: ${what}`, action: { do: 'manual', what } };
}

/** The user's own way to another release. */
export function upgradeNode(node: string, release: string): PlanCommand {
  return {
    text: `# by your own packages, where the kubelet of ${node} goes to ${release} too (in the playbooks: node_upgrade)`,
    action: { do: 'upgrade-node', node, release },
  };
}

/** What kubeadm's own upgrade writes to a node. */
export interface WrittenByKubeadm {
  /** What it must write. */
  readonly files: readonly PlannedNodeFile[];
  /** The same files, as they may be before and after. */
  readonly allowed: readonly AllowedFile[];
  /** What it writes with bytes that nobody knows before. */
  readonly besides: readonly string[];
}

/** kubeadm's own upgrade of a node that it made, from the configuration in the cluster; with `isFirst` also of what the cluster has once. */
export function upgradeByKubeadm(
  node: string, state: PlanStateName, release: string, isFirst: boolean, { files, allowed, besides }: WrittenByKubeadm,
): PlanCommand {
  const before = (file: PlannedNodeFile) => allowed.find(({ path }) => path === file.path)?.sums.filter(sum => sum !== file.sha256) ?? [];
  const isNew = (file: PlannedNodeFile) => before(file).length === 0 ? hasSum(file.path, file.sha256)
    : `! { ${before(file).map(sum => hasSum(file.path, sum)).join(' || ')}; }`;
  return {
    text: [
      // It writes over them, in most cases what is planned: a copy made after that would be one of the new file.
      ...files.length > 0 ? [onEach(node, files, file => keepFile(state, file.path, isNew(file))), ''] : [],
      ...besides.length > 0 ? [onEach(node, besides, path => keepFile(state, path)), ''] : [],
      `# on ${node}, by your own packages first kubeadm of ${release} (in the playbooks: kubeadm_program), then`,
      ...isFirst ? [
        `#   kubeadm version -o short   # v${release}`,
        `#   kubeadm upgrade apply v${release} --yes`,
        '# It also brings CoreDNS, kube-proxy and the image of an etcd of its own to what that kubeadm has (--etcd-upgrade=false leaves etcd), and',
        '# renews certificates. What it writes must have the sums of the files below; then those are in place already. kubeadm does not downgrade a',
        '# minor: the way back puts the copies back of the manifests, of kube-proxy and of what kubelets that join are configured from, and leaves',
        '# the rest as it is.',
      ] : [
        `#   kubeadm version -o short   # v${release}`,
        '#   kubeadm upgrade node',
        ...files.length > 0 ? ['# What it writes must have the sums of the files below; then those are in place already.'] : [],
      ],
      // Ends here, before a copy is made of what was not planned.
      ...allowed.length > 0 ? ['', filesAre(node, allowed).text] : [],
    ].join('\n'),
    action: {
      do: 'upgrade-kubeadm',
      node,
      state,
      release,
      isFirst,
      files: files.map(file => ({ ...putFile(file), before: before(file) })),
      besides: besides.map(path => ({ path })),
    },
  };
}
