const loopbackAddress = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Local conveniences require this besides their binding. */
export function isLoopback(url: string): boolean {
	return loopbackAddress.test(url);
}

/** Secrets may be sent here: over TLS, or to this machine. */
export function isPrivateLine(url: URL): boolean {
	return url.protocol === "https:" || isPlainLoopback(url.href);
}

/** Over plain http, browsers accept Secure cookies from loopback only, and not all of them do. */
export function isPlainLoopback(url: string): boolean {
	return url.startsWith("http:") && loopbackAddress.test(url);
}
