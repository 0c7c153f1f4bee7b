import { binaryText } from "../../../shared/base/binary-text";
import type { HeaderReader } from "../../../shared/base/header-names";
import type { ReturnedHeader, TakenHeader } from "../../../shared/direct-endpoints";
import { jsonWith, type ResponseWith, responseWith } from "../../base/direct-response";
import { type Part, pageStyle } from "./page-parts";

type Rendered = { text: string; etag: string; headers: { "content-type": string; "content-security-policy"?: string } };

type DocumentRequest = Pick<Request, "url" | "method"> & {
	headers: HeaderReader<TakenHeader<"ingestPage"> & TakenHeader<"api">>;
};
type DocumentResponse = ResponseWith<ReturnedHeader<"ingestPage"> & ReturnedHeader<"api">>;

const anyOrigin = "https://console.invalid";

type Documents = { document: object; page: Part };

/** Serves an OpenAPI document at its path, and its page at any other. Renders both once. */
export function createDocumentServer(documentPath: string, make: (origin: string) => Promise<Documents>) {
	let rendered: { document: Rendered; page: Rendered } | null = null;

	return async function serveDocument(request: DocumentRequest, requestId: string): Promise<DocumentResponse> {
		const { method, headers } = request;
		if (method !== "GET" && method !== "HEAD") return methodRejection(requestId);
		const { pathname, origin } = new URL(request.url);
		rendered ??= await render(await make(anyOrigin));
		const { text, etag, headers: own } = pathname === documentPath ? rendered.document : rendered.page;
		const returned = { ...own, etag, "cache-control": "public, max-age=300" };
		if (isKnown(headers.get("if-none-match"), etag)) return responseWith(null, { status: 304, headers: returned });
		return responseWith(method === "HEAD" ? null : text.replaceAll(anyOrigin, origin), { headers: returned });
	};
}

async function render({ document, page: part }: Documents) {
	const text = JSON.stringify(document, null, 2);
	const page = String(part);
	const policy = [
		"default-src 'none'",
		`style-src 'sha256-${await digest(pageStyle)}'`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");
	return {
		document: { text, etag: await tagOf(text), headers: { "content-type": "application/json" } },
		page: {
			text: page,
			etag: await tagOf(page),
			headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
		},
	};
}

async function tagOf(text: string): Promise<string> {
	return `"${await digest(text)}"`;
}

async function digest(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
	return btoa(binaryText(bytes));
}

/** Weak comparison, as compression on the way weakens the tag. RFC 9110, 13.1.2. */
function isKnown(text: string | null, etag: string): boolean {
	const tags = text?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
	return tags.includes(etag) || tags.includes("*");
}

function methodRejection(requestId: string): DocumentResponse {
	const error = { name: "MethodNotAllowed", message: "This page is read.", requestId };
	return jsonWith({ error }, { status: 405, headers: { allow: "GET, HEAD" } });
}
