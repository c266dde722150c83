"""The policy simulator of IAM, which moto has not: what the policies that lie in moto say of actions, by the rules of IAM's user guide ("Policy evaluation
logic"). A statement whose condition asks for a key without a value does not count, and the key is named."""

import json
from fnmatch import fnmatchcase

from moto.core.responses import ActionResult
from moto.iam.exceptions import NotFoundException
from moto.iam.responses import IamResponse


def listed(value):
    return value if isinstance(value, list) else [value]


def matches(patterns, text):
    return any(fnmatchcase(text, pattern) for pattern in listed(patterns))


def holds(operator, wanted, values):
    """Whether one condition holds; values: None if there is no such key."""
    if operator == "Null":
        return str(listed(wanted)[0]).lower() == str(values is None).lower()
    if operator in ("StringEquals", "StringLike"):
        return values is not None and any(matches(wanted, value) for value in values)
    if operator == "ForAllValues:StringEquals":
        return all(value in listed(wanted) for value in values or [])
    raise ValueError(f"the simulator knows no {operator}")


def evaluate(documents, action, resource, context):
    decision, missing = "implicitDeny", set()
    for statement in [one for document in documents for one in listed(json.loads(document)["Statement"])]:
        if not matches([text.lower() for text in listed(statement["Action"])], action.lower()) or not matches(statement["Resource"], resource):
            continue
        conditions = [(operator, key, wanted) for operator, keys in statement.get("Condition", {}).items() for key, wanted in keys.items()]
        missing.update(key for operator, key, _ in conditions if key.lower() not in context and operator != "Null")
        if not all(holds(operator, wanted, context.get(key.lower())) for operator, key, wanted in conditions):
            continue
        if statement["Effect"] == "Deny":
            return "explicitDeny", sorted(missing)
        decision = "allowed"
    return decision, sorted(missing)


def simulate_principal_policy(self):
    arn = self._get_param("PolicySourceArn")
    role = next((one for one in self.backend.roles.values() if one.arn == arn), None)
    if role is None:
        raise NotFoundException(f"The entity {arn} cannot be found.")
    managed = [next(version.document for version in policy.versions if version.is_default) for policy in role.managed_policies.values()]
    documents = [*role.policies.values(), *managed]
    context = {
        entry["ContextKeyName"].lower(): entry["ContextKeyValues"] for entry in self._get_param("ContextEntries", [])
    }
    results = []
    for action in self._get_param("ActionNames", []):
        for resource in self._get_param("ResourceArns", ["*"]):
            decision, missing = evaluate(documents, action, resource, context)
            results.append({"EvalActionName": action, "EvalResourceName": resource, "EvalDecision": decision, "MissingContextValues": missing})
    return ActionResult({"EvaluationResults": results, "IsTruncated": False})


def install():
    IamResponse.simulate_principal_policy = simulate_principal_policy
