import { minuteMs } from "../../shared/base/durations";
import { parsedOrNull } from "../../shared/base/json-record";
import { LogExport, type LogExportHead, logFilterOf } from "../../shared/log/log-export";
import { zoneOffsetMinutes } from "../../shared/time/time-zones";
import { fieldsOf } from "../base/errors";
import { recordFault } from "../base/event-log";
import { type IdentifyParts, identify } from "../base/identify";
import { faultText } from "../base/report-error";
import { type AccountCall, type AccountCallParts, createAccountCall } from "./account-call";
import { exportBody } from "./export-body";
import { CallDeniedError, denyExport } from "./export-denial";
import { channelColumns } from "./export-rows";

type ExportParts = AccountCallParts & IdentifyParts;

/** Spreadsheets handle no more columns well. The long form has no limit. */
const mostColumns = 500;

const mediaTypes = {
	csv: "text/csv; charset=utf-8",
	json: "application/json",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Handles `GET /api/export`: streams a filter of the log as a file. */
export function createExportEndpoint({ verifier, people, ...parts }: ExportParts) {
	return async function exportEndpoint(request: Request, requestId: string): Promise<Response> {
		if (request.method !== "GET") return denyExport("MethodNotAllowed", { requestId });
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") {
			return denyExport(identification.status === "refused" ? "SignedOut" : "SessionUnchecked", { requestId });
		}
		const query = LogExport.safeParse(parsedOrNull(new URL(request.url).searchParams.get("query") ?? "null"));
		if (!query.success) return denyExport("InvalidQuery", { requestId, fields: fieldsOf(query.error) });
		const call = createAccountCall(parts, { request, identity: identification.identity, requestId });
		try {
			return await startExport(call, query.data, requestId);
		} catch (error) {
			if (error instanceof CallDeniedError) return denyExport(error.denial, { requestId, fields: error.fields });
			logFailure(requestId, error);
			return denyExport("LogUnavailable", { requestId });
		}
	};
}

async function startExport(call: AccountCall, query: LogExport, requestId: string): Promise<Response> {
	const { format, form } = query;
	const head = (await call("log.getExportHead", logFilterOf(query))) as LogExportHead;
	if (form === "wide" && channelColumns(head).length > mostColumns) {
		return denyExport("TooManyColumns", { requestId });
	}
	const body = exportBody({ call, query, head, now: Date.now(), onFailure: (error) => logFailure(requestId, error) });
	return new Response(body, {
		headers: {
			"content-type": mediaTypes[format],
			"content-disposition": `attachment; filename="${fileName(head, format)}"`,
			"cache-control": "private, no-store",
		},
	});
}

function fileName({ from, zone }: LogExportHead, format: LogExport["format"]): string {
	const day = new Date(from + zoneOffsetMinutes(zone, from) * minuteMs).toISOString().split("T")[0];
	return `aqlcloud-log-${day}.${format}`;
}

function logFailure(requestId: string, error: unknown): void {
	recordFault(error, "backend", { event: "export-failed", requestId, ...faultText(error) });
}
