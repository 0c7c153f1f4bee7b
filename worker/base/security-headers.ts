/** Hashes of the import maps with the words of each language, as the build defines them: ` 'sha256-…'` for each. */
declare const __IMPORT_MAP_SOURCES__: string | undefined;
const importMapSources = typeof __IMPORT_MAP_SOURCES__ === "undefined" ? "" : __IMPORT_MAP_SOURCES__;

/** Same as client/public/_headers, for files that bypass the Worker. */
export const documentHeaders: Record<string, string> = {
	"content-security-policy": [
		"default-src 'none'",
		`script-src 'self'${importMapSources}`,
		// Mantine and the toaster insert style elements.
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
	].join("; "),
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"x-frame-options": "DENY",
	"permissions-policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Headers of responses that are not rendered: each header costs time, and the others concern only documents. */
export const dataHeaders: Record<string, string> = {
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"cross-origin-resource-policy": "same-origin",
};
