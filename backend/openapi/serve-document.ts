import { binaryText } from "../../shared/base/binary-text";
import { ownValue } from "../../shared/base/own-value";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../base/direct-response";
import { apiRoot } from "./call-operations";
import { openApiDocument } from "./document";
import { apiPage } from "./page";
import { pageStyle } from "./page-parts";
import { uploadRoot } from "./upload-operations";

type Rendered = { text: string; etag: string; headers: { "content-type": string; "content-security-policy"?: string } };

type DocumentRequest = Pick<DirectRequest<"api">, "url" | "method" | "headers">;

const anyOrigin = "https://console.invalid";
const pagePath = `${apiRoot}/`;
const documentPath = `${apiRoot}/openapi.json`;

export const documentPaths = [apiRoot, pagePath, documentPath];

/** Uploads had a document of their own. */
export const formerDocuments: Record<string, string> = {
	[uploadRoot]: pagePath,
	[`${uploadRoot}/`]: pagePath,
	[`${uploadRoot}/openapi.json`]: documentPath,
};

let rendered: { document: Rendered; page: Rendered } | null = null;

export async function serveDocument(request: DocumentRequest, requestId: string): Promise<DirectResponse<"api">> {
	const { method, headers } = request;
	if (method !== "GET" && method !== "HEAD") return methodRejection(requestId);
	const { pathname, origin } = new URL(request.url);
	rendered ??= await render();
	const { text, etag, headers: own } = pathname === documentPath ? rendered.document : rendered.page;
	const returned = { ...own, etag, "cache-control": "public, max-age=300" };
	if (isKnown(headers.get("if-none-match"), etag)) return responseWith(null, { status: 304, headers: returned });
	return responseWith(method === "HEAD" ? null : text.replaceAll(anyOrigin, origin), { headers: returned });
}

export function serveFormerDocument({ url }: Pick<Request, "url">): DirectResponse<"ingest"> {
	const location = ownValue(formerDocuments, new URL(url).pathname) ?? pagePath;
	return responseWith(null, { status: 301, headers: { location } });
}

async function render() {
	const document = openApiDocument(anyOrigin);
	const text = JSON.stringify(document, null, 2);
	const page = String(await apiPage(document, documentPath));
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

function methodRejection(requestId: string): DirectResponse<"api"> {
	const error = { name: "MethodNotAllowed", message: "This page is read.", requestId };
	return jsonWith({ error }, { status: 405, headers: { allow: "GET, HEAD" } });
}
