import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ReportDocument, ReportText } from "../document/report-document";
import type { RenderOptions } from "./render-options";

type FileFacts = Pick<RenderOptions, "companyName" | "productName" | "runId" | "verifyUrl" | "look" | "layout">;
type Lines = [label: string, value: string][];

export function factsOf(document: ReportDocument, { companyName, productName, layout }: FileFacts): Lines {
	const say = wordsIn(layout.language);
	const needed: Lines = [
		[say("fact.company"), companyName],
		[say("fact.report"), document.title],
		[say("fact.times"), document.clockText],
		[say("fact.madeBy"), productName],
	];
	const has = (text: string) => document.facts.some(([label, value]) => label === text || value.includes(text));
	return [...needed.filter(([label, value]) => !has(label) && !has(value)), ...document.facts];
}

export function aboutLines(document: ReportDocument, options: FileFacts): Lines {
	const { runId, verifyUrl, look, layout } = options;
	const say = wordsIn(layout.language);
	return [
		...factsOf(document, options),
		...(look?.letter ?? []).map((line): [string, string] => [say("fact.companyAddress"), line]),
		[say("fact.run"), runId],
		...(verifyUrl === null ? [] : ([[say("fact.checkAt"), verifyUrl]] satisfies Lines)),
		...document.notes.map((note): [string, string] => [say("fact.note"), note]),
		...(look?.footer ? ([["", look.footer]] satisfies Lines) : []),
	];
}

export function textLines({ title, lines }: ReportText): Lines {
	return lines.map((line, index) => [index === 0 ? title : "", line]);
}
