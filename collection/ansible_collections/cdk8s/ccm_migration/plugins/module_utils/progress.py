"""How far a plan came, in words: by what is seen of it, and by what its last run noted in the lock."""
import json
from datetime import datetime, timezone

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.leases import (
    LAST, PLAN, acquired, annotations, holder_of, seconds_since_renewal, take_over,
)


def place(plan, number):
    """Where a step stands in its plan, as the runbook names it."""
    return f"step {number} of {len(plan.steps)}, {plan.steps[number - 1]['kind']}"


def named(plan, number):
    return f'{place(plan, number)}: {plan.title(number)}'


def last_note(plan, lock):
    """What the last run of this plan noted; {} where another plan ran since, where the steps were done by hand, or by an older release."""
    notes = annotations(lock)
    return json.loads(notes[LAST]) if notes.get(PLAN) == plan.id and LAST in notes else {}


def progress(world, reached, lock):
    """
    Sentences that say which steps are done, which one is next, and how the last run ended. What it noted counts only where what is seen fits it: another
    machine, or a person, may have gone on since.
    """
    plan, note = world.plan, last_note(world.plan, lock)
    seen = f'of {named(plan, reached)} something is seen, of no later step' if reached else 'nothing of this plan is seen on the nodes and in the cluster'
    if not note:
        by = annotations(lock).get(PLAN)
        unknown = f"; the last plan that ran here is {by}" if by and by != plan.id else ''
        return [f"{seen}{f', so whether it ended is not known{unknown}' if reached else unknown}; {goes_on(plan, reached)}"]
    said = _said(world, note)
    if not _fits(world, note, reached):
        return [f'the last run noted: {said}', f'this does not fit what is seen: {seen}; what lies between is not known', goes_on(plan, reached)]
    return [said, goes_on(plan, reached)]


def goes_on(plan, reached):
    """Where each way begins now."""
    there = next((number for what, number in plan.there(reached) if what == 'take'), None)
    back = next((number for what, number in plan.back(reached) if what == 'take_back'), None)
    begins = [] if there is None else [f"migrate.yaml begins with step {there}{', of which what is done stays' if there <= reached else ''}"]
    taken = [] if back is None else [f"back.yaml takes back step {back} first{', of which nothing is seen' if back > reached else ''}"]
    return '; '.join([*begins, *taken])


def _said(world, note):
    plan, at, number = world.plan, note['at'], note.get('step')
    is_back = note['way'] == 'back'
    why = f": {note['why']}" if note.get('why') else ''
    if note['is'] == 'ended':
        ended = f"every step is taken back, since {at}: the cluster is in state {plan.data['from']}"
        return ended if is_back else f"the plan has ended, at {at}: the cluster is in state {plan.data['to']}"
    if number is None:
        return f"the last run of {'back' if is_back else 'migrate'}.yaml stopped at {at}{why}"
    those = _others(world, number, is_back)
    ends = '; '.join(filter(None, [those, {
        'asked': f"the run asks, since {at}, whether to go on", 'paused': f'the last run paused before it, at {at}', 'in': f'it was begun at {at}, and '
        'no end of it is noted: it goes on, or was interrupted', 'stopped': f"it failed at {at}{why}",
    }[note['is']]]))
    which = 'the next to be taken back' if is_back else 'next'
    begun = note['is'] in ('in', 'stopped')
    return f"{named(plan, number)}{' is being taken back' if begun and is_back else '' if begun else f' is {which}'}; {ends}"


def _others(world, number, is_back):
    """What is known of the steps on this side of one."""
    plan = world.plan
    if is_back:
        return 'the steps after it are taken back, or were not begun' if number < len(plan.steps) else ''
    if number == 1:
        return ''
    failed = world.settings['worker_max_fail_percentage'] and plan.worker_numbers and number > plan.worker_numbers[0]
    which = 'step 1 is' if number == 2 else f'steps 1 to {number - 1} are'
    return f"{which} done{', but for workers that failed within worker_max_fail_percentage' if failed else ''}"


def _fits(world, note, reached):
    """Whether what is seen is as it may be where the note is true."""
    plan, lost, number = world.plan, world.seen['lost'], note.get('step')
    if note['is'] == 'ended':
        return reached == (0 if note['way'] == 'back' else plan.seen_after(len(plan.steps), lost))
    if number is None:
        return True
    if note['way'] == 'back':
        # A run begins one further than what is seen, which may be half taken back.
        return reached <= plan.seen_after(number, lost) and number <= plan.reach(reached)
    # Workers of one share change together; the run notes the first of them.
    last = plan.worker_numbers[-1] if number in plan.worker_numbers else number
    before = plan.seen_after(number - 1, lost)
    return reached == before if note['is'] in ('asked', 'paused') else before <= reached <= plan.seen_after(last, lost)


def handed_over(world, lock):
    """What a colleague at the change of the shift has to know besides."""
    cordoned = sorted(world.seen['cordoned'])
    holder = holder_of(lock)
    if not holder:
        return [f"cordoned: {', '.join(cordoned) or 'no node'}", 'no run holds the lock']
    since, age = acquired(lock), seconds_since_renewal(lock)
    return [f"cordoned: {', '.join(cordoned) or 'no node'}",
            f"the lock is held by {holder}, {f'since {since}' if since else 'since when is not known'}, last renewed "
            f"{'at an unknown time' if age is None else f'{age} s ago'}; once you know that this run has ended, go on with -e {take_over(holder)}"]
