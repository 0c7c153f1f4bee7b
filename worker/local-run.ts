import type { Context } from "hono";
import { errorAnswer } from "./answers";
import type { Console } from "./console";
import { isLoopback } from "./loopback";

/** The emulated user pool and the mailbox: only where they are bound, and only on the machine itself. */
export async function localRun(c: Context<Console>): Promise<Response> {
	const { local } = c.get("deployment").environment;
	if (local === null || !isLoopback(c.req.url)) return errorAnswer("NotFound", c.get("requestId"));
	const response = await local.fetch(c.req.raw);
	return new Response(response.body, response);
}
