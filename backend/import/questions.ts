import { unitConversion, unitDimension, unitKey } from "../../shared/formats/unit-spellings";
import type { FileFormat, ImportOptions, ImportQuestion, QuestionKind } from "../../shared/log/reading-import";
import type { Zone } from "../../shared/time/time-zones";
import { InputError } from "../base/errors";
import type { ChannelRow } from "../db/channel-rows";
import type { ParsedFile } from "./parsed-file";
import type { SkippedRows, TwoValues } from "./validate-cells";
import { winterTimeOf } from "./wall-clock";

type Wanted = {
	file: ParsedFile;
	format: FileFormat;
	options: ImportOptions;
	targets: ReadonlyMap<number, ChannelRow>;
	twoValues: TwoValues | null;
	skipped: SkippedRows | null;
};

/** Questions before an import, with and without a user's response. */
export function questionsOf(requested: Wanted): ImportQuestion[] {
	const { file, format, options } = requested;
	const { encoding, timeColumn, dateOrder, clock, zone, decimals } = file.open;
	const isAnswered = (kind: QuestionKind) => options.answered?.includes(kind) ?? false;
	const decimal = decimals.find(({ column }) => requested.targets.has(column));
	return [
		encoding && { kind: "encoding" as const, isAnswered: isAnswered("encoding"), ...encoding },
		timeColumn && { kind: "time-column" as const, isAnswered: isAnswered("time-column"), ...timeColumn },
		dateOrder && { kind: "date-order" as const, isAnswered: isAnswered("date-order"), ...dateOrder },
		clock && { kind: "clock" as const, isAnswered: format.clockMinutes !== null, ...clock },
		zone && { kind: "zone" as const, isAnswered: isAnswered("zone"), ...zone },
		skippedHour(requested, isAnswered("skipped-hour")),
		decimal && { kind: "decimal-sign" as const, isAnswered: isAnswered("decimal-sign"), ...decimal },
		partsQuestion(requested, isAnswered("parts")),
		unitsQuestion(requested),
		noValuesQuestion(requested, isAnswered("no-values")),
	].flatMap((question) => question ?? []);
}

function skippedHour({ format: { zone }, skipped }: Wanted, isAnswered: boolean): ImportQuestion | null {
	return skipped && { kind: "skipped-hour", isAnswered, ...skipped, zone, fixed: winterTimeOf(zone, skipped.wallAt) };
}

function partsQuestion({ file, format, options, twoValues }: Wanted, isWhole: boolean): ImportQuestion | null {
	const requested = file.open.parts.filter(({ isNamed }) => isNamed || twoValues !== null);
	if (requested.length === 0) return null;
	const isOfPart = format.divideBy !== null && options.part !== undefined;
	return {
		kind: "parts",
		isAnswered: isOfPart || (isWhole && format.divideBy === null),
		candidates: requested.map(({ divideBy, name, parts }) => ({ divideBy, name, parts })),
		twoValues,
	};
}

function unitsQuestion({ file, options, targets }: Wanted): ImportQuestion | null {
	const columns = [...targets].flatMap(([column, channel]) => {
		const columnUnit = columnUnitOf(file, column, options);
		if (columnUnit === null || unitKey(columnUnit) === unitKey(channel.unit)) return [];
		const canConvert = unitConversion(columnUnit, channel.unit) !== null;
		const areKnown = unitDimension(columnUnit) !== null && unitDimension(channel.unit) !== null;
		const isOther = areKnown && !canConvert;
		const result = options.columns?.find((target) => target.column === column)?.unit ?? null;
		return [
			{ column, channelId: channel.id, columnUnit, channelUnit: channel.unit, canConvert, isOther, answer: result },
		];
	});
	if (columns.length === 0) return null;
	return { kind: "units", isAnswered: columns.every(isUnitSettled), columns };
}

type UnitOfColumn = Extract<ImportQuestion, { kind: "units" }>["columns"][number];

function isUnitSettled({ canConvert, isOther, answer: result }: UnitOfColumn): boolean {
	return !isOther && result === (canConvert ? "convert" : "as-is");
}

/** The part names the unit if a column of units divides the rows. */
export function columnUnitOf(
	{ columns, format }: ParsedFile,
	column: number,
	{ part }: Pick<ImportOptions, "part">,
): string | null {
	const unit = columns.find((each) => each.column === column)?.unit ?? null;
	if (part === undefined || format.divideBy?.by !== "columns") return unit;
	const index = format.divideBy.columns.findIndex((each) => /unit|einheit/i.test(columns[each]?.name ?? ""));
	return index < 0 ? unit : (part.split(" / ")[index] ?? unit);
}

export function concerns(targets: { size: number; has: (column: number) => boolean }, column: number): boolean {
	return targets.size === 0 || targets.has(column);
}

function noValuesQuestion({ file, targets }: Wanted, isAnswered: boolean): ImportQuestion | null {
	const values = file.open.noValues.filter(({ column }) => concerns(targets, column));
	return values.length === 0 ? null : { kind: "no-values", isAnswered, values };
}

type Sentence = { field: string; text: string };

/** Throws InputError for open questions: nothing is imported by guess. */
export function rejectOpen(questions: readonly ImportQuestion[], zone: Zone): void {
	const open = questions.filter(({ isAnswered }) => !isAnswered).map((question) => sentenceOf(question, zone));
	if (open.length > 0) throw new InputError(Object.fromEntries(open.map(({ field, text }) => [field, text])));
}

function sentenceOf(question: ImportQuestion, proposedZone: Zone): Sentence {
	switch (question.kind) {
		case "encoding": {
			const texts = question.candidates.map(({ text }) => `“${text}”`).join(" or ");
			return { field: "options.encoding", text: `Line ${question.line} reads ${texts}. Say which.` };
		}
		case "time-column": {
			const names = question.candidates.map(({ name }) => name).join(", ");
			return { field: "options.format.timeColumns", text: `Say which column is the time: ${names}.` };
		}
		case "date-order":
			return {
				field: "options.format.dateOrder",
				text: `“${question.text}” in line ${question.line} is a date in several orders. Say which.`,
			};
		case "clock":
			return {
				field: "options.format.clockMinutes",
				text: `“${question.text}” in line ${question.line} has no clock. Say which time of the day is meant.`,
			};
		case "zone":
			return {
				field: "options.format.zone",
				text: `The file says “${question.text}” of its clock. Say whether that is ${proposedZone}.`,
			};
		case "skipped-hour": {
			const time = new Date(question.wallAt).toISOString().slice(0, 16).replace("T", " ");
			return {
				field: "options.format.zone",
				text: `${time} in line ${question.line} cannot exist in ${question.zone}. Say whether the clock keeps winter time all year: ${question.fixed}.`,
			};
		}
		case "decimal-sign":
			return {
				field: "options.format.decimalSign",
				text: `“${question.text}” in line ${question.line} is ${question.asPoint} or ${question.asComma}. Say which.`,
			};
		case "parts": {
			const [first] = question.candidates;
			return {
				field: "options.part",
				text: `${first?.name ?? ""} divides the rows: ${first?.parts
					.slice(0, 5)
					.map(({ text }) => text || "(empty)")
					.join(", ")}. Say which go to this device.`,
			};
		}
		case "units": {
			const open = question.columns.find((column) => !isUnitSettled(column));
			const unknown = open?.canConvert ? "Say whether to convert them." : "Say whether they are the same.";
			const what = open?.isOther ? "These measure different things: choose another channel." : unknown;
			return {
				field: "options.columns",
				text: `Values in ${open?.columnUnit} go to a channel in ${open?.channelUnit || "no unit"}. ${what}`,
			};
		}
		case "no-values": {
			const values = [...new Set(question.values.map(({ value }) => value))].slice(0, 5).join(", ");
			return { field: "options.format.noValues", text: `Say whether these mean “no value”: ${values}.` };
		}
	}
}
