/** Minor of ansible-core that the playbooks were run with (test/ansible/requirements.txt). */
export const ANSIBLE_MINOR = '2.19';
