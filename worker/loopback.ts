const loopbackAddress = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Local conveniences need this as well as their binding. */
export function isLoopback(url: string): boolean {
	return loopbackAddress.test(url);
}

/** An address that secrets may be sent to: over TLS, or not beyond this machine. */
export function isPrivateLine(url: URL): boolean {
	return url.protocol === "https:" || isPlainLoopback(url.href);
}

/** Browsers take Secure cookies over plain http from no other host, and not all of them from these. */
export function isPlainLoopback(url: string): boolean {
	return url.startsWith("http:") && loopbackAddress.test(url);
}
