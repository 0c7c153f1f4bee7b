import superjson from "superjson";
import type { DeviceListRow } from "../../shared/device";
import { type PackedAnswer, packedAnswer } from "../../shared/packed-devices";

/** Deeper data is left to superjson, which can tell a ring. */
const deepest = 32;

/**
 * What superjson does, at a fraction of its time where there is nothing to note: it copies every object of a list of
 * ten thousand devices, which takes longer than to make the list. Objects that stand in two places arrive as two.
 */
export const wireTransformer = {
	serialize(data: unknown) {
		const packed = packedFormOf(data);
		if (packed && isPlainJson(packed.json, deepest)) return packed;
		return isPlainJson(data, deepest) ? { json: data } : superjson.serialize(data);
	},
	deserialize: superjson.deserialize,
};

/** Whether JSON says all there is to say of a value. */
function isPlainJson(value: unknown, depth: number): boolean {
	switch (typeof value) {
		case "string":
		case "boolean":
			return true;
		case "number":
			return Number.isFinite(value) && !Object.is(value, -0);
		case "object":
			return value === null || (depth > 0 && isPlainObject(value, depth - 1));
		default:
			return false;
	}
}

function isPlainObject(value: object, depth: number): boolean {
	if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth));
	if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) return false;
	for (const key of Object.keys(value)) {
		// Of these names superjson makes an error.
		if (key === "constructor" || key === "prototype" || key === "__proto__") return false;
		if (!isPlainJson(Reflect.get(value, key), depth)) return false;
	}
	return true;
}

const packed = new WeakMap<object, PackedAnswer>();

/** Has a list leave packed. To the router it stays the list that it is, so that every client's types say the same. */
export function leavingPacked(rows: DeviceListRow[]): DeviceListRow[] {
	packed.set(rows, packedAnswer(rows));
	return rows;
}

/** What an answer is to be written as; undefined: as it is. */
function packedFormOf(data: unknown): PackedAnswer | undefined {
	return typeof data === "object" && data !== null ? packed.get(data) : undefined;
}
