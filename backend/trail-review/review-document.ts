import { countDigits } from "../../shared/formats/display-formats";
import type { ReportLayout } from "../../shared/report/report";
import { wordsIn } from "../../shared/words/made/report-file-in";
import type { ReportDocument, ReportSection } from "../report/document/report-document";
import { periodText } from "../report/document/report-facts";
import { batches, columnsOf, moment, table } from "../report/document/report-table";
import { section } from "../report/document/report-work";
import { type Clock, momentText, zoneClock } from "../report/source/report-clock";
import type { ClaimedReview, ReviewedRow } from "./review-calls";

type Reading = {
	pages(part: number): AsyncIterable<ReviewedRow[]>;
	/** Complete once all sections are read. */
	counts: { rows: number; unnamed: number };
};

export function reviewTitle({ language }: Pick<ReportLayout, "language">, month: string): string {
	return wordsIn(language)("review.title", { month });
}

export function reviewDocument(review: ClaimedReview, reading: Reading): ReportDocument {
	const { companyName, productName, layout, zone, month, from, to, now, startedBy, remarks } = review;
	const say = wordsIn(layout.language);
	const clock = zoneClock(zone);
	const made = momentText(now, clock, layout);
	return {
		title: reviewTitle(layout, month),
		facts: [
			[say("fact.company"), companyName],
			[say("fact.period"), periodText({ definition: { zone, layout }, from, to })],
			[say("review.startedBy"), startedBy ?? say("review.schedule")],
			[say("review.remarks"), countDigits(remarks.length)],
			[say("fact.times"), say("clock.zone", { zone })],
			[say("fact.made"), say("made.text", { time: made, product: productName })],
		],
		notes: [say("review.note")],
		clockText: say("clock.zone", { zone }),
		sections: sections(review, reading, clock),
	};
}

async function* sections(review: ClaimedReview, reading: Reading, clock: Clock): AsyncGenerator<ReportSection, void> {
	const say = wordsIn(review.layout.language);
	const { counts, pages } = reading;
	yield section(say("review.remarks"), [remarkTable(review, clock)]);
	const own = rowTable(review, { name: say("review.rows"), rows: counted(pages(0), counts), clock });
	yield section(say("review.rows"), [own]);
	for (let part = 1; part < review.parts; part += 1) {
		const late = rowTable(review, { name: say("review.late"), rows: counted(pages(part), counts), clock });
		yield section(say("review.late"), [late]);
	}
	const lines = [say("review.sum", { rows: countDigits(counts.rows) })];
	if (counts.unnamed > 0) lines.push(say("review.unnamed", { things: countDigits(counts.unnamed) }));
	yield section(say("review.end"), [{ kind: "text", title: "", lines }]);
}

async function* counted(pages: AsyncIterable<ReviewedRow[]>, counts: Reading["counts"]) {
	for await (const page of pages) {
		counts.rows += page.length;
		for (const { unnamed } of page) counts.unnamed += unnamed;
		yield page;
	}
}

function remarkTable({ remarks, layout }: ClaimedReview, clock: Clock) {
	const say = wordsIn(layout.language);
	const { text, time } = columnsOf<(typeof remarks)[number]>();
	return table({
		name: say("review.remarks"),
		columns: [
			time(say("column.time"), ({ at }) => moment(at, clock)),
			text(say("column.by"), ({ author }) => author),
			text(say("review.remark"), (remark) => remark.text, { width: 6 }),
			text(say("review.row"), ({ auditId }) => auditId, { width: 4 }),
		],
		rows: batches(remarks),
		emptyText: say("review.noRemarks"),
	});
}

type Rows = { name: string; rows: AsyncIterable<ReviewedRow[]>; clock: Clock };

function rowTable({ remarks, layout }: ClaimedReview, { name, rows, clock }: Rows) {
	const say = wordsIn(layout.language);
	const { text, time } = columnsOf<ReviewedRow>();
	const byRow = Map.groupBy(remarks, ({ auditId }) => auditId);
	const remarksOf = ({ id }: ReviewedRow) =>
		(byRow.get(id) ?? []).map((remark) => `${remark.author}: ${remark.text}`).join("\n") || null;
	const aboutText = ({ about, unnamed }: ReviewedRow) =>
		unnamed === 0 ? about : say("review.andMore", { about, more: countDigits(unnamed) });
	return table({
		name,
		columns: [
			time(say("column.time"), ({ at }) => moment(at, clock)),
			text(say("column.by"), ({ actor }) => actor),
			text(say("review.action"), ({ action }) => action),
			text(say("review.about"), aboutText),
			text(say("review.changes"), ({ changes }) => changes, { width: 6 }),
			text(say("review.reason"), ({ reason }) => reason),
			text(say("review.remarks"), remarksOf, { width: 5 }),
			text(say("review.row"), ({ id }) => id, { width: 4 }),
		],
		rows,
		emptyText: say("review.noRows"),
	});
}
