import { limits } from "../../shared/limits";
import { ImportOptions } from "../../shared/reading-import";
import { parseFile } from "./parse-file";
import type { ParsedImport } from "./parsed-file";
import { readBytes } from "./read-bytes";

const paths = ["/api/proxy/log.previewImport", "/api/proxy/log.importReadings"];
const optionsLength = 20_000;
const fileNameLength = 200;
const unnamed = "file";

/** Beside the file a form has its options and the marks between its parts. */
const formBytes = limits.importFileBytes + 100_000;

/** Whether a request is one of the calls whose file is read here, so that no account's object has to. */
export function isImportUpload({ method, url, headers }: Request): boolean {
	if (method !== "POST" || !/^multipart\/form-data\b/i.test(headers.get("content-type") ?? "")) return false;
	const { pathname, searchParams } = new URL(url);
	return paths.includes(pathname) && !searchParams.has("batch");
}

/** The same call as JSON, its file read. What is wrong with the form is for the procedure to refuse, after the rights to call it. */
export async function toImportCall(request: Request): Promise<Request> {
	const headers = new Headers(request.headers);
	headers.delete("content-length");
	headers.set("content-type", "application/json");
	// By hand: plain numbers and text need none of superjson's notes, and looking for some costs it a second.
	const body = JSON.stringify({ json: await readForm(request) });
	return new Request(request.url, { method: "POST", headers, body });
}

async function readForm(request: Request): Promise<Unchecked> {
	const bytes = await readBytes(request.body, formBytes);
	if (bytes === "too-large") return { options: null, fileName: unnamed, file: { problem: bytes } };
	const form = await parseForm(bytes, request.headers.get("content-type") ?? "");
	const file = form?.get("file");
	const parsedOptions = ImportOptions.safeParse(parseJson(form?.get("options")));
	if (!parsedOptions.success || !(file instanceof File))
		return {
			options: parsedOptions.data ?? null,
			fileName: unnamed,
			file: { problem: "missing" },
		};
	return {
		options: parsedOptions.data,
		fileName: fileNameOf(file),
		file: parseFile(new Uint8Array(await file.arrayBuffer()), parsedOptions.data),
	};
}

/** Options that are none cross as null: the procedure's schema names what is missing. */
type Unchecked = Omit<ParsedImport, "options"> & { options: ParsedImport["options"] | null };

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData | null> {
	try {
		return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
	} catch {
		// The parser's only way to say that these bytes are no form.
		return null;
	}
}

function parseJson(text: unknown): unknown {
	if (typeof text !== "string" || text.length > optionsLength) return null;
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON, so no options either.
		return null;
	}
}

/** The last part of what the browser calls it, without what no line of a log should hold. */
function fileNameOf({ name }: File): string {
	const plain = (name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
	return plain.slice(0, fileNameLength) || unnamed;
}
