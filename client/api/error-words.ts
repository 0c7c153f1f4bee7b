import { isRecord } from "../../shared/base/json-record";

/** Loads the sentences of a failure, and writes the texts of its fields in the page's language: English if that fails. */
export async function loadErrorWords(error: unknown): Promise<void> {
	const data: unknown = Reflect.get(Object(error), "data");
	if (!isRecord(data)) return;
	try {
		if (typeof data.reason === "string" || typeof data.ending === "string") await import("./failure-sentences");
		if (!isRecord(data.fields) || !isRecord(data.fieldKeys)) return;
		const { errorSentence } = await import("../../shared/errors/error-sentence");
		for (const [path, text] of Object.entries(data.fieldKeys)) data.fields[path] = errorSentence(String(text));
	} catch {
		// A general sentence and the English texts are shown.
	}
}
