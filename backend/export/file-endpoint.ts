import { ReportFileId } from "../../shared/ids";
import type { StoredReportFile } from "../../shared/report";
import type { TokenVerifier } from "../../shared/token-verifier";
import { recordFault } from "../base/event-log";
import { identify } from "../base/identify";
import { contentDisposition } from "../report/formats/report-file";
import { type AccountCallParts, createAccountCall } from "./account-call";
import { CallRefusedError, refuseExport } from "./export-refusal";

type FileParts = AccountCallParts & { verifier: TokenVerifier; bucket: Pick<R2Bucket, "get"> };

/** Answers `GET /api/files/<id>` with a whole file, by what its reader may have at this moment. */
export function createFileEndpoint({ verifier, bucket, ...parts }: FileParts) {
	return async function fileEndpoint(request: Request, requestId: string): Promise<Response> {
		if (request.method !== "GET") return refuseExport("MethodNotAllowed", { requestId });
		const identification = await identify(request.headers, { verifier, requestId });
		if (identification.status !== "known") {
			return refuseExport(identification.status === "refused" ? "SignedOut" : "SessionUnchecked", { requestId });
		}
		const fileId = ReportFileId.safeParse(new URL(request.url).pathname.split("/").at(-1));
		if (!fileId.success) return refuseExport("FileNotFound", { requestId });
		const call = createAccountCall(parts, { request, identity: identification.identity, requestId });
		try {
			// The router of this backend answers, so its types hold.
			const file = (await call("report.getFile", { fileId: fileId.data })) as StoredReportFile;
			return await sendFile(bucket, file);
		} catch (error) {
			if (error instanceof CallRefusedError) {
				const refusal = error.refusal === "NotPermitted" ? "FileNotPermitted" : error.refusal;
				return refuseExport(refusal, { requestId });
			}
			recordFault(error, "backend", { event: "export-failed", requestId, message: reasonText(error) });
			return refuseExport("FileUnavailable", { requestId });
		}
	};
}

async function sendFile(bucket: Pick<R2Bucket, "get">, file: StoredReportFile): Promise<Response> {
	const object = await bucket.get(file.objectKey);
	if (object?.size !== file.bytes) {
		await object?.body.cancel();
		throw new Error(`The bucket holds ${object?.size ?? "nothing"} of ${file.bytes} bytes`);
	}
	return new Response(object.body, {
		headers: {
			"content-type": file.mediaType,
			"content-length": String(file.bytes),
			"content-disposition": contentDisposition(file.name),
			"cache-control": "private, no-store",
		},
	});
}

function reasonText(error: unknown): string {
	return error instanceof Error ? error.message : "unknown";
}
