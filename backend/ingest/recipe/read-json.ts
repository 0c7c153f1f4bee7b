import {
	applyRecipe,
	countNumbers,
	type RecipeReading,
	type RecipeResult,
} from "../../../shared/device/recipe/apply-recipe";
import type { PayloadRecipe } from "../../../shared/device/recipe/payload-recipe";
import { type Rejection, rejections } from "../rejections";
import type { SentByDevice, SentEntry, SentReadings } from "../sent-readings";

/** `madeAt` (epoch ms) distinguishes versions of the same number, one from before the account was restored. */
export type CurrentRecipe = { version: number; recipe: PayloadRecipe; madeAt?: number };

/** Reads a JSON message of any shape. Without a recipe nothing of it is stored. `receivedAt` is epoch ms. */
export function readJson(body: unknown, current: CurrentRecipe | null, receivedAt: number): SentReadings | Rejection {
	const result = current ? applyRecipe(current.recipe, body, receivedAt) : noResult;
	if (result === null) return rejections.tooManyReadings;
	let index = 0;
	const devices = result.devices.map(({ serialNumber, readings, found }): SentByDevice => {
		const entries = readings.map((reading) => entryOf(reading, index++));
		return { ...placeOf(current?.recipe, serialNumber), name: null, entries, found };
	});
	const unplaced = Array.from({ length: result.unplaced }, () => ({
		index: index++,
		reason: "unknown-device" as const,
	}));
	const { missing, doubtfulTime } = result;
	return {
		devices,
		rejected: unplaced,
		recipe: { version: current?.version ?? null, madeAt: current?.madeAt, values: countNumbers(body), missing },
		unread: doubtfulTime ? [{ name: doubtfulTime.path, is: "a time that cannot be true" }] : [],
	};
}

const noResult: RecipeResult = { devices: [], unplaced: 0, missing: [], doubtfulTime: null };

function placeOf(recipe: PayloadRecipe | undefined, serialNumber: string | null) {
	if (serialNumber !== null) return { serialNumber };
	const device = recipe?.device;
	return device && "deviceId" in device ? { serialNumber: "", deviceId: device.deviceId } : { serialNumber: "" };
}

function entryOf({ channel, unit, at, value, rejected }: RecipeReading, index: number): SentEntry {
	return { index, channel, at, value, ...(unit !== null && { unit }), ...(rejected !== null && { rejected }) };
}
