/** Parts of a path of the input; `.` says nothing. */
export function segments(path: string): readonly string[] {
  return path.split('/').filter(part => part !== '' && part !== '.');
}

export function isBelow(file: string, folder: string): boolean {
  const above = segments(folder);
  return segments(file).slice(0, above.length).join('/') === above.join('/');
}

/** Whether one path is the end of the other: the folder of the app may be anywhere, and a part of the path may be the argument. */
export function endsAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(-length).join('/') === other.slice(-length).join('/');
}
