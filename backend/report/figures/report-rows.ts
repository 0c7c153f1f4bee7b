import type { ReportDefinition } from "../../../shared/report/report";
import type { ReportDevice, ReportReadings } from "../source/report-source";
import type { ShownChannel } from "./report-channel";
import { Aggregate, functionOf, isOfDays, type Step, Steps } from "./report-steps";

export type ReadingRow = {
	at: number;
	step: Step | null;
	values: (number | null)[];
	/** Before calibration; null where none applied. */
	sent: (number | null)[] | null;
	/** The latest receipt; null for a step. */
	receivedAt: number | null;
};

const batchSize = 1_000;

/** Holds back a page's last instant, because it can continue on the next page. */
export async function* singleRows(
	pages: AsyncIterable<ReportReadings>,
	shown: readonly ShownChannel[],
): AsyncGenerator<ReadingRow[], void> {
	let rows: ReadingRow[] = [];
	let row: ReadingRow | null = null;
	for await (const page of pages) {
		for (let index = 0; index < page.at.length; index += 1) {
			const at = page.at[index] ?? 0;
			if (row === null || row.at !== at) {
				if (row) rows.push(row);
				if (rows.length >= batchSize) {
					yield rows;
					rows = [];
				}
				const values = shown.map(() => null);
				row = { at, step: null, values, sent: null, receivedAt: page.receivedAt[index] ?? at };
			}
			const position = page.channel[index] ?? -1;
			const channel = shown[position];
			if (!channel) continue;
			const value = page.value[index] ?? 0;
			const sent = page.sent?.[index] ?? value;
			row.values[position] = channel.reading(value);
			if (sent !== value) {
				row.sent ??= shown.map(() => null);
				row.sent[position] = channel.reading(sent);
			}
			row.receivedAt = Math.max(row.receivedAt ?? at, page.receivedAt[index] ?? at);
		}
	}
	if (row) rows.push(row);
	yield rows;
}

type StepRequest = {
	definition: ReportDefinition;
	device: ReportDevice;
	shown: readonly ShownChannel[];
	minutes: number;
	from: number;
	until: number;
	to: number;
};

export async function* steppedRows(
	pages: AsyncIterable<ReportReadings>,
	{ definition, device, shown, minutes, from, until, to }: StepRequest,
): AsyncGenerator<ReadingRow[], void> {
	const steps = new Steps({ minutes, from, to, zone: definition.zone });
	const functions = device.channels.map((channel) => functionOf(definition, channel));
	const isEveryStep = isOfDays(definition.aggregation);
	const fresh = () => device.channels.map(({ quantity }) => new Aggregate(quantity));
	let rows: ReadingRow[] = [];
	let step: Step | null = null;
	let aggregates = fresh();

	function close(closed: Step): void {
		const values = aggregates.map((aggregate, position) => {
			const own = functions[position] ?? "mean";
			const value = aggregate.value(own);
			if (value === null || own === "count") return value;
			const isComputed = own === "mean" || own === "sum";
			return (isComputed ? shown[position]?.rounded(value) : shown[position]?.asRead(value)) ?? null;
		});
		rows.push({ at: closed.from, step: closed, values, sent: null, receivedAt: null });
		aggregates = fresh();
	}

	function stepOf(at: number): Step {
		if (step !== null && at < step.to) return step;
		if (!isEveryStep) {
			if (step) close(step);
			return steps.at(at);
		}
		let next = step ?? steps.at(from);
		while (at >= next.to) {
			close(next);
			next = steps.at(next.to);
		}
		return next;
	}

	for await (const page of pages) {
		for (let index = 0; index < page.at.length; index += 1) {
			step = stepOf(page.at[index] ?? 0);
			const position = page.channel[index] ?? -1;
			aggregates[position]?.add(shown[position]?.converted(page.value[index] ?? 0) ?? 0);
			if (rows.length < batchSize) continue;
			yield rows;
			rows = [];
		}
	}
	if (step !== null && isEveryStep) step = stepOf(until - 1);
	if (step !== null) close(step);
	yield rows;
}
