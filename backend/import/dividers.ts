import { limits } from "../../shared/base/limits";
import { withoutUnit } from "./column-name";
import { unnamedColumn } from "./header-names";
import { readWritten } from "./parse-time";

const mostParts = limits.importParts;
const mostColumns = 8;
const partTextLength = 200;

/** Words for a device, a sensor or a quantity, in the languages of logger software. */
const dividingWord =
	/\b(?:device|sensor|logger|serial|station|transmitter|node|probe|location|site|room|place|entity|channel|parameter|variable|measurement|metric|quantity|tag|mac|address|deveui|eui|zone|unit|units|name|asset|gerät|geraet|messstelle|messgröße|messgrösse|kanal|fühler|einheit|standort|raum|sonde|capteur|appareil|canal|unité|sensore|dispositivo|canale|unità|estación|estacion|unidad|czujnik|urządzenie|kanał|jednostka|kanál|sensornummer|seriennummer|sn)(?:\b|_)|^(?!.*(?:row|record|line|message)).+[_ -]id$|^(?:device|sensor|serial|node|entity|dev|probe|station|logger)[_-]?(?:id|no|nr|name|number)?$/i;

/** Names of positions, which may also be measured: a level logger's `Sensor Depth`. */
const positionWord = /\b(?:depth|height|tiefe|höhe|profondeur|profundidad|port|plot|borehole|well)(?:\b|_)|^tx_?id$/i;

/** A device or an entity in a column without a heading: `sensor.fridge_power`, `Probe 2`. A flag is one word. */
const nameLike = /^(?=.{4,})\p{L}[\p{L}\d]*[._\s:#-]+[\p{L}\d][\p{L}\d._\s:#-]*$/u;

/** `isPosition`: its texts divide the rows only if they follow one another in rounds. */
export type Divider = { column: number; name: string; isNamed: boolean; isPosition?: boolean };
export type Part = { text: string; rows: number };

/** `conflicts`: pairs of rows with one time and different values. */
export type SharedTimes = { conflicts: [number, number][]; isTimeRepeated: boolean };

type Texts = { divider: Divider; known: Map<string, number>; ofRow: number[] };

export class DividerTexts {
	#columns: Texts[];

	constructor(dividers: readonly Divider[]) {
		this.#columns = dividers.slice(0, mostColumns).map((divider) => ({ divider, known: new Map(), ofRow: [] }));
	}

	add(cells: readonly string[]): void {
		let isFull = false;
		for (const { divider, known, ofRow } of this.#columns) {
			const text = cells[divider.column] ?? "";
			let index = known.get(text);
			if (index === undefined) {
				index = known.size;
				known.set(text, index);
				isFull ||= known.size > mostParts;
			}
			ofRow.push(index);
		}
		// Drops a column with too many texts: it counts, or describes single rows.
		if (isFull) this.#columns = this.#columns.filter(({ known }) => known.size <= mostParts);
	}

	isNamed(column: number): boolean {
		return this.#columns.some(({ divider }) => divider.column === column && divider.isNamed);
	}

	/** Returns named columns with several texts, combined if one leaves conflicts; else columns without conflicts. */
	candidates({ conflicts, isTimeRepeated }: SharedTimes): { columns: number[]; name: string; parts: Part[] }[] {
		const dividing = this.#columns.filter(
			(texts) =>
				texts.known.size > 1 &&
				(isTimeRepeated || texts.known.size < texts.ofRow.length) &&
				(!texts.divider.isPosition || conflicts.length > 0 || isInRounds(texts)),
		);
		const named = withoutCopies(dividing.filter(({ divider }) => divider.isNamed));
		const separates = (columns: readonly Texts[]) =>
			conflicts.every(([a, b]) => columns.some(({ ofRow }) => ofRow[a] !== ofRow[b]));
		const alone = named.filter((column) => separates([column])).map((column) => [column]);
		const together = named.length > 1 && named.length <= 3 && separates(named) ? [named] : [];
		const others =
			conflicts.length === 0
				? []
				: dividing.filter((each) => !each.divider.isNamed && separates([each])).map((each) => [each]);
		const found = [...(alone.length === 0 ? together : [...alone, ...together]), ...others];
		const left = found.length > 0 ? found : conflicts.length === 0 ? named.map((column) => [column]) : [];
		return left.map((columns) => ({
			columns: columns.map(({ divider }) => divider.column),
			name: columns.map(({ divider }) => divider.name).join(" / "),
			parts: countParts(columns),
		}));
	}
}

function isInRounds({ known, ofRow }: Texts): boolean {
	const pairs = ofRow.length - known.size;
	const repeated = ofRow.filter((text, row) => text === ofRow[row + known.size]).length;
	return pairs >= known.size && repeated >= 0.8 * pairs;
}

/** Drops a column that repeats another, such as a serial number beside a name. */
function withoutCopies(columns: readonly Texts[]): Texts[] {
	return columns.filter((column, index) => !columns.slice(0, index).some((before) => isCopy(before, column)));
}

function isCopy(a: Texts, b: Texts): boolean {
	if (a.known.size !== b.known.size) return false;
	const pairs = new Map<number, number>();
	return a.ofRow.every((text, row) => {
		const other = b.ofRow[row] ?? -1;
		const known = pairs.get(text);
		pairs.set(text, known ?? other);
		return known === undefined || known === other;
	});
}

function countParts(columns: readonly Texts[]): Part[] {
	const counts = new Map<string, number>();
	const texts = columns.map(({ known }) => [...known.keys()]);
	const rows = columns[0]?.ofRow.length ?? 0;
	for (let row = 0; row < rows; row += 1) {
		const text = joinParts(columns.map(({ ofRow }, index) => texts[index]?.[ofRow[row] ?? 0] ?? ""));
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return [...counts].map(([text, count]) => ({ text, rows: count })).slice(0, mostParts);
}

export function joinParts(texts: readonly string[]): string {
	return texts.join(" / ").slice(0, partTextLength);
}

export function partOfRow(cells: readonly string[], columns: readonly number[]): string {
	return joinParts(columns.map((column) => cells[column] ?? ""));
}

type Sampled = {
	sample: readonly string[][];
	names: readonly string[];
	timeColumns: readonly number[];
	numeric: readonly number[];
};

export function possibleDividers({ sample, names, timeColumns, numeric }: Sampled): Divider[] {
	return names.flatMap((name, column) => {
		if (timeColumns.includes(column)) return [];
		const bare = name.replace(/[[(].*?[\])]/g, " ").trim();
		const isPosition = positionWord.test(bare);
		const isNamed = dividingWord.test(bare) || isPosition;
		if (numeric.includes(column) && !isNamed) return [];
		const texts = sample.map((cells) => cells[column] ?? "").filter((text) => text !== "");
		const isName = name === unnamedColumn(column) && texts.every((text) => nameLike.test(text));
		const isText = texts.some((text) => !/^[\d\s.,:/+-]*$/.test(text) && readWritten(text) === null);
		const divides = isName || (isNamed && (isPosition || !isMeasured(texts)));
		return texts.length > 0 && (isNamed || isText) ? [{ column, name, isNamed: divides, isPosition }] : [];
	});
}

/** Decimals are values, not names. */
function isMeasured(texts: readonly string[]): boolean {
	return texts.some((text) => /^[+-]?\d*[.,]\d+$/.test(text));
}

const headingForm = /^(.{1,60}?)(?:\s*[:|·]\s+|\s+[-–—]\s+|\s*\/\s*|\.|__)(\S.*)$/;

export function nameInPart(name: string, part: string): string {
	const [, said, rest = name] = headingForm.exec(name) ?? [];
	return said === part ? rest : name;
}

/** Groups columns by the first part of their names: `Cooler 1: Air`, `Cooler 2: Air`. */
export function headingParts(names: readonly string[]): Map<string, number[]> | null {
	const split = names.map((name) => headingForm.exec(withoutUnit(name)));
	const byPart = new Map<string, number[]>();
	const rests = new Map<string, number>();
	for (const [column, match] of split.entries()) {
		const [, part = "", rest = ""] = match ?? [];
		if (part === "") continue;
		byPart.set(part, [...(byPart.get(part) ?? []), column]);
		rests.set(rest, (rests.get(rest) ?? 0) + 1);
	}
	const isShared = [...rests.values()].every((count) => count === byPart.size);
	return byPart.size > 1 && isShared ? byPart : null;
}
