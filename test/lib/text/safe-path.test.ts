import { pathProblem } from '../../../src/lib/text/safe-path';

describe('pathProblem', () => {
  test.each([
    'files.json', 'control-plane-n/ip-10-0-0-1.ec2.internal/etc/kubernetes/manifests/kube-controller-manager.yaml', 'etc/systemd/system/kubelet.'
      + 'service.d/10-kubeadm.conf',
    'patches/kube-apiserver+strategic.yaml', 'etc/a@b.service', '.hidden', 'a~', 'a-b',
  ])('has nothing against %s', path => expect(pathProblem(path)).toBeUndefined());

  test.each([
    '', '/', '/etc/a', 'a//b', 'a/', '.', '..', 'a/../b', './a', 'a b', 'a\nb', 'kcm$(touch${IFS}x).yaml', 'a`b`', 'a;b', 'a&b', 'a|b', "a'b", 'a"b',
    'a\\b', 'a*', 'a?', '[a]',
    '{a}', 'a!b', 'a#b', '~a', '-a', 'a/-rf', 'a<b', 'a>b', '\u202ea', 'ü', 'x'.repeat(256),
  ])('refuses %j', path => expect(pathProblem(path)).toMatch(/^path '.*' cannot be written; accepted: names of letters, digits/));

  test('shows the path on one line', () => {
    expect(pathProblem('a\u001b[2J\nb')).toMatch(/^path 'a\\x1b\[2J\\nb' cannot be written/);
  });
});
