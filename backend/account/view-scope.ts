import type { MemberContext } from "../base/context";
import { listChannels } from "../db/channel-rows";
import { listDeviceNames } from "../db/device-rows";
import { listGroupRows } from "../db/group-rows";
import type { ViewRow } from "../db/view-rows";

type Visible = { groupIds: string[]; deviceIds: string[] };

type Said = Pick<ViewRow, "name" | "search">;

const mentionedId = /(?:dev|grp|chn)_[0-9a-z]{26}/gi;
const typedParameters = ["q", "text"];
/** Shorter names occur in half of all words. */
const shortestWithin = 3;
const decodings = 5;

/** Whether a view names only these groups, devices and channels, by id or name, in any encoding. */
export function createViewTest({ db }: MemberContext, { groupIds, deviceIds }: Visible): (view: Said) => boolean {
	const knownIds = new Set([...groupIds, ...deviceIds]);
	const shownDevices = new Set(deviceIds);
	const shownGroups = new Set(groupIds);
	const devices = [...listDeviceNames(db, "all")];
	const groups = listGroupRows(db).map(({ id, name }) => [id, name] as const);
	const hidden = hiddenNames([
		...devices.map(([id, name]) => ({ name, isShown: shownDevices.has(id) })),
		...groups.map(([id, name]) => ({ name, isShown: shownGroups.has(id) })),
	]);
	const hiddenChannels = hiddenNames(
		listChannels(db, "all").map(({ deviceId, name }) => ({ name, isShown: shownDevices.has(deviceId) })),
	);
	return ({ name, search }) => {
		const parameters = [...new URLSearchParams(search)];
		const texts = [search, name, ...parameters.flat()].flatMap(decoded);
		const isIdKnown = ([id]: RegExpExecArray) => knownIds.has(id);
		if (texts.some((text) => ![...text.matchAll(mentionedId)].every(isIdKnown))) return false;
		const values = [name, ...parameters.flat()].flatMap(decoded).map(plain);
		if (values.some((value) => [...hidden].some((hiddenName) => isSaid(value, hiddenName)))) return false;
		const typed = parameters.flatMap(([key, value]) => (typedParameters.includes(key) ? decoded(value) : []));
		return !typed.some((value) => hiddenChannels.has(plain(value)));
	};
}

function plain(text: string): string {
	return text.trim().toLowerCase();
}

/** Excludes names that a visible device or group also has. */
function hiddenNames(named: { name: string; isShown: boolean }[]): Set<string> {
	const shown = new Set(named.flatMap(({ name, isShown }) => (isShown ? plain(name) : [])));
	return new Set(named.map(({ name }) => plain(name)).filter((name) => !shown.has(name)));
}

/** Matches the whole value, an item of a list, or separate words. */
function isSaid(value: string, name: string): boolean {
	if (value === name) return true;
	for (let at = value.indexOf(name); at !== -1; at = value.indexOf(name, at + 1)) {
		const [before, after] = [value[at - 1] ?? ",", value[at + name.length] ?? ","];
		const isPart = before === "," && after === ",";
		if (isPart || (name.length >= shortestWithin && ![before, after].some(isOfWord))) return true;
	}
	return false;
}

function isOfWord(character: string): boolean {
	return /[\p{L}\p{N}]/u.test(character);
}

/** A text and all its decoded forms: a screen decodes once, a person may decode again. */
function decoded(text: string): string[] {
	const forms = [text];
	for (let last = text; forms.length <= decodings; ) {
		const next = withoutEscapes(last);
		if (next === last) break;
		forms.push(next);
		last = next;
	}
	return forms;
}

function withoutEscapes(text: string): string {
	return text
		.replaceAll("+", " ")
		.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
			try {
				return decodeURIComponent(escapes);
			} catch {
				return escapes;
			}
		})
		.replace(/\\u\{?([0-9a-f]{4})\}?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
			const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		});
}
