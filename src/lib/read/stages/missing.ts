import { ReadNodes } from './nodes';
import { managers } from '../../view/ask';
import { ComponentView, Doubt, NO_DOUBT, NodeRollout, ReadModel } from '../../view/model';
import { etcdDoubts } from '../cluster/etcd-doubts';
import { lockPremise } from '../cluster/lock-premise';
import { otherIdentities } from '../cluster/other-identity';
import { Documents } from '../documents/documents';
import { VerifyInput } from '../input/input';
import { MigrationIndex } from '../input/migration-index';
import { apiServerDoubts } from '../interference/api-servers';
import { interceptors } from '../interference/interceptors';
import { ProgramCommands } from '../interference/object-commands';
import { deployedManagers, missingManagers } from '../nodes/missing-manager';
import { absentNodes } from '../nodes/named-nodes';
import { rolloutDoubts } from '../rollouts/rollouts';

/** What was read, for those who ask what is not there. */
export interface Missing {
  readonly input: VerifyInput;
  readonly documents: Documents;
  readonly indexes: readonly MigrationIndex[];
  readonly nodes: ReadNodes;
  readonly model: ReadModel;
  readonly apiServers: readonly ComponentView[];
  readonly fileDoubts: readonly Doubt[];
  readonly programs: ProgramCommands;
  readonly rollouts: readonly NodeRollout[];
  readonly unread: readonly Doubt[];
}

/** What the input does not have, or has in a way that leaves open what runs. */
export function whatIsMissing(asked: Missing): readonly Doubt[] {
  const { input, documents, indexes, nodes, model, apiServers, fileDoubts, programs, rollouts, unread } = asked;
  const { directories } = input;
  const { all: objects, states, folders } = nodes;
  const { components: views } = model;
  const read = [...nodes.kinds, ...nodes.live];
  return [
    ...missingManagers({ views, read, unread }, input),
    ...deployedManagers(model),
    ...absentNodes({ read, views, objects, indexes, documents, directories }),
    ...managers(model).length === 0 ? NO_DOUBT.notAsked : [
      ...interceptors(objects, model), ...otherIdentities(model),
      ...apiServerDoubts(apiServers, model), ...fileDoubts, ...etcdDoubts(folders, documents, apiServers),
    ],
    ...rolloutDoubts(rollouts, model),
    ...lockPremise({ views, objects, nodes: folders, directories, documents, states, programs }),
  ];
}
