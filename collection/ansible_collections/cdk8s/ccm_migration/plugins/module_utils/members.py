"""Members of an etcd that control-plane nodes have beside them: they come and go with their nodes."""
from typing import NamedTuple

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.etcd import alarms_of, etcd_members_well, etcdctl, etcdctl_json
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, eventually

# Etcd changes its members only while enough of them have been connected for 5 s (HealthInterval, numConnectedSince:
# go.etcd.io/etcd/server/v3@v3.6.8 etcdserver/server.go).
CONNECTED_SECONDS = 30


class Member(NamedTuple):
    """A member of etcd; one that was never started has no name."""

    id: str
    name: str
    peers: str
    is_learner: bool
    is_healthy: bool

    @property
    def shown(self):
        return f'{self.name or self.peers} ({self.id})'


def members_of(world):
    listed = etcdctl_json(world, 'member', 'list')['members']
    # It ends with 1 where one is not healthy, and says of each whether it is.
    health = etcdctl_json(world, 'endpoint', 'health', '--cluster', statuses=(0, 1))
    healthy = {row['endpoint'] for row in health or () if row['health']}
    return [Member(f"{one['ID']:x}", one.get('name', ''), ','.join(one['peerURLs']), one.get('isLearner', False),
                   bool(healthy & set(one.get('clientURLs', [])))) for one in listed]


def etcd_members_are(world, given):
    """Every member of etcd is well, and each is of a control-plane node; that of a node that leaves may be gone, or be down."""
    if not groups.is_stacked(world, given):
        return etcd_members_well(world, given)
    nodes, members = groups.nodes_of(world, given['group']), members_of(world)
    leaving, staying = ({one.name for one in nodes if one.leaves == leaves} for leaves in (True, False))
    problems = [
        (_shown(one for one in members if not one.name), 'was never started'),
        (_shown(one for one in members if one.is_learner), 'is a learner still'),
        (_shown(one for one in members if one.name and not one.is_healthy and one.name not in leaving), 'is not healthy'),
        (', '.join(sorted(staying - {one.name for one in members})), 'is a node without a member of its name'),
        (_shown(one for one in members if one.name and one.name not in leaving | staying), 'is of no control-plane node'),
        ('; '.join(alarms_of(world)), 'is an alarm'),
    ]
    wrong = [f'{who} {what}' for who, what in problems if who]
    if wrong:
        raise Failed(f"members of etcd: {'; '.join(wrong)}. One that is left of a node that is gone is removed by: etcdctl member remove <id>")
    return None


def _shown(members):
    return ', '.join(one.shown for one in members)


def remove_member(world, given):
    """Takes the members of nodes that leave out of etcd, as long as all others are healthy: one of them is a quorum less from then on."""
    nodes = groups.leaving(world, given) if groups.is_stacked(world, given) else []
    gone = [one for one in nodes if _remove(world, one.name)]
    return {'changed': bool(gone)}


def _remove(world, node):
    members = eventually(world, CONNECTED_SECONDS, lambda: members_of(world))
    own = next((one for one in members if one.name == node), None)
    if own is None:
        return False
    others = [one for one in members if one is not own]
    if not others:
        raise Failed(f'{own.shown} is the last member of etcd, and is not removed')
    wrong = [one.shown for one in others if one.is_learner or not one.is_healthy]
    if wrong:
        raise Failed(f"{own.shown} is not removed from etcd: of the {len(others)} members that are left, {', '.join(wrong)} is not healthy, was never "
                     f'started, or is a learner, and {len(others) // 2 + 1} are a quorum; mend it first')
    if not world.check_mode:
        eventually(world, CONNECTED_SECONDS, lambda: etcdctl(world, 'member', 'remove', own.id, reads=False))
    return True
