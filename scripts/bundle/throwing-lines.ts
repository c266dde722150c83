import ts from 'typescript';

/**
 * Node prints the line that throws above the message of an error that ends a program, unless that line has these words: node@v20.16.0 and v24.4.0
 * src/node_errors.cc, GetErrorSource. Of a program that is an ES module it is the line that makes the error.
 */
const MARK = '/*node-do-not-add-exception-line*/';

/** Minified code that throws as it does, without being shown to people who read what is wrong with their files. */
export function withoutThrowingLines(path: string, code: string): string {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const places = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const keyword = ts.isThrowStatement(node) ? 'throw' : isErrorMade(node) ? 'new' : undefined;
    if (keyword !== undefined) {
      const at = node.getStart(source);
      const { line } = source.getLineAndCharacterOfPosition(at);
      if (!places.has(line)) places.set(line, at + keyword.length);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...places.values()].sort((a, b) => b - a).reduce((text, at) => text.slice(0, at) + MARK + text.slice(at), code);
}

/** Of our own, and those of JavaScript. */
function isErrorMade(node: ts.Node): boolean {
  return ts.isNewExpression(node) && ts.isIdentifier(node.expression) && /(?:Error|Problem|Refusal|UnreadableInput)\d*$/.test(node.expression.text);
}
