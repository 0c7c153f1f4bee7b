import type { Context } from "hono";
import { authErrors } from "../shared/auth-errors";
import { refusalOf } from "./forward/batch-guard";
import { type ProxyReason, proxyError } from "./forward/error-body";
import { forwardCall } from "./forward/forward-call";
import { isOwnRequest } from "./middleware/same-origin";
import { type Console, requestContextOf } from "./request-context";

export async function proxy(c: Context<Console>): Promise<Response> {
	const request = c.req.raw;
	const context = requestContextOf(c);
	const { services } = c.get("deployment");
	const refuse = (reason: ProxyReason) => {
		context.log({ event: "request-refused", name: reason });
		return proxyError(reason, context.requestId);
	};
	if (!isOwnRequest(request)) return refuse("CROSS_SITE");
	const refusal = refusalOf(request);
	if (refusal !== null) return refuse(refusal);
	if (!services.isReady) {
		const [{ error }] = services.problems;
		context.log({ event: "request-refused", name: error });
		return proxyError("CONFIGURATION", context.requestId, { name: error, message: authErrors[error].message });
	}
	return forwardCall(services.value, context, request);
}
