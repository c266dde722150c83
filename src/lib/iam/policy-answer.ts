import { Data, DataMap, isMap, listOf, mapOf } from '../edit/yaml/data';
import { compileGlob, NAME_GLOB } from '../text/glob';

/** Whether policies allow an action; `conditional`: a condition or a list of resources decides. */
export type PolicyAnswer = 'yes' | 'no' | 'conditional';

/** A statement, as far as an action is asked for. */
interface Statement {
  readonly isDeny: boolean;
  /** Whether it is only about some calls. */
  readonly isLimited: boolean;
  covers(action: string): boolean;
}

/**
 * What the policies of one role say of an action.
 *
 * An answer of AWS (`get-policy-version`, `get-role-policy`) is taken as well as the document itself.
 * @throws if one has no list of statements
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 */
export function policyAnswers(documents: readonly Data[]): (action: string) => PolicyAnswer {
  const statements = documents.flatMap(statementsOf);
  return action => {
    const found = statements.filter(statement => statement.covers(action));
    if (found.some(({ isDeny, isLimited }) => isDeny && !isLimited)) return 'no';
    const allowing = found.filter(({ isDeny }) => !isDeny);
    if (allowing.length === 0) return 'no';
    return allowing.every(({ isLimited }) => isLimited) || found.some(({ isDeny }) => isDeny) ? 'conditional' : 'yes';
  };
}

function statementsOf(given: Data): readonly Statement[] {
  const document = documentIn(mapOf(given));
  const { Statement: statements } = document;
  if (statements === undefined) throw new Error('it has no Statement; give the JSON of a policy, or what aws iam get-policy-version prints');
  return (isMap(statements) ? [statements] : listOf(statements).filter(isMap)).map(statement => {
    const { Effect: effect, Action: action, NotAction: except, Resource: resources = '*', NotResource: without, Condition: condition } = statement;
    const names = texts(action ?? except).map(name => compileGlob(name.toLowerCase(), NAME_GLOB));
    const isNamed = (asked: string) => names.some(name => name(asked));
    return {
      isDeny: effect === 'Deny',
      isLimited: condition !== undefined || without !== undefined || !texts(resources).includes('*'),
      covers: asked => isNamed(asked.toLowerCase()) === (action !== undefined),
    };
  });
}

/** Where AWS puts it in what it answers. */
function documentIn(data: DataMap): DataMap {
  const { PolicyVersion: version, PolicyDocument: document } = data;
  if (isMap(version)) return mapOf(version.Document);
  return isMap(document) ? document : data;
}

function texts(data: Data): readonly string[] {
  return (Array.isArray(data) ? data : [data]).filter((one): one is string => typeof one === 'string');
}
