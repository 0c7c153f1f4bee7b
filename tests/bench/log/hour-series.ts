import type { AccountDb } from "../../../backend/base/context";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { linesOf } from "../../../backend/log/get-step-series";
import { edgesOfPage } from "../../../backend/log/series-steps";
import { mostSteps, type StepPosition } from "../../../shared/log/step-series";
import type { TimeRange } from "../../../shared/time/time-zones";
import { airDevice } from "./history";

const step = { kind: "span", ms: 3_600_000 } as const;
const unit = { name: "°C", convert: (value: number) => value };
const channel = {
	id: "temperature",
	name: "Air",
	quantity: "temperature",
	unit: "°C",
	decimals: 1,
} as const;

/** The pages of the API's series, as the object computes them. */
export async function hourSeries(readingStore: ReadingStore, { from, to }: TimeRange): Promise<number> {
	// Roll-ups hold these figures, so that no table is read.
	const reads = { readingStore, now: to, db: null as unknown as AccountDb };
	const measured = [{ channel: { ...channel, deviceId: airDevice }, deviceName: "Air", unit }];
	let steps = 0;
	let last: StepPosition["last"] | undefined;
	for (let next = from; next < to; ) {
		const edges = edgesOfPage({ from: next, to, step, zone: "Europe/Berlin", points: mostSteps });
		const lines = await linesOf(reads, measured, {
			statistic: ["lowest", "mean", "highest"],
			step,
			edges,
			span: { from, to },
			last,
		});
		last = lines.map((line) => line.last);
		steps += lines[0]?.line.step.length ?? 0;
		next = edges.at(-1) ?? to;
	}
	return steps;
}
