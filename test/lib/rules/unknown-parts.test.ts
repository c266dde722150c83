import { ccm, Files, KCM_27, node, SAFE, SCHEDULER } from './input';
import { said } from './said';

const latest = (files: Files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/:v1[.\d]+$/m, ':latest')]));
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const API_SERVER = 'etc/kubernetes/manifests/kube-apiserver.yaml';
const withApiServer = node({ version: '1.27.16', kcm: KCM_27, apiserver: [], mounts: [] });
const inShell = {
  [KCM_FILE]: latest(node({}))[KCM_FILE].replace('    - kube-controller-manager\n', '    - /bin/sh\n    - -c\n    - exec kube-controller-manager\n'),
};
const places = (rule: string, folders: Record<string, Files>) => said(rule, folders).map(text => text.split(':').slice(0, 2).join(':'));

describe('what is not known of a component', () => {
  it('is an error where a promise depends on it', () => {
    expect(places('version-unknown', { old: latest(node({})) })).toEqual([`old/${KCM_FILE}:10 error`]);
    expect(places('command-line-not-understood', { old: inShell })).toEqual([`old/${KCM_FILE}:9 error`]);
  });

  it('is a warning where both promises are certain all the same', () => {
    const { [API_SERVER]: server } = latest(withApiServer);
    expect(places('version-unknown', { ...SAFE, new: { ...withApiServer, [API_SERVER]: server } })).toEqual([`new/${API_SERVER}:10 warning`]);
  });

  it('is told of the part that a rule is about', () => {
    expect(places('command-line-not-understood', { dist: latest(ccm()) })).toEqual([]);
    expect(places('version-unknown', { dist: latest(ccm()) })).toEqual(['dist/ccm.yaml:21 error']);
  });

  it('is not told of the scheduler, which nothing depends on', () => {
    expect(places('version-unknown', { ...SAFE, scheduler: latest(SCHEDULER) })).toEqual([]);
  });

  it('is not the version of a command line that is hidden: that comes first', () => {
    expect(places('version-unknown', { old: inShell })).toEqual([]);
  });
});
