/**
 * `$(NAME)` in command, args and the value of a variable: what `valueOf` says, or the reference as it stands where there is no such variable. `$$` is
 * `$`, so that `$$(NAME)` is the text `$(NAME)`. What was put in is not looked at again. k8s.io/kubernetes@v1.26.15
 * third_party/forked/golang/expansion/expand.go Expand.
 */
export function expandReferences(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(/\$(?:(\$)|\(([^)]*)\))/g, (whole, dollar: string | undefined, name: string) => dollar ?? valueOf(name) ?? whole);
}
