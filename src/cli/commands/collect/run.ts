import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionFiles, writeCollection } from '../../../files/collection';
import { makeFolder } from '../../../files/make-folder';
import { ansibleConfiguration } from '../../../lib/plan/render/project';
import { ExitCode, InputError, Io } from '../../io';

/** Folder of the Ansible collection: within the project, which is all that the machine has to have that runs it. */
const COLLECTION = 'collection';

/** What the user fills in; never written over. */
const OWN = 'inventory.yaml';

const FILES: Readonly<Record<string, string>> = {
  'ansible.cfg': ansibleConfiguration(COLLECTION),
  'collect.yaml': `\
---
# Written by ccm-migration collect. Changes nothing on a node or in the cluster; writes to input/ beside this file.
# What may be read is listed in the role collect of the collection: never a key, a kubeconfig or a token.
- name: Collect from the nodes and the cluster
  ansible.builtin.import_playbook: cdk8s.ccm_migration.collect
`,
  [OWN]: `\
---
# Fill in the nodes under the names that they have in the cluster (kubectl get nodes), with how they are reached:
# ansible_host, ansible_user and so on. In group_vars/all.yaml: kubectl, a list, where it is another command; more_files, a list of whole paths.
all:
  vars:
    ansible_become: true
  children:
    control_host:
      hosts:
        localhost:
          ansible_connection: local
          ansible_python_interpreter: "{{ ansible_playbook_python }}"
          ansible_become: false
    control_plane:
      hosts: {}
    workers:
      hosts: {}
`,
};

/** Writes the project; what the user filled in stays. */
export function run(folder: string, name: string, io: Io): ExitCode {
  try {
    makeFolder(folder);
    writeCollection(join(folder, COLLECTION), collectionFiles());
    for (const [file, text] of Object.entries(FILES)) {
      if (file !== OWN || !existsSync(join(folder, OWN))) writeFileSync(join(folder, file), text);
    }
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
  io.out([
    `written to ${name}: ${[...Object.keys(FILES), `${COLLECTION}/`].sort().join(', ')}`,
    `fill in ${join(name, OWN)}: the nodes, and how they are reached`,
    `then, in ${name}: ansible-playbook collect.yaml`,
    '',
  ].join('\n'));
  return ExitCode.OK;
}
