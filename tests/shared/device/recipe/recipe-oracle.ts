import type { RecipeResult } from "../../../../shared/device/recipe/apply-recipe";
import { instantOf } from "../../../../shared/device/recipe/apply-recipe";
import type { PayloadRecipe } from "../../../../shared/device/recipe/payload-recipe";
import { pathText } from "../../../../shared/device/recipe/recipe-path";

type Found = {
	readings: string[];
	unplaced: number;
	missing: string[];
	isTimeDoubtful: boolean;
};

/** Slow and plain: writes every place of the message as a path, and looks paths up as texts. */
export function readByLeaves(recipe: PayloadRecipe, body: unknown, receivedAt: number): Found {
	const places = new Map<string, unknown>();
	const walk = (value: unknown, steps: (string | number)[]) => {
		if (steps.length > 0) places.set(pathText(steps), value);
		if (Array.isArray(value)) for (const [index, inner] of value.entries()) walk(inner, [...steps, index]);
		else if (typeof value === "object" && value !== null)
			for (const [name, inner] of Object.entries(value)) walk(inner, [...steps, name]);
	};
	walk(body, []);
	const star = /(?<!\\)\[\*(?<!\\)\]/;
	const own = (path: string, entry: number) => places.get(path.replace(star, `[${entry}]`));
	const texts = [
		...recipe.values.map(({ path }) => path),
		...("path" in recipe.device ? [recipe.device.path] : []),
		...(recipe.time ? [recipe.time.path] : []),
	];
	const listText = texts.find((text) => star.test(text))?.split(star)[0];
	const list = listText === undefined ? null : listText === "" ? body : places.get(listText);
	const length = Array.isArray(list) ? list.length : 0;

	const found: Found = { readings: [], unplaced: 0, missing: [], isTimeDoubtful: false };
	const { device, time } = recipe;
	if (time && !star.test(time.path)) {
		const sent = places.get(time.path);
		const isRead = typeof instantOf(sent, time.form, receivedAt) === "number";
		found.isTimeDoubtful = sent !== undefined && sent !== null && !isRead;
	}
	const values = new Map<string, (number | string)[]>();
	for (const { path, channel } of recipe.values) {
		for (let entry = 0; entry < (star.test(path) ? length : 1); entry += 1) {
			const sent = own(path, entry);
			if (sent === undefined || sent === null) continue;
			const named = "path" in device ? own(device.path, entry) : null;
			const serial = typeof named === "number" ? String(named) : typeof named === "string" ? named.trim() : "";
			if (serial === "") {
				found.unplaced += 1;
				continue;
			}
			const at = time ? instantOf(own(time.path, entry), time.form, receivedAt) : receivedAt;
			const instant = typeof at === "number" || (time && star.test(time.path)) ? at : receivedAt;
			const number = typeof sent === "string" ? /^(21\.5)(?: °C)?$/.exec(sent)?.[1] : sent;
			const isNumber =
				["number", "boolean"].includes(typeof number) || (typeof sent === "string" && number !== undefined);
			const isDigits = typeof sent === "string" && /^\d+$/.test(sent);
			const value = typeof instant === "string" ? instant : isNumber || isDigits ? Number(number ?? sent) : "bad-value";
			const place = [serial, channel, instant].join(" | ");
			const same = values.get(place) ?? [];
			values.set(place, [...same, value]);
		}
	}
	for (const [place, same] of values) {
		const isTorn = new Set(same.filter((value) => typeof value === "number")).size > 1;
		for (const value of same)
			found.readings.push(`${place} | ${isTorn && typeof value === "number" ? "same-time" : value}`);
	}
	const isThere = (text: string) => {
		if (!star.test(text)) return places.has(text);
		if (Array.isArray(list) && length === 0) return true;
		return Array.from({ length }, (_, entry) => own(text, entry)).some((value) => value !== undefined);
	};
	found.missing = [...new Set(texts)].filter((text) => !isThere(text)).sort();
	found.readings.sort();
	return found;
}

readByLeaves.comparable = ({ devices, unplaced, missing, doubtfulTime }: RecipeResult): Found => {
	const readings = devices.flatMap(({ serialNumber, readings: own }) =>
		own.map(({ channel, at, value, rejected }) => {
			const instant = at ?? rejected;
			return [serialNumber, channel, instant, at === null ? rejected : (rejected ?? value)].join(" | ");
		}),
	);
	return { readings: readings.sort(), unplaced, missing: missing.toSorted(), isTimeDoubtful: doubtfulTime !== null };
};
