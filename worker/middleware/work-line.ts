import { routePath } from "hono/route";
import { isAcceptedUpload, outcomeOf, recordWork, type WorkLine } from "../../shared/errors/work-line";
import type { Middleware } from "../services/console";

export const workLine: Middleware = async (c, next) => {
	const startedAt = Date.now();
	await next();
	const { status } = c.res;
	const work: WorkLine = {
		line: "request",
		place: "console",
		name: `${c.req.method} ${routePath(c)}`,
		outcome: outcomeOf(status),
		status,
		reason: c.get("refusal"),
		ms: Date.now() - startedAt,
		requestId: c.get("requestId"),
	};
	const { settings } = c.get("deployment").environment;
	const share = settings.isValid && isAcceptedUpload(work) ? settings.value.uploadLogShare : 1;
	recordWork(work, { log: console, metrics: c.env.METRICS }, Math.random() < share);
};
