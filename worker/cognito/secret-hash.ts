/** Cognito's SECRET_HASH: Base64(HMAC-SHA-256(client secret, username + client id)). */
export async function secretHash(clientSecret: string, username: string, clientId: string): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(clientSecret), algorithm, false, ["sign"]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(username + clientId));
	return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
