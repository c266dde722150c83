/* eslint-disable @stylistic/max-len -- lines of shell are whole */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeNeeding } from '../needs';

jest.setTimeout(600_000);

const SCRIPT = resolve(__dirname, '..', '..', 'collection/ansible_collections/cdk8s/ccm_migration/files/packages.sh');

/** Folders that a repository of the community has for each minor, with what is in it. */
const REPOSITORIES: Readonly<Record<string, string>> = { 1.26: '1.26.15', 1.27: '1.27.16' };

const PACKAGES = ['kubeadm', 'kubelet', 'kubectl'];

/** A program that says its release, and a file of settings that is the owner's. */
const CONTENT = `
content() {   # <folder> <package> <release>
  mkdir -p "$1/usr/bin" "$1/etc/default"
  printf '#!/bin/sh\\necho v%s\\n' "$3" > "$1/usr/bin/$2"; chmod 755 "$1/usr/bin/$2"
  if [ "$2" = kubelet ]; then echo "# of $3" > "$1/etc/default/kubelet"; fi
}`;

const APT = `${CONTENT}
set -e
${Object.entries(REPOSITORIES).map(([minor, release]) => `
repository=/srv/core:/stable:/v${minor}/deb; mkdir -p "$repository"; cd "$repository"
for name in ${PACKAGES.join(' ')}; do
  made=$(mktemp -d); content "$made" "$name" ${release}; mkdir "$made/DEBIAN"
  [ "$name" != kubelet ] || echo /etc/default/kubelet > "$made/DEBIAN/conffiles"
  printf 'Package: %s\\nVersion: ${release}-1.1\\nArchitecture: all\\nMaintainer: x <x@example.com>\\nDescription: x\\n' "$name" > "$made/DEBIAN/control"
  dpkg-deb -b --root-owner-group "$made" "$name.deb" > /dev/null
  dpkg-deb -f "$name.deb"
  printf 'Filename: ./%s\\nSize: %s\\nSHA256: %s\\n\\n' "$name.deb" "$(stat -c %s "$name.deb")" "$(sha256sum < "$name.deb" | cut -d' ' -f1)"
done > Packages`).join('\n')}
cd /; rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
echo 'deb [trusted=yes] file:/srv/core:/stable:/v1.26/deb/ /' > /etc/apt/sources.list.d/kubernetes.list
apt-get -qq update; dpkg --purge kubernetes-client ${PACKAGES.join(' ')} > /dev/null 2>&1 # those of this machine
apt-get -qq -y install ${PACKAGES.join(' ')} > /dev/null 2>&1; apt-mark hold kubelet kubeadm > /dev/null
sources() { cat /etc/apt/sources.list.d/kubernetes.list; }
held() { apt-mark showhold | sort | tr '\\n' ' '; }
`;

const DNF = `${CONTENT}
set -e
${Object.entries(REPOSITORIES).map(([minor, release]) => `
repository=/srv/core:/stable:/v${minor}/rpm; mkdir -p "$repository"
for name in ${PACKAGES.join(' ')}; do
  made=$(mktemp -d); content "$made" "$name" ${release}
  files="/usr/bin/$name"; [ "$name" != kubelet ] || files="$files\\n%%config(noreplace) /etc/default/kubelet"
  printf "Name: $name\\nVersion: ${release}\\nRelease: 150500.1.1\\nSummary: x\\nLicense: x\\nBuildArch: noarch\\nAutoReqProv: no\\n%%description\\nx\\n" > "$made/x.spec"
  printf "%%install\\nmkdir -p %%{buildroot}\\ncp -r $made/usr $made/etc %%{buildroot}\\n%%files\\n$files\\n" >> "$made/x.spec"
  rpmbuild --quiet -bb --define "_rpmdir $repository" --define "_topdir $made" "$made/x.spec" > "$made/log" 2>&1 || cat "$made/log" >&2
done
createrepo_c -q "$repository"`).join('\n')}
cd /; rm -rf /etc/yum.repos.d; mkdir -p /etc/yum.repos.d
printf '[kubernetes]\\nname=x\\nbaseurl=file:///srv/core:/stable:/v1.26/rpm/\\nenabled=1\\ngpgcheck=0\\nexclude=kubelet kubeadm kubectl\\n' > /etc/yum.repos.d/kubernetes.repo
rpm --initdb
dnf -q -y install --disableexcludes=kubernetes ${PACKAGES.join(' ')}
rm -f /usr/bin/apt-get
sources() { grep baseurl /etc/yum.repos.d/kubernetes.repo; }
held() { grep exclude /etc/yum.repos.d/kubernetes.repo; }
`;

/** The same for both: from 1.26.15 to 1.27.16 and back, each twice; what cannot be had; a package that is not there. */
const WAY = `
set +e
echo '# mine' > /etc/default/kubelet
say() { echo "== $1: $(kubelet) $(kubectl) $(kubeadm); $(held); $(sources | grep -o 'v1[^/]*'); $(cat /etc/default/kubelet)"; }
run() { sh /packages.sh "$@" > /out 2>&1; echo "$* ends with $?: $(grep -E '^(installed|would|packages.sh:)|already' /out)"; }
say before
run --look kubelet 1.27.16
say looked
run kubelet 1.27.16
run kubelet 1.27.16
run kubeadm v1.27.16
say there
run kubelet 1.28.1
say refused
run kubelet 1.26.15
run kubeadm 1.26.15
say back
rm -rf /usr/bin/apt-get /usr/bin/dnf; run kubelet 1.27.16
`;

const [BEFORE, THERE] = Object.values(REPOSITORIES);

/** Where packages put programs: what a machine has of its own in /usr/local is not theirs. */
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** In a root of its own: what lies over the machine's is thrown away. */
function inRoot(lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-packages-'));
  try {
    for (const name of ['up', 'work', 'root']) mkdirSync(join(folder, name));
    cpSync(SCRIPT, join(folder, 'up', 'packages.sh'));
    writeFileSync(join(folder, 'up', 'way.sh'), lines + WAY);
    const mounts = `mount -t tmpfs none ${folder}/work && mkdir ${folder}/work/up ${folder}/work/work && cp -r ${folder}/up/. ${folder}/work/up && `
      + `mount -t overlay overlay -o lowerdir=${process.env.PACKAGES_LAYERS ?? ''}/,upperdir=${folder}/work/up,workdir=${folder}/work/work ${folder}/root && `
      + `mount -t proc proc ${folder}/root/proc && mount --bind /dev ${folder}/root/dev && exec chroot ${folder}/root env PATH=${PATH} bash /way.sh`;
    const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', mounts], { encoding: 'utf8' });
    return stdout.slice(stdout.indexOf('== before')) || stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function missing(...programs: readonly string[]): string | undefined {
  const gone = programs.find(program => spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).status !== 0);
  if (gone !== undefined) return `${gone} is not installed`;
  const { status } = spawnSync('unshare', ['-m', 'true']);
  return status === 0 ? undefined : 'no mount namespace can be had';
}

describe.each<[string, string, readonly string[], string, string]>([
  ['apt', APT, ['apt-get', 'dpkg-deb'], 'kubeadm kubelet ', '='],
  ['dnf', DNF, process.env.PACKAGES_LAYERS ? [] : ['dnf', 'rpmbuild', 'createrepo_c'], 'exclude=kubelet kubeadm kubectl', '-'],
])('packages of %s', (manager, lines, programs, held, equals) => {
  describeNeeding('in a root of their own', missing(...programs), 'REQUIRE_PACKAGES', () => {
    it('go to a release and back, twice each, with holds, settings and the repository of the minor', () => {
      const version = (release: string) => `${equals}${release}-${manager === 'apt' ? '1.1' : '150500.1.1'}`;
      const isHeld = (name: string) => manager === 'apt' ? `, held: ${name}` : '';
      const at = (what: string, kubelet: string, kubeadm: string, minor: string) =>
        `== ${what}: v${kubelet} v${kubelet} v${kubeadm}; ${held}; v${minor}; # mine`;
      const source = manager === 'apt' ? '/etc/apt/sources.list.d/kubernetes.list' : '/etc/yum.repos.d/kubernetes.repo';
      expect(inRoot(lines).trim().split('\n')).toEqual([
        at('before', BEFORE, BEFORE, '1.26'),
        `--look kubelet ${THERE} ends with 0: would name the repository of 1.27 in ${source}, and install kubelet kubectl of ${THERE}`,
        at('looked', BEFORE, BEFORE, '1.26'),
        `kubelet ${THERE} ends with 0: installed kubelet${version(THERE)} kubectl${version(THERE)}${isHeld('kubelet')}`,
        `kubelet ${THERE} ends with 0: kubelet is of ${THERE} already`,
        `kubeadm v${THERE} ends with 0: installed kubeadm${version(THERE)}${isHeld('kubeadm')}`,
        at('there', THERE, THERE, '1.27'),
        `kubelet 1.28.1 ends with 1: packages.sh: the repository of 1.28 that ${source} names cannot be had`,
        at('refused', THERE, THERE, '1.27'),
        `kubelet ${BEFORE} ends with 0: installed kubelet${version(BEFORE)} kubectl${version(BEFORE)}${isHeld('kubelet')}`,
        `kubeadm ${BEFORE} ends with 0: installed kubeadm${version(BEFORE)}${isHeld('kubeadm')}`,
        at('back', BEFORE, BEFORE, '1.26'),
        `kubelet ${THERE} ends with 3: packages.sh: this node has neither apt-get nor dnf`,
      ]);
    });
  });
});
