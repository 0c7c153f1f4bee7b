import type { FileFormat } from "../../shared/log/reading-import";
import type { Layout } from "./detect-layout";
import { commonWidth } from "./detect-layout";
import { headerNames } from "./header-names";
import { findUnitColumn, type UnitColumn, unitsOfColumns } from "./heading-units";
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
	millisecondColumn: number | null;
	unitColumn: UnitColumn | null;
	sample: string[][];
};

type Lines = { header: readonly string[]; sample: readonly string[] };

export function readHeading({ header, sample }: Lines, { separator, timeColumns }: Layout): FileHeading {
	const rows = splitCells(sample, separator).filter((cells) => cells.some((cell) => cell !== ""));
	const before = splitCells(header, separator);
	const width = [...rows, before.at(-1) ?? []].reduce((most, { length }) => Math.max(most, length), 0);
	const [timeColumn = 0] = timeColumns;
	const { names, units, naming } = headerNames(before, width, timeColumn);
	const zoneColumn = findZoneColumn(rows, names, timeColumns);
	const unitColumn = findUnitColumn(rows, names, timeColumns);
	const said = zoneOf({ header, names, rows, timeColumns, zoneColumn, naming });
	return {
		names,
		units: unitsOfColumns({ names, units, timeColumns, above: header, rows, unitColumn }),
		cells: expectedCells(rows, naming),
		declaredNoValues: declaredNoValues(header.join("\n")),
		zone: said?.zones[0] ?? null,
		openZone: said === null || said.isCertain ? null : { text: said.text, place: said.place, zones: said.zones },
		zoneColumn,
		naming,
		above: lineAbove(before, naming),
		halfColumn: findHalfColumn(rows, timeColumns),
		millisecondColumn: findMillisecondColumn(rows, names, timeColumns),
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

function lineAbove(rows: readonly (readonly string[])[], naming: readonly string[] | null): string {
	const position = naming === null ? -1 : rows.lastIndexOf(naming);
	const above = rows.slice(0, Math.max(position, 0)).findLast((cells) => usedCells(cells) > 0);
	return lineText(above ?? []);
}

export function lineText(cells: readonly string[]): string {
	return cells.slice(0, usedCells(cells)).join(" ").slice(0, 100);
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
	return zoneAbove(header.slice(0, naming === null ? undefined : -1));
}

/** Lines above the table may name the zone of the export or of another clock, so each zone is offered. */
function zoneAbove(lines: readonly string[]): PlacedZone | null {
	const said = lines.flatMap((line) => {
		const isOfZones = /zone|\btz\b|utc|gmt|fuseau|zona|zeit|time|heure|hora\b/i.test(line);
		const zone = isOfZones ? zoneSaidIn(line, { isAnyOffset: /zone|\btz\b|utc|gmt|offset/i.test(line) }) : null;
		return zone === null ? [] : [{ ...zone, isNamed: /zone|\btz\b|fuseau|zona/i.test(line) }];
	});
	const first = said.find(({ isNamed }) => isNamed) ?? said[0];
	if (!first) return null;
	const zones = [...new Set([...first.zones, ...said.flatMap((each) => each.zones)])].slice(0, 10);
	return { text: first.text, zones, isCertain: false, place: "preamble" };
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

function findMillisecondColumn(
	rows: readonly string[][],
	names: readonly string[],
	timeColumns: readonly number[],
): number | null {
	const isNamed = (name: string) => /^(?:ms|msecs?|millis|milliseconds?|millisekunden?)\b/i.test(name);
	const column = names.findIndex((name, index) => {
		if (timeColumns.includes(index) || !isNamed(name)) return false;
		const timed = rows.filter((cells) => timeText(cells, timeColumns) !== "");
		const isWhole = (cells: string[]) => /:\d\d:\d\d(?![.,:]\d)/.test(timeText(cells, timeColumns));
		return timed.length > 0 && timed.every((cells) => /^\d{0,3}$/.test(cells[index] ?? "") && isWhole(cells));
	});
	return column < 0 ? null : column;
}
