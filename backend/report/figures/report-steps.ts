import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { isDirection, type Quantity } from "../../../shared/formats/units";
import { VectorMean } from "../../../shared/log/directions";
import type { AggregateFunction, ReportAggregation, ReportDefinition } from "../../../shared/report/report";
import type { Zone } from "../../../shared/time/time-zones";
import { bucketEdges } from "../../log/series-steps";
import type { ReportChannel } from "../source/report-source";

/** Half-open, epoch ms. */
export type Step = { from: number; to: number };

type StepsRequest = { minutes: number; from: number; to: number; zone: Zone };

const stepsAhead = 500;
const dayMinutes = 1_440;

/** Steps by the zone's clock, cut to the period: days have 23 to 25 hours, and a repeated hour is two steps. */
export class Steps {
	private readonly request: StepsRequest;
	private edges: number[] = [];
	private place = 0;

	constructor(request: StepsRequest) {
		this.request = request;
	}

	/** Instants must ascend, within the period. */
	at(at: number): Step {
		if (!(at < (this.edges.at(-1) ?? Number.NEGATIVE_INFINITY))) this.lookUp(at);
		while (at >= (this.edges[this.place + 1] ?? Number.POSITIVE_INFINITY)) this.place += 1;
		const { from, to } = this.request;
		return {
			from: Math.max(this.edges[this.place] ?? from, from),
			to: Math.min(this.edges[this.place + 1] ?? to, to),
		};
	}

	private lookUp(at: number): void {
		const { minutes, to, zone } = this.request;
		const step =
			minutes === dayMinutes
				? ({ kind: "days", days: 1 } as const)
				: ({ kind: "span", ms: minutes * minuteMs } as const);
		const ahead = Math.min(to, at + Math.max(stepsAhead * minutes * minuteMs, 2 * dayMs));
		this.edges = bucketEdges({ from: at, to: Math.max(ahead, at + 1), step, zone });
		this.place = 0;
	}
}

export function isOfDays({ minutes }: ReportAggregation): boolean {
	return minutes === dayMinutes;
}

/** A function for a channel's name precedes one for all such channels. */
export function functionOf(
	{ aggregation }: Pick<ReportDefinition, "aggregation">,
	channel: ReportChannel,
): AggregateFunction {
	const found = aggregation.byChannel.filter((choice) => isChosenChannel(choice.channel, channel));
	const own = (found.find((choice) => choice.channel.name !== null) ?? found[0])?.function;
	// A mean of uses would depend on how often the device sends.
	return own ?? (channel.derived?.kind === "use" ? "sum" : aggregation.function);
}

/** Add readings of one channel and step in order of time. */
export class Aggregate {
	private count = 0;
	private sum = 0;
	private min = Number.POSITIVE_INFINITY;
	private max = Number.NEGATIVE_INFINITY;
	private first = 0;
	private last = 0;
	private readonly directions: VectorMean | null;

	constructor(quantity: Quantity) {
		this.directions = isDirection(quantity) ? new VectorMean() : null;
	}

	add(value: number): void {
		this.directions?.add(value);
		if (this.count === 0) this.first = value;
		this.count += 1;
		this.sum += value;
		this.min = Math.min(this.min, value);
		this.max = Math.max(this.max, value);
		this.last = value;
	}

	value(total: AggregateFunction): number | null {
		if (this.count === 0) return null;
		switch (total) {
			case "mean":
				if (this.directions) return this.directions.value();
				// The sum can overflow a double.
				return Number.isFinite(this.sum)
					? Math.min(Math.max(this.sum / this.count, this.min), this.max)
					: this.min / 2 + this.max / 2;
			case "sum":
				return this.sum;
			case "min":
				return this.min;
			case "max":
				return this.max;
			case "first":
				return this.first;
			case "last":
				return this.last;
			case "count":
				return this.count;
		}
	}
}
