/** The data of a stored English text. `key` names its message, with its area: `sentences.rule.above`. */
export type Said = { key: string; params: Record<string, unknown> };
