import { minuteMs } from "../../shared/base/durations";
import type { FileFormat } from "../../shared/log/reading-import";
import type { SeenDate } from "./date-order";
import { type DateOrder, dayInOrder, readDate, type WrittenDate } from "./parse-date";
import { parseNumberedTime, readWritten, type WrittenTime } from "./parse-time";
import { createPatternReader } from "./time-pattern";

/** More days than a file has. */
const mostDates = 50_000;

type TimeFormat = Pick<FileFormat, "timePattern" | "clockMinutes"> & {
	dateOrder: DateOrder;
	spoken: ReadonlySet<string> | null;
};

type RowTime = { wallMs: number; offsetMinutes: number | null; zoneName?: string | null };
type CellPosition = { line: number; text: string };

export class TimeReader {
	readonly dates: SeenDate[] = [];
	rows = 0;
	hasHalfDays = false;
	firstOpen: (CellPosition & { date: WrittenDate; clockMs: number }) | null = null;
	clockless: (CellPosition & { rows: number }) | null = null;
	readonly zoneNames = new Set<string>();
	readonly #known = new Map<string, WrittenDate | null>();
	readonly #format: TimeFormat;
	readonly #write: (text: string) => WrittenTime | null;

	constructor(format: TimeFormat) {
		this.#format = format;
		const dateOf = (text: string) => this.#dateOf(text);
		this.#write =
			format.timePattern === null ? (text) => readWritten(text, dateOf) : createPatternReader(format.timePattern);
	}

	read(text: string, line: number): RowTime | null {
		const written = this.#write(text);
		if (written === null) return this.#format.timePattern === null ? parseNumberedTime(text) : null;
		const { date, clock } = written;
		this.rows += 1;
		if ("open" in date) {
			this.firstOpen ??= { line, text, date, clockMs: clock?.sinceMidnightMs ?? 0 };
			this.hasHalfDays ||= /[ap]\.?\s?m\.?$/i.test(text);
		}
		if (clock === null) {
			this.clockless ??= { line, text, rows: 0 };
			this.clockless.rows += 1;
		} else if (clock.zoneName !== null) this.zoneNames.add(clock.zoneName);
		const day = dayInOrder(date, this.#format.dateOrder);
		if (day === null) return null;
		const sinceMidnightMs = clock?.sinceMidnightMs ?? (this.#format.clockMinutes ?? 0) * minuteMs;
		return {
			wallMs: day + sinceMidnightMs,
			offsetMinutes: clock?.offsetMinutes ?? null,
			zoneName: clock?.zoneName ?? null,
		};
	}

	#dateOf(text: string): WrittenDate | null {
		const known = this.#known.get(text);
		if (known !== undefined) return known;
		const date = readDate(text, this.#format.spoken);
		if (this.#known.size < mostDates) {
			this.#known.set(text, date);
			if (date !== null) this.dates.push({ text, date });
		}
		return date;
	}
}
