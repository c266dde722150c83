/** A minor of ansible-core that may run the playbooks of a plan. */
export interface AnsibleCore {
  /** `2.19` */
  readonly release: string;
  /** Python that it needs on the machine that it runs on, and on nodes. */
  readonly python: { readonly here: string; readonly nodes: string };
  /** Releases with which the playbooks were run. */
  readonly readAt: readonly string[];
  /** Which of the folder conformance/playbooks were run with it. */
  readonly ran: string;
  readonly source: string;
}

const source = (release: string) => `ansible/ansible@${release} pyproject.toml requires-python, lib/ansible/module_utils/basic.py _PY_MIN`;

/** Oldest first: the first is the one that the tests of each commit run (test/ansible/requirements.txt). Another is tried with `ANSIBLE_BIN`. */
export const ANSIBLE_CORES: readonly AnsibleCore[] = [
  { release: '2.19', python: { here: '3.11', nodes: '3.8' }, readAt: ['v2.19.14'], ran: 'all, and e2e', source: source('v2.19.14') },
  {
    release: '2.20',
    python: { here: '3.12', nodes: '3.9' },
    readAt: ['v2.20.10'],
    ran: 'plan-preflight, plan-processes',
    source: source('v2.20.10'),
  },
  {
    release: '2.21',
    python: { here: '3.12', nodes: '3.9' },
    readAt: ['v2.21.5'],
    ran: 'plan-preflight, plan-processes',
    source: source('v2.21.5'),
  },
];
