export function toBase64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
}

/** Throws a SyntaxError, as JSON.parse does, for text of another form. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
	if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new SyntaxError("Not base64url");
	const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
