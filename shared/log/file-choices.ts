import { groupedBy } from "../base/lists";
import { serialKey } from "../device/device-filter";
import type {
	DivideBy,
	FileEncoding,
	FileFormat,
	ImportOptions,
	ImportPreview,
	ImportQuestion,
	QuestionKind,
} from "./reading-import";
import type { FormatChanges, KeepFormat, StoredFormat } from "./stored-format";

type Columns = NonNullable<ImportOptions["columns"]>;

export type Target = {
	part: string | null;
	deviceId: string | null;
	columns: Columns | null;
	isNoValuesAnswered: boolean;
};

export type FileChoices = {
	format: FileFormat | null;
	/** Set only if detection finds no times. */
	timePattern: string | null;
	encoding: FileEncoding | null;
	answered: QuestionKind[];
	readings: number[];
	targets: Target[];
};

export function wholeFile(deviceId: string | null): Target {
	return { part: null, deviceId, columns: null, isNoValuesAnswered: false };
}

export function noChoices(deviceId: string): FileChoices {
	const asDetected = { format: null, timePattern: null, encoding: null };
	return { ...asDetected, answered: [], readings: [], targets: [wholeFile(deviceId)] };
}

/** Another encoding gives other headings and dates, so it drops the other choices. */
export function withEncoding(deviceId: string, encoding: FileEncoding): FileChoices {
	return { ...noChoices(deviceId), encoding, answered: ["encoding"] };
}

export function optionsOf(choices: FileChoices, target: Target): ImportOptions | null {
	const { format, timePattern, encoding, answered } = choices;
	if (target.deviceId === null) return null;
	const all: QuestionKind[] = target.isNoValuesAnswered ? [...answered, "no-values"] : answered;
	return {
		deviceId: target.deviceId,
		...(format ? { format } : { ...(timePattern !== null && { timePattern }), ...(encoding && { encoding }) }),
		...(target.part !== null && { part: target.part }),
		...(all.length > 0 && { answered: all }),
		...(target.columns && { columns: target.columns }),
	};
}

/** Options of the import that a preview shows, so that nothing else is stored. */
export function shownOptions(options: ImportOptions, { format, columns }: ImportPreview): ImportOptions {
	const { timePattern: _, encoding: __, ...others } = options;
	return { ...others, format, columns: options.columns ?? targetsOf({ columns }) };
}

export function targetsOf({ columns }: Pick<ImportPreview, "columns">): Columns {
	return columns.flatMap(({ column, channelId }) => (channelId === null ? [] : [{ column, channelId }]));
}

export function withTarget(columns: Columns, column: number, channelId: string | null): Columns {
	const others = columns.filter((target) => target.column !== column && target.channelId !== channelId);
	if (channelId === null) return others;
	return [...others, { column, channelId }].sort((a, b) => a.column - b.column);
}

export function withUnit(columns: Columns, column: number, unit: "convert" | "as-is"): Columns {
	return columns.map((target) => (target.column === column ? { ...target, unit } : target));
}

const ofCells: readonly (keyof FileFormat)[] = ["separator", "decimalSign", "headerRows", "timeColumns"];

export function withFormat(choices: FileChoices, shown: FileFormat, change: Partial<FileFormat>): FileChoices {
	const isOfCells = ofCells.some((field) => change[field] !== undefined);
	const targets = choices.targets.map((target) => ({
		...target,
		...(isOfCells && { isNoValuesAnswered: false }),
		...(change.separator !== undefined && { columns: null }),
	}));
	return { ...choices, format: { ...shownFormat(choices, shown), ...change }, targets };
}

/** A preview that is behind does not know the encoding yet. */
export function shownFormat({ format, encoding }: FileChoices, shown: FileFormat): FileFormat {
	return { ...(format ?? shown), ...(encoding && { encoding }) };
}

export function withAnswer(choices: FileChoices, kind: QuestionKind): FileChoices {
	return choices.answered.includes(kind) ? choices : { ...choices, answered: [...choices.answered, kind] };
}

export function withTargetChange(choices: FileChoices, index: number, change: Partial<Target>): FileChoices {
	return { ...choices, targets: choices.targets.map((one, at) => (at === index ? { ...one, ...change } : one)) };
}

type Division = { divideBy: DivideBy | null; targets: Target[] };

export function withDivision(choices: FileChoices, shown: FileFormat, { divideBy, targets }: Division): FileChoices {
	return withAnswer({ ...withFormat(choices, shown, { divideBy }), targets }, "parts");
}

type Named = { id: string; name: string };

type NamedDevice = Named & { serialNumber?: string | null };

/** A part goes to the device of the same name or serial number, if there is one. */
export function targetsForParts(parts: readonly { text: string }[], devices: readonly NamedDevice[]): Target[] {
	const ids = new Map(devices.map(({ id, serialNumber }) => [serialKey(serialNumber ?? ""), id]));
	for (const { id, name } of devices) ids.set(serialKey(name), id);
	ids.delete("");
	return parts.map(({ text }) => ({ ...wholeFile(ids.get(serialKey(text)) ?? null), part: text }));
}

/** Other columns may hold other "no value" numbers. A column that stays keeps the choice of its unit. */
export function withColumns(choices: FileChoices, index: number, columns: Columns): FileChoices {
	const before = choices.targets[index]?.columns ?? [];
	const kept = columns.map((target) => {
		const { unit } = before.find((one) => one.column === target.column && one.channelId === target.channelId) ?? {};
		return { ...target, ...(unit && { unit }) };
	});
	return withTargetChange(choices, index, { columns: kept, isNoValuesAnswered: false });
}

/** A number that looks like "no value" is one unless the user states that it is a reading. */
export function withReading(choices: FileChoices, shown: FileFormat, value: number, isReading: boolean): FileChoices {
	const noValues = (choices.format ?? shown).noValues.filter((one) => one !== value);
	const readings = choices.readings.filter((one) => one !== value);
	return {
		...withFormat(choices, shown, { noValues: isReading ? noValues : [...noValues, value] }),
		readings: isReading ? [...readings, value] : readings,
	};
}

export function withNoValuesConfirmed(
	choices: FileChoices,
	shown: FileFormat,
	{ index, asked: wanted }: { index: number; asked: readonly number[] },
): FileChoices {
	const all = new Set([...(choices.format ?? shown).noValues, ...wanted]);
	const noValues = [...all].filter((value) => !choices.readings.includes(value));
	return withTargetChange(withFormat(choices, shown, { noValues }), index, { isNoValuesAnswered: true });
}

/** True if the next file of the header would need the user's choices. The devices of parts belong to this file. */
export function hasNews(before: FileChoices, now: FileChoices): boolean {
	const kept = (choices: FileChoices) => [
		...[choices.format, choices.timePattern, choices.encoding, choices.answered, choices.readings],
		choices.targets.map(({ part, columns }) => (part === null ? columns : null)).filter((columns) => columns !== null),
		choices.targets.some(({ isNoValuesAnswered }) => isNoValuesAnswered),
	];
	return !isSame(kept(before), kept(now));
}

/** Stores only the user's choices for the next file of the header; the rest is detected again. */
export function storedSettings(
	choices: FileChoices,
	detected: FileFormat,
	preview: Pick<ImportPreview, "columns">,
	channelName: (channelId: string) => string | null,
): Pick<KeepFormat, "format" | "answered" | "readings" | "columns"> {
	const { format, encoding, readings, targets } = choices;
	const [target] = targets;
	const isChosen = target?.part === null && target.columns !== null;
	const units = new Map(target?.columns?.map(({ column, unit }) => [column, unit]));
	const columns = preview.columns.map(({ column, name, channelId }) => {
		const unit = units.get(column);
		return { heading: name, channelName: channelId && channelName(channelId), ...(unit && { unit }) };
	});
	const areNumbersSaid = targets.some(({ isNoValuesAnswered }) => isNoValuesAnswered);
	return {
		format: {
			...(format && changesOf(detected, format, choices)),
			...(format && areNumbersSaid && { noValues: format.noValues }),
			...patternOf(choices),
			...(encoding && { encoding }),
		},
		answered: choices.answered,
		readings,
		columns: isChosen ? columns : [],
	};
}

function patternOf({ format, timePattern }: FileChoices): Pick<FormatChanges, "timePattern"> {
	const pattern = format?.timePattern ?? timePattern;
	return pattern === null ? {} : { timePattern: pattern };
}

export function withSettings(
	choices: FileChoices,
	{ format, questions }: Pick<ImportPreview, "format" | "questions">,
	change: Partial<FileFormat>,
): FileChoices {
	const answered = questions.filter(({ kind }) => Object.hasOwn(change, settledBy[kind] ?? ""));
	return answered.reduce((next, { kind }) => withAnswer(next, kind), withFormat(choices, format, change));
}

export function questionsAs(choices: FileChoices, index: number, { questions }: ImportPreview): ImportQuestion[] {
	const target = choices.targets[index];
	const units = new Map(target?.columns?.map(({ column, unit }) => [column, unit]));
	return questions.map((question) => {
		if (question.kind === "no-values") return { ...question, isAnswered: target?.isNoValuesAnswered ?? false };
		if (question.kind === "skipped-hour" && choices.format && choices.format.zone !== question.zone)
			return { ...question, isAnswered: true };
		if (question.kind !== "units") return { ...question, isAnswered: choices.answered.includes(question.kind) };
		const columns = question.columns.map((column) => ({ ...column, answer: units.get(column.column) ?? null }));
		return { ...question, columns, isAnswered: columns.every(({ isOther, answer }) => !isOther && answer !== null) };
	});
}

export function openQuestions({ questions }: Pick<ImportPreview, "questions">): ImportQuestion[] {
	return questions.filter(({ isAnswered }) => !isAnswered);
}

const settledBy: Partial<Record<QuestionKind, keyof FileFormat>> = {
	encoding: "encoding",
	"time-column": "timeColumns",
	"date-order": "dateOrder",
	"decimal-sign": "decimalSign",
	clock: "clockMinutes",
	zone: "zone",
	parts: "divideBy",
};

function changesOf(detected: FileFormat, format: FileFormat, { answered }: FileChoices): FormatChanges {
	const said = new Set(answered.flatMap((kind) => settledBy[kind] ?? []));
	const entries = Object.entries(format).filter(([field, value]) => {
		const before: unknown = Reflect.get(detected, field);
		return field !== "timePattern" && (said.has(field as keyof FileFormat) || !isSame(before, value)); // a key of the same object
	});
	return Object.fromEntries(entries);
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

type Known = { deviceId: string; devices: readonly NamedDevice[]; channels: readonly Named[] };

export type KeptChoices = Pick<StoredFormat, "format" | "answered" | "readings" | "columns">;

export function choicesFrom(kept: KeptChoices, preview: ImportPreview, known: Known): FileChoices {
	const { noValues = [], divideBy, ...changes } = kept.format;
	const all = new Set([...preview.format.noValues, ...noValues]);
	const division = divideBy ? candidateOf(preview, divideBy) : null;
	const format = {
		...preview.format,
		...changes,
		...(divideBy !== undefined && { divideBy: division && divideBy }),
		noValues: [...all].filter((value) => !kept.readings.includes(value)),
	};
	const whole = { ...wholeFile(known.deviceId), columns: columnsFrom(kept, preview, known.channels) };
	const targets = division ? targetsForParts(division.parts, known.devices) : [whole];
	const isNoValuesAnswered = hasNoNewNumber(kept, preview);
	return {
		format,
		timePattern: null,
		encoding: kept.format.encoding ?? null,
		readings: kept.readings,
		// This file has no parts, unlike the stored format's.
		answered: kept.answered.filter((kind) => kind !== "parts" || division !== null || !divideBy),
		targets: targets.map((target) => ({ ...target, isNoValuesAnswered })),
	};
}

function candidateOf({ questions }: ImportPreview, divideBy: DivideBy) {
	const question = questions.find((one) => one.kind === "parts");
	return question?.candidates.find((candidate) => isSame(candidate.divideBy, divideBy)) ?? null;
}

function columnsFrom(kept: KeptChoices, preview: ImportPreview, channels: Known["channels"]): Columns | null {
	const { columns } = preview;
	if (kept.columns.length === 0) return null;
	const { encoding = null } = kept.format;
	const isOtherwiseRead = encoding !== null && encoding !== preview.format.encoding;
	// Columns of one heading are matched by their order.
	const byHeading = groupedBy(kept.columns, ({ heading }) => (isOtherwiseRead ? "" : heading));
	const idOf = new Map(channels.map(({ id, name }) => [name.trim().toLowerCase(), id]));
	const taken = new Set<string>();
	const targets = columns.flatMap(({ column, name, channelId }): Columns => {
		const said = byHeading.get(isOtherwiseRead ? "" : name)?.shift();
		const id = said ? idOf.get(said.channelName?.trim().toLowerCase() ?? "") : channelId;
		if (!id || taken.has(id)) return [];
		taken.add(id);
		return [{ column, channelId: id, ...(said?.unit && { unit: said.unit }) }];
	});
	return targets.length === 0 ? null : targets;
}

/** Numbers that former files did not have need a question. */
function hasNoNewNumber({ format: { noValues = [] }, readings }: KeptChoices, { questions }: ImportPreview): boolean {
	const question = questions.find((one) => one.kind === "no-values");
	return question?.values.every(({ value }) => noValues.includes(value) || readings.includes(value)) ?? false;
}
