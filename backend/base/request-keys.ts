/** Null: no key. */
export type RequestKeys = readonly (string | null)[];

/** Structured Fields put a text in quotes. A bare text is also accepted. */
const keyForm = /^(?:"([!#-+\--[\]-~]{1,255})"|([\w:.-]{1,255}))?$/;

/** Undefined: an invalid key, or not exactly one for each call. */
export function parseRequestKeys(text: string | undefined, calls: number): RequestKeys | undefined {
	if (text === undefined) return [];
	const keys = text.split(",").map((part) => keyForm.exec(part.trim()));
	if (keys.length !== calls || keys.includes(null)) return undefined;
	return keys.map((key) => key?.[1] ?? key?.[2] ?? null);
}
