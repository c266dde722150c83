"""What is asked of a management cluster, and what of the cluster that its control plane serves."""
import unittest

from test_cluster import Scripted

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import look, objects, workloads
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

THERE = {'cluster': 'management', 'namespace': 'prod-eu'}
OF_KCM = {**THERE, 'kind': 'deployment.apps', 'name': 'kcm', 'state': 'not-started'}
COPY = 'ccm-migration-not-started-deployment-kcm'


def of_management(answers=(), **more):
    return Scripted(answers, management_kubectl=['kubectl', '--context=m'], **more)


class Management(unittest.TestCase):
    def test_a_workload_is_asked_where_it_is(self):
        world = of_management({'--context=m rollout': 'deployment "kcm" successfully rolled out', 'rollout': 'waiting'})
        workloads.rolled_out(world, {**THERE, 'workload': 'deployment/kcm'})
        with self.assertRaisesRegex(Failed, 'not rolled out'):
            workloads.rolled_out(world, {'namespace': 'prod-eu', 'workload': 'deployment/kcm'})
        self.assertEqual([line.split(' rollout')[0] for line, _ in world.calls], ['kubectl --context=m', 'kubectl'])

    def test_without_a_way_there_says_which_setting_lacks(self):
        with self.assertRaisesRegex(Failed, 'management_kubectl is not set'):
            objects.exists(Scripted(management_kubectl=[]), {**THERE, 'kind': 'secret', 'name': 'x'})

    def test_a_copy_is_kept_in_the_cluster_that_is_served(self):
        value = {'kind': 'Deployment', 'metadata': {'name': 'kcm', 'uid': '1'}, 'spec': {'replicas': 2}}
        world = of_management({'--context=m get deployment.apps kcm': value, f'get configmap {COPY}': None})
        self.assertEqual(objects.copy_object(world, OF_KCM), {'changed': True})
        line, made = world.calls[-1]
        self.assertEqual((line, made['metadata']['name']), ('kubectl create -f -', COPY))
        world = of_management({f'get configmap {COPY}': made})
        objects.restore_object(world, OF_KCM)
        restored = [(line, sent) for line, sent in world.calls if 'replace' in line]
        self.assertEqual(restored, [('kubectl --context=m replace -f -', {**value, 'metadata': {'name': 'kcm'}})])

    def test_objects_of_both_clusters_are_looked_for_in_their_own(self):
        names = [['role', 'kube-system', 'a'], ['configmap', 'prod-eu', 'b', 'management']]
        answers = {'--context=m get configmap b': 'configmap/b', 'get role a': 'role/a', '/version': {'gitVersion': 'v1.26.15'}, 'get nodes': {'items': []}}
        world = of_management(answers, plan={'objects': names})
        self.assertEqual(look.look_cluster(world, {})['seen']['there'], names)

    def test_the_api_server_is_of_the_release(self):
        for version, is_right in (('v1.27.16', True), ('v1.27.16-eks-1', True), ('v1.27.16+k3s1', True), ('v1.27.1', False), ('v1.26.15', False)):
            world = Scripted({'/version': {'gitVersion': version}})
            if is_right:
                look.server_is(world, {'release': '1.27.16'})
            else:
                with self.assertRaisesRegex(Failed, f'the API server is of {version[1:]}, and this step is for 1.27.16'):
                    look.server_is(world, {'release': '1.27.16'})
