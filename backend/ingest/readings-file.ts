import Papa from "papaparse";
import { limits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import { serialKey } from "../../shared/device/device-filter";
import type { IngestResult } from "../../shared/ingest/ingest";
import { usedCells } from "../import/split-text";
import { sampleOfEntry } from "./rejected-entries";
import { withoutSameTime } from "./same-time-readings";
import type { SentByDevice, SentEntry, SentReadings } from "./sent-readings";

type Layout = { serial: number; time: number; values: { column: number; channel: string | number }[]; width: number };

const mostLines = limits.ingestReadings + 2;

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads `serial, time, channel, value`, or `serial, time` and a column per channel; null for another form.
 * Rejections are indexed by line, from 0 after the header. Throws a SyntaxError for an unclosed quote.
 */
export function readReadingsFile(text: string): SentReadings | null {
	const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [",", ";", "\t"], preview: mostLines + 1 });
	if (errors.some(({ type }) => type === "Quotes")) throw new SyntaxError("Quotes that do not end");
	const [names, ...lines] = data;
	const layout = names && layoutOf(names);
	if (!layout || data.length > mostLines) return null;
	const sent = collectLines(lines, layout);
	if (!sent || sent.devices.size > limits.ingestDevices) return null;
	const certain = withoutSameTime([...sent.devices.values()]);
	const rejected = [...sent.rejected, ...certain.rejected].toSorted((a, b) => a.index - b.index);
	return { devices: certain.devices, rejected };
}

const keyOf = (name: string) => name.trim().toLowerCase();

function isHeader(cells: string[]): boolean {
	const keys = cells.map(keyOf);
	return keys.includes("serial") && keys.includes("time");
}

function layoutOf(names: string[]): Layout | null {
	const columns = names.map((name) => name.trim());
	const keys = names.map(keyOf);
	if (new Set(keys).size !== keys.length || keys.includes("")) return null;
	const [serial, time, channel, value] = ["serial", "time", "channel", "value"].map((name) => keys.indexOf(name));
	if (serial === undefined || time === undefined || serial < 0 || time < 0) return null;
	const index = { serial, time, width: columns.length };
	if (channel !== undefined && value !== undefined && channel >= 0 && value >= 0) {
		return columns.length === 4 ? { ...index, values: [{ column: value, channel }] } : null;
	}
	const values = columns.flatMap((name, column) =>
		column === serial || column === time ? [] : { column, channel: name },
	);
	return values.length === 0 || values.length > limits.ingestReadings ? null : { ...index, values };
}

function collectLines(lines: string[][], first: Layout) {
	let count = 0;
	let layout = first;
	const devices = new Map<string, SentByDevice>();
	const rejected: IngestResult["rejected"] = [];
	for (const [index, cells] of lines.entries()) {
		if (cells.every((cell) => cell.trim() === "")) continue;
		if (isHeader(cells)) {
			const next = layoutOf(cells);
			if (next === null) return null;
			layout = next;
			continue;
		}
		const serialNumber = cells[layout.serial]?.trim() ?? "";
		const device: SentByDevice = devices.get(serialKey(serialNumber)) ?? { serialNumber, name: null, entries: [] };
		// More cells than columns: probably a decimal comma.
		if (usedCells(cells) > layout.width || isShort(cells, layout)) {
			rejected.push({ index, reason: "bad-value" });
			// Cells after the comma are shifted, so only the first is certain.
			if (layout.serial === 0 && serialKey(serialNumber) !== "") {
				devices.set(serialKey(serialNumber), withSetAside(device, cells, layout));
			}
		} else if (serialKey(serialNumber) === "") rejected.push({ index, reason: "unknown-device" });
		else {
			const entries = entriesOf(cells, layout, index);
			count += entries.length;
			if (count > limits.ingestReadings) return null;
			appendAll(device.entries, entries);
			devices.set(serialKey(serialNumber), device);
		}
	}
	return { devices, rejected };
}

function isShort(cells: string[], { values, width }: Layout): boolean {
	return typeof values[0]?.channel === "string" && cells.length < width;
}

function withSetAside(device: SentByDevice, cells: string[], { width }: Layout): SentByDevice {
	const [known] = device.setAside ?? [];
	if (known) return { ...device, setAside: [{ ...known, count: known.count + 1 }] };
	const sample = sampleOfEntry({ value: cells.slice(width - 1).join(",") });
	return { ...device, setAside: [{ reason: "bad-value", count: 1, sample }] };
}

function entriesOf(cells: string[], { time, values }: Layout, index: number): SentEntry[] {
	const at = readTime(cells[time]?.trim() ?? "");
	return values.flatMap(({ column, channel }) => {
		const cell = cells[column]?.trim() ?? "";
		if (typeof channel === "number") return { index, channel: cells[channel], at, value: readValue(cell) };
		return cell === "" ? [] : { index, channel, at, value: readValue(cell) };
	});
}

function readTime(cell: string): string | number {
	return /^\d+$/.test(cell) ? Number(cell) : cell;
}

function readValue(cell: string): number | boolean | string {
	if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
	return numberForm.test(cell) ? Number(cell) : cell;
}
