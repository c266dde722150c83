import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { pairedRatio, Values } from './bench';
import { Installed } from './installed';
import { compiled } from '../test/installed-package';

const PAIRS = 9;
const EXAMPLES = resolve(__dirname, '..', 'examples');

/** A program that synthesizes once, in each state that the kept code can be in. */
export function firstSynthBench(): Values {
  const installed = new Installed();
  const example = (name: string) => {
    const workplace = installed.workplace(name);
    cpSync(join(EXAMPLES, name), workplace.folder, { recursive: true });
    return workplace.program(compiled(readFileSync(join(EXAMPLES, name, 'main.ts'), 'utf8')));
  };
  const [ours, other] = ['minimal', 'kubeadm'].map(example);
  const bare = installed.workplace('bare').program(bareApp());
  const ratio = (before = () => {}) => ({
    value: pairedRatio(PAIRS, () => {
      before();
      return ours().processor;
    }, () => bare().processor),
  });
  try {
    const own = ratio();
    installed.forgetCode();
    other(); // leaves the folder
    other();
    return { 'first-synth': own, 'first-synth-other': ratio(), 'first-synth-fresh': ratio(() => installed.forgetCode()) };
  } finally {
    installed.remove();
  }
}

/** The objects that the example writes. */
function bareApp(): string {
  const text = readFileSync(join(EXAMPLES, 'minimal', 'dist', 'ccm-migration.k8s.yaml'), 'utf8');
  const objects = parseAllDocuments(text).map(document => document.toJS() as object);
  return `const { ApiObject, App, Chart } = require('cdk8s');
    const app = new App();
    const chart = new Chart(app, 'bare');
    ${JSON.stringify(objects)}.forEach((object, index) => new ApiObject(chart, String(index), object));
    app.synth();`;
}
