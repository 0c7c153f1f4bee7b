import { binaryText } from "../../shared/base/binary-text";
import { hexOf } from "../../shared/base/hex";
import { isRecord } from "../../shared/base/json-record";
import { sha256Hex } from "../base/sha-256";
import { textField } from "./cognito-client";

export type NewDevice = { deviceKey: string; deviceGroupKey: string };

/** The 3072-bit group of RFC 3526, used by Cognito's SRP: https://www.rfc-editor.org/rfc/rfc3526#section-4 */
const prime = BigInt(
	`0x${[
		"FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD",
		"EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED",
		"EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F",
		"83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B",
		"E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510",
		"15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7",
		"ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C",
		"BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
	].join("")}`,
);
const generator = 2n;

export function parseNewDevice(body: Record<string, unknown>): NewDevice | null {
	const result = body.AuthenticationResult;
	const metadata = isRecord(result) ? result.NewDeviceMetadata : null;
	if (!isRecord(metadata)) return null;
	const deviceKey = textField(metadata, "DeviceKey");
	const deviceGroupKey = textField(metadata, "DeviceGroupKey");
	return deviceKey !== null && deviceGroupKey !== null ? { deviceKey, deviceGroupKey } : null;
}

export async function createDeviceSecret(device: NewDevice) {
	const password = base64Of(crypto.getRandomValues(new Uint8Array(40)));
	const salt = paddedHex(BigInt(`0x${hexOf(crypto.getRandomValues(new Uint8Array(16)))}`));
	const verifier = await passwordVerifier(device, password, salt);
	return { password, config: { Salt: base64Of(bytesOf(salt)), PasswordVerifier: base64Of(bytesOf(verifier)) } };
}

/** SRP-6a as in Cognito: g^H(salt | H(group key, device key, ":", password)) mod N, in hex. */
export async function passwordVerifier(device: NewDevice, password: string, saltHex: string): Promise<string> {
	const secret = new TextEncoder().encode(`${device.deviceGroupKey}${device.deviceKey}:${password}`);
	const exponent = await sha256Hex(bytesOf(`${saltHex}${await sha256Hex(secret)}`));
	return paddedHex(powerModulo(generator, BigInt(`0x${exponent}`), prime));
}

function bytesOf(hex: string): Uint8Array {
	return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function base64Of(bytes: Uint8Array): string {
	return btoa(binaryText(bytes));
}

/** Java's encoding of a positive integer: a leading zero byte if the first bit is set. */
function paddedHex(integer: bigint): string {
	const digits = integer.toString(16);
	const even = digits.length % 2 === 0 ? digits : `0${digits}`;
	return /^[89a-f]/.test(even) ? `00${even}` : even;
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let [result, square] = [1n, base % modulus];
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = (result * square) % modulus;
		square = (square * square) % modulus;
	}
	return result;
}
