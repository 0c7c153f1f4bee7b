import { html } from "hono/html";
import type { Statement } from "../../shared/account/billing";
import { meterMeanings, meterTitles } from "../../shared/account/billing-meters";
import { byteOrderMark, csvCell } from "../../shared/base/csv-cell";
import { formatOffset, zoneOffsetMinutes } from "../../shared/time/time-zones";
import type { PlanCatalog } from "../base/plan-catalog";

/** `isOpen`: figures may still change. */
export type ShownStatement = { statement: Statement; operator: PlanCatalog["operator"]; isOpen: boolean };

type Line = Statement["lines"][number];

const gigabyte = 1_000_000_000;

function amountText({ meter }: Line, amount: number | null): string {
	if (amount === null) return "";
	return meter === "storageBytes" ? `${(amount / gigabyte).toFixed(3)} GB` : String(amount);
}

/** Such as `2026-11-01 00:00 (UTC+00:00)`, in the account's time zone. */
function timeText(at: number, zone: string): string {
	const offset = zoneOffsetMinutes(zone, at);
	return `${new Date(at + offset * 60_000).toISOString().slice(0, 16).replace("T", " ")} (${formatOffset(offset)})`;
}

function factsOf({ statement, operator, isOpen }: ShownStatement): [string, string][] {
	const { companyName, month, timeZone, from, to, countedAt, planName } = statement;
	const by = [operator.name, ...operator.address, operator.contact].filter((line) => line !== "");
	return [
		...(by.length > 0 ? ([["From", by.join(", ")]] satisfies [string, string][]) : []),
		["For", companyName],
		["Month", isOpen ? `${month}, so far` : month],
		["Begins", timeText(from, timeZone)],
		["Ends", timeText(to, timeZone)],
		["Time zone", timeZone],
		["Counted", timeText(countedAt, timeZone)],
		["Plan", planName],
	];
}

const isNoInvoice = "This is a statement of use. It is not an invoice, and says nothing of tax.";
const untilNow = "Devices, users and storage are as they were when it was counted.";

export function statementCsv(shown: ShownStatement): string {
	const { statement } = shown;
	const { lines, price, cycle, currency, total } = statement;
	const row = (...cells: (string | number)[]) => `${cells.map((cell) => csvCell(cell)).join(",")}\r\n`;
	return [
		byteOrderMark,
		...factsOf(shown).map(([name, value]) => row(name, value)),
		row("Note", `${isNoInvoice} ${untilNow}`),
		"\r\n",
		row("Meter", "Used", "Included", "Unit", `Price of each beyond (${currency})`, `Amount (${currency})`),
		...lines.map(({ meter, used, included, overagePrice, amount }) =>
			row(
				...[meterTitles[meter], used, included ?? ""],
				...[meter === "storageBytes" ? "bytes" : "", overagePrice ?? "", amount ?? ""],
			),
		),
		...(price === null ? [] : [row(`Plan, by the ${cycle}`, "", "", "", "", price)]),
		...(total === null ? [] : [row("Total at list prices, without tax", "", "", "", "", total)]),
	].join("");
}

const style = `
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; color: #1b1f24; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
th, td { text-align: left; padding: .45rem .5rem; border-bottom: 1px solid #d0d7de; vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; } small { display: block; color: #57606a; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; } dt { color: #57606a; } dd { margin: 0; }
tfoot th { border-bottom: 0; }
`;

/** Escapes every text. The page has no scripts. */
export async function statementHtml(shown: ShownStatement): Promise<string> {
	const { lines, price, cycle, currency, total, month, companyName } = shown.statement;
	const money = (amount: string | null) => (amount === null ? "" : `${amount} ${currency}`);
	const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Usage of ${companyName} in ${month}</title>
<style>${style}</style>
</head>
<body>
<h1>Statement of use, ${month}</h1>
<dl>${factsOf(shown).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<table>
<thead><tr><th>Meter</th><th class="n">Used</th><th class="n">Included</th><th class="n">Each beyond</th><th class="n">Amount</th></tr></thead>
<tbody>${lines.map(
		(line) => html`<tr><td>${meterTitles[line.meter]}<small>${meterMeanings[line.meter]}</small></td>
<td class="n">${amountText(line, line.used)}</td><td class="n">${amountText(line, line.included)}</td>
<td class="n">${money(line.overagePrice)}</td><td class="n">${money(line.amount)}</td></tr>`,
	)}</tbody>
<tfoot>${price === null ? "" : html`<tr><th colspan="4">Plan, by the ${cycle}</th><td class="n">${money(price)}</td></tr>`}
${total === null ? "" : html`<tr><th colspan="4">Total at list prices, without tax</th><td class="n">${money(total)}</td></tr>`}</tfoot>
</table>
<p>${isNoInvoice} ${untilNow}</p>
</body>
</html>
`;
	return String(page);
}
