/** Of the calls of one request, in their order; null: that call has none. */
export type RequestKeys = readonly (string | null)[];

/** Structured Fields write a text in quotes; a bare one is taken as well. */
const keyForm = /^(?:"([!#-+\--[\]-~]{1,255})"|([\w:.-]{1,255}))?$/;

/** `text` is that of the header. Undefined: not one key for each of the `calls`, or not in their form. */
export function parseRequestKeys(text: string | undefined, calls: number): RequestKeys | undefined {
	if (text === undefined) return [];
	const keys = text.split(",").map((part) => keyForm.exec(part.trim()));
	if (keys.length !== calls || keys.includes(null)) return undefined;
	return keys.map((key) => key?.[1] ?? key?.[2] ?? null);
}
