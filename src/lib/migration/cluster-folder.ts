import { derivedName } from '../text/derived-name';

/** Longest name of a folder that every file system takes is 255; cluster ids, as parts of a tag key, have at most 106 characters. */
const LONGEST = 106;

/** Name of the folders of one of several clusters: its id where every file system takes that as a name. */
export function clusterFolder(clusterId: string): string {
  return derivedName(clusterId, id => /^[\w-][\w.-]*$/.test(id) && !id.endsWith('.'), LONGEST);
}
