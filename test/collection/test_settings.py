"""Settings are of their types, and each variable of the user is one."""
import unittest

import yaml

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import run, settings
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World

DEFAULTS = settings.SPECS.replace('meta/argument_specs.yaml', 'defaults/main.yaml')


class Templar:
    """Templates that a test has no need of."""

    def template(self, value):
        return value


def defaults():
    with open(DEFAULTS, encoding='utf-8') as file:
        return yaml.safe_load(file)


def read(**given):
    return settings.read_settings(Templar(), {**defaults(), 'etcdctl': ['etcdctl'], **given})


class Types(unittest.TestCase):
    def refuses(self, message, **given):
        with self.assertRaises(Failed) as failed:
            read(**given)
        self.assertIn(message, str(failed.exception))

    def test_defaults_are_right(self):
        self.assertEqual(read()['drain_flags'], ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=600s'])

    # Ansible takes it for its letters, after the drain.
    def test_text_for_a_list(self):
        self.refuses("node_upgrade is 'apt-get install kubelet', a text, but has to be a list of texts, which on the command line is "
                     '-e \'{"node_upgrade": ["...", "..."]}\'', node_upgrade='apt-get install kubelet')

    def test_list_for_a_text(self):
        self.refuses("cluster_id is ['prod'], a list, but has to be a text", cluster_id=['prod'])

    def test_number_for_a_text(self):
        self.refuses('cluster_id is 7, a number, but has to be a text', cluster_id=7)

    def test_text_for_a_number(self):
        self.refuses("max_seconds is 'long', a text, but has to be a whole number", max_seconds='long')
        self.refuses("max_seconds is 1.5, a number, but has to be a whole number", max_seconds=1.5)
        self.refuses("poll_seconds is 'often', a text, but has to be a number", poll_seconds='often')
        self.refuses('max_seconds is True, true or false, but has to be a whole number', max_seconds=True)

    def test_number_in_a_list_of_texts(self):
        self.refuses("drain_flags is ['--timeout', 600], a list, but has to be a list of texts", drain_flags=['--timeout', 600])

    def test_others(self):
        self.refuses("ask is 'maybe', a text, but has to be true or false", ask='maybe')
        self.refuses("node_environment is ['PATH'], a list, but has to be a mapping", node_environment=['PATH'])
        self.refuses("volumes is 'efs', but has to be one of ", volumes='efs')

    def test_all_that_are_wrong_are_said(self):
        self.refuses('kubectl is ', kubectl='kubectl', ask='maybe')
        self.refuses('ask is ', kubectl='kubectl', ask='maybe')

    # `-e name=value` makes a text of everything.
    def test_as_the_command_line_gives_them(self):
        given = read(ask='no', go_on='True', max_seconds='60', poll_seconds='0.5')
        self.assertEqual([given[name] for name in ('ask', 'go_on', 'max_seconds', 'poll_seconds')], [False, True, 60, 0.5])
        self.assertIs(type(given['max_seconds']), int)

    def test_share_of_workers(self):
        for share in (1, '2', '20%', [1, '50%']):
            self.assertEqual(read(worker_share=share)['worker_share'], share)
        for share, kind in (('a fifth', 'a text'), ([], 'a list'), (['20 %'], 'a list'), ({'a': 1}, 'a mapping'), (True, 'true or false')):
            self.refuses(f'worker_share is {share!r}, {kind}, but has to be a number, a percentage, or a list of these', worker_share=share)


class Names(unittest.TestCase):
    def said(self, *names, own=()):
        return list(settings.unknown_settings(names, list(own)))

    def test_unknown_one_with_what_may_be_meant(self):
        self.assertEqual(self.said('node_upgrades'), [
            'node_upgrades is no setting of these playbooks (did you mean node_upgrade?); name a variable of your own in own_variables'])
        self.assertEqual(self.said('colour'), ['colour is no setting of these playbooks; name a variable of your own in own_variables'])

    def test_own_variables(self):
        self.assertEqual(self.said('node_upgrades', 'colour', own=['colour', 'node_upgrades']), [])

    def test_settings_and_what_ansible_has(self):
        self.assertEqual(self.said(*settings.specs(), 'ansible_host', '_task', 'group_names', 'app_dir', 'plan_file'), [])

    def test_every_one_is_said(self):
        self.assertEqual(len(self.said('b', 'a', 'kubectl')), 2)
        with self.assertRaises(Failed) as failed:
            run.known_settings(World(None, {'own_variables': ['mine']}, None, names=('mine', 'a', 'b')), {})
        self.assertRegex(str(failed.exception), '^a is no setting.*; b is no setting')


class Documented(unittest.TestCase):
    def test_each_has_a_type_and_a_default(self):
        self.assertEqual(sorted(settings.specs()), sorted(defaults()))
        for name, spec in settings.specs().items():
            self.assertTrue(spec['description'], name)

    # Or a user would copy a sentence about another one.
    def test_sentences_are_those_of_the_specs(self):
        with open(DEFAULTS, encoding='utf-8') as file:
            lines = file.read().splitlines()
        for name, spec in settings.specs().items():
            above = next((lines[at - 1] for at, line in enumerate(lines) if line.startswith(f'{name}:')), '')
            if above.startswith('# '):
                self.assertEqual(above[2:], spec['description'], name)


if __name__ == '__main__':
    unittest.main()
