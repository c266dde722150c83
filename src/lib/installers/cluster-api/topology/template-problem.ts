/** Why a template is not read: what it has that is not known here. */
export class TemplateProblem extends Error {}
