import { Model, ObjectView } from './model';
import { OTHER_SERVERS, OtherServer } from '../facts/serves-services';
import { parseImage } from '../kubernetes/image';

/** An object that runs a program which does the work of a controller that no process runs. */
export interface ServedElsewhere {
  readonly object: ObjectView;
  readonly server: OtherServer;
}

/** What in the input does the work of a controller in its place. */
export function serversOf({ objects }: Pick<Model, 'objects'>, controller: string): readonly ServedElsewhere[] {
  const servers = OTHER_SERVERS.filter(({ controllers }) => controllers.includes(controller));
  return servers.length === 0 ? [] : objects.flatMap(object => {
    const server = servers.find(({ repository }) => object.images.some(({ reference }) => repository.test(parseImage(reference).repository)));
    return server === undefined ? [] : [{ object, server }];
  });
}

/** `AWS Load Balancer Controller (Deployment kube-system/x)` */
export function serverText({ object: { kind, namespace, name }, server }: ServedElsewhere): string {
  return `${server.name} (${kind} ${namespace === undefined ? '' : `${namespace}/`}${name})`;
}
