import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putFiles } from '../../../src/lib/plan/commands';
import { staged } from '../../../src/lib/plan/file-copies';
import { contentHash } from '../../../src/lib/text/content-hash';

const PATH = '/etc/kubernetes/manifests/kube-apiserver.yaml';

/** What a file of a node is once `text` lies beside it and the last command of a put was pasted. */
function put(before: string, text: string): { readonly isSame: boolean; readonly text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-put-'));
  try {
    const here = (path: string) => join(folder, path);
    mkdirSync(here('/etc/kubernetes/manifests'), { recursive: true });
    writeFileSync(here(PATH), before);
    writeFileSync(here(staged(PATH)), text);
    const old = statSync(here(PATH), { bigint: true });
    const file = { path: PATH, source: 'x', sha256: contentHash(text), mode: '0600', owner: `${process.getuid!()}:${process.getgid!()}`, text };
    const [{ text: printed }] = putFiles('node', 'n', [file as unknown as Parameters<typeof putFiles>[2][number]]);
    const last = printed.split('\n\n').at(-1)!.replaceAll('/etc/', `${folder}/etc/`);
    expect(spawnSync('bash', ['-ec', last]).status).toBe(0);
    const now = statSync(here(PATH), { bigint: true });
    return { isSame: now.ino === old.ino && now.ctimeNs === old.ctimeNs, text: readFileSync(here(PATH), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a printed put', () => {
  // A process is proven to be younger than its file: nothing would restart one whose file has the same bytes.
  it('leaves a file alone that is so already, as where kubeadm has written it', () => {
    expect(put('same', 'same')).toEqual({ isSame: true, text: 'same' });
  });

  it('replaces another one', () => {
    expect(put('old', 'new')).toEqual({ isSame: false, text: 'new' });
  });
});
