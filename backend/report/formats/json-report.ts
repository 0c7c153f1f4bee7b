import type { ReportColumn, ReportDocument, ReportText } from "../document/report-document";
import type { ReportCell } from "../figures/report-channel";
import { type NamedTable, namedTables } from "./named-tables";
import type { RenderOptions } from "./render-options";
import { isoTime } from "./shown-times";

/** Writes one object; without its closing bracket a file is incomplete. Durations are seconds. */
export async function* jsonReport(document: ReportDocument, options: RenderOptions): AsyncGenerator<string, void> {
	const { runId, companyName, productName, verifyUrl, look } = options;
	const texts: ReportText[] = [];
	const { title, facts, clockText: times, notes } = document;
	const letter = { ...(look?.letter.length && { address: look.letter }), ...(look?.footer && { footer: look.footer }) };
	const report = { title, company: companyName, ...letter, product: productName, runId, verifyUrl, times };
	// Nested, so that a label cannot replace a key of the report.
	yield `{"report":${JSON.stringify({ ...report, facts: Object.fromEntries(facts) })},\n"notes":${JSON.stringify(notes)},\n"tables":{`;
	let separator = "\n";
	for await (const table of namedTables(document, texts)) {
		yield separator;
		yield* tableText(table, options.onRows);
		separator = ",\n";
	}
	yield `\n},\n"texts":${JSON.stringify(texts.map(({ title: about, lines }) => ({ title: about, lines })))}}\n`;
}

async function* tableText(
	{ name, columns, rows }: NamedTable,
	onRows: RenderOptions["onRows"],
): AsyncGenerator<string, void> {
	const keys = uniqueTitles(columns);
	const about = columns.map(({ kind }, index) => ({
		title: keys[index],
		kind,
		...(kind === "duration" && { unit: "s" }),
	}));
	yield `${JSON.stringify(name)}:{"columns":${JSON.stringify(about)},"rows":[`;
	const quoted = keys.map((key) => JSON.stringify(key));
	let separator = "\n";
	for await (const batch of rows) {
		yield separator + batch.map((row) => rowText(row, quoted)).join(",\n");
		separator = ",\n";
		onRows(batch.length);
	}
	yield "\n]}";
}

/** Equal titles would share a key. */
function uniqueTitles(columns: readonly ReportColumn[]): string[] {
	const taken = new Set<string>();
	return columns.map(({ title }) => {
		let free = title;
		for (let count = 2; taken.has(free); count += 1) free = `${title} (${count})`;
		taken.add(free);
		return free;
	});
}

/** An object would sort integer titles first. */
function rowText(row: ReportCell[], keys: readonly string[]): string {
	return `{${keys.map((key, index) => `${key}:${valueText(row[index] ?? null)}`).join(",")}}`;
}

function valueText(cell: ReportCell): string {
	if (cell === null || typeof cell !== "object") return JSON.stringify(cell);
	if ("value" in cell) return JSON.stringify(cell.value);
	return "ms" in cell ? String(cell.ms / 1000) : `"${isoTime(cell.at, cell.offsetMinutes)}"`;
}
