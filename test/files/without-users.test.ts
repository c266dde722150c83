import { withoutUsers } from '../../src/files/without-users';

const KUBECONFIG = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    server: https://10.0.0.1:6443
  name: prod
contexts:
- context: {cluster: prod, user: manager}
  name: manager@prod
current-context: manager@prod
kind: Config
users:
- name: manager
  user:
    client-certificate-data: Q0VSVA==
    client-key-data: S0VZ
preferences: {}
`;

describe('a kubeconfig without its users', () => {
  it('keeps its lines and its clusters', () => {
    const { text } = withoutUsers({ text: KUBECONFIG }) as { readonly text: string };
    expect(text.split('\n')).toHaveLength(KUBECONFIG.split('\n').length);
    expect(text).toContain('certificate-authority-data: Q0E=');
    expect(text).toContain('preferences: {}');
    expect(text).not.toMatch(/client-|S0VZ|Q0VSVA|users/);
  });

  it.each([
    ['as JSON', '{"kind": "Config", "users": [{"user": {"token": "secret"}}]}\n'],
    ['with users elsewhere', 'kind: Config\nothers:\n- user: {token: secret}\n'],
  ])('is not taken %s', (_, text) => {
    expect(withoutUsers({ text })).toEqual({ unreadable: 'its users cannot be told from the rest, and are never read' });
  });

  it('is nothing of what cannot be read', () => {
    expect(withoutUsers({ unreadable: 'no text' })).toEqual({ unreadable: 'no text' });
  });
});
