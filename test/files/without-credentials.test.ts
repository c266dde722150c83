import { withoutCredentials } from '../../src/files/without-credentials';

const KUBECONFIG = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    server: https://10.0.0.1:6443
  name: prod
contexts:
- context: {cluster: prod, user: manager}
  name: manager@prod # of the secret kind
current-context: manager@prod
kind: Config
users:
- name: manager
  user:
    client-certificate: /etc/kubernetes/pki/manager.crt
    client-certificate-data: |
      U0VDUkVU
      U0VDUkVU
    client-key-data: "SECRET!"
    token: secret
    # the secret of before
    as: system:masters
    tokenFile: /var/run/token
    auth-provider: {name: oidc, config: {id-token: secret}}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: aws
      args: [--token, secret]
      env:
      - name: PASSWORD
        value: secret
preferences: {}
`;
const WITHOUT = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    server: https://10.0.0.1:6443
  name: prod
contexts:
- context: {cluster: prod, user: manager}
  name: manager@prod ${''}
current-context: manager@prod
kind: Config
users:
- name: manager
  user:
    client-certificate: /etc/kubernetes/pki/manager.crt
    client-certificate-data: Y3V0


    client-key-data: "cut!"
    token: Y3V0
    ${''}
    as: system:masters
    tokenFile: /var/run/token
    auth-provider: {name: oidc, config: {id-token: Y3V0}}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: aws
      args: [Y3V0, Y3V0]
      env:
      - name: Y3V0
        value: Y3V0
preferences: {}
`;

describe('a kubeconfig without its credentials', () => {
  it('keeps its lines, its clusters, and who its users are', () => {
    expect(withoutCredentials({ text: KUBECONFIG })).toEqual({ text: WITHOUT, cut: 'users' });
  });

  it('is taken as JSON, too', () => {
    expect(withoutCredentials({ text: '{"kind": "Config", "users": [{"name": "a", "user": {"token": "secret"}}]}\n' }))
      .toEqual({ text: '{"kind": "Config", "users": [{"name": "a", "user": {"token": "Y3V0"}}]}\n', cut: 'users' });
  });

  it('is what it was where it has none', () => {
    const text = 'kind: Config\nusers:\n- name: a\n  user: {tokenFile: /x}\n';
    expect(withoutCredentials({ text })).toEqual({ text });
  });

  it.each([
    ['with credentials elsewhere', 'kind: Config\nothers:\n- user: {token: secret}\n'],
    ['with credentials beside the user', 'users:\n- name: a\n  token: secret\n'],
    ['with an alias', 'users:\n- name: a\n  user: &a {token: secret}\nothers: *a\n'],
    ['with two documents', 'users: []\n---\nusers: []\n'],
    ['that is no YAML', 'users:\n- name: a\n  user: {token: secret\n'],
    ['with a key twice', 'users:\n- name: a\n  user: {token: secret, token: other}\n'],
  ])('is not taken %s', (_, text) => {
    expect(withoutCredentials({ text })).toEqual({ unreadable: 'its credentials cannot be told from the rest, and are never read' });
  });

  it('is nothing of what cannot be read', () => {
    expect(withoutCredentials({ unreadable: 'no text' })).toEqual({ unreadable: 'no text' });
  });
});
