import superjson from "superjson";
import { readInput } from "../../shared/base/wire-input";
import { domainError, toTrpcError } from "./errors";

/** superjson serializes deeper data, as it detects cycles. */
const deepest = 32;

/** Skips superjson's copy of plain data, which is slow for ten thousand devices. A shared object arrives twice. */
export const wireTransformer = {
	serialize: (data: unknown) => (isPlainJson(data, deepest) ? { json: data } : superjson.serialize(data)),
	deserialize: readInputOrThrow,
};

/** Throws INPUT_NOT_READABLE as a TRPCError: tRPC reads inputs outside of procedures. */
function readInputOrThrow(submitted: unknown): unknown {
	try {
		return readInput(submitted);
	} catch (cause) {
		throw toTrpcError(domainError("INPUT_NOT_READABLE", {}, { cause })) ?? cause;
	}
}

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
		// superjson throws for these names.
		if (key === "constructor" || key === "prototype" || key === "__proto__") return false;
		if (!isPlainJson(Reflect.get(value, key), depth)) return false;
	}
	return true;
}
