import type { GetLogs, LogChannel, LogPage, ValueRange } from "./log";

export type ReadingFilter = Pick<GetLogs, "values" | "isOutOfLimits" | "isLate" | "isAfterGap">;

type FilteredReading = {
	value: number;
	at: number;
	receivedAt: number;
	channel: Pick<LogChannel, "id" | "quantity" | "min" | "max">;
	lateAfterMs: number | undefined;
	/** Gap before the reading (ms). Absent or 0: none. */
	gapMs?: number | undefined;
	silentMs?: number | undefined;
};

export function hasReadingFilter({ values, isOutOfLimits, isLate, isAfterGap }: ReadingFilter): boolean {
	return values !== undefined || [isOutOfLimits, isLate, isAfterGap].includes(true);
}

export function passesFilter(reading: FilteredReading, filter: ReadingFilter): boolean {
	const { values, isOutOfLimits, isLate, isAfterGap } = filter;
	const { value, channel, gapMs = 0, silentMs = 0 } = reading;
	if (values && !(isOf(channel, values) && isWithin(value, values))) return false;
	if (isOutOfLimits && isWithin(value, channel)) return false;
	if (isAfterGap && gapMs <= 0 && silentMs <= 0) return false;
	return !isLate || readingQuality(reading) === "late";
}

/** Keeps only readings that pass the filter themselves, without others of their time. */
export function withPassing<Page extends Pick<LogPage, "readings" | "channels" | "devices">>(
	page: Page,
	filter: ReadingFilter,
): Page {
	if (!hasReadingFilter(filter)) return page;
	const { readings, channels, devices } = page;
	const lateAfter = new Map(devices.map(({ id, lateAfterMs }) => [id, lateAfterMs]));
	const indexes = [...readings.value.keys()].filter((index) => {
		const channel = channels[readings.channel[index] ?? -1];
		if (!channel) return false;
		const reading = {
			value: readings.value[index] ?? 0,
			at: readings.readingAt[index] ?? 0,
			receivedAt: readings.receivedAt[index] ?? 0,
			gapMs: readings.gapMs?.[index],
			silentMs: readings.silentMs?.[index],
		};
		return passesFilter({ ...reading, channel, lateAfterMs: lateAfter.get(channel.deviceId) }, filter);
	});
	const kept = (column: number[]) => indexes.map((index) => column[index] ?? 0);
	const { readingAt, receivedAt, channel, value, raw, mark, gapMs, silentMs } = readings;
	return {
		...page,
		readings: {
			readingAt: kept(readingAt),
			receivedAt: kept(receivedAt),
			channel: kept(channel),
			value: kept(value),
			...(raw && { raw: indexes.map((index) => raw[index] ?? null) }),
			...(mark && { mark: indexes.map((index) => mark[index] ?? null) }),
			...(gapMs && { gapMs: kept(gapMs) }),
			...(silentMs && { silentMs: kept(silentMs) }),
		},
	};
}

function isOf({ id, quantity }: Pick<LogChannel, "id" | "quantity">, range: ValueRange): boolean {
	return (range.channelId ?? id) === id && (range.quantity ?? quantity) === quantity;
}

type Bounds = { min?: number | null | undefined; max?: number | null | undefined };

function isWithin(value: number, { min, max }: Bounds): boolean {
	return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** Derived: devices send no quality, and channels do not know their sensor's range. */
export type ReadingQuality = "ok" | "late";

type RatedReading = {
	at: number;
	receivedAt: number;
	lateAfterMs: number | undefined;
};

type Rating = { quality: ReadingQuality; fits: (reading: RatedReading) => boolean };

const ratings: readonly Rating[] = [
	{
		quality: "late",
		fits: ({ at, receivedAt, lateAfterMs = Number.POSITIVE_INFINITY }) => receivedAt - at > lateAfterMs,
	},
];

export function readingQuality(reading: RatedReading): ReadingQuality {
	return ratings.find(({ fits }) => fits(reading))?.quality ?? "ok";
}
