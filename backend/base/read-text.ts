import { readBody } from "../../shared/base/read-body";

/** Null: more than `mostBytes`. What is no UTF-8 is replaced. */
export async function readText({ body }: Request, mostBytes: number): Promise<string | null> {
	const bytes = await readBody(body, mostBytes);
	return bytes === "too-large" ? null : new TextDecoder().decode(bytes);
}
