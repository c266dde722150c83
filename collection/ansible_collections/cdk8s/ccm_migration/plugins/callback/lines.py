"""What a run prints: a line for each step and node, what that would change in check mode, differences, notes and failures. The rest goes to the log."""
import re
import time

from ansible import context
from ansible.plugins.callback.default import CallbackModule as Whole

DOCUMENTATION = '''
name: lines
type: stdout
short_description: A line for each step and node
description: A line for each step and node of a plan; the log (log_path) has all that ansible.builtin.default prints.
extends_documentation_fragment: [default_callback, result_format_callback]
'''


class Log:
    """A display of which nothing is on the screen."""

    def __init__(self, display):
        self.screen = display

    def __getattr__(self, name):
        return getattr(self.screen, name)

    def display(self, msg, color=None, screen_only=False, **_):
        if not screen_only:
            self.screen.display(msg, color=color, log_only=True)

    def banner(self, msg, **_):
        self.display(f'\n{msg} ***')

    def _error(self, error, stderr=False):
        """Of a task, with where it stands in the collection (ansible-core 2.19 and newer)."""
        self.display(f'[ERROR]: {error}')


class CallbackModule(Whole):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'stdout'
    CALLBACK_NAME = 'cdk8s.ccm_migration.lines'

    def __init__(self):
        super().__init__()
        self._display = Log(self._display)
        self.steps = {}
        self.shown = {}
        self.differences = {}

    def _say(self, text):
        self._display.screen.display(text)

    def v2_playbook_on_include(self, included_file):
        super().v2_playbook_on_include(included_file)
        # A step that is paused before it is read, and not begun.
        if str(included_file._filename).endswith('/step/tasks/begin.yaml'):
            for host in included_file._hosts:
                self._say(f"{time.strftime('%H:%M:%S')} {self.steps.get(host.get_name(), '')}")

    def v2_runner_on_ok(self, result):
        super().v2_runner_on_ok(result)
        said, host = result._result, result._host.get_name()
        if 'title' in said and 'place' in said:
            self.steps[host] = f"{said['place']}: {said['title']}"
        if result._task.action in ('debug', 'ansible.builtin.debug') and 'msg' in said:
            self._say(said['msg'])
        if context.CLIARGS.get('check') and said.get('changed'):
            node = of_node(result)
            self._say_would(node, self._would(result))
            if context.CLIARGS.get('diff') and 'diff' in (said.get('cmd') or []):
                self._say_once(objects_of(said['stdout']), node, 'the objects')
        for path, text in self.differences.pop(host, ()):
            self._say_once(text, of_node(result), path)

    def v2_runner_on_skipped(self, result):
        super().v2_runner_on_skipped(result)
        # A command is not run in check mode, whether or not it says so with what it would change.
        if context.CLIARGS.get('check') and str(result._result.get('msg')).startswith('Command would have run'):
            self._say_would(of_node(result), result._task.get_name().split(' : ')[-1])

    def _say_would(self, node, what):
        self._say('  would: ' + ('' if node == 'localhost' else f'{node}: ') + what)

    def _would(self, result):
        changes = (result._result.get('shown') or {}).get('changes')
        if changes:
            return ', '.join(dict.fromkeys(changes))
        rows = result._result.get('diff') or []
        headers = dict.fromkeys(row.get('after_header') or row.get('before_header') for row in (rows if isinstance(rows, list) else [rows]))
        name = result._task.get_name().split(' : ')[-1]
        return f"{name}{': ' if any(headers) else ''}{', '.join(filter(None, headers))}"

    def v2_on_file_diff(self, result):
        rows = result._result.get('diff') or []
        # Said after what it is the difference of.
        self.differences[result._host.get_name()] = [
            (row.get('after_header') or row.get('before_header') or 'this', self._get_diff(row)) for row in (rows if isinstance(rows, list) else [rows])]

    def _say_once(self, text, node, what):
        same = text.replace(node, '{node}')
        if text and same in self.shown:
            self._say(f'  {what}: as on {self.shown[same]}')
        elif text:
            self.shown[same] = node
            self._say(text)

    def _failed(self, result):
        # What is rescued is said by what stops the run, with what to do.
        if is_rescued(result._task):
            return
        said, node = result._result, of_node(result)
        words = dict.fromkeys(str(said[key]).strip() for key in ('msg', 'stderr', 'module_stderr') if said.get(key))
        names = [name for name in (node, result._task.get_name().split(' : ')[-1]) if name not in ('localhost', 'Stop')]
        self._display.screen.display(f"failed: {': '.join([*names, '; '.join(words)])}", color='red', stderr=True)

    def v2_runner_on_failed(self, result, ignore_errors=False):
        super().v2_runner_on_failed(result, ignore_errors=ignore_errors)
        self._failed(result)

    def v2_runner_item_on_failed(self, result):
        super().v2_runner_item_on_failed(result)
        self._failed(result)

    def v2_runner_on_unreachable(self, result):
        super().v2_runner_on_unreachable(result)
        self._failed(result)

    def v2_playbook_on_stats(self, stats):
        super().v2_playbook_on_stats(stats)
        hosts = sorted(stats.processed)
        for what in ('failures', 'dark'):
            # What failed here was said, with its node.
            for host in [one for one in hosts if one != 'localhost']:
                if stats.summarize(host)['failures' if what == 'failures' else 'unreachable']:
                    self._say(f"{host}: {'failed' if what == 'failures' else 'not reached'}")
        totals = [stats.summarize(host) for host in hosts]
        changed = 'would change' if context.CLIARGS.get('check') else 'changed'
        self._say(f"hosts={len(hosts)} {changed}={sum(one['changed'] for one in totals)} failed={sum(one['failures'] for one in totals)} "
                  f"unreachable={sum(one['unreachable'] for one in totals)}")


OF_SERVER = re.compile(r'[-+ ] {2}(creationTimestamp|generation|resourceVersion|uid):')


def of_node(result):
    """The node that a task was about: what the operator's machine asks of a node is of that node."""
    return (result._result.get('shown') or {}).get('of_node') or result._host.get_name()


def is_rescued(task):
    """Whether a task that fails does not end its play."""
    part, around = task, task._parent
    while around is not None:
        # What stands in a rescue is not rescued by it.
        if getattr(around, 'rescue', None) and part._uuid not in [one._uuid for one in around.rescue]:
            return True
        part, around = around, around._parent
    return False


def objects_of(difference):
    """Of `kubectl diff`, without its own command lines and folders, and what the API server alone writes: the name of each object, and what differs."""
    lines = [line for line in difference.splitlines() if not line.startswith(('diff -', '--- ')) and not OF_SERVER.match(line)]
    return '\n'.join(re.sub(r'^\+\+\+ \S*/(\S+).*', r'\1', line) for line in lines)
