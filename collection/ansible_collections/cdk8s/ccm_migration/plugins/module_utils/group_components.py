"""What runs of the control plane on nodes that are replaced: static pods as the API has them, or units of systemd, which only their node knows."""
import functools
import re
import shlex
from typing import NamedTuple, Optional

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import pod_is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.workloads import words_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

COMPONENTS = ('kube-apiserver', 'kube-controller-manager', 'kube-scheduler')

# For each unit: its state, the words of its process, what the program of that says where it is still the one on the disk, and whether it is healthy.
ASK = '''\
for row; do
  unit=${row%%=*} url=${row#*=}
  echo "unit $unit"
  echo "state $(systemctl is-active "$unit")"
  pid=$(systemctl show -p MainPID --value "$unit")
  [ "${pid:-0}" -gt 0 ] || continue
  tr '\\000' '\\n' <"/proc/$pid/cmdline" | sed 's/^/word /'
  program=$(tr '\\000' '\\n' <"/proc/$pid/cmdline" | head -n 1)
  [ "$program" -ef "/proc/$pid/exe" ] && echo "says $("$program" --version | head -n 1)"
  echo "health $(curl --silent --show-error --insecure --max-time 5 "$url" 2>&1 | tr '\\n' ' ')"
done
'''


class Running(NamedTuple):
    """A component of a node."""

    # Why it cannot be looked at: it is not there.
    missing: Optional[str]
    # Why it is not ready; None: it is.
    unready: Optional[str] = None
    # How it says its release, for people, and which that is; None: it does not say it.
    says: str = ''
    release: Optional[str] = None
    words: tuple = ()


class Components:
    """Those of the nodes of a group, each node asked at most once."""

    def __init__(self, world, group):
        self.world, self.name, self.group = world, group, world.plan.groups[group]
        self.told = {}

    def of(self, one, component):
        """A component of a node of a side of the plan."""
        unit = self._units(one).get(component)
        return _of_pod(self._pods.get(f'{component}-{one.name}'), f'{component}-{one.name}') if unit is None else self._of_unit(one, unit)

    def _units(self, one):
        return self.group['sides'].get(one.side, {}).get('units', {})

    @functools.cached_property
    def _pods(self):
        return {name_of(pod): pod for pod in self.world.items('pods', '-n', 'kube-system')}

    def _of_unit(self, one, unit):
        if one.name not in self.told:
            self.told[one.name] = told_by(self._asked(one))
        told, name = self.told[one.name].get(unit['unit'], {}), f"unit {unit['unit']} of {one.name}"
        words = tuple(told.get('word', ()))
        if not words:
            return Running(f"{name} runs nothing: it is {' '.join(told.get('state', ())) or 'not known to systemd'}")
        state, health, says = (' '.join(told.get(key, ())).strip() for key in ('state', 'health', 'says'))
        unready = None if (state, health) == ('active', 'ok') else f"{name} is {state}, and {url_of(unit)} answers {health or 'nothing'}"
        release = re.match(r'Kubernetes v([0-9]+[.][0-9]+[.][0-9]+)', says)
        # A process goes on with the program that it was started with.
        return Running(None, unready, says or 'of another program than the one that is there now', release[1] if release else '-', words)

    def _asked(self, one):
        rows = [f"{unit['unit']}={url_of(unit)}" for unit in self._units(one).values()]
        argv = groups.command_of(self.world, 'on_node', {'node': one.name, 'provider_id': one.provider_id, 'address': one.address})
        if not argv:
            raise Failed(f'on_node is not set, and nothing else knows the units of {one.name}')
        return self.world.program(argv, f'set -- {shlex.join(rows)}\n{ASK}')


def url_of(unit):
    return f"https://{unit.get('host', '127.0.0.1')}:{unit['port']}/{unit['path']}"


def told_by(text):
    """By unit, what was said of it: texts by their first words."""
    found, own = {}, {}
    for line in text.splitlines():
        key, _, value = line.partition(' ')
        if key == 'unit':
            own = found.setdefault(value, {})
        else:
            own.setdefault(key, []).append(value)
    return found


def _of_pod(pod, name):
    if pod is None:
        return Running(f'pod {name} is not there', f'pod {name} is not there, or not ready')
    container = pod['spec']['containers'][0]
    # An image that is named by its digest does not say its release.
    tag = re.search(r':v?(1[.][0-9]+[.][0-9]+)', container['image'])
    return Running(None, None if pod_is_ready(pod) else f'pod {name} is not there, or not ready', container['image'], tag[1] if tag else None,
                   tuple(words_of(container)))


def group_well(world, given):
    """Every node of a group is Ready and of a side of the plan, but for those that leave; on those of a control plane, every component is ready."""
    nodes = [one for one in groups.nodes_of(world, given['group']) if not one.leaves]
    problems = [f'{one.name} is not Ready' for one in nodes if not one.is_ready]
    if groups.group_of(world, given)['role'] == 'control-plane':
        found = Components(world, given['group'])
        running = [found.of(one, component) for one in nodes for component in COMPONENTS]
        problems += [one.unready or one.missing for one in running if one.unready or one.missing]
    if problems:
        raise Failed(f"{'; '.join(problems)}; name a node whose machine is lost in lost_nodes, and it is taken out and made anew")


def all_on_release(world, given):
    """Every kube-controller-manager runs the release."""
    component, pods = 'kube-controller-manager', {name_of(pod): pod for pod in world.items('pods', '-n', 'kube-system')}
    running = {node: _of_pod(pods.get(f'{component}-{node}'), '') for node in world.plan.control_plane}
    for name, group in world.plan.groups.items():
        if group['role'] == 'control-plane':
            found = Components(world, name)
            running.update({one.name: found.of(one, component) for one in groups.found_in(world, name)})
    wrong = [f"{component} of {node} is {one.says or 'not there'}, not ready at {given['release']}" for node, one in running.items()
             if one.missing or one.unready or one.release != given['release']]
    if wrong:
        raise Failed('; '.join(wrong))
