import { Data, DataMap, isMap, listOf, mapOf, stringOf } from '../edit/yaml/data';
import { KUBECONFIG_SHAPE } from '../facts/file-shapes';
import { Json, lookAt } from '../kubernetes/pod/shape';

/** Why a component cannot use its kubeconfig; `isDoubtful`: what comes of it is not known. */
export interface KubeconfigProblem {
  readonly what: string;
  readonly isDoubtful?: boolean;
  /** A file that it names, which its pod has to have. */
  readonly file?: string;
}

const LISTS = ['clusters', 'contexts', 'users'];
const PAIR = ['client-certificate', 'client-key'] as const;
const FILES = [...PAIR, 'tokenFile'];

/**
 * What keeps a component from its API server by its kubeconfig: k8s.io/client-go@v0.20.15, v0.27.16 and v0.37.2 tools/clientcmd (validation.go,
 * client_config.go, loader.go) and transport/transport.go TLSConfigFor. A file without any user is taken for one of which those are left out.
 *
 * @param server what `--master` says, which counts before the address in the file
 */
export function kubeconfigProblems(config: DataMap, server?: string): readonly KubeconfigProblem[] {
  const look = lookAt(config as Json, KUBECONFIG_SHAPE(), 'it');
  if (look !== undefined && 'refused' in look) return [{ what: look.refused.replace('it.', 'its ') }];
  const { apiVersion, kind } = config;
  if ((kind !== undefined && kind !== 'Config') || (apiVersion !== undefined && apiVersion !== 'v1')) {
    return [{ what: `it is of apiVersion ${String(apiVersion)} and kind ${String(kind)}, and has to be a Config of v1` }];
  }
  const twice = LISTS.find(list => namesIn(config, list).some((name, index, all) => all.indexOf(name) !== index));
  if (twice !== undefined) return [{ what: `${twice} has a name more than once` }];
  const current = stringOf(config['current-context']) ?? '';
  const found = named(config.contexts, current, 'context');
  if (current !== '' && found === undefined) return [{ what: `there is no context ${current}, which current-context names` }];
  const context = found ?? {};
  const cluster = named(config.clusters, context.cluster, 'cluster');
  const user = named(config.users, context.user, 'user');
  return [...ofCluster(cluster, current, server), ...config.users === undefined ? [] : ofUser(user, String(context.user ?? ''))];
}

function ofCluster(cluster: DataMap | undefined, context: string, server?: string): readonly KubeconfigProblem[] {
  const url = server ?? stringOf(cluster?.server) ?? '';
  if (url === '') {
    const why = context === '' ? 'current-context names no context' : `its context ${context} has no cluster with a server`;
    return [{ what: `it has no address of an API server: ${why}` }];
  }
  if (cluster === undefined) return [];
  const proxy = stringOf(cluster['proxy-url']) ?? '';
  const name = stringOf(cluster['tls-server-name']) ?? '';
  const authority = stringOf(cluster['certificate-authority-data']) ?? '';
  const file = stringOf(cluster['certificate-authority']) ?? '';
  return [
    ...isBase64(authority) ? [] : [{ what: 'certificate-authority-data is no base64' }],
    ...cluster['insecure-skip-tls-verify'] === true && authority + file !== ''
      ? [{ what: 'insecure-skip-tls-verify beside a certificate authority is refused' }] : [],
    ...authority !== '' && file !== '' ? [{ what: 'certificate-authority and certificate-authority-data are both given' }] : [],
    ...file === '' ? [] : [{ what: `it names the certificate authority ${file}`, file }],
    ...proxy === '' ? [] : /^(?:https?|socks5):\/\/./.test(proxy)
      ? [doubtful(`it asks by way of ${proxy} (proxy-url), and whether that lets it through is not known`)]
      : [{ what: `proxy-url: ${proxy} is no address of a proxy` }],
    ...name === '' ? [] : [doubtful(`it takes a certificate of ${name} alone (tls-server-name), and which the API server has is not known`)],
    // API servers serve nothing without TLS from 1.20 on.
    ...server === undefined && /^http:/i.test(url) ? [doubtful(`it asks ${url} without TLS, which API servers serve alone`)] : [],
  ];
}

function ofUser(user: DataMap | undefined, name: string): readonly KubeconfigProblem[] {
  if (user === undefined || Object.keys(user).length === 0) {
    return [doubtful(`it has no credentials: ${name === '' ? 'its context names no user' : `nothing is said of user ${name}`}`)];
  }
  const has = (key: string) => (stringOf(user[key]) ?? '') !== '';
  const [certificate, key] = PAIR.map(part => has(part) || has(`${part}-data`));
  const isBasic = has('username') || has('password');
  const provider = isMap(user['auth-provider']) ? user['auth-provider'] : undefined;
  const exec = isMap(user.exec) ? user.exec : undefined;
  const impersonates = ['as-groups', 'as-uid', 'as-user-extra'].filter(field => user[field] !== undefined);
  return [
    ...PAIR.filter(part => !isBase64(stringOf(user[`${part}-data`]) ?? '')).map(part => ({ what: `${part}-data is no base64` })),
    ...PAIR.filter(part => has(part) && has(`${part}-data`)).map(part => ({ what: `${part} and ${part}-data are both given` })),
    ...certificate === key ? [] : [{ what: `user ${name} has ${certificate ? 'a certificate without its key' : 'a key without its certificate'}` }],
    ...has('token') && isBasic ? [{ what: `user ${name} has a token and a password, of which one is allowed` }] : [],
    ...isBasic && !has('token') ? [{ what: `user ${name} has a password, which API servers do not take from 1.19 on` }] : [],
    ...provider === undefined ? [] : [{ what: `user ${name} has the auth-provider ${String(provider.name)}, which components do not have` }],
    ...exec === undefined ? [] : ofExec(exec),
    ...impersonates.length > 0 && !has('as') ? [{ what: `${impersonates.join(', ')} without as is refused` }] : [],
    ...has('as') ? [doubtful(`it acts as ${String(user.as)} (as), and whether that one may do its work is not known`)] : [],
    ...FILES.filter(has).map(field => ({ what: `${field} is ${String(user[field])}`, file: String(user[field]) })),
  ];
}

function ofExec(exec: DataMap): readonly KubeconfigProblem[] {
  const [command, version] = [stringOf(exec.command) ?? '', stringOf(exec.apiVersion) ?? ''];
  const mode = stringOf(exec.interactiveMode);
  if (command === '') return [{ what: 'exec has no command' }];
  if (!/^client\.authentication\.k8s\.io\/v1(?:alpha1|beta1)?$/.test(version)) return [{ what: `exec is of apiVersion '${version}'` }];
  if (mode === 'Always') return [{ what: 'exec needs a terminal (interactiveMode: Always)' }];
  if (mode === undefined && version.endsWith('/v1')) return [{ what: 'exec of v1 has no interactiveMode' }];
  return [doubtful(`it gets its credentials from ${command} (exec), and whether its image has that is not known`)];
}

function doubtful(what: string): KubeconfigProblem {
  return { what, isDoubtful: true };
}

export function isBase64(text: string): boolean {
  const plain = text.replace(/\s/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}

function named(list: Data | undefined, name: Data | undefined, of: string): DataMap | undefined {
  const found = (stringOf(name) ?? '') === '' ? undefined : listOf(list).map(mapOf).find(one => one.name === name);
  return found === undefined ? undefined : mapOf(found[of]);
}

function namesIn(config: DataMap, list: string): readonly string[] {
  return listOf(config[list]).flatMap(one => stringOf(mapOf(one).name) ?? []);
}
