#!/usr/bin/python
"""Answers what a plan asks of a node: its files and their copies, its processes, its programs."""
DOCUMENTATION = r'''
---
module: node
short_description: Answers what a migration plan asks of a node
description:
  - Answers requests in their order, so that one round trip does for all of them.
  - What a request has and what its answer has, is said in the collection's module_utils/node_files.py and in this module.
options:
  requests:
    description: Requests, each with C(op) and what that needs. Paths are those of the node.
    type: list
    elements: dict
    required: true
  contents:
    description: Bytes of the files to put, as base64, by their SHA-256 sums.
    type: dict
    default: {}
  root:
    description: A folder that the paths of the node are below.
    type: str
    default: ''
  backup_dir:
    description: The folder of the node that copies are kept in.
    type: str
    required: true
  keep_owner:
    description: Whether files that are put get the owner that they are to have.
    type: bool
    default: true
author: cdk8s-ccm-migration authors
'''

EXAMPLES = r'''
- name: Read a file
  cdk8s.ccm_migration.node:
    requests:
      - {op: read, paths: [/etc/machine-id]}
    backup_dir: /var/lib/ccm-migration/backup
'''

RETURN = r'''
answers:
  description: An answer for each request.
  type: list
  elements: raw
  returned: success
'''

import calendar
import http.client
import re
import ssl
import urllib.error
import urllib.request

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.node_files import OPS, Node, Refused

STARTED = re.compile(r'\S{3} (\S{3}) +(\d+) +(\d+):(\d+):(\d+) (\d{4}) (.*)')
MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'


def processes(module, _node, _request):
    """The start of each process in seconds, and its command line."""
    argv = ['ps', '-eo', 'lstart=,args=', '-ww']
    ended = run(module, None, {'argv': argv, 'reads': True}, TZ='UTC0')
    if ended['status'] != 0:
        raise Refused(f"{' '.join(argv)} ended with {ended['status']}: {ended['stderr'].strip()}")
    return [process(*found.groups()) for found in map(STARTED.match, ended['stdout'].splitlines()) if found]


def process(month, day, hours, minutes, seconds, year, args):
    """Without the locale of the node, which names months otherwise."""
    return {'start': calendar.timegm((int(year), MONTHS.index(month) // 3 + 1, int(day), int(hours), int(minutes), int(seconds))), 'args': args}


def run(module, _node, request, **environment):
    """How a program ended, and what it said; one that is not there ends as in a shell. One that changes something is not run in check mode."""
    if module.check_mode and not request.get('reads'):
        return {'status': 0, 'stdout': '', 'stderr': '', 'skipped': True, 'changed': True}
    try:
        status, stdout, stderr = module.run_command([str(word) for word in request['argv']], environ_update={'LC_ALL': 'C', **environment},
                                                    errors='replace', expand_user_and_vars=False, handle_exceptions=False)
    except OSError as error:
        status, stdout, stderr = 127, '', f"{request['argv'][0]}: {error.strerror}"
    return {'status': status, 'stdout': stdout, 'stderr': stderr, 'changed': not request.get('reads')}


def ask(_module, node, request):
    """What a server of the node says, whatever its certificate is; no proxy is between them."""
    try:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        if request.get('client_cert'):
            context.load_cert_chain(node.root + request['client_cert'], node.root + request['client_key'])
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        with opener.open(request['url'], timeout=float(request.get('timeout', 5))) as answer:
            return {'status': answer.status, 'content': answer.read().decode(errors='replace'), 'error': ''}
    except urllib.error.HTTPError as error:
        return {'status': error.code, 'content': error.read().decode(errors='replace'), 'error': str(error)}
    except (OSError, ValueError, http.client.HTTPException) as error:
        return {'status': 0, 'content': '', 'error': str(error)}


def answer_to(module, node, request):
    asked = {'processes': processes, 'run': run, 'http': ask}.get(request['op'])
    return asked(module, node, request) if asked else OPS[request['op']](node, request)


def main():
    module = AnsibleModule(argument_spec={
        'requests': {'type': 'list', 'elements': 'dict', 'required': True},
        'contents': {'type': 'dict', 'default': {}, 'no_log': True},
        'root': {'type': 'str', 'default': ''},
        'backup_dir': {'type': 'str', 'required': True},
        'keep_owner': {'type': 'bool', 'default': True},
    }, supports_check_mode=True)
    given = module.params
    node = Node(given['root'], given['backup_dir'], given['keep_owner'], module.check_mode, module._diff, given['contents'])
    try:
        answers = [answer_to(module, node, request) for request in given['requests']]
    except (Refused, OSError) as error:
        module.fail_json(msg=str(error))
    changes = [answer for answer in answers if isinstance(answer, dict)]
    module.exit_json(changed=any(answer.get('changed') for answer in changes), answers=answers,
                     diff=[diff for answer in changes for diff in answer.get('diff', [])])


if __name__ == '__main__':
    main()
