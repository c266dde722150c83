import { withImages } from '../../../src/lib/upgrade/upgraded-input';
import { ComponentView } from '../../../src/lib/view/model';

const REPOSITORY = 'localhost:5000/provider-aws/cloud-controller-manager';
const DIGEST = `sha256:${'a'.repeat(64)}`;
const view = (tag?: string, digest?: string) => ({ image: { repository: REPOSITORY, tag, digest } }) as ComponentView;

it.each<[string, ComponentView, string, string]>([
  ['a tag', view('v1.35.2'), `image: ${REPOSITORY}:v1.35.2`, `image: ${REPOSITORY}:v1.36.1`],
  ['a tag with a digest', view('v1.35.2', DIGEST), `image: ${REPOSITORY}:v1.35.2@${DIGEST}\n`, `image: ${REPOSITORY}:v1.36.1\n`],
  ['a digest alone', view(undefined, DIGEST), `image: "${REPOSITORY}@${DIGEST}"`, `image: "${REPOSITORY}:v1.36.1"`],
  ['all places', view('v1.35.2'), `${REPOSITORY}:v1.35.2 ${REPOSITORY}:v1.35.2`, `${REPOSITORY}:v1.36.1 ${REPOSITORY}:v1.36.1`],
  ['no longer tag', view('v1.35.2'), `${REPOSITORY}:v1.35.21 ${REPOSITORY}:v1.35.2-rc.1`, `${REPOSITORY}:v1.35.21 ${REPOSITORY}:v1.35.2-rc.1`],
  ['no other registry', view('v1.35.2'), `mirror/${REPOSITORY}:v1.35.2`, `mirror/${REPOSITORY}:v1.35.2`],
])('another release is put in place of %s', (_, one, text, expected) => {
  const of = (content: object) => withImages({ directories: [{ name: 'x', files: new Map([['a', content as never]]) }] }, 'v1.36.1', [one])
    .directories[0].files.get('a');
  expect(of({ text })).toEqual({ text: expected });
  const data = [{ kind: 'Pod', spec: { containers: [{ image: text, ports: [1, null] }] } }];
  expect(of({ text: '', data })).toEqual({ text: '', data: [{ kind: 'Pod', spec: { containers: [{ image: expected, ports: [1, null] }] } }] });
  expect(of({ text: '', parts: [{ data: data[0], line: 1, text }] })).toMatchObject({ parts: [{ text: expected, line: 1 }] });
  expect(of({ unreadable: 'x' })).toEqual({ unreadable: 'x' });
});
