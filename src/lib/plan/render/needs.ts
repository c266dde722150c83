import { code, list } from './blocks';
import { ANSIBLE_CORES } from '../../facts/ansible-core';
import { givenTo, MANAGEMENT_KUBECONFIG } from '../action';
import { upgradeKubeadm, uploadKubeadm } from '../actions/kubeadm';
import { upgradeNode } from '../actions/owner';
import { Plan } from '../plan';
import { rightsOf } from '../rights';

/** For what is asked of AWS. npm installs the packages that ours is used with, and would ask a registry for them. */
const COMMAND_LINE_OFFLINE = 'Node.js 20 or newer, and `npm pack` of `cdk8s-ccm-migration`, `cdk8s`, `cdk8s-plus-27` and `constructs`, '
  + 'installed by `npm install --offline *.tgz`, with `ccm_migration: [<folder>/node_modules/.bin/ccm-migration]` in `group_vars/all.yaml`;';

/** What the operator may do, and what the operator's machine must have where it cannot fetch anything. */
export function needs(plan: Plan): string {
  const rights = rightsOf(plan);
  return [
    '## Permissions of the operator',
    `In the cluster: the roles of \`rbac/operator.yaml\`, which says how they are bound. ${rights.amount}`,
    ...rights.managementRules.length === 0 ? [] : ['In the management cluster: the roles of `rbac/management-operator.yaml`. The playbooks reach it '
      + 'by `management_kubectl` (`[kubectl, --kubeconfig, <file>]`), commands by hand by the kubeconfig that '
      + `\`$${MANAGEMENT_KUBECONFIG}\` names: export it first.`],
    plan.controlPlane.length + plan.workers.length === 0 ? 'On nodes: nothing.' : `On nodes, as root: ${pythonOfNodes()}; programs `
      + `${rights.programs.map(code).join(', ')}; files below `
      + `${[...rights.folders, '/var/lib/ccm-migration'].map(code).join(', ')}; for reading, \`/etc/machine-id\`, `
      + '`/proc/sys/kernel/random/boot_id` and, to ask '
      + 'controller managers for their metrics on their node, what `metrics_client_cert` and `metrics_client_key` name; they stay on the node.',
    rights.aws.length === 0 ? 'On AWS: nothing.' : `On AWS, read-only, from the machine that runs the playbooks: ${listed(rights.aws)}.`,
    ...ofController(plan),
    '## Requirements of a machine without a network',
    list([
      'this folder, the collection beside it, and the folder of the app as it is in its repository;',
      '`kubectl`, at most one minor away from the API servers; `ssh` and a Python of ' + `${ANSIBLE.python.here} or newer;`,
      `the wheels of ansible-core ${ANSIBLE.release}: itself, cffi, cryptography, Jinja2, MarkupSafe, packaging, pycparser, PyYAML, resolvelib;`,
      ...plan.cloud === 'aws' ? [COMMAND_LINE_OFFLINE] : [],
      ...plan.images.length === 0 ? [] : [`in the registry that the nodes pull from: ${plan.images.map(code).join(', ')};`],
      ...withUpgrades(plan),
    ]),
  ].join('\n\n');
}

/** What the cloud-controller-manager calls. */
function ofController({ aws }: Plan): readonly string[] {
  if (aws === undefined) return [];
  const { actions, roleArn, unknown } = aws;
  return [
    '## IAM',
    `The role of the cloud-controller-manager${roleArn === '' ? ', that of its instances,' : ` (${code(roleArn)})`} needs `
      + `${unknown === '' ? '' : `actions that are not all known (${unknown}), and of those that are `}${listed(actions)}.`,
  ];
}

/** Actions of IAM by their services: `ec2:DescribeInstances, DescribeVpcs`. */
function listed(actions: readonly string[]): string {
  const services = [...new Set(actions.map(one => one.split(':')[0]))];
  return services.map(service => code(`${service}:${actions.filter(one => one.startsWith(`${service}:`)).map(one => one.split(':')[1]).join(', ')}`))
    .join('; ');
}

/** The ansible-core whose wheels are named. */
const [ANSIBLE, ...OTHER_ANSIBLES] = ANSIBLE_CORES;

function pythonOfNodes(): string {
  const others = OTHER_ANSIBLES.filter(({ python }) => python.nodes !== ANSIBLE.python.nodes);
  const byPython = [...new Set(others.map(({ python }) => python.nodes))].map(
    python => `${python} with ansible-core ${others.filter(one => one.python.nodes === python).map(({ release }) => release).join(' or ')}`);
  return [`Python ${ANSIBLE.python.nodes} or newer`, ...byPython].join(', ');
}

/** What the upgrade of a node fetches of its own accord. What kubeadm brings along, that kubeadm alone knows. */
function withUpgrades({ steps }: Plan): readonly string[] {
  const actions = steps.flatMap(({ run }) => run);
  const byKubeadm = actions.flatMap(one => givenTo(one, upgradeKubeadm) ?? [])[0];
  const byPackages = actions.flatMap(one => givenTo(one, upgradeNode) ?? [])[0];
  const uploaded = actions.flatMap(one => givenTo(one, uploadKubeadm)?.source ?? []).at(-1);
  return [
    ...byKubeadm === undefined ? [] : [
      `in the same registry, what ${code(`kubeadm config images list ${uploaded === undefined ? `--kubernetes-version v${byKubeadm.release}`
        : `--config ${uploaded}`}`)} of kubeadm ${byKubeadm.release} prints: \`kubeadm upgrade\` also upgrades CoreDNS, etcd, kube-proxy and pause;`,
    ],
    ...byPackages === undefined ? [] : [
      `in the package repository of the nodes: what \`node_upgrade\` installs of ${byPackages.release}`
        + `${byKubeadm === undefined ? '' : ', and the kubeadm that `kubeadm_program` runs'}.`,
    ],
  ];
}
