#!/bin/sh
# Brings a package of Kubernetes on this node to a release, up or down: `sh packages.sh kubelet 1.27.16`, with kubectl where it is installed, or
# `sh packages.sh kubeadm 1.27.16`. `--look` before them changes no package: it says whether that can be done. Run again it changes nothing.
# As kubernetes/website has it in content/en/docs/tasks/administer-cluster/kubeadm: kubeadm-upgrade.md, upgrading-linux-nodes.md and
# change-package-repository.md. Ends with 3 where it is no package of apt or dnf.
set -eu

fails() { echo "packages.sh: $*" >&2; exit "${status-1}"; }

look=
[ "${1-}" != --look ] || { look=yes; shift; }
[ $# = 2 ] || fails 'usage: packages.sh [--look] <kubeadm or kubelet> <release>'
release=${2#v}
case $1 in
  kubelet) packages='kubelet kubectl' ;;
  kubeadm) packages=kubeadm ;;
  *) fails "'$1' is neither kubeadm nor kubelet" ;;
esac
minor=${release%.*}

apt() { DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold "$@"; }

# What each manager is asked: is a package installed, and as which version; which version is of the release; is it held; install, hold.
if command -v apt-get > /dev/null; then
  # A run that was killed has left one half installed.
  settle() { for one; do case $(dpkg-query -W -f '${db:Status-Status}' "$one" 2> /dev/null || :) in unpacked | half-*) dpkg --configure "$one" ;; esac; done; }
  has() { dpkg-query -W -f '${db:Status-Status} ${Version}\n' "$1" 2> /dev/null | sed -n 's/^installed //p'; }
  refresh() { apt update > /dev/null; }
  offered() { apt-cache madison "$1" | awk -v "r=$release-" '$3 == "'"$release"'" || index($3, r) == 1 { print $3; exit }'; }
  held() { apt-mark showhold "$1"; }
  # shellcheck disable=SC2086 # words
  bring() { apt install --allow-downgrades --allow-change-held-packages $1; }
  hold() { apt-mark hold "$1" > /dev/null; }
  sources() { find /etc/apt -name '*.list' -o -name '*.sources'; }
  equals='='
elif command -v dnf > /dev/null; then
  settle() { :; }
  has() { rpm -q --qf '%{VERSION}-%{RELEASE}\n' "$1" 2> /dev/null || :; }
  refresh() { dnf -q makecache --refresh > /dev/null; }
  # A repository excludes its packages, so that no other update takes them along.
  offered() { dnf -q repoquery --disableexcludes=all --qf '%{version}-%{release}' "$1-$release-*" 2> /dev/null | tail -n 1; }
  held() { dnf -q versionlock list 2> /dev/null | grep -E "^!?$1-[0-9]" || :; }
  # shellcheck disable=SC2086 # words
  bring() { dnf -y install --disableexcludes=all --setopt=install_weak_deps=False $locks $1; }
  # A lock is of a version.
  hold() { dnf -q versionlock delete "$1" > /dev/null; dnf -q versionlock add "$1" > /dev/null; }
  sources() { find /etc/yum.repos.d -name '*.repo'; }
  locks=
  equals='-'
else
  status=3 fails 'this node has neither apt-get nor dnf'
fi

# shellcheck disable=SC2086 # words
settle $packages
wanted=
for package in $packages; do
  version=$(has "$package")
  case $version in
    '') [ "$package" = kubectl ] || status=3 fails "no package $package is installed here" ;;
    "$release" | "$release"-*) ;;
    *) wanted="$wanted $package" ;;
  esac
done
[ -n "$wanted" ] || { echo "$1 is of $release already"; exit 0; }

# The community's repositories are of one minor each: the one that has the release is named in their place.
refresh
if [ -z "$(offered "$1")" ]; then
  changed=''
  for file in $(sources); do
    grep -q 'core:/stable:/v[0-9]' "$file" || continue
    [ -z "$look" ] || { echo "would name the repository of $minor in $file, and install$wanted of $release"; exit 0; }
    changed="$changed $file=$(sed -n 's#.*core:/stable:/v\([0-9][0-9.]*\)/.*#\1#p' "$file" | head -n 1)"
    sed -i "s#core:/stable:/v[0-9][0-9.]*/#core:/stable:/v$minor/#" "$file"
    echo "$file names the repository of $minor"
  done
  # A dnf that may skip repositories ends well without one: it offers nothing then.
  if [ -n "$changed" ] && ! { refresh && [ -n "$(offered "$1")" ]; }; then
    for one in $changed; do sed -i "s#core:/stable:/v$minor/#core:/stable:/v${one#*=}/#" "${one%%=*}"; done
    refresh || :
    fails "the repository of $minor that ${one%%=*} names cannot be had"
  fi
fi

install='' held=''
for package in $wanted; do
  version=$(offered "$package")
  [ -n "$version" ] || fails "no repository of this node has $package $release"
  install="$install $package$equals$version"
  [ -z "$(held "$package")" ] || held="$held $package"
done
[ -z "$look" ] || { echo "would install$install${held:+, held:$held}"; exit 0; }

if [ -n "$held" ] && [ "$equals" = - ]; then locks=--disableplugin=versionlock; fi
bring "$install"
for package in $held; do hold "$package"; done
for package in $wanted; do
  version=$(has "$package")
  case $version in "$release" | "$release"-*) ;; *) fails "$package is of $version, not of $release" ;; esac
done
echo "installed$install${held:+, held:$held}"
