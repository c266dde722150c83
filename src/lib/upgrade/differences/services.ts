import { isRefusedBy, SERVICE_REFUSALS, serviceRefusals } from '../../facts/service-refusals';
import { parseRelease } from '../../facts/since';
import { CcmDifference } from '../difference';
import { NamedService } from '../upgraded-cluster';

/** Of Services that are known each that is refused, and which changes of them are; else what is refused of any. */
export function serviceDifferences(from: string, to: string, services: readonly NamedService[] | undefined): readonly CcmDifference[] {
  const [before, after] = [from, to].map(parseRelease);
  const [had, has] = [before, after].map(release => SERVICE_REFUSALS.filter(refusal => isRefusedBy(release, refusal)));
  if (services !== undefined) {
    const refused = services.flatMap(({ name, service, place }) => serviceRefusals(after, service).map(refusal => ({ name, place, refusal })));
    const changes = has.filter(one => one.isOfChange && !had.includes(one) && !refused.some(({ refusal }) => refusal === one));
    return [
      ...refused.map(({ name, place, refusal }): CcmDifference => ({
        topic: 'service',
        says: `Service ${name} is refused${had.includes(refusal) ? ', as it is now' : ''}: ${refusal.says}`,
        todo: refusal.fix,
        source: refusal.source,
        service: name,
        hindrance: { id: 'service-refused-by-release', isCertain: true },
        ...place && { place },
      })),
      ...services.length === 0 ? [] : changes.map(({ says, fix, source }): CcmDifference => ({
        topic: 'service', says: `a change of a Service is refused, which no input shows: ${says}`, todo: fix, source,
      })),
    ];
  }
  return [
    ...has.filter(one => !had.includes(one)).map(({ says, fix, source }): CcmDifference => ({
      topic: 'service', says: `Services are refused that have ${says}`, todo: fix, source,
    })),
    ...had.filter(one => !has.includes(one)).map(({ says, source }): CcmDifference => ({ topic: 'service', says: `taken again: ${says}`, source })),
  ];
}
