import { eventValueText, ruleSentence } from "../alert/alert-sentence";
import { formulaText } from "../device/derived/formula";
import { specifiedStyle, type ValueStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { type LinesTranslate, t as pageLines } from "../words/made/lines";
import { t as pageSay } from "../words/made/sentences";
import type { Said, SaidValue } from "./said";

type Reading = ValueStyle & { lines?: LinesTranslate | undefined };

/** Renders in the page's language by default; in a Worker it is the English text that is stored. */
export function saidText({ key, params }: Said, style: Reading = specifiedStyle): string {
	const { lines = pageLines } = style;
	const texts = Object.entries(params).map(([name, value]) => [name, valueText(value as SaidValue, style)]);
	const line = lines as (key: string, values: Record<string, string | number>) => string;
	return line(key, Object.fromEntries(texts));
}

function valueText(value: SaidValue, style: Reading): string | number {
	if (typeof value !== "object") return value;
	const { say = pageSay, lines = pageLines } = style;
	if ("span" in value) return formatDuration(value.span, say);
	if ("rule" in value) return ruleSentence(value.rule, style);
	if ("condition" in value) return eventValueText(value.condition, value.value, style);
	if ("formula" in value) return formulaText(value.formula);
	if ("names" in value)
		return value.names.map((name) => valueText(name, style)).join(isInSigns(lines.language) ? "、" : ", ");
	if ("changes" in value) return listText(value.changes, style);
	if ("opening" in value) return opened(listText(value.opening, style), style);
	return saidText(value, style);
}

function isInSigns(language: string): boolean {
	return /^(?:ja|zh)\b/.test(language);
}

function listText(changes: readonly Said[], style: Reading): string {
	return changes.map((change) => saidText(change, style)).join("; ");
}

function opened(text: string, { lines = pageLines }: Reading): string {
	return text.charAt(0).toLocaleUpperCase(lines.language) + text.slice(1);
}

/** A message, or a person's own words. */
export type Statement = Said | string;

/** The English text to store, and its data. */
export function storedOf(statement: Statement): { text: string; said: Said | null } {
	if (typeof statement === "string") return { text: statement, said: null };
	return { text: saidText(statement), said: statement };
}

type Stored = { text: string; said?: Said | null | undefined };

/** A stored text in the page's language. English is as it was written. */
export function storedText({ text, said }: Stored): string {
	return said && pageLines.language !== "en" ? saidText(said) : text;
}
