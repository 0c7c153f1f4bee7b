import { limits } from "../../shared/base/limits";
import { readBody } from "../../shared/base/read-body";
import { shallowOrNull } from "../../shared/base/shallow-json";
import { ImportOptions } from "../../shared/log/reading-import";
import { parseFile } from "./parse-file";
import type { ParsedImport } from "./parsed-file";

const paths = ["/api/proxy/log.previewImport", "/api/proxy/log.importReadings"];
const optionsLength = 20_000;
const fileNameLength = 200;
const unnamed = "file";

/** The form holds options and part boundaries beside the file. */
const formBytes = limits.importFileBytes + 100_000;

/** Whether the backend Worker parses the file, which saves the account's object the memory. */
export function isImportUpload({ method, url, headers }: Request): boolean {
	if (method !== "POST" || !/^multipart\/form-data\b/i.test(headers.get("content-type") ?? "")) return false;
	const { pathname, searchParams } = new URL(url);
	return paths.includes(pathname) && !searchParams.has("batch");
}

/** The call as JSON with the parsed file, or a rejection: of the caller before the body is read, else before parsing. */
export async function toImportCall(
	request: Request,
	call: (request: Request) => Promise<Response>,
): Promise<Request | Response> {
	const missing = { fileName: unnamed, file: { problem: "missing" } } as const; // literals of the schema
	/** Sends the call without its file: status 400 means that the options are valid so far. */
	const rejection = async (options: unknown) => {
		const response = await call(asJson(request, { options, ...missing }));
		if (response.status !== 400) return response;
		await response.body?.cancel();
		return null;
	};

	const early = await rejection(null);
	if (early) {
		await request.body?.cancel();
		return early;
	}
	const bytes = await readBody(request.body, formBytes);
	if (bytes === "too-large") return asJson(request, { options: null, ...missing, file: { problem: bytes } });
	const form = await parseForm(bytes, request.headers.get("content-type") ?? "");
	const sent = parseJson(form?.get("options"));
	const { data: options } = ImportOptions.safeParse(sent);
	const file = form?.get("file");
	if (options === undefined || !(file instanceof File)) return asJson(request, { options: sent, ...missing });
	const rejected = await rejection(options);
	if (rejected) return rejected;
	const parsed = await inSlices(parseFile(new Uint8Array(await file.arrayBuffer()), options));
	return asJson(request, { options, fileName: fileNameOf(file), file: parsed });
}

export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		await scheduler.wait(0);
	}
}

/** Without superjson, which would take a second to search for annotations. */
function asJson({ url, headers: submitted }: Request, input: Unchecked): Request {
	const headers = new Headers(submitted);
	headers.delete("content-length");
	headers.set("content-type", "application/json");
	return new Request(url, { method: "POST", headers, body: JSON.stringify({ json: input }) });
}

type Unchecked = Omit<ParsedImport, "options"> & { options: unknown };

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData | null> {
	try {
		return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
	} catch {
		// `formData` throws for bytes that are not a form.
		return null;
	}
}

function parseJson(text: unknown): unknown {
	return typeof text === "string" && text.length <= optionsLength ? shallowOrNull(text) : null;
}

function fileNameOf({ name }: File): string {
	const plain = (name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
	return plain.slice(0, fileNameLength) || unnamed;
}
