import { GetLakeFile } from "../../shared/account/lake";
import { type ArchiveFiles, GetArchiveFiles } from "../../shared/account/leaving";
import { GetTrailReviewFile } from "../../shared/account/trail-review";
import { GetAttachmentFile } from "../../shared/base/attachment";
import { ReportFileId } from "../../shared/base/ids";
import { appendAll } from "../../shared/base/lists";
import {
	GetReportFiles,
	GetYearOfFiles,
	type StoredReportFile,
	type StoredReportFiles,
} from "../../shared/report/report";
import type { StoredAttachment } from "../attachment/router";
import { recordFault } from "../base/event-log";
import { type IdentifyParts, identify } from "../base/identify";
import { faultText } from "../base/report-error";
import { contentDisposition } from "../report/formats/report-file";
import { type StoredPart, zipLayout } from "../workbook/zip-layout";
import { mostPartBytes, type ZipPart, zipStream } from "../workbook/zip-stream";
import { type AccountCall, type AccountCallParts, createAccountCall } from "./account-call";
import { pulledBytes } from "./export-body";
import { CallDeniedError, denyExport } from "./export-denial";
import { storedResponse, watched } from "./stored-response";

type Bucket = Pick<R2Bucket, "get">;
type FileParts = AccountCallParts & IdentifyParts & { bucket: Bucket };

/** `GET /api/files/<id>`, `?runs=<id>,<id>`, `?report=<id>&year=2026`, `/api/files/<export>?archive=1`, a lake's `/api/files/<part>?day=20000`, or `/api/files/<id>?review=<id>` of a review of the audit log. */
export function createFileEndpoint({ verifier, people, bucket, ...parts }: FileParts) {
	return async function fileEndpoint(request: Request, requestId: string): Promise<Response> {
		if (request.method !== "GET") return denyExport("MethodNotAllowed", { requestId });
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") {
			return denyExport(identification.status === "refused" ? "SignedOut" : "SessionUnchecked", { requestId });
		}
		const call = createAccountCall(parts, { request, identity: identification.identity, requestId });
		const fail = (error: unknown) => {
			recordFault(error, "backend", { event: "export-failed", requestId, ...faultText(error) });
		};
		try {
			const requested = request.headers;
			const response = await respond(new URL(request.url), {
				call,
				bucket,
				asked: requested,
				requestId,
				onFailure: fail,
			});
			return response ?? denyExport("FileNotFound", { requestId });
		} catch (error) {
			if (error instanceof CallDeniedError) {
				const denial = error.denial === "NotPermitted" ? "FileNotPermitted" : error.denial;
				return denyExport(denial, { requestId });
			}
			fail(error);
			return denyExport("FileUnavailable", { requestId });
		}
	};
}

type Reading = {
	call: AccountCall;
	bucket: Bucket;
	asked: Headers;
	requestId: string;
	onFailure: (error: unknown) => void;
};

/** Null: not a file's URL. The router of this backend responds, so its types hold. */
async function respond({ pathname, searchParams }: URL, reading: Reading): Promise<Response | null> {
	const { call, bucket, onFailure } = reading;
	if (pathname === "/api/files") {
		const requested = await requestedFiles(searchParams, call);
		if (requested === null) return null;
		const { name, files } = requested as StoredReportFiles;
		const parts = zipParts(bucket, files);
		const headers = { ...fileHeaders("application/zip", `${name}.zip`), "cache-control": "private, no-store" };
		return new Response(pulledBytes(watched(zipStream(parts), onFailure)), { headers });
	}
	const inLake = GetLakeFile.safeParse({ day: Number(searchParams.get("day")), part: pathname.split("/").at(-1) });
	if (inLake.success)
		return fileResponse((await call("account.getLakeFile", inLake.data)) as StoredReportFile, reading);
	const archive = GetArchiveFiles.safeParse({
		exportId: pathname.split("/").at(-1),
		archive: Number(searchParams.get("archive") ?? 1),
		after: -1,
	});
	if (archive.success) return archiveResponse(archive.data, reading);
	const attachment = GetAttachmentFile.safeParse({ attachmentId: pathname.split("/").at(-1) });
	if (attachment.success) {
		const found = (await call("attachment.getAttachmentFile", attachment.data)) as StoredAttachment;
		const pieces = [{ key: found.objectKey, bytes: found.bytes }];
		return storedResponse({ ...reading, pieces, headers: fileHeaders(found.mediaType, found.name) });
	}
	const fileId = ReportFileId.safeParse(pathname.split("/").at(-1));
	if (!fileId.success) return null;
	const review = GetTrailReviewFile.safeParse({ fileId: fileId.data, reviewId: searchParams.get("review") });
	if (review.success) {
		return fileResponse((await call("account.getTrailReviewFile", review.data)) as StoredReportFile, reading);
	}
	return fileResponse((await call("report.getFile", { fileId: fileId.data })) as StoredReportFile, reading);
}

function fileResponse(file: StoredReportFile, reading: Reading): Promise<Response> {
	const pieces = [{ key: file.objectKey, bytes: file.bytes }];
	return storedResponse({ ...reading, pieces, headers: fileHeaders(file.mediaType, file.name) });
}

async function archiveResponse(requested: GetArchiveFiles, reading: Reading): Promise<Response> {
	const pageAfter = async (after: number) =>
		(await reading.call("account.getArchiveFiles", { ...requested, after })) as ArchiveFiles;
	const first = await pageAfter(requested.after);
	const parts = storedParts(first);
	for (let page = first; page.next !== null; ) {
		page = await pageAfter(page.next);
		appendAll(parts, storedParts(page));
	}
	const headers = fileHeaders("application/zip", first.name);
	return storedResponse({ ...reading, pieces: zipLayout(parts), headers });
}

function storedParts({ files }: ArchiveFiles): StoredPart[] {
	return files.map(({ objects, ...file }) => ({
		...file,
		objects: objects.map(({ key, bytes, packedBytes = bytes }) => ({ key, bytes: packedBytes })),
		isPacked: objects.every(({ packedBytes }) => packedBytes !== undefined),
	}));
}

function fileHeaders(mediaType: string, name: string) {
	return { "content-type": mediaType, "content-disposition": contentDisposition(name) };
}

async function requestedFiles(search: URLSearchParams, call: AccountCall): Promise<unknown> {
	const runIds = search.get("runs")?.split(",");
	if (runIds !== undefined) {
		const runs = GetReportFiles.safeParse({ runIds });
		return runs.success ? call("report.getFiles", runs.data) : null;
	}
	const year = GetYearOfFiles.safeParse({ reportId: search.get("report"), year: Number(search.get("year")) });
	return year.success ? call("report.getYearOfFiles", year.data) : null;
}

async function* zipParts(bucket: Bucket, files: readonly StoredReportFile[]): AsyncGenerator<ZipPart, void> {
	for (const file of files) {
		yield { path: file.name, data: await wholeBody(bucket, file), isLarge: file.bytes > mostPartBytes };
	}
}

async function wholeBody(
	bucket: Bucket,
	file: Pick<StoredReportFile, "objectKey" | "bytes">,
): Promise<ReadableStream<Uint8Array>> {
	const object = await bucket.get(file.objectKey);
	if (object?.size !== file.bytes) {
		await object?.body.cancel();
		throw new Error(`The bucket holds ${object?.size ?? "nothing"} of ${file.bytes} bytes`);
	}
	return object.body;
}
