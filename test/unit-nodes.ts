import { parse } from 'yaml';
import { kubeadmNodes } from './nodes';
import { NodeInput, NodeRole } from '../src';

const MANIFESTS = '/etc/kubernetes/manifests/';

/** Nodes whose control plane runs as services of systemd, with the flags of kubeadm's static pods; kube-controller-manager's come by a variable. */
export function unitNodes(): NodeInput[] {
  return kubeadmNodes().map(node => (node.role === NodeRole.WORKER ? node : {
    ...node,
    files: Object.fromEntries(Object.entries(node.files).flatMap(
      ([path, text]) => (path.startsWith(MANIFESTS) ? unitFiles(path.slice(MANIFESTS.length).replace('.yaml', ''), text) : [[path, text]])),
    ),
  }));
}

function unitFiles(component: string, manifest: string): [string, string][] {
  const { spec } = parse(manifest) as { readonly spec: { readonly containers: readonly { readonly command: readonly string[] }[] } };
  const flags = spec.containers[0].command.slice(1);
  const unit = (line: string) => `[Unit]\nDescription=${component}\n\n[Service]\n${line}\nRestart=always\n\n[Install]\nWantedBy=multi-user.target\n`;
  if (component !== 'kube-controller-manager') {
    return [[`/etc/systemd/system/${component}.service`, unit(`ExecStart=/usr/local/bin/${component} ${flags.join(' ')}`)]];
  }
  return [
    [`/etc/systemd/system/${component}.service`, unit(`EnvironmentFile=/etc/kubernetes/kcm.env\nExecStart=/usr/local/bin/${component} $KCM_ARGS`)],
    ['/etc/kubernetes/kcm.env', `KCM_ARGS="${flags.join(' ')}"\n`],
  ];
}

/** The command line of a unit of these nodes. */
export function wordsOfUnit({ files }: NodeInput, component: string): readonly string[] {
  const [, line] = /^ExecStart=(.*)$/m.exec(files[`/etc/systemd/system/${component}.service`])!;
  return line.replace('$KCM_ARGS', /"(.*)"/.exec(files['/etc/kubernetes/kcm.env'] ?? '')?.[1] ?? '').split(' ');
}
