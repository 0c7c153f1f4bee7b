import { routePath } from "hono/route";
import { outcomeOf, recordWork } from "../../shared/errors/work-line";
import type { Middleware } from "../services/console";

/** One line, and one point of the metrics, for each request that comes to this Worker. */
export const workLine: Middleware = async (c, next) => {
	const startedAt = Date.now();
	await next();
	const { status } = c.res;
	recordWork(
		{
			...{ line: "request", place: "console", name: `${c.req.method} ${routePath(c)}` },
			...{ outcome: outcomeOf(status), status, reason: c.get("refusal") },
			...{ ms: Date.now() - startedAt, requestId: c.get("requestId") },
		},
		{ log: console, metrics: c.env.METRICS },
	);
};
