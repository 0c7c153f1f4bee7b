import { imageDimensionsFromData } from "image-dimensions";
import { attachmentLimits, attachmentMediaType, attachmentName } from "../../shared/base/attachment";
import { headerNames } from "../../shared/base/header-names";
import { hexOf } from "../../shared/base/hex";
import { readBody } from "../../shared/base/read-body";
import type { UploadedFile } from "../base/context";
import { trpcErrorResponse } from "../base/errors";
import { recordFault } from "../base/event-log";

const path = "/api/proxy/attachment.addAttachment";
const formBytes = attachmentLimits.bytes + 100_000;

export function isAttachmentUpload({ method, url, headers }: Request): boolean {
	if (method !== "POST" || !/^multipart\/form-data\b/i.test(headers.get("content-type") ?? "")) return false;
	const { pathname, searchParams } = new URL(url);
	return pathname === path && !searchParams.has("batch");
}

type UploadParts = {
	/** Calls the account with facts about a file, which no caller outside can send. */
	call: (request: Request, upload: UploadedFile) => Promise<Response>;
	store: (accountId: string, sha256: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
	requestId: string;
};

/** The row comes first, so that every object in R2 has one. */
export async function storeAttachment(submitted: Request, { call, store, requestId }: UploadParts): Promise<Response> {
	const addFile = (upload: UploadedFile) => {
		const sha256 = "sha256" in upload ? upload.sha256 : "0".repeat(64);
		return call(asJson(submitted, { sha256 }), upload);
	};
	const early = await addFile({ problem: "missing" });
	if (early.status !== 400) {
		await submitted.body?.cancel();
		return early;
	}
	if (Number(submitted.headers.get("content-length") ?? 0) > formBytes) {
		await submitted.body?.cancel();
		return addFile({ problem: "tooLarge" });
	}
	const bytes = await readBody(submitted.body, formBytes);
	if (bytes === "too-large") return addFile({ problem: "tooLarge" });
	const file = await fileIn(bytes, submitted.headers.get("content-type") ?? "");
	if (file === null) return early;
	if (file.size > attachmentLimits.bytes) return addFile({ problem: "tooLarge" });
	const content = new Uint8Array(await file.arrayBuffer());
	const mediaType = attachmentMediaType(content);
	if (mediaType === null) return addFile({ problem: content.length === 0 ? "empty" : "otherType" });
	const sha256 = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
	const facts = { sha256, mediaType, bytes: content.length, name: attachmentName(file.name, mediaType) };
	const size = mediaType === "application/pdf" ? undefined : imageDimensionsFromData(content);
	const added = await addFile({ ...facts, ...(size && { width: size.width, height: size.height }) });
	const accountId = added.headers.get(headerNames.account);
	if (!added.ok || accountId === null) return added;
	try {
		await store(accountId, sha256, content, mediaType);
		return added;
	} catch (error) {
		recordFault(error, "backend", { event: "attachment-not-stored", requestId });
		await added.body?.cancel();
		return trpcErrorResponse("ATTACHMENT_NOT_STORED", "The file could not be stored", requestId);
	}
}

function asJson({ url, headers: submitted }: Request, input: object): Request {
	const headers = new Headers(submitted);
	headers.delete("content-length");
	headers.set("content-type", "application/json");
	return new Request(url, { method: "POST", headers, body: JSON.stringify({ json: input }) });
}

async function fileIn(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<File | null> {
	try {
		const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
		const file = form.get("file");
		return file instanceof File ? file : null;
	} catch {
		// `formData` throws for bytes that are not a form.
		return null;
	}
}
