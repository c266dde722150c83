"""Carries out actions of a plan, or asks them: what one is called says which function does (plugins/module_utils/actions.py)."""
import time

from ansible import constants as C
from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.action import ActionBase

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.actions import function_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import Plan
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.settings import is_whole, read_settings
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, Lost, World, eventually

MODULE = 'cdk8s.ccm_migration.node'
IN_LINES = C.DEFAULT_STDOUT_CALLBACK == 'cdk8s.ccm_migration.lines'


class ActionModule(ActionBase):
    """
    `do`: the action, or `several` with `actions` on the same machine; `settings_of`: the node whose settings count, as they were read when the run began
    (`own`: the same, as values); `seen`: what the run has read, by default all; `step`: its step, with `left` where only what is done `always` is done;
    `with_settings`: whether the settings of the host are returned, too.
    """

    def run(self, tmp=None, task_vars=None):
        result = super().run(tmp, task_vars)
        args = self._task.args
        settings = self._settings(args, task_vars)
        seen = args['seen'] if 'seen' in args else known(task_vars, 'localhost', 'seen')
        plan = Plan.read(self._templar.template(task_vars['plan_file']))
        # For what is printed: the node, and what of it changed something.
        shown = {'of_node': args['do'].get('node', ''), 'changes': []}
        step, said, notes = dict(args.get('step') or {}), {'changed': False, 'diff': [], 'shown': shown}, []
        for given in args['do'].get('actions', [args['do']]):
            if step.get('left') and not given.get('always'):
                continue
            world = World(
                plan=plan,
                settings=settings,
                ask_node=lambda requests, contents: self._ask(requests, contents, settings, task_vars),
                node=given.get('node'),
                step=step,
                check_mode=self._task.check_mode,
                seen=seen,
                names=tuple(task_vars),
                function_of=function_of,
            )
            try:
                answer = self._eventually(world, given)
            except Failed as failure:
                return {**result, **said, 'failed': True, 'says': said_by(given), 'msg': str(failure)}
            notes += dict.fromkeys(world.notes)
            said = {**said, **answer, 'changed': said['changed'] or answer.get('changed', False), 'diff': said['diff'] + answer.get('diff', [])}
            if answer.get('changed') and 'says' in given:
                shown['changes'].append(answer.get('does', given['says']) + what_of(given, answer))
            step['leader'] = answer.get('leader', step.get('leader'))
        # A task that remembers it would need longer than most of what is done.
        facts = {'ansible_facts': {'leader_of_plan': said['leader']}} if 'leader' in said else {}
        own = {'own': settings} if args.get('with_settings') else {}
        return {**result, **said, **facts, **own, **({'msg': '; '.join(notes)} if notes else {})}

    def _settings(self, args, task_vars):
        own = known(task_vars, args['settings_of'], 'own') if 'settings_of' in args else args.get('own')
        # Those of a node were read when the run began, all of them: to make them of their templates again takes longer than most actions.
        if not is_whole(own):
            own = {**read_settings(self._templar, task_vars), **(own or {})}
        return {**own, 'app_dir': self._templar.template(task_vars['app_dir'])}

    def _eventually(self, world, given):
        answer = eventually(
            world, float(given.get('within', 0)), lambda: function_of(given['do'])(world, given),
            waits=lambda failure: self._display.display(f"{time.strftime('%H:%M:%S')}   waits: {failure}"),
        ) or {}
        # Ansible shows no message of a task that ends well.
        for note in dict.fromkeys(world.notes):
            self._display.display(f'note: {note}')
        if 'actions' in self._task.args['do']:
            # On the screen only where the rest is.
            self._display.display(f"ok: {said_by(given)}{': ' + given['component'] if 'component' in given else ''}", log_only=IN_LINES)
        return answer

    def _ask(self, requests, contents, settings, task_vars):
        """A node that does not answer fails the task: what Ansible calls unreachable would end the run without a note in the lock."""
        of_node = {'root': settings['node_root'], 'backup_dir': settings['backup_dir'], 'keep_owner': settings['keep_owner']}
        try:
            answer = self._execute_module(
                module_name=MODULE, module_args={'requests': requests, 'contents': contents, **of_node}, task_vars=task_vars,
            )
        except AnsibleConnectionFailure as failure:
            raise Lost(f'the connection was lost: {failure}') from failure
        if answer.get('unreachable') or answer.get('failed'):
            raise (Lost if answer.get('unreachable') else Failed)(str(answer.get('msg') or answer.get('module_stderr') or 'the node did not answer'))
        return answer['answers']


def known(task_vars, host, name):
    """What a task has set for a host. It is data: as an argument of the task, all of it, of each node, would be looked through for templates."""
    return task_vars['hostvars'].raw_get(host).get(name)


def what_of(given, answer):
    """What an action changed, as it is printed behind its name: its files, or its unit, whose files are those that it reads, or its object."""
    if 'unit' in given:
        return f": {given['unit']}"
    paths = answer['paths'] if 'paths' in answer else given.get('paths') or [row['path'] for row in given.get('files', [])]
    words = paths or ([f"{given['kind'].split('.')[0]} {given['name']}"] if 'kind' in given and 'name' in given else [])
    return f": {', '.join(words)}" if words else ''


def said_by(given):
    return f"{given.get('says', given['do'])}{' on ' + given['node'] if given.get('node') else ''}"
