import type * as z from "zod/mini";
import { isAuthErrorName } from "../../shared/auth-errors";
import { readBody } from "../read-body";
import { AuthRefusal } from "./auth-refusal";

const longestBody = 10_000;

/** The body as the schema has it; otherwise refuses by the name its first issue carries. */
export async function parseBody<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
	const reason = "refused before the user pool was asked";
	const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
	if (mediaType.trim().toLowerCase() !== "application/json") throw new AuthRefusal("UnsupportedMediaType", { reason });
	const bytes = await readBody(request.body, longestBody);
	if (bytes === "too-large") throw new AuthRefusal("RequestTooLarge", { reason });
	const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)));
	if (parsed.success) return parsed.data;
	const name = parsed.error.issues[0]?.message;
	throw new AuthRefusal(isAuthErrorName(name) ? name : "InvalidRequest", { reason });
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null; // answered as InvalidRequest
	}
}
