import { oneLine } from "../../../shared/base/name-text";
import type { ReportFormat } from "../../../shared/report/report";

const mediaTypes: Record<ReportFormat, string> = {
	csv: "text/csv; charset=utf-8",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	pdf: "application/pdf",
	json: "application/json",
};

/** Most file systems allow 255 bytes; leaves room for suffixes. */
const mostBytes = 200;

/** `from` and `to`: dates in the report's zone, as 2026-11-25. */
export type FileNameVariables = Record<"name" | "company" | "from" | "to" | "group" | "type", string>;

export function reportMediaType(format: ReportFormat): string {
	return mediaTypes[format];
}

/** Returns a portable file name; falls back to the report's name if the template leaves nothing. */
export function reportFileName(template: string, variables: FileNameVariables, format: ReportFormat): string {
	const known = new Map(Object.entries(variables));
	// One pass, because a device can be named `{to}`.
	const filled = template.replace(/\{([a-z]+)\}/g, (all, name: string) => known.get(name) ?? all);
	const end = `.${format}`;
	const named = filled.toLowerCase().endsWith(end) ? filled.slice(0, -end.length) : filled;
	return (safeName(named) || safeName(variables.name) || "report") + end;
}

export function safeFileName(text: string, otherwise: string): string {
	return safeName(text) || otherwise;
}

function safeName(text: string): string {
	const allowed = oneLine(text.normalize("NFC"))
		.replace(/[<>:"/\\|?*]/g, "-")
		.replace(/^[\s.~]+/, "");
	const name = shortened(allowed).replace(/[\s.]+$/, "");
	if (!/[\p{L}\p{N}\p{S}]/u.test(name)) return "";
	// Windows reserves these names, with any extension.
	return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i.test(name) ? `_${name}` : name;
}

function shortened(text: string): string {
	const encoder = new TextEncoder();
	let bytes = 0;
	let short = "";
	for (const { segment } of new Intl.Segmenter("en").segment(text)) {
		bytes += encoder.encode(segment).byteLength;
		if (bytes > mostBytes) break;
		short += segment;
	}
	return short;
}

/** RFC 6266, with an ASCII name and the full one in RFC 8187 form. */
export function contentDisposition(fileName: string): string {
	const ascii = fileName
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^ -~]|["\\%]/gu, "_");
	const whole = encodeURIComponent(fileName.toWellFormed()).replace(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
