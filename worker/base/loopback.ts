const loopbackAddress = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

export function isLoopback(url: string): boolean {
	return loopbackAddress.test(url);
}

/** TLS or this machine, so secrets may be sent. */
export function isPrivateLine(url: URL): boolean {
	return url.protocol === "https:" || isPlainLoopback(url.href);
}

/** Over plain http, browsers accept Secure cookies only from loopback, and not all of them do. */
export function isPlainLoopback(url: string): boolean {
	return url.startsWith("http:") && loopbackAddress.test(url);
}
