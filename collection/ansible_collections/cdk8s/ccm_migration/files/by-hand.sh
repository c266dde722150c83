# shellcheck shell=bash
# What a person needs who carries a plan out without Ansible. `by-hand.sh` of a plan reads it, and has the steps: `plan`, `here`, `app`, `steps` and a
# function for each kind of step, with another one for its way back.
# shellcheck disable=SC2154 # those
# shellcheck disable=SC2029 # what a node is told is put together here

kit=$here/../collection/ansible_collections/cdk8s/ccm_migration/files
state=$here/by-hand.$plan.state
copies=/var/lib/ccm-migration/backup
# Holds the lock.
me=by-hand/${BY_HAND_AS:-$(id -un | tr -c 'A-Za-z0-9@._\n-' _)}

# --- What steps call. Copies are where the playbooks look for them: `<state><path>`, or `.absent` beside it where there was no file; `.used` says that it was
# given back. A read that fails is never taken for an answer.

# A command on the node of the step.
on() { ssh -n "root@$NODE" "$1"; }

at() {
  c=$copies/$1$2 t=${2%/*}
  [ "$t" != /etc/kubernetes/manifests ] || t=/etc/kubernetes
  t=$t/.ccm-migration-new-${2##*/}
}

keep() {
  s=$1; shift
  for f; do
    at "$s" "$f"
    on "mkdir -p ${c%/*}
      if [ -e $c.used ] || ! { [ -e $c ] || [ -e $c.absent ]; }; then rm -f $c $c.absent $c.used
        if [ -e $f ]; then cp -p $f $c.new && mv $c.new $c; else touch $c.absent; fi; fi"
  done
}

# A folder that was not there is remembered, as the playbooks do, and goes with the last file in it.
made() { on "[ -d $1 ] || { mkdir -p $copies/folders$1.made && mkdir -p $1; }"; }
unmade() { on "m=$copies/folders$1.made; [ ! -d \$m ] || { rmdir $1 2> /dev/null; [ -e $1 ] || rmdir \$m; }"; }

put() {
  from=$1 mode=$2 owner=$3; shift 3
  for f; do
    at - "$f"
    made "${f%/*}"
    scp -q "$from/$NODE$f" "root@$NODE:$t"
    on "if cmp -s $t $f; then rm -f $t; else chmod $mode $t && chown $owner $t && mv -f $t $f; fi"
  done
}

back() {
  s=$1; shift
  for f; do
    at "$s" "$f"
    on "if [ -e $c.used ]; then :
      elif [ -e $c ]; then cmp -s $c $f || { cp -p $c $t && mv -f $t $f; } && touch $c.used
      elif [ -e $c.absent ]; then rm -f $f && touch $c.used; fi"
  done
}

save() {
  s=$1; shift; mkdir -p "copies/$s"
  for o; do c=copies/$s/${o//\//-}.yaml; [ -s "$c" ] || kubectl get "$o" -n kube-system --ignore-not-found -o yaml > "$c"; done
}

restore() {
  s=$1; shift
  for o; do
    c=copies/$s/${o//\//-}.yaml
    [ ! -s "$c" ] || { sed -E '/^  (resourceVersion|uid|creationTimestamp):/d' "$c" | kubectl replace -f -; mv "$c" "$c.used"; }
  done
}

gone() { ns=$1; shift; kubectl delete "$@" -n "$ns" --cascade=foreground --ignore-not-found; }

# A process that is younger than its file: <program>=<file>. Of a drop-in that has gone, the folder says when; it goes after that.
runs() {
  for f; do
    until on "s=2147483647; [ ! -e ${f#*=} ] || s=\$((\$(date +%s) - \$(stat -c %Z ${f#*=})))
      ps -eo etimes=,args= -ww | awk -v s=\$s '\$2 ~ \"(^|/)${f%%=*}\$\" { n++; if (\$1 > s) n = -999 } END { exit (n < 1) }'"; do sleep 2; done
    unmade "${f#*=}"
  done
}

answers() { for u; do until on "curl -ksSf --noproxy '*' https://$u"; do sleep 2; done; done; }

leases() { kubectl get lease "$@" --no-headers -o custom-columns=:.spec.holderIdentity,:.metadata.resourceVersion; }

# By one, who renews all of them.
held() {
  was=$(leases "$@" || :)
  until sleep 2; now=$(leases "$@") && ! grep -qxF "$was" <<< "$now" && [ "$(awk '{ print $1 }' <<< "$now" | sort -u | wc -l)" = 1 ]; do :; done
}

unheld() {
  s=$1; shift; set -- "$@" --ignore-not-found
  until was=$(leases "$@") && sleep "$s" && [ "$(leases "$@" || echo unread)" = "$was" ]; do :; done
}

ready() { held "$NODE" -n kube-node-lease; kubectl wait "node/$NODE" --for=condition=Ready --timeout=300s; }

# Brings kubeadm or the kubelet of the node to a release, by apt or dnf.
packages() {
  status=0
  ssh "root@$NODE" sh -s -- "$@" < "$kit/packages.sh" || status=$?
  case $status in
    0) ;;
    3) yourself "you brought $1 of $NODE to $2: it is no package of apt or dnf there" ;;
    *) refuse "$1 of $NODE did not come to $2" ;;
  esac
}

# --- What a step asks of the person.

refuse() { printf 'refused: %s\n' "$*" >&2; exit 1; }

# Sets `answer`.
ask() {
  printf '%s ' "$1"
  read -r answer || refuse 'no answer came'
}

# What no command does, or what its output has to show.
yourself() {
  if [ "$go" = yes ]; then printf 'yes: %s\n' "$1"; return; fi
  ask "$1. Is it so? (yes)"
  [ "$answer" = yes ] || refuse "it is not so: $1"
}

# Of a node whose name the plan does not know. Nothing: there is none, which ends a loop.
choose_node() { ask "$1: its name?"; NODE=$answer; [ -n "$NODE" ]; }

# --- How the steps are carried out. Each in a bash of its own, so that a command that fails ends the step and not the shell of the person.

now() { date -u +%FT%TZ; }
note() { printf '%s %s %s %s\n' "$1" "$way" "$number" "$(now)" >> "$state"; }

# How many steps are `ended`, and whether the next one is `begun`, as the notes of this plan say.
position() {
  ended=0 begun=0
  [ -e "$state" ] || return 0
  while read -r what which count _; do
    case "$what $which" in
      'begun there') ended=$((count - 1)) begun=1 ;;
      'begun back') ended=$((count - 1)) begun=1 ;;
      'done there') ended=$count begun=0 ;;
      'done back') ended=$((count - 1)) begun=0 ;;
    esac
  done < "$state"
}

# Says where the plan stands, and what can be done now.
where() {
  position
  local number=0 row
  for row in "${steps[@]}"; do
    number=$((number + 1))
    read -r kind _ title <<< "$row"
    mark=
    if [ "$number" -le "$ended" ]; then mark='done'; elif [ "$number" -le $((ended + begun)) ]; then mark=begun; fi
    printf '%-6s step_%-4s %-36s %s\n' "$mark" "$number" "$kind" "$title"
  done
  [ "$ended" = "${#steps[@]}" ] || printf 'next: step_%s\n' $((ended + 1))
  [ $((ended + begun)) = 0 ] || printf 'or back: back_%s\n' $((ended + begun))
}

# Refuses a step twice, out of order, or beside another one.
in_order() {
  position
  if [ "$way" = there ]; then
    [ "$number" -gt "$ended" ] || refuse "step_$number is done; next is step_$((ended + 1)), and back goes back_$((ended + begun))"
    [ "$number" = $((ended + 1)) ] || refuse "step_$number is not next: step_$((ended + 1)) is"
  else
    [ "$number" = $((ended + begun)) ] || refuse "back_$number is not next: $([ $((ended + begun)) = 0 ] && echo 'nothing is to be taken back' ||
      echo "back_$((ended + begun)) is")"
  fi
  until ln -s "$$" "$state.runs" 2> /dev/null; do
    local other; other=$(readlink "$state.runs" || :)
    [ -z "$other" ] || ! kill -0 "$other" 2> /dev/null || refuse "a step runs in process $other"
    rm -f "$state.runs"
  done
}

has_begun=
at_its_end() {
  local status=$?
  rm -f "$state.runs"
  [ "$status" = 0 ] || [ -z "$has_begun" ] || printf '%s stopped. Look why; then %s again, or back_%s\n' "$name" "$name" "$number" >&2
}

# Prints each command of the function that is traced, once; what is around it is none.
# shellcheck disable=SC2016 # as it is written
shown='|"$does"|trap - DEBUG|'
show() {
  case $shown in *"|$1|"*) ;; *) shown="$shown|$1|"; printf '+ %s\n' "$1" ;; esac
}

# <there or back> <number> [<node>] [yes]
carry_out() {
  way=$1 number=$2; shift 2
  local title
  read -r kind NODE title <<< "${steps[number - 1]}"
  if [ "$way" = there ]; then name=step_$number does=$kind; else name=back_$number does=$kind/back; fi
  in_order
  trap at_its_end EXIT
  local holder; holder=$(kubectl get lease ccm-migration -n kube-system -o 'jsonpath={.spec.holderIdentity}' --ignore-not-found)
  [ "$holder" = "$me" ] || refuse "the lock is held by '$holder', not by '$me': take_lock"
  printf '%s of %s, %s%s: %s\n' "$name" "${#steps[@]}" "$kind" "$([ "$way" = there ] || echo ', taken back')" "$title"
  declare -f "$does" || echo 'nothing is to be done'
  if [ "$NODE" != - ]; then
    if [ $# = 0 ]; then ask "node? [$NODE]"; else answer=$1; shift; fi
    [ "${answer:-$NODE}" = "$NODE" ] || refuse "the node of $name is $NODE, not '$answer'"
  fi
  go=${1-}
  if [ -z "$go" ]; then ask 'go? (yes)'; else answer=$go; fi
  [ "$answer" = yes ] || refuse 'nothing was done'
  note begun
  has_begun=1
  if declare -F "$does" > /dev/null; then
    declare -ft "$does"
    trap 'show "$BASH_COMMAND"' DEBUG
    "$does"
    trap - DEBUG
  fi
  note 'done'
}

# --- The lock of the playbooks: taken before the first step, left at the end and before a pause.

# [<holder whose run has ended>] yes
lock_is_taken() {
  local lock version holder ended_holder=; [ $# -lt 2 ] || { ended_holder=$1; shift; }
  # Taken as it was looked at: this fails where another run took it in between.
  lock=$(kubectl get lease ccm-migration -n kube-system -o 'jsonpath={.metadata.resourceVersion} {.spec.holderIdentity}' --ignore-not-found)
  read -r version holder <<< "$lock"
  case $holder in '' | "$me" | "$ended_holder") ;; *) refuse "the lock is held by $holder; if that run has ended: take_lock $holder yes" ;; esac
  printf 'context of kubectl: %s\n' "$(kubectl config current-context)"
  kubectl get nodes -o wide
  if [ $# = 0 ]; then ask 'the cluster of the plan? (yes)'; else answer=$1; fi
  [ "$answer" = yes ] || refuse 'nothing was done'
  local now; now=$(date -u +%FT%T.000000Z)
  printf '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"ccm-migration","namespace":"kube-system","annotations":{%s},%s},"spec":{%s}}' \
    "\"ccm-migration/plan\":\"$plan, by hand\",\"ccm-migration/state\":\"step by step\"" "\"resourceVersion\":\"$version\"" \
    "\"holderIdentity\":\"$me\",\"leaseDurationSeconds\":86400,\"acquireTime\":\"$now\",\"renewTime\":\"$now\"" |
    kubectl "$([ -z "$version" ] && echo create || echo replace)" -f -
}

lock_is_left() {
  kubectl patch leases.coordination.k8s.io ccm-migration -n kube-system --type=json -p '[{"op":"test","path":"/spec/holderIdentity","value":"'"$me"'"},
    {"op":"remove","path":"/spec/holderIdentity"}]'
}

# <number of steps> [yes]: those that a playbook, or a person elsewhere, has carried out.
are_done() {
  way=there number=$1
  case $number in '' | *[!0-9]*) refuse "'$number' is no number of steps" ;; esac
  [ "$number" -le "${#steps[@]}" ] || refuse "the plan has ${#steps[@]} steps"
  if [ -z "${2-}" ]; then ask "the first $number steps are done, and no other is begun? (yes)"; else answer=$2; fi
  [ "$answer" = yes ] || refuse 'nothing was noted'
  note 'done'
}

# --- What the person calls.

by_hand() { bash "$here/by-hand.sh" "$@"; }
take_lock() { by_hand lock_is_taken "$@"; }
leave_lock() { by_hand lock_is_left; }
done_until() { by_hand are_done "$@"; }

for ((count = 1; count <= ${#steps[@]}; count++)); do
  eval "step_$count() { by_hand carry_out there $count \"\$@\"; }; back_$count() { by_hand carry_out back $count \"\$@\"; }"
done

# As a program: what is named, or a shell that has all of the above.
begin() {
  if [ $# = 0 ]; then
    printf 'A shell of its own: where, take_lock, step_<n>, back_<n>, leave_lock; exit leaves it.\n'
    PS1='by hand \$ ' exec bash --rcfile "$here/by-hand.sh" -i
  fi
  set -eu
  cd "$here/$app"
  "$@"
}
