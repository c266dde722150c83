// What is read at most. The help of the command line says it, and loads nothing else for it.

/** Larger files are not read: a manifest has a few thousand bytes. */
export const MAX_FILE_BYTES = 5_000_000;
/** Text of all files of a folder together. */
export const MAX_TOTAL_BYTES = 50_000_000;
/** Files and folders that are looked at. */
export const MAX_ENTRIES = 50_000;
/** Bytes of JSON that a pipe brings: 5,000 nodes with 30,000 pods, with all that kubectl can print of them, are 430 MB. */
export const MAX_JSON_BYTES = 600_000_000;

/** A live cluster as a whole. YAML of that size is not parsed: it would take minutes, and a byte of it ten of memory. */
export const LIVE_COMMAND = 'kubectl get no,ns,po,ds,deploy,sts,cj,hpa,cm,roles,rolebindings,clusterroles,clusterrolebindings -A -o json '
  + '| ccm-migration verify -';
