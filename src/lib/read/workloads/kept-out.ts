import { PodContext } from './workload-context';
import { NodeSide } from '../../kubernetes/node';
import { taintText } from '../../kubernetes/taint';
import { listed } from '../../view/ask';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt } from '../documents/documents';
import { nodeObjects } from '../scheduling/node-objects';
import { closing, matchesLabels, otherValues, taintsInTheWay } from '../scheduling/placement';

/** No Node has the labels that it asks for, or taints keep its pods from every node that they are meant for: it runs nowhere. */
export function keptOut({ kind, name }: ObjectAt, { facts, able, kinds, objects, programs }: PodContext): readonly Doubt[] {
  const nodes = nodeObjects(objects);
  // Before the first node of version N+1 no node needs to be selected.
  const isNeeded = nodes.length > 0 && kinds.some(({ side }) => side === NodeSide.N_PLUS_1);
  if (isNeeded && !nodes.some(node => matchesLabels(facts.nodeTerms, node.name, node.labels))) {
    return [{
      place: facts.nodeSelectorPlace,
      what: `${kind} ${name} selects none of the Nodes of the input${otherValues(facts.nodeTerms, nodes)}`,
      fix: 'Label the nodes that it is meant for, or correct what it selects.',
    }];
  }
  const places = kinds.filter(one => able === undefined || able.includes(one.name));
  const closed = places.filter(({ isUnregistered }) => isUnregistered === true);
  if (closed.length > 0) {
    const where = closed.length === places.length ? '' : ` on the nodes of ${listed(closed.map(one => one.name))}`;
    return [{
      place: facts.place,
      what: `no pod of ${kind} ${name} is scheduled${where}: the kubelets of its nodes do not register them (registerNode, --register-node)`,
      fix: 'Let the kubelets register their nodes.',
    }];
  }
  const taints = taintsInTheWay({ ...facts, kind }, nodes, places);
  if (taints.length > 0) {
    return [{
      place: facts.tolerationsPlace,
      what: `${kind} ${name} does not tolerate ${taints.join(', ')}, which keeps it from each node that it is meant for`,
      fix: 'Tolerate the taint in its pod template, or remove it from the nodes.',
    }];
  }
  const told = programs.taints.find(({ taint }) => closing({ ...facts, kind }, [taint]).length > 0);
  return told === undefined ? NO_DOUBT.isRight : [{
    place: told.place,
    what: `${told.of} taints nodes, and ${kind} ${name} does not tolerate ${taintText(told.taint)}: ${told.text}`,
    fix: 'Tolerate the taint in its pod template, or leave the command out of the input if it reaches none of its nodes.',
  }];
}
