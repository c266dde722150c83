import { DataMap, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import {
  ALL_APIS, BY_CONFIGURATION, MODES_FOR_KUBELETS, NAMESPACE_KEYS, NEEDED_APIS, NEEDED_RESOURCES, READ_PLUGINS, REFUSING,
} from '../../facts/inputs/api-servers';
import { CCM } from '../../kubernetes/component';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { API_SERVER_FILES, apiServerFileProblems, authorizerTypes } from '../../model/api-server-files';
import { isPlaceholder } from '../../text/placeholder';
import { flagOf, nameOf, placeOf } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT, Place, ReadModel } from '../../view/model';
import { Documents, ObjectAt } from '../documents/documents';
import { contentOnNode, nameOnNode, NodeFolderPath } from '../input/layout';

/** What the API servers of the input do with pods and with APIs, as far as their flags and files say. */
export interface ApiServerSettings {
  /** What Pod Security enforces in a namespace without a label, and where that is said, for messages. */
  readonly podSecurity: readonly { readonly enforce: string; readonly exempt: readonly string[]; readonly where: string }[];
  /** Plugins that flags switch on, and those that they switch off. */
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
  /** Plugins that have a configuration, by their names. */
  readonly configured: readonly string[];
  /** What ResourceQuota lets nothing have without a quota that says so. */
  readonly limited: readonly DataMap[];
  /** Files of admission that flags name and the input does not have. */
  readonly unread: readonly { readonly place: Place; readonly what: string }[];
}

/** An API server and the nodes whose files it reads. */
export interface ApiServerAt {
  readonly view: ComponentView;
  readonly nodes: readonly NodeFolderPath[];
}

/** k8s.io/kubernetes@v1.27.16 pkg/kubeapiserver/options/admission.go; k8s.io/apiserver@v0.27.16 pkg/admission/config.go. */
export function apiServerSettings(servers: readonly ApiServerAt[], documents: Documents): ApiServerSettings {
  const plugins = servers.flatMap(server => pluginsIn(server, documents));
  const podSecurity = plugins.filter(({ name }) => name === 'PodSecurity').flatMap(({ own = {}, file }) => {
    const enforce = stringOf(mapOf(own.defaults).enforce);
    return enforce === undefined ? [] : [{ enforce, exempt: listOf(mapOf(own.exemptions).namespaces).map(String), where: file }];
  });
  return {
    podSecurity,
    enabled: servers.flatMap(({ view }) => [...listIn(view, ENABLE), ...listIn(view, ALL_PLUGINS)]),
    disabled: servers.flatMap(({ view }) => [
      ...listIn(view, DISABLE), ...flagOf(view, ALL_PLUGINS) === undefined || listIn(view, ALL_PLUGINS).includes(TOKENS) ? [] : [TOKENS],
    ]),
    configured: plugins.map(({ name }) => name),
    limited: plugins.filter(({ name }) => name === 'ResourceQuota').flatMap(({ own = {} }) => listOf(own.limitedResources)).filter(isMap),
    unread: [
      ...servers.flatMap(({ view, nodes }) => {
        const { value: path, place } = flagOf(view, CONFIG) ?? {};
        return path && place && nodes.some(node => fileOf(node, path, documents).length === 0)
          ? [{ place, what: `--${CONFIG} of ${nameOf(view)} names ${path}` }] : [];
      }),
      ...plugins.filter(({ name, own }) => own === undefined && READ_PLUGINS.includes(name))
        .map(({ name, file, path }) => ({ place: { file, line: 1 }, what: `${file} names ${path!} for ${name}` })),
    ],
  };
}

const CONFIG = 'admission-control-config-file';
const AUTHORIZATION = 'authorization-config';
const TOKENS = 'ServiceAccount';

/** A plugin of an AdmissionConfiguration. */
interface ConfiguredPlugin {
  readonly name: string;
  /** What it is told; undefined: in a file that is not in the input. */
  readonly own?: DataMap;
  /** That file, from the root or beside the one that names it. */
  readonly path?: string;
  readonly file: string;
}

function pluginsIn({ view, nodes }: ApiServerAt, documents: Documents): readonly ConfiguredPlugin[] {
  const config = flagOf(view, CONFIG)?.value;
  return nodes.flatMap(node => fileOf(node, config, documents).filter(({ kind }) => kind === 'AdmissionConfiguration').flatMap(({ data, file }) =>
    listOf(data.plugins).filter(isMap).map(({ name, configuration, path: named }): ConfiguredPlugin => {
      const path = stringOf(named);
      const whole = path === undefined || path.startsWith('/') ? path : `${config!.slice(0, config!.lastIndexOf('/') + 1)}${path}`;
      const own = isMap(configuration) ? configuration : whole === undefined ? {} : fileOf(node, whole, documents)[0]?.data;
      return { name: String(name), own, path, file };
    })));
}

/** Why API servers of nodes do not start with their files, or may not serve: those that were handed in. */
export function apiServerFileDoubts(servers: readonly ApiServerAt[], documents: Documents): readonly Doubt[] {
  return servers.flatMap(({ view, nodes }) => API_SERVER_FILES.flatMap(flag => {
    const path = flagOf(view, flag)?.value;
    const texts = new Map(nodes.flatMap(node => {
      const content = path === undefined || path === '' ? undefined : contentOnNode(node, path);
      return content !== undefined && 'text' in content ? [[content.text, nameOnNode(node, path!)] as const] : [];
    }));
    return [...texts].flatMap(([text, file]) => {
      const data = attempt(() => mapOf(documents.of(text, file)[0]?.data), () => ({}));
      // With what is not filled in nothing is surely wrong.
      const usual = isPlaceholder(text) ? 'Hand the file in as it is on its node: it is not filled in.' : undefined;
      return apiServerFileProblems(flag, data, view.version).map(({ what, settle = usual }) => livenessDoubt(
        { file, line: 1 },
        `${nameOf(view)} ${settle === undefined ? 'does not start' : 'may not start or serve'} with the file of --${flag}: ${what}`,
        'Controller managers need an API server to take their locks and to work.', settle ?? 'Correct the file.',
      ));
    });
  }));
}

/** An API server with whom its AuthorizationConfiguration lets it ask: the same on all of its nodes, or it is not known. */
export function withAuthorizers({ view, nodes }: ApiServerAt, documents: Documents): ComponentView {
  const path = flagOf(view, AUTHORIZATION)?.value;
  if (path === undefined) return view;
  const read = nodes.map(node => fileOf(node, path, documents).find(({ kind }) => kind === 'AuthorizationConfiguration')?.data);
  const types = new Map(read.map(data => data && authorizerTypes(data)).map(own => [own?.join(), own]));
  const [own] = types.values();
  return types.size === 1 && own !== undefined ? { ...view, authorizers: own } : view;
}

/** The objects of a file of a node; none: it is not among those that were handed in. */
function fileOf(node: NodeFolderPath, path: string | undefined, documents: Documents): readonly ObjectAt[] {
  const content = path === undefined ? undefined : contentOnNode(node, path);
  if (content === undefined || !('text' in content)) return [];
  return attempt(() => documents.objects(content.text, nameOnNode(node, path!)), () => []);
}

/** https://kubernetes.io/docs/tasks/administer-cluster/enable-disable-api, k8s.io/apiserver@v0.27.16 pkg/server/options/api_enablement.go. */
export function apisSwitchedOff(servers: readonly ComponentView[]): readonly Doubt[] {
  return servers.flatMap(view => {
    const settings = (flagOf(view, 'runtime-config')?.value ?? '').split(',').map(setting => setting.trim().split('='));
    const isOn = (key: string) => settings.some(([own, value = 'true']) => own === key && value.toLowerCase() !== 'false');
    const off = settings.filter(([, value]) => value?.toLowerCase() === 'false').map(([key]) => key);
    const missing = [...off.filter(key => NEEDED_APIS.includes(key) || NEEDED_RESOURCES.includes(key)),
      ...off.some(key => ALL_APIS.includes(key)) ? NEEDED_APIS.filter(key => !isOn(key)) : []];
    return missing.length === 0 ? NO_DOUBT.isRight : [livenessDoubt(
      placeOf(view, 'runtime-config'), `${nameOf(view)} does not serve ${missing.join(', ')} (--runtime-config)`,
      'Controller managers keep their locks in Leases, and workloads are made of these APIs.', 'Take these out of --runtime-config.',
    )];
  });
}

const ENABLE = 'enable-admission-plugins';
const DISABLE = 'disable-admission-plugins';
/** What took all plugins in their order, and stands for those that are on by default, too. */
const ALL_PLUGINS = 'admission-control';

function listIn(view: ComponentView, flag: string): readonly string[] {
  return (flagOf(view, flag)?.value ?? '').split(',').filter(name => name !== '');
}

/**
 * Kubelets that may not ask for their pods: since 1.8 the ClusterRole `system:node` is bound to no subject, so that the authorization mode Node has
 * to let them. Their static pods run all the same.
 * k8s.io/kubernetes@v1.26.15 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go ClusterRoleBindings.
 */
export function kubeletsWithoutRights(servers: readonly ComponentView[], { bindings, components }: ReadModel): readonly Doubt[] {
  const isOfNodes = bindings.some(({ subjects }) => subjects.some(({ kind, name }) =>
    (kind === 'Group' && ['system:nodes', 'system:authenticated'].includes(name)) || (kind === 'User' && name.startsWith('system:node:'))));
  const isAsked = components.some(({ component, pod, origin }) => component === CCM && pod !== undefined && origin !== 'static-pod');
  if (isOfNodes || !isAsked) return NO_DOUBT.notAsked;
  return servers.flatMap(view => {
    const modes = view.authorizers
      ?? view.flags.filter(({ name }) => name === 'authorization-mode').flatMap(({ value = '' }) => value.split(','));
    const said = view.authorizers === undefined ? `--authorization-mode=${modes.join(',')}` : `--${AUTHORIZATION}: ${modes.join(', ')}`;
    return modes.includes('RBAC') && !modes.some(mode => MODES_FOR_KUBELETS.includes(mode)) ? [livenessDoubt(
      placeOf(view, 'authorization-mode', AUTHORIZATION),
      `${nameOf(view)} has no authorization mode Node (${said}), and no binding of the input lets kubelets ask `
        + 'for pods',
      'A kubelet that may not ask for its pods runs its static pods alone.',
      'Say --authorization-mode=Node,RBAC, or give the binding of the group system:nodes.',
    )] : NO_DOUBT.isRight;
  });
}

export const namespacesByName = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(({ kind }) => kind === 'Namespace'), ({ name }) => name));

/** Why plugins of the API servers may refuse the pods of a namespace, or send them elsewhere. */
export function pluginDoubts(
  { enabled, configured }: ApiServerSettings, namespace: string, nodeSelector: { readonly [key: string]: unknown }, objects: readonly ObjectAt[],
): readonly string[] {
  const annotations = Object.assign({}, ...(namespacesByName(objects).get(namespace) ?? []).map(({ data }) =>
    mapOf(mapOf(data.metadata).annotations))) as { readonly [key: string]: unknown };
  const annotated = NAMESPACE_KEYS.filter(({ plugin, key }) => enabled.includes(plugin) && annotations[key] !== undefined
    && !isKept(plugin, annotations[key], nodeSelector));
  const refusing = [...REFUSING, ...BY_CONFIGURATION.filter(plugin => configured.includes(plugin))].filter(plugin => enabled.includes(plugin));
  return [
    ...annotated.map(({ plugin, key }) => `the admission plugin ${plugin} is on, and namespace ${namespace} has ${key}: ${String(annotations[key])}`),
    ...refusing.map(plugin => `the admission plugin ${plugin} is on`),
  ];
}

/** A node selector that the pod has itself. */
function isKept(plugin: string, value: unknown, nodeSelector: { readonly [key: string]: unknown }): boolean {
  return plugin === 'PodNodeSelector' && String(value).split(',').map(pair => pair.trim()).filter(pair => pair !== '').every(pair => {
    const [key, text = ''] = pair.split('=');
    return nodeSelector[key] === text;
  });
}

