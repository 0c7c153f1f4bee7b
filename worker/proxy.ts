import type { Context } from "hono";
import { authErrors } from "../shared/auth-errors";
import type { Console } from "./console";
import { refusalOf } from "./forward/batch-guard";
import { type ProxyReason, proxyError } from "./forward/error-body";
import { forwardCall } from "./forward/forward-call";
import { isOwnRequest } from "./middleware/same-origin";
import { visitOf } from "./session/visit";

/** Forwards batched tRPC calls. What can be refused is refused before anybody else is asked. */
export async function proxy(c: Context<Console>): Promise<Response> {
	const request = c.req.raw;
	const visit = visitOf(c);
	const { services } = c.get("deployment");
	const refuse = (reason: ProxyReason) => {
		visit.log({ event: "request-refused", name: reason });
		return proxyError(reason, visit.requestId);
	};
	if (!isOwnRequest(request)) return refuse("CROSS_SITE");
	const refusal = refusalOf(request);
	if (refusal !== null) return refuse(refusal);
	if (!services.isReady) {
		const [{ error }] = services.problems;
		visit.log({ event: "request-refused", name: error });
		return proxyError("CONFIGURATION", visit.requestId, { name: error, message: authErrors[error].message });
	}
	return forwardCall(services.value, visit, request);
}
