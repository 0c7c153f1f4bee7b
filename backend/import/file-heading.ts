import { knownUnit } from "../../shared/formats/unit-spellings";
import type { FileFormat } from "../../shared/log/reading-import";
import { isTemperature, partsOf } from "./column-name";
import type { Layout } from "./detect-layout";
import { commonWidth } from "./detect-layout";
import { headerNames } from "./header-names";
import { declaredNoValues } from "./no-value";
import type { OpenItems } from "./parsed-file";
import { splitCells, usedCells } from "./split-text";
import { timeText } from "./time-columns";
import { halfOf } from "./time-words";
import { offsetOfText, type SaidZone, zoneSaidIn } from "./zone-names";

export type FileHeading = {
	names: string[];
	units: (string | null)[];
	/** Rows with fewer or more cells are not of this table. */
	cells: { least: number; most: number };
	declaredNoValues: number[];
	zone: FileFormat["zone"] | null;
	openZone: OpenItems["zone"];
	zoneColumn: number | null;
	/** The line that names the columns. It may be repeated below. */
	naming: string[] | null;
	above: string;
	/** A column of half-days beside the clock. */
	halfColumn: number | null;
	/** `column` holds the unit of the values in column `of`. */
	unitColumn: { column: number; of: number } | null;
	sample: string[][];
};

type Lines = { header: readonly string[]; sample: readonly string[] };

export function readHeading({ header, sample }: Lines, { separator, timeColumns }: Layout): FileHeading {
	const rows = [...splitCells(sample, separator)].filter((cells) => cells.some((cell) => cell !== ""));
	const before = [...splitCells(header, separator)];
	const width = [...rows, before.at(-1) ?? []].reduce((most, { length }) => Math.max(most, length), 0);
	const [timeColumn = 0] = timeColumns;
	const { names, units, naming } = headerNames(before, width, timeColumn);
	const zoneColumn = findZoneColumn(rows, names, timeColumns);
	const declared = temperatureUnitIn(header);
	const unitColumn = findUnitColumn(rows, names, timeColumns);
	const said = zoneOf({ header, names, rows, timeColumns, zoneColumn, naming });
	return {
		names,
		units: names.map((name, column) => {
			if (timeColumns.includes(column)) return null;
			const beside = unitColumn?.of === column ? unitBesideAll(rows, unitColumn.column) : null;
			const unit = unitOf({ name, unit: units[column] ?? beside, column }, rows);
			return unit ?? (isTemperature(name) ? declared : null);
		}),
		cells: expectedCells(rows, naming),
		declaredNoValues: declaredNoValues(header.join("\n")),
		zone: said?.zones[0] ?? null,
		openZone: said === null || said.isCertain ? null : { text: said.text, place: said.place, zones: said.zones },
		zoneColumn,
		naming,
		above: lineAbove(before, naming),
		halfColumn: findHalfColumn(rows, timeColumns),
		unitColumn,
		sample: rows,
	};
}

function expectedCells(rows: readonly string[][], naming: readonly string[] | null): FileHeading["cells"] {
	const used = rows.reduce((most, cells) => Math.max(most, usedCells(cells)), 0);
	const common = commonWidth(rows.filter((cells) => cells.length > 1));
	const named = naming === null ? common : usedCells(naming);
	return { least: Math.min(common, used, named), most: named };
}

/** Finds `Temperature unit: °F` above the table. */
function temperatureUnitIn(header: readonly string[]): string | null {
	const said = header.flatMap((line) => /(?:units?|einheit|unité|unidad|unità)\b[^\n]*/i.exec(line)?.[0] ?? []);
	const named = said.flatMap(
		(text) => text.match(/[°º℃℉]\s?[CF]?|deg\.?\s?[CF]\b|fahrenheit|celsius|\b[CF]\b/gi) ?? [],
	);
	const units = new Set(named.flatMap((text) => knownUnit(text) ?? []));
	return units.size === 1 ? ([...units][0] ?? null) : null;
}

function lineAbove(rows: readonly (readonly string[])[], naming: readonly string[] | null): string {
	const position = naming === null ? -1 : rows.lastIndexOf(naming);
	const above = rows.slice(0, Math.max(position, 0)).findLast((cells) => usedCells(cells) > 0);
	return lineText(above ?? []);
}

export function lineText(cells: readonly string[]): string {
	return cells.slice(0, usedCells(cells)).join(" ").slice(0, 100);
}

type NamedColumn = { name: string; unit: string | null; column: number };

function unitOf({ name, unit, column }: NamedColumn, rows: readonly string[][]): string | null {
	const said = unit ?? partsOf(name).unit;
	const known = knownUnit(said ?? "");
	if (known !== null) return known;
	for (const cells of rows) {
		const behind = /^[+\-−]?[\d.,]+\s?([^\d\s.,].*)$/.exec(cells[column] ?? "")?.[1] ?? "";
		if (knownUnit(behind) !== null) return knownUnit(behind);
	}
	return said;
}

type ZoneSources = {
	header: readonly string[];
	names: readonly string[];
	rows: readonly string[][];
	timeColumns: readonly number[];
	zoneColumn: number | null;
	naming: readonly string[] | null;
};

type PlacedZone = SaidZone & { place: NonNullable<OpenItems["zone"]>["place"] };

function zoneOf({ header, names, rows, timeColumns, zoneColumn, naming }: ZoneSources): PlacedZone | null {
	const headed = zoneSaidIn(timeColumns.map((column) => names[column] ?? "").join(" "));
	if (headed) return { ...headed, place: "heading" };
	if (zoneColumn !== null) {
		const texts = [...new Set(rows.map((cells) => cells[zoneColumn] ?? ""))].filter((text) => text !== "");
		const named = zoneSaidIn(texts.join("/"));
		if (named && !named.isCertain) return { ...named, place: "column" };
	}
	const preamble = header.slice(0, naming === null ? undefined : -1);
	for (const line of preamble) {
		const isOfZones = /zone|\btz\b|utc|gmt|fuseau|zona|zeit|time|heure|hora\b/i.test(line);
		const said = isOfZones ? zoneSaidIn(line, { isAnyOffset: /zone|\btz\b|utc|gmt|offset/i.test(line) }) : null;
		// Lines above the table may name the zone of the export time.
		if (said) return { ...said, isCertain: false, place: "preamble" };
	}
	return null;
}

function findZoneColumn(
	rows: readonly string[][],
	names: readonly string[],
	timeColumns: readonly number[],
): number | null {
	const column = names.findIndex((name, index) => {
		if (timeColumns.includes(index)) return false;
		const texts = rows.map((cells) => cells[index] ?? "").filter((text) => text !== "");
		const isNamed = /zone|\btz|utc|gmt|fuseau|zona/i.test(name);
		return texts.length > 0 && texts.every((text) => isZoneText(text, isNamed, /offset/i.test(name)));
	});
	return column < 0 ? null : column;
}

/** An unnamed offset may be a sensor's, and an unnamed letter anything. */
function isZoneText(text: string, isNamed: boolean, isOffset: boolean): boolean {
	if (isNamed) return offsetOfText(text) !== null || zoneSaidIn(text) !== null;
	if (offsetOfText(text) === null) return false;
	return /^(?:UTC|GMT|[A-Z]{3,4}$)/i.test(text) || (isOffset && /^[+\-−]\d\d:?\d\d$/.test(text));
}

function findHalfColumn(rows: readonly string[][], timeColumns: readonly number[]): number | null {
	const column = (timeColumns.at(-1) ?? 0) + 1;
	const timed = rows.filter((cells) => (cells[column] ?? "") !== "");
	const isHalf = (text: string) => text.length > 1 && text.length <= 20 && halfOf(text) !== null;
	const isOfTwelve = (time: string) => /(?:^|\D)(?:0?[1-9]|1[0-2]):\d\d(?::\d\d)?$/.test(time);
	const areHalves = timed.every((cells) => isHalf(cells[column] ?? "") && isOfTwelve(timeText(cells, timeColumns)));
	return timed.length > 0 && areHalves ? column : null;
}

function findUnitColumn(
	rows: readonly string[][],
	names: readonly string[],
	timeColumns: readonly number[],
): FileHeading["unitColumn"] {
	const column = names.findIndex((name, index) => {
		if (
			timeColumns.includes(index) ||
			!/\b(?:units?|einheit|uom|unité|unidad|unità|jednostka)\b|_unit\b|unit_/i.test(name)
		)
			return false;
		return rows.some((cells) => knownUnit(cells[index] ?? "") !== null);
	});
	if (column < 0) return null;
	const isNumber = (index: number) => rows.some((cells) => /^[+\-−]?[\d.,]+$/.test(cells[index] ?? ""));
	const of = [column - 1, column + 1].find((each) => each >= 0 && !timeColumns.includes(each) && isNumber(each));
	return of === undefined ? null : { column, of };
}

function unitBesideAll(rows: readonly string[][], column: number): string | null {
	return (
		rows
			.map((cells) => cells[column] ?? "")
			.find((text) => text !== "")
			?.slice(0, 40) ?? null
	);
}
