/** Past this a parse could cost the isolate its memory, and the ends of the text have to do. */
const mostParsedBytes = 1_000_000;

const starts = ['{"result":', '{"error":', '[{"result":', '[{"error":'].map((text) => new TextEncoder().encode(text));

/** The ends of a body, as tRPC writes them: they show pages, other forms of errors, and what breaks off. */
export function looksWritten(body: Uint8Array): boolean {
	const end = body[0] === 0x5b ? 0x5d : 0x7d;
	return body.at(-1) === end && starts.some((start) => start.every((byte, index) => body[index] === byte));
}

/** Whether tRPC's clients can read a body: results and errors in the form of superjson, and an error where `isError`. */
export function isEnvelope(body: Uint8Array, isError: boolean): boolean {
	if (body.byteLength > mostParsedBytes) return !isError && looksWritten(body);
	const parsed = parsedOrNull(body);
	const items = Array.isArray(parsed) ? parsed : [parsed];
	return items.length > 0 && items.every(isItem) && (!isError || items.some(holdsError));
}

function parsedOrNull(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		return null; // not JSON, whatever it calls itself
	}
}

function isItem(item: unknown): boolean {
	return holdsError(item) || (isObject(item) && isObject(item.result));
}

function holdsError(item: unknown): boolean {
	if (!isObject(item) || !isObject(item.error) || !isObject(item.error.json)) return false;
	const { message, code } = item.error.json;
	return typeof message === "string" && typeof code === "number";
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
