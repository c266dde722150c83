import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lazy } from '../../src/lib/facts/lazy';

const goEnv = lazy(() => JSON.parse(spawnSync('go', ['env', '-json', 'GOMODCACHE', 'GOPROXY'], { encoding: 'utf8' }).stdout) as {
  readonly GOMODCACHE: string; readonly GOPROXY: string;
});

const downloads = () => join(goEnv().GOMODCACHE, 'cache', 'download');

/**
 * The module proxies that are asked. Go would ask the place itself where a module comes from (`direct`) after a proxy that does not have it, and what
 * that says, or that there is no such host, would hide the answer of the proxy.
 */
export function moduleProxies(): string {
  const { GOPROXY } = goEnv();
  return GOPROXY.replace(/[,|]direct$/, '');
}

/** Whether Go's module cache has the sources of a release of Kubernetes, or of a module that is published with it. */
export function isInGoCache(release: string, module = 'k8s.io/kubernetes'): boolean {
  return isModuleInGoCache(module, module === 'k8s.io/kubernetes' ? `v${release}` : `v0${release.slice(1)}`);
}

export function isModuleInGoCache(module: string, version: string): boolean {
  return existsSync(join(downloads(), module, '@v', `${version}.zip`));
}

/**
 * Runs something with a module cache that is gone afterwards. What Go's own cache has is taken from there.
 *
 * @param use gets the variables of the environment that name it to `go`
 */
export async function withPassingModules<T>(use: (env: { readonly GOMODCACHE: string; readonly GOPROXY: string }) => Promise<T>): Promise<T> {
  if (moduleProxies() === 'off') throw new Error('GOPROXY is off, so what is not in Go\'s module cache cannot be got; set it to a module proxy');
  const dir = mkdtempSync(join(tmpdir(), 'facts-modules-'));
  const env = { GOMODCACHE: dir, GOPROXY: `${pathToFileURL(downloads()).href},${moduleProxies()}` };
  const remove = () => {
    spawnSync('go', ['clean', '-modcache'], { env: { ...process.env, ...env } }); // its folders cannot be written, so nothing else removes them
    rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    return await use(env);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}
