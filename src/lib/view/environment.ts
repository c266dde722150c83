import { ComponentView } from './model';
import { CONFIG_FILE_VARIABLE, REGION_VARIABLES, STS_ENDPOINT_VARIABLES, WEB_IDENTITY_VARIABLE } from '../facts/ccm-environment';

/** Names of the environment variables that a component is given, whatever they say. */
export function variablesOf({ pod }: ComponentView): readonly string[] {
  return [...Object.entries(pod?.env ?? {}).flatMap(([name, value]) => value === '' ? [] : [name]), ...pod?.unknownEnv ?? []];
}

/** Whether it calls AWS by a web identity and is told neither a region nor where STS is; undefined: what is given does not say it. */
export function webIdentityWithoutRegion(view: ComponentView): boolean | undefined {
  const variables = new Set(variablesOf(view));
  if ([...REGION_VARIABLES, ...STS_ENDPOINT_VARIABLES].some(name => variables.has(name))) return false;
  if (view.pod === undefined || view.pod.hasOpenEnv === true) return undefined;
  if (!variables.has(WEB_IDENTITY_VARIABLE)) return false;
  return variables.has(CONFIG_FILE_VARIABLE) ? undefined : true;
}
