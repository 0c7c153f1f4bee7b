import { groupedBy } from "../base/lists";
import { serialKey } from "../device/device-filter";

export type KnownDevice = { id: string; name: string; serialNumber: string | null };

/** `by`: where the device is named. `several`: the file names more than one, of which this is the first. */
export type DeviceMatch = { deviceId: string; by: "file-name" | "file" | "device-name" | "several" };

export const headBytes = 16_000;
const headLines = 60;
const shortestSerial = 4;
/** A serial number of digits or letters alone could be a reading or a word, so it needs one of these beside it. */
const serialWords =
	/seri[ae]|s\/?n\b|logger|device|sensor|station|probe|gerät|appareil|dispositi|\bid\b|imei|eui|unit\b|№|シリアル|序列/iu;

/** Returns an encoding that decodes letters and digits of serial numbers in the head of a file. */
export function headEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
	const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0;
	const isWideBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] !== 0);
	return isWideBig ? "utf-16be" : isWide ? "utf-16le" : "utf-8";
}

/**
 * Matches by the serial number in the file's name, head or columns; else by a file name that is a device's name. Null:
 * nothing matches, or name and file disagree.
 */
export function matchDevice(devices: readonly KnownDevice[], file: { name: string; head: string }): DeviceMatch | null {
	const serials = serialsOf(devices);
	const named = devicesIn(wordsOf(file.name), serials).filter((match) => !/^\d{1,4}$/.test(match.text));
	const inside = devicesInHead(file.head, serials);
	const inName = [...new Set(named.map(({ id }) => id))];
	if (inName.length === 0 && inside.length === 0) return byDeviceName(devices, file.name);
	const agreed = inName.filter((id) => inside.includes(id));
	const [only, ...others] = inName.length > 0 && inside.length > 0 ? agreed : inName;
	if (only !== undefined) return others.length === 0 ? { deviceId: only, by: "file-name" } : null;
	const [first, ...more] = inName.length > 0 ? [] : inside;
	return first === undefined ? null : { deviceId: first, by: more.length === 0 ? "file" : "several" };
}

/** Device ids by serial number: as one word, and by its words with dashes between. Repeated ones decide nothing. */
type Serials = ReadonlyMap<string, string>;

function serialsOf(devices: readonly KnownDevice[]): Serials {
	const known = devices.filter(({ serialNumber }) => serialKey(serialNumber ?? "").length >= shortestSerial);
	const unique = [...groupedBy(known, ({ serialNumber }) => serialKey(serialNumber ?? ""))].filter(
		([, { length }]) => length === 1,
	);
	return new Map(
		unique.flatMap(([key, [device]]): [string, string][] => {
			if (!device) return [];
			const words = wordsOf(device.serialNumber ?? "").join("-");
			return [
				[key, device.id],
				[words, device.id],
			];
		}),
	);
}

const longestSerial = 6;

function wordsOf(text: string): string[] {
	return (
		text
			.normalize("NFKC")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

function devicesIn(words: readonly string[], serials: Serials): { id: string; text: string }[] {
	const found: { id: string; text: string }[] = [];
	for (let from = 0; from < words.length; from += 1) {
		for (let to = from + 1; to <= Math.min(from + longestSerial, words.length); to += 1) {
			const text = words.slice(from, to).join("-");
			const id = serials.get(text);
			if (id !== undefined) found.push({ id, text });
		}
	}
	return found;
}

function devicesInHead(head: string, serials: Serials): string[] {
	const lines = head.split(/\r\n?|\n/).slice(0, headLines);
	const separator = [";", "\t", "|"].find((one) => lines.filter((line) => line.includes(one)).length > 1) ?? ",";
	const found = new Set<string>();
	const titled = new Set<number>();
	for (const line of lines) {
		const cells = line.split(separator);
		const isTitle = serialWords.test(line);
		for (const [column, cell] of cells.entries()) {
			if (serialWords.test(cell)) titled.add(column);
			const isNamed = isTitle || titled.has(column);
			// "4510.5" is a reading, and "4510" may be one.
			const words = /^\s*[-+]?\d+[.,]\d/.test(cell) ? [] : wordsOf(cell);
			for (const { id, text } of devicesIn(words, serials)) {
				if (isNamed || (/\p{L}/u.test(text) && /\p{N}/u.test(text))) found.add(id);
			}
		}
	}
	return [...found];
}

function byDeviceName(devices: readonly KnownDevice[], fileName: string): DeviceMatch | null {
	const bare = wordsOf(fileName.replace(/\.[^.]*$/, "")).join(" ");
	const [device, ...others] = bare === "" ? [] : devices.filter(({ name }) => wordsOf(name).join(" ") === bare);
	return device && others.length === 0 ? { deviceId: device.id, by: "device-name" } : null;
}
