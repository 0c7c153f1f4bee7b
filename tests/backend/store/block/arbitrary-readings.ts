import type { UnsortedUpload } from "../../../../backend/store/block/sort-upload";
import { dayMs } from "../../../../shared/base/durations";
import * as fc from "../../../properties";

const base = Date.UTC(2026, 10, 21);

/** Times as loggers send them: within minutes, on a grid, and with clocks that leap by years. */
const time = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: base, max: base + 3 * 60_000 }) },
	{ weight: 4, arbitrary: fc.nat({ max: 200 }).map((minute) => base + minute * 60_000) },
	{ weight: 1, arbitrary: fc.integer({ min: base - 30 * 365 * dayMs, max: base + 30 * 365 * dayMs }) },
	{ weight: 1, arbitrary: fc.integer({ min: -(2 ** 49), max: 2 ** 49 }) },
);

export const storableValue = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: -5_000, max: 5_000 }).map((hundredths) => hundredths / 100) },
	{ weight: 1, arbitrary: fc.integer() },
	{ weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
	{ weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(0, -0, 5e-324, -5e-324, 1e308, -1.7976931348623157e308, 0.1 + 0.2, 2 ** 53, 1e-9, 1e21),
	},
);

/** Uploads of one device in the order of `seq`; channels, times and values often coincide. */
export const uploads = fc
	.array(
		fc.record({
			receivedAt: fc.integer({ min: base - dayMs, max: base + dayMs }),
			readings: fc.array(fc.tuple(fc.nat({ max: 3 }), time, storableValue), { maxLength: 40 }),
		}),
		{ maxLength: 8 },
	)
	.map((list) =>
		list.map(
			({ receivedAt, readings }, index): UnsortedUpload => ({
				seq: 1 + index * 3,
				receivedAt,
				channel: readings.map(([channel]) => channel),
				at: readings.map(([, at]) => at),
				value: readings.map(([, , value]) => value),
			}),
		),
	);
