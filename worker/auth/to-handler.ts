import type { Context } from "hono";
import type * as z from "zod/mini";
import { isAuthErrorName } from "../../shared/auth-errors";
import { parsedOrNull } from "../../shared/json-record";
import { errorAnswer, jsonAnswer, withCookies } from "../answers";
import type { AuthEvent } from "../event-log";
import { readBody } from "../forward/bodies";
import type { Console } from "../request-context";
import type { Services } from "../services";
import { type AuthCall, AuthRefusal, authCallOf } from "./auth-call";

export type Handler = (c: Context<Console>, services: Services) => Promise<Response>;

export type Verb<Body> = {
	event: AuthEvent;
	body: z.ZodMiniType<Body> | null;
	run: (call: AuthCall, body: Body) => Promise<unknown>;
};

export function toHandler<Body = null>({ event, body: schema, run }: Verb<Body>): Handler {
	return async (c, services) => {
		const call = authCallOf(c, services);
		const answer = await answerOf().catch((error: unknown) => refusalAnswer(call, event, error));
		return withCookies(answer, [...call.cookies.session, ...call.cookies.challenge]);

		async function answerOf(): Promise<Response> {
			// Without a schema, Body is null by the type parameter's default.
			const body = schema === null ? (null as Body) : await parseBody(c.req.raw, schema);
			return jsonAnswer(await run(call, body));
		}
	};
}

function refusalAnswer({ context }: AuthCall, event: AuthEvent, error: unknown): Response {
	if (!(error instanceof AuthRefusal)) throw error;
	const { loggedName = error.code, reason, cognitoRequestId, ...texts } = error.details;
	context.log({ event: `${event}-failed`, name: loggedName, reason, cognitoRequestId });
	return errorAnswer(error.code, context.requestId, texts);
}

const longestBody = 10_000;

/** Throws AuthRefusal with the name in the first issue's message. */
async function parseBody<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
	const reason = "refused before the user pool was asked";
	const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
	if (mediaType.trim().toLowerCase() !== "application/json") throw new AuthRefusal("UnsupportedMediaType", { reason });
	const bytes = await readBody(request.body, longestBody);
	if (bytes === "too-large") throw new AuthRefusal("RequestTooLarge", { reason });
	const parsed = schema.safeParse(parsedOrNull(new TextDecoder().decode(bytes)));
	if (parsed.success) return parsed.data;
	const name = parsed.error.issues[0]?.message;
	throw new AuthRefusal(isAuthErrorName(name) ? name : "InvalidRequest", { reason });
}
