import { commandsInText } from './runbook';
import { makePlan } from '../../src/lib/plan/plan';
import { renderMarkdown } from '../../src/lib/plan/render/markdown';
import { appFiles } from '../../test/lib/plan/app-fixture';

const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
if ('refused' in result) throw new Error('refused');

it('the commands of a runbook are found in sentences', () => {
  expect(commandsInText(`${renderMarkdown(result)}\n\`kubectl get of-the-end\``)).toEqual([
    'ansible-playbook preflight.yaml', 'ansible-playbook migrate.yaml --check --diff',
    'kubectl get nodes', 'kubectl get pods -n kube-system',
    'kubectl get lease ccm-migration -n kube-system --ignore-not-found -o jsonpath={.spec.holderIdentity}', 'ansible-playbook back.yaml',
    expect.stringMatching(/^npm install --offline /), 'kubectl get of-the-end',
  ]);
});
