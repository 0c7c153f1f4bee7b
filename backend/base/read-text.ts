import { readBody } from "../../shared/base/read-body";

/** Null if the body exceeds `mostBytes`. Replaces invalid UTF-8. */
export async function readText({ body }: Pick<Request, "body">, mostBytes: number): Promise<string | null> {
	const bytes = await readBody(body, mostBytes);
	return bytes === "too-large" ? null : new TextDecoder().decode(bytes);
}
