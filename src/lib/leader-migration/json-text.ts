/**
 * Why a text that begins with a brace is no JSON: the components read it as JSON and as nothing else, so that neither YAML in braces nor a document
 * marker after it is accepted (k8s.io/apimachinery@v0.27.16 pkg/runtime/serializer/json/json.go:299, pkg/util/yaml/decoder.go:380).
 */
export function jsonProblem(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
