import { type FormulasTranslate, type FormulasWords, t } from "../../words/made/formulas";
import type { Given } from "../../words/open-words";

/** How a channel is computed: signs that read the same in every language, and messages. */
export type Formula = readonly (string | FormulaMessage)[];

export type FormulaMessage = { key: keyof FormulasWords; params: Readonly<Record<string, string | number>> };

export function formulaMessage<Key extends keyof FormulasWords>(
	key: Key,
	...[params]: Given<FormulasWords[Key]>
): FormulaMessage {
	return { key, params: { ...params } };
}

export function formulaText(formula: Formula, say: FormulasTranslate = t): string {
	const line = say as (key: string, values: FormulaMessage["params"]) => string;
	return formula.map((part) => (typeof part === "string" ? part : line(part.key, part.params))).join(", ");
}

type Shown = { formula?: string | undefined; computedAs?: Formula | undefined };

export function shownFormula({ formula = "", computedAs }: Shown): string {
	return computedAs ? formulaText(computedAs) : formula;
}
