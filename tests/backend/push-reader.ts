import { createECDH } from "node:crypto";
import ece from "http_ece";

export type PushToRead = { privateKey: string; auth: string; body: string };

/** As the browser does, by an implementation that the product does not use: RFC 8291. All in base64url. */
export function readPush({ privateKey, auth, body }: PushToRead): string {
	const ecdh = createECDH("prime256v1");
	ecdh.setPrivateKey(privateKey, "base64url");
	return ece
		.decrypt(Buffer.from(body, "base64url"), { version: "aes128gcm", privateKey: ecdh, authSecret: auth })
		.toString();
}
