const loopbackAddress = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/;

/** Local conveniences need this as well as their binding. */
export function isLoopback(url: string): boolean {
	return loopbackAddress.test(url);
}

/** Browsers take Secure cookies over plain http from no other host, and not all of them from these. */
export function isPlainLoopback(url: string): boolean {
	return url.startsWith("http:") && loopbackAddress.test(url);
}
