import type { ReportDocument, ReportText } from "../document/report-document";
import type { RenderOptions } from "./render-options";

type FileFacts = Pick<RenderOptions, "companyName" | "productName" | "runId" | "verifyUrl" | "look">;
type Lines = [label: string, value: string][];

export function factsOf(document: ReportDocument, { companyName, productName }: FileFacts): Lines {
	const needed: Lines = [
		["Company", companyName],
		["Report", document.title],
		["Times", document.clockText],
		["Made by", productName],
	];
	const has = (text: string) => document.facts.some(([label, value]) => label === text || value.includes(text));
	return [...needed.filter(([label, value]) => !has(label) && !has(value)), ...document.facts];
}

export function aboutLines(document: ReportDocument, options: FileFacts): Lines {
	const { runId, verifyUrl, look } = options;
	return [
		...factsOf(document, options),
		...(look?.letter ?? []).map((line): [string, string] => ["Company address", line]),
		["Run", runId],
		...(verifyUrl === null ? [] : ([["Check this file at", verifyUrl]] satisfies Lines)),
		...document.notes.map((note): [string, string] => ["Note", note]),
		...(look?.footer ? ([["", look.footer]] satisfies Lines) : []),
	];
}

export function textLines({ title, lines }: ReportText): Lines {
	return lines.map((line, index) => [index === 0 ? title : "", line]);
}
