import type * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import { mediaTypeOf, readBody } from "../../shared/base/read-body";
import { isAuthErrorName } from "../../shared/session/auth-errors";
import type { AuthEvent } from "../base/event-log";
import { HttpError } from "../base/http-error";
import { jsonResponse } from "../base/responses";
import type { ConsoleHandler } from "../services/console";
import { type AuthCall, authCallOf } from "./auth-call";

export function authEndpoint<Body>(
	event: AuthEvent,
	schema: z.ZodMiniType<Body> | null,
	run: (call: AuthCall, body: Body) => Promise<unknown>,
): ConsoleHandler {
	return async (c) => {
		c.set("event", event);
		const body = schema === null ? (null as Body) : await parseBody(c.req.raw, schema);
		return jsonResponse(await run(authCallOf(c), body));
	};
}

const longestBody = 10_000;

/** Throws HttpError with the name in the first issue's message. */
async function parseBody<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
	const reason = "refused before the user pool was asked";
	if (mediaTypeOf(request.headers) !== "application/json") throw new HttpError("UnsupportedMediaType", { reason });
	const bytes = await readBody(request.body, longestBody);
	if (bytes === "too-large") throw new HttpError("RequestTooLarge", { reason });
	const parsed = schema.safeParse(parsedOrNull(new TextDecoder().decode(bytes)));
	if (parsed.success) return parsed.data;
	const name = parsed.error.issues[0]?.message;
	throw new HttpError(isAuthErrorName(name) ? name : "InvalidRequest", { reason });
}
