import { hasSecret } from '../../../src/lib/cloud-config/secrets';

describe('a cloud config', () => {
  test.each([
    ['vSphere', '[Global]\nuser = "admin"\npassword = "p#;=\\"x"\nport = "443"\n'],
    ['vSphere, per vCenter, in any case', '[VirtualCenter "1.2.3.4"]\n  Password=hunter2\n'],
    ['vSphere in YAML', 'global:\n  user: a\n  password: hunter2 # x\n  secretName: creds\n'],
    ['OpenStack', '[Global]\nauth-url=https://a/\napplication-credential-secret = x y\n'],
    ['Azure in JSON', '{\n "aadClientId": "i",\n "aadClientSecret": "s\\"x",\n "location": "l"\n}'],
    ['Azure in one line', '{"aadClientId":"i","aadClientSecret":"s","aadClientCertPassword":"p","location":"l"}'],
    ['GCE', '[Global]\ntoken-url = https://a/token\ntoken-body = "b"\n'],
    ['a cloud that no table knows', 'api_key: x\n'],
    ['a block of YAML', 'a:\n  password: |\n    one\n\n    two\n  b: c\n'],
    ['a continued line', 'password = \\\n  two\nb = c\n'],
    ['a password that begins like a switch', 'password: true-blue'],
  ])('of %s has a secret', (_, text) => expect(hasSecret(text)).toBe(true));

  test.each([
    ['[Global]\nZone = eu-central-1a\nKubernetesClusterID = prod\n'],
    ['[Global]\npassword = ""\nsecret-name = "creds"\nsecret-namespace = kube-system\nsecret-not-managed = true\n'],
    ['password:\n'], ['{"aadClientSecret": "", "a": "b"}'], ['# the password is elsewhere\n'], [''],
    ['automountServiceAccountToken: false'], ['password: true # a switch'],
  ])('like %j has none', text => expect(hasSecret(text)).toBe(false));

  test('takes time in proportion to the text', () => {
    const started = process.cpuUsage().user;
    for (const text of ['a'.repeat(1_000_000), 'password='.repeat(200_000), 'password="'.repeat(200_000), ' '.repeat(1_000_000),
      'a: "\\'.repeat(200_000), '\n'.repeat(1_000_000)]) hasSecret(text);
    expect(process.cpuUsage(undefined).user - started).toBeLessThan(60_000_000); // 1 s, and hours where each place is tried with each other
  });
});
