import { hexOf } from "../../shared/base/hex";

export async function sha256Hex(bytes: BufferSource): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
