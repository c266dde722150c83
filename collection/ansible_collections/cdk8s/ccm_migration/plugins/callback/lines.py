"""What a run prints: a line for each step and node, what that would change in check mode, differences, notes and failures. The rest goes to the log."""
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


class CallbackModule(Whole):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'stdout'
    CALLBACK_NAME = 'cdk8s.ccm_migration.lines'

    def __init__(self):
        super().__init__()
        self._display = Log(self._display)
        self.titles = {}
        self.shown = {}

    def _say(self, text):
        self._display.screen.display(text)

    def v2_playbook_on_include(self, included_file):
        super().v2_playbook_on_include(included_file)
        # A step that is paused before it is read, and not begun.
        if str(included_file._filename).endswith('/step/tasks/begin.yaml'):
            for host in included_file._hosts:
                self._say(f"{time.strftime('%H:%M:%S')} {self.titles.get(host.get_name(), '')}")

    def v2_runner_on_ok(self, result):
        super().v2_runner_on_ok(result)
        said, host = result._result, result._host.get_name()
        if 'title' in said and 'actions' in said:
            self.titles[host] = said['title']
        if result._task.action in ('debug', 'ansible.builtin.debug') and 'msg' in said:
            self._say(said['msg'])
        if context.CLIARGS.get('check') and said.get('changed'):
            self._say('  would: ' + ('' if host == 'localhost' else f'{host}: ') + self._would(result))

    def _would(self, result):
        rows = result._result.get('diff') or []
        headers = dict.fromkeys(row.get('after_header') or row.get('before_header') for row in (rows if isinstance(rows, list) else [rows]))
        name = result._task.get_name().split(' : ')[-1]
        return f"{name}{': ' if any(headers) else ''}{', '.join(filter(None, headers))}"

    def v2_on_file_diff(self, result):
        rows = result._result.get('diff') or []
        given = result._result.get('_ansible_delegated_vars') or {}
        names = [result._host.get_name(), *filter(None, [given.get('ansible_delegated_host')])]
        for row in rows if isinstance(rows, list) else [rows]:
            text = self._get_diff(row)
            same = text
            for name in names:
                same = same.replace(name, '{node}')
            if text and same in self.shown:
                self._say(f'  the same as for {self.shown[same]}')
            elif text:
                self.shown[same] = names[-1]
                self._say(text)

    def _failed(self, result):
        said = result._result
        words = dict.fromkeys(str(said[key]).strip() for key in ('msg', 'stderr', 'module_stderr') if said.get(key))
        self._display.screen.display(
            f"failed: {result._host.get_name()}: {result._task.get_name().split(' : ')[-1]}: {'; '.join(words)}", color='red', stderr=True)

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
            for host in hosts:
                if stats.summarize(host)['failures' if what == 'failures' else 'unreachable']:
                    self._say(f"{host}: {'failed' if what == 'failures' else 'not reached'}")
        totals = [stats.summarize(host) for host in hosts]
        self._say(f"hosts={len(hosts)} changed={sum(one['changed'] for one in totals)} failed={sum(one['failures'] for one in totals)} "
                  f"unreachable={sum(one['unreachable'] for one in totals)}")
