"""
Services with a load balancer. What their clients know of them, and what the controllers follow, is recorded once a plan, before its first step: in the
cluster, so that another machine compares too. What AWS has of the load balancers is part of it.
"""
import json
import time

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.cloud import command_line, nodes_text
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

RECORD = ('configmap', 'ccm-migration-services', '-n', 'kube-system')
ANNOTATIONS = 'service.beta.kubernetes.io/'
FAILED = 'SyncLoadBalancerFailed'
OUTCOMES = (FAILED, 'EnsuredLoadBalancer')


def _services(world):
    return world.items('services', '-A')


def _typed(services):
    return [service for service in services if service['spec'].get('type') == 'LoadBalancer']


def _full_name(service):
    return f"{service['metadata']['namespace']}/{name_of(service)}"


def _balanced(services):
    """
    Name, addresses, ports and annotations of each Service that has a load balancer, by its uid: one that is recreated under its name is another. From
    1.30 on the API server adds ipMode to each address, which is of no matter to a client.
    """
    return {service['metadata']['uid']: [
        _full_name(service),
        [{**address, 'ipMode': None} for address in service['status']['loadBalancer']['ingress']],
        service['spec'].get('ports', []),
        [{'key': key, 'value': value} for key, value in annotations_of(service).items() if key.startswith(ANNOTATIONS)],
    ] for service in _typed(services) if service.get('status', {}).get('loadBalancer', {}).get('ingress')}


def _listed(services):
    return json.dumps({'apiVersion': 'v1', 'kind': 'List', 'items': services})


def _balancers(world, services):
    """Listeners and targets of their load balancers, as text: empty for another cloud, and where the operator leaves them out."""
    if world.plan.data['cloud'] != 'aws' or world.settings['without_load_balancers']:
        return ''
    ended = command_line(world, ['aws', 'load-balancers', '--format', 'json'], {'services': _listed(services)}, statuses=(0, 1))
    # 1: one of them is missing. A program that did not run at all may end with 1 as well, and prints no record.
    if not ended.stdout.startswith('{'):
        raise Failed(f'AWS was not asked for the load balancers: {(ended.stdout + ended.stderr).strip()}')
    return ended.stdout


def record_services(world, given):
    """
    Records what the Services have. The record of another plan is replaced, unless this plan was made anew on its way: what the Services were before
    is then what that plan recorded.
    """
    record, reached = world.get(*RECORD), world.seen['reached']
    is_of_another = record is not None and record['data']['plan'] != world.plan.id
    if is_of_another and reached > 0:
        return change(world, 'replace', '-f', '-', value={**record, 'data': {**record['data'], 'plan': world.plan.id}})
    if record and not is_of_another:
        return None
    if reached > 0:
        world.note(f'no record of the Services is of before {world.plan.titles[reached - 1]}: they are compared with what they are now')
    services = _services(world)
    return change(world, 'replace' if record else 'create', '-f', '-', value={
        'apiVersion': 'v1',
        'kind': 'ConfigMap',
        'metadata': {'name': 'ccm-migration-services', 'namespace': 'kube-system'},
        'data': {
            'plan': world.plan.id,
            'recorded': _time(time.time()),
            'services': json.dumps(_balanced(services)),
            'loadBalancers': _balancers(world, services),
        },
    })


def _time(seconds):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds))


def services_same(world, given):
    """Every Service has its load balancer, ports and annotations as recorded, and its load balancer has its listeners and targets."""
    world.note(_compared(*_compare(world)))


def _compare(world):
    """The same; returns the record, and what there is now."""
    record, services = _record(world), _services(world)
    recorded, now = json.loads(record.get('services', '{}')), _balanced(services)
    differ = sorted(uid for uid in recorded.keys() & now.keys() if recorded[uid] != now[uid])
    if differ:
        changed = '; '.join(f'{json.dumps(recorded[uid])} is now {json.dumps(now[uid])}' for uid in differ)
        raise Failed(f'Services are not as before this plan: {changed}. Where an owner meant all of that, delete the record (kubectl delete '
                     'configmap ccm-migration-services -n kube-system) and run again: migrate.yaml makes a new one, back.yaml then compares none')
    there = _staying(services)
    lost = [recorded[uid][0] for uid in recorded if uid in there - now.keys()]
    if lost:
        raise Failed(f"Services that had a load balancer before this plan have none now: {', '.join(lost)}")
    if record.get('loadBalancers') and not world.settings['without_load_balancers']:
        _ask_aws(world, services, record['loadBalancers'])
    return record, services


def _compared(record, services):
    """What came out where nothing failed, for people: a Service that its owner deleted is none of the failures."""
    if not record:
        return 'the Services are compared with nothing: there is no record of before'
    recorded, now = json.loads(record.get('services', '{}')), _balanced(services)
    kept, waiting = len(recorded.keys() & now.keys()), len(_typed(services)) - len(now)
    gone = len(recorded) - kept
    more = [f'{len(now) - kept} are new'] if len(now) > kept else []
    more += [f'{waiting} more have none'] if waiting else []
    return (f"{len(now)} Services have a load balancer: {', '.join([f'{kept} are as they were', *more])} (since {record.get('recorded', 'another time')})"
            + (f'; {gone} that had one then were deleted by their owners since, which is no failure: no plan deletes a Service' if gone else ''))


def _staying(services):
    """The uids of those that are not being deleted."""
    return {service['metadata']['uid'] for service in services if 'deletionTimestamp' not in service['metadata']}


def _ask_aws(world, services, before):
    """Their load balancers are as before. One of a Service that is deleted meanwhile may be gone already: then the others are asked for again."""
    while True:
        try:
            return command_line(world, ['aws', 'load-balancers'], {'services': _listed(services), 'nodes': nodes_text(world), 'before': before})
        except Failed:
            asked, there = _staying(services), _staying(_services(world))
            services = [service for service in services if service['metadata']['uid'] in asked & there]
            if len(services) == len(asked):
                raise


def _record(world):
    """What was recorded: nothing where another plan did that, unless this plan was made anew on its way."""
    record = (world.get(*RECORD) or {}).get('data', {})
    return record if 'plan' in record and (record['plan'] == world.plan.id or world.seen['reached'] > 0) else {}


def services_well(world, given):
    """
    The Services are as recorded, and none failed to get its load balancer since, and does still: a new leader looks at every Service, and tries again
    what failed. The step that let another controller take over lies before the one that asks. Where nothing is recorded it is the last hour, as
    long as events are kept.
    """
    if 'since' not in world.kept:
        world.kept['since'] = _compare(world)[0].get('recorded') or _time(time.time() - 3600)
    since = world.kept['since']
    failed = sorted(_failed_since(world, since) - set(world.settings['without_services']))
    if failed:
        raise Failed(f"{FAILED} since {since}, and no EnsuredLoadBalancer after it: {', '.join(failed)}; "
                     'without_services leaves out those that failed before, by their names')


def _failed_since(world, since):
    """Names of the Services whose last outcome is a failure. Where both are of one second, the load balancer was made after it failed."""
    # RFC 3339 in UTC sorts as text.
    late = [event for event in world.items('events', '-A', '--field-selector', 'involvedObject.kind=Service')
            if event.get('reason') in OUTCOMES and (event.get('lastTimestamp') or '') >= since]
    # Events outlive their Service, and no controller tries again for one that is gone. One of an unknown Service counts.
    there = {service['metadata']['uid'] for service in _services(world)} | {None}
    last = {}
    for event in sorted(late, key=lambda event: (event['lastTimestamp'], event['reason'] != FAILED)):
        about = event['involvedObject']
        if about.get('uid') in there:
            last[f"{about.get('namespace', '-')}/{about['name']}"] = event['reason']
    return {name for name, reason in last.items() if reason == FAILED}


def say_services(world, given):
    """Notes which Services have load balancers, and what becomes of them; fails where AWS does not know one of these."""
    services = _services(world)
    now, left = _balanced(services), world.plan.data['leftToAnother']
    others = dict.fromkeys(name_of(service) for service in _typed(services)
                           if 'loadBalancerClass' in service['spec'] or annotations_of(service).get(left['annotation']) in left['values'])
    world.note(f'{len(now)} Services have a load balancer; each keeps it, which is compared after each leg and at the end. '
               f"Of another controller, which this migration does not touch: {', '.join(others) or 'none'}")
    for one in (world.plan.data['aws'] or {}).get('changes', []):
        annotation = one.get('annotation')
        concerned = [name for name, _, _, annotations in now.values() if not annotation or annotation in [each['key'] for each in annotations]]
        world.note(f"{one['says']}: {', '.join(concerned) or 'no Service'}")
    strangers = _unknown_to_aws(world, services)
    # One that was deleted between the two questions is no stranger: it is not there when both are asked again.
    still = sorted(strangers & _unknown_to_aws(world, _services(world))) if strangers else []
    if still:
        raise Failed('AWS knows no load balancer of these Services, so they cannot be compared afterwards (without_load_balancers skips this): '
                     + ', '.join(f'{service} at {host}' for service, host in still))


def _unknown_to_aws(world, services):
    return set(json.loads(_balancers(world, services) or '{"missing": {}}')['missing'].items())


def services_taken(world, given):
    """
    No Service has what the new release of the cloud-controller-manager refuses: its load balancer would stay as it is while nodes come and go. What is
    refused says our command line, of which the releases are known.
    """
    words = ['upgrade', '-', '--from', given['fromCcm'], '--to', given['toCcm'], '--format', 'json']
    # 1: something stands in the way, a known fault too. A program that did not run at all may end with 1 as well, and prints no object.
    ended = world.ended([*world.settings['ccm_migration'], *words], stdin=_listed(_services(world)), statuses=(0, 1))
    if not ended.stdout.startswith('{'):
        raise Failed(f'it is not known which Services are refused: {(ended.stdout + ended.stderr).strip()}')
    left_out = world.settings['without_services']
    refused = [f"{one['says']} ({one['todo']})" for one in json.loads(ended.stdout)['differences'] if one.get('service', '') not in ['', *left_out]]
    if refused:
        raise Failed('; '.join(refused) + '; without_services leaves Services out, by their names')


def forget_services(world, given):
    """Removes the record of the Services."""
    return change(world, 'delete', *RECORD, '--ignore-not-found')
