import { isRecord } from "../../shared/base/json-record";

/** Writes the texts of an error's fields in the page's language. They stay English if the words do not load. */
export async function translateFields(error: unknown): Promise<void> {
	const data: unknown = Reflect.get(Object(error), "data");
	if (!isRecord(data) || !isRecord(data.fields) || !isRecord(data.fieldKeys)) return;
	try {
		const { errorSentence } = await import("../../shared/errors/error-sentence");
		for (const [path, text] of Object.entries(data.fieldKeys)) data.fields[path] = errorSentence(String(text));
	} catch {
		// The English texts are shown.
	}
}
