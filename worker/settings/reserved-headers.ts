import { headerNames } from "../../shared/base/header-names";
import { requestKeyHeader } from "../../shared/base/request-key";
import { sessionHeaders } from "../../shared/session/session-limits";

/** All other headers are dropped: cookies, the client's authorization, cf-*, forwarding and hop-by-hop headers. */
export const passedHeaders = [
	"content-type",
	"accept",
	"trpc-accept",
	"last-event-id",
	"accept-language",
	"traceparent",
	"user-agent",
	requestKeyHeader,
	headerNames.reason,
];

/** Headers that settings may not name: passed headers, the forwarder's own, and connection headers. */
export const reservedHeaders = new Set([
	...passedHeaders,
	"authorization",
	"cookie",
	headerNames.requestId,
	headerNames.callerRequestId,
	sessionHeaders.state,
	sessionHeaders.reason,
	sessionHeaders.idleMinutes,
	sessionHeaders.acted,
	headerNames.requestedBy,
	"origin",
	"forwarded",
	"host",
	"content-length",
	"content-encoding",
	"accept-encoding",
	"expect",
	"date",
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);
