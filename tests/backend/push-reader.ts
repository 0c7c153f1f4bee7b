import { createECDH } from "node:crypto";
import ece from "http_ece";

export type PushToRead = { privateKey: string; auth: string; body: string };

/** Decrypts by an independent implementation of RFC 8291. All values are base64url. */
export function readPush({ privateKey, auth, body }: PushToRead): string {
	const ecdh = createECDH("prime256v1");
	ecdh.setPrivateKey(privateKey, "base64url");
	return ece
		.decrypt(Buffer.from(body, "base64url"), { version: "aes128gcm", privateKey: ecdh, authSecret: auth })
		.toString();
}
