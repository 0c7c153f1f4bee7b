import type { Context } from "hono";
import type * as z from "zod/mini";
import { errorAnswer, jsonAnswer, withCookies } from "../answers";
import type { Console } from "../console";
import type { AuthEvent } from "../event-log";
import type { Services } from "../services";
import { type AuthCall, authCallOf } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { parseBody } from "./parse-body";

export type Handler = (c: Context<Console>, services: Services) => Promise<Response>;

export type Verb<Body> = {
	/** The log's name for it; `-failed` follows where it is refused. */
	event: AuthEvent;
	/** Null: the body is not read. */
	body: z.ZodMiniType<Body> | null;
	run: (call: AuthCall, body: Body) => Promise<unknown>;
};

/** A door's verb behind HTTP: what it returns is the answer's body, what it refuses is logged and named. */
export function toHandler<Body = null>({ event, body: schema, run }: Verb<Body>): Handler {
	return async (c, services) => {
		const call = authCallOf(c, services);
		const answer = await answerOf().catch((error: unknown) => refusalAnswer(call, event, error));
		return withCookies(answer, [...call.cookies.session, ...call.cookies.challenge]);

		async function answerOf(): Promise<Response> {
			// Without a schema a verb's Body is null, which is what the type parameter defaults to.
			const body = schema === null ? (null as Body) : await parseBody(c.req.raw, schema);
			return jsonAnswer(await run(call, body));
		}
	};
}

function refusalAnswer({ visit }: AuthCall, event: AuthEvent, error: unknown): Response {
	if (!(error instanceof AuthRefusal)) throw error;
	const { loggedName = error.code, reason, cognitoRequestId, ...texts } = error.details;
	visit.log({ event: `${event}-failed`, name: loggedName, reason, cognitoRequestId });
	return errorAnswer(error.code, visit.requestId, texts);
}
