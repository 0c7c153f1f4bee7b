import { isOutOfLimits } from "../../../shared/round/hand-value";
import type { RoundResult } from "../../../shared/round/round";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { batches, columnsOf, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import type { RoundCheckFacts } from "../source/report-source";

/** The sheet of rounds: lowest and highest since the last check, values by hand, initials, time, and what was done. */
export const rounds: ReportMaker = {
	pages: null,
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		work.counts.devicesWithData = work.devices.length;
		const say = wordsIn(work.definition.layout.language);
		if (work.roundChecks.isCut) work.note(say("rounds.cut"));
		yield section(say("table.checks"), [checkTable(work)]);
		yield section(say("table.missedRounds"), [missedTable(work)]);
		yield section(say("table.initials"), [initialsTable(work)]);
	},
};

type Row = { check: RoundCheckFacts; result: RoundResult | null };

function checkTable(work: ReportWork) {
	const { text, number, time } = columnsOf<Row>();
	const say = wordsIn(work.definition.layout.language);
	const clock = work.clockOf(null);
	const rows = work.roundChecks.entries.flatMap((check): Row[] => {
		return check.results.length === 0 ? [{ check, result: null }] : check.results.map((result) => ({ check, result }));
	});
	const initials = initialsOf(work);
	return table({
		name: say("table.checks"),
		columns: [
			time(say("column.time"), ({ check }) => moment(check.at, clock)),
			text(say("column.round"), ({ check }) => check.roundName),
			text(say("column.place"), ({ check }) => check.placeName),
			text(say("column.check"), ({ result }) => (result === null ? say("rounds.seen") : result.name)),
			number(say("column.lowest"), ({ result }) => lowestOf(result), { digits: 2 }),
			number(say("column.highest"), ({ result }) => highestOf(result), { digits: 2 }),
			text(say("column.unit"), ({ result }) => result?.unit ?? "", { width: 1 }),
			text(say("column.limits"), ({ result }) => limitsOf(result, work), { width: 2 }),
			text(say("column.outOfLimits"), ({ result }) => (result && isOutOfLimits(result) ? say("rounds.out") : ""), {
				width: 1.5,
			}),
			text(say("column.initials"), ({ check }) => initials.get(check.by) ?? "", { width: 1 }),
			text(say("column.reasonAndAction"), ({ check }) => check.reason, { width: 5 }),
			time(say("column.received"), ({ check }) => moment(check.receivedAt, clock)),
		],
		rows: batches(rows),
		emptyText: say("none.checks"),
	});
}

function lowestOf(result: RoundResult | null): number | null {
	return result?.kind === "readings" ? result.lowest : (result?.value ?? null);
}

function highestOf(result: RoundResult | null): number | null {
	return result?.kind === "readings" ? result.highest : (result?.value ?? null);
}

function limitsOf(result: RoundResult | null, { definition: { layout } }: ReportWork): string {
	if (result === null || (result.low === null && result.high === null)) return "";
	const sign = layout.csv.decimalSign === "comma" ? "," : ".";
	const [low, high] = [result.low, result.high].map((limit) =>
		limit === null ? "…" : String(limit).replace(".", sign),
	);
	return `${low} – ${high}`;
}

function missedTable(work: ReportWork) {
	const { text, time } = columnsOf<ReportWork["roundChecks"]["missed"][number]>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("table.missedRounds"),
		columns: [
			text(say("column.round"), ({ name }) => name),
			time(say("column.due"), ({ dueAt }) => moment(dueAt, work.clockOf(null))),
		],
		rows: batches(work.roundChecks.missed),
		emptyText: say("none.missedRounds"),
	});
}

function initialsTable(work: ReportWork) {
	const { text } = columnsOf<[name: string, initials: string]>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("table.initials"),
		columns: [text(say("column.initials"), ([, initials]) => initials), text(say("column.by"), ([name]) => name)],
		rows: batches([...initialsOf(work)]),
		emptyText: say("none.checks"),
	});
}

/** Two people of the same initials get a number. */
function initialsOf({ roundChecks }: ReportWork): Map<string, string> {
	const taken = new Map<string, number>();
	const names = [...new Set(roundChecks.entries.map(({ by }) => by))];
	return new Map(
		names.map((name) => {
			const letters = name.split(/\s+/).flatMap((word) => [...word].slice(0, 1));
			const initials = letters.join("").toUpperCase();
			const count = (taken.get(initials) ?? 0) + 1;
			taken.set(initials, count);
			return [name, count === 1 ? initials : `${initials}${count}`];
		}),
	);
}
