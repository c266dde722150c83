import { checkedImage } from '../../../src/lib/kubernetes/image';

const DIGEST = `sha256:${'a1'.repeat(32)}`;

describe('an image reference', () => {
  it.each([
    ['ccm', { repository: 'ccm' }],
    ['x:y', { repository: 'x', tag: 'y' }],
    ['registry.example:5000/a/b_c/d--e:v1.2.3-rc.1', { repository: 'registry.example:5000/a/b_c/d--e', tag: 'v1.2.3-rc.1' }],
    [`registry.k8s.io/ccm@${DIGEST}`, { repository: 'registry.k8s.io/ccm', digest: DIGEST }],
    ['[fd00::1]:5000/ccm:v1', { repository: '[fd00::1]:5000/ccm', tag: 'v1' }],
    ['[fd00::1]/ccm', { repository: '[fd00::1]/ccm' }],
    [`registry.example/${'a'.repeat(255)}:v1`, { repository: `registry.example/${'a'.repeat(255)}`, tag: 'v1' }],
    [`Registry.Example/ccm:v1@${DIGEST}`, { repository: 'Registry.Example/ccm', tag: 'v1', digest: DIGEST }],
  ])('is read in its parts: %s', (text, parts) => {
    expect(checkedImage('image', text)).toEqual(parts);
  });

  it.each([
    ['', 'it is empty'],
    [':v1', 'it is empty'],
    ['https://registry.example/ccm:v1', 'it begins with a scheme such as https://'],
    ['registry.example/CCM:v1', "the repository 'CCM' has upper case"],
    ['registry.example//ccm:v1', "'registry.example//ccm' is no repository"],
    ['[fd00::1%eth0]/ccm:v1', "'[fd00::1%eth0]/ccm' is no repository"],
    [`registry.example/${'a'.repeat(300)}:v1`, 'the repository has 300 characters, and at most 255 are accepted'],
    ['registry.example/ccm:', "'registry.example/ccm:' is no repository"],
    ['registry.example/ccm:v1 ', "the tag must be at most 128 letters, digits, '_', '.' and '-', got 'v1 '"],
    [`registry.example/ccm:${'v'.repeat(129)}`, `the tag must be at most 128 letters, digits, '_', '.' and '-', got '${'v'.repeat(129)}'`],
    ['registry.example/ccm@sha256:a1', "the digest must be sha256: and 64 hex digits, got 'sha256:a1'"],
    [`registry.example/ccm@${DIGEST}:v1`, `the digest must be sha256: and 64 hex digits, got '${DIGEST}:v1'`],
    [`registry.example/ccm@${DIGEST}@${DIGEST}`, `the digest must be sha256: and 64 hex digits, got '${DIGEST}@${DIGEST}'`],
  ])('is not %j', (text, problem) => {
    expect(() => checkedImage('image', text)).toThrow(new Error(
      `image '${text}' is not an image reference: ${problem}; accepted: [registry/]repository[:tag][@sha256:digest]`));
  });
});
