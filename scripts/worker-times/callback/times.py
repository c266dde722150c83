"""Says at the end of a run of Ansible how much processor time it took: of itself, of what it started, and from task to task."""
import collections
import json
import os
import resource
import time

from ansible.plugins.callback import CallbackBase


def spent():
    of = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return [one.ru_utime + one.ru_stime for one in of]


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'aggregate'
    CALLBACK_NAME = 'times'

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.rows, self.play, self.task = collections.defaultdict(lambda: [0, 0.0, 0.0]), '', None
        self.since, self.processor = time.monotonic(), sum(spent())

    def _next(self, task):
        now, processor = time.monotonic(), sum(spent())
        row = self.rows[self.play, self.task or '-']
        row[0], row[1], row[2] = row[0] + 1, row[1] + now - self.since, row[2] + processor - self.processor
        self.task, self.since, self.processor = task, now, processor

    def v2_playbook_on_play_start(self, play):
        self._next(None)
        self.play = play.get_name()

    def v2_playbook_on_task_start(self, task, is_conditional):
        self._next(f'{task.action}: {os.path.basename(task.get_path() or "")}')

    def v2_playbook_on_handler_task_start(self, task):
        self._next('handler')

    def v2_playbook_on_stats(self, stats):
        self._next(None)
        own, children = spent()
        rows = [{'play': play, 'task': task, 'times': times, 'seconds': wall, 'processor': processor}
                for (play, task), (times, wall, processor) in self.rows.items()]
        with open(os.environ['WORKER_TIMES'], 'w') as file:
            json.dump({'own': own, 'children': children, 'rows': rows}, file)
