import { reservedHeaders } from "../forward/header-policy";

/** Headers that every call upstream carries, by name. A value may be a secret. */
export type UpstreamHeaders = readonly (readonly [name: string, value: string])[];

/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** No control characters, and no spaces that a header would lose. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Null where it is not a JSON object of names and texts, or names what is the forwarder's to say. */
export function parseUpstreamHeaders(text: string | undefined): UpstreamHeaders | null {
	if (!text) return [];
	const parsed = parsedOrNull(text);
	if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
	const headers: [string, string][] = [];
	for (const [spelledName, value] of Object.entries(parsed)) {
		const name = spelledName.toLowerCase();
		const isTwice = headers.some(([known]) => known === name);
		if (isTwice || !headerName.test(name) || isReserved(name)) return null;
		if (typeof value !== "string" || !headerValue.test(value)) return null;
		headers.push([name, value]);
	}
	return headers;
}

function parsedOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null; // not JSON, told to the operator as a problem of this setting
	}
}

function isReserved(name: string): boolean {
	return reservedHeaders.has(name) || /^(?:x-amz-|x-aqlcloud-|x-forwarded-|sec-|cf-)/.test(name);
}
