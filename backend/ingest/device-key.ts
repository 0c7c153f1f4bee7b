import { idPrefixes } from "../../shared/ids";
import { createKeySigner } from "./signed-key";

/** Who a key with a right tag names, and the secret the account's object compares. */
export type DeviceKeyClaims = { accountId: string; deviceId: string; secret: string };

export type DeviceKeys = {
	/** A new key of a device, to be shown once, and the digest that is kept of it. */
	mint(accountId: string, deviceId: string): Promise<{ key: string; digest: string }>;
	/** Null for a wrong form or tag: no object is ever asked about a forged key. */
	parse(key: string): Promise<DeviceKeyClaims | null>;
};

/** Keys `aqd_…`, each of one device: what it sends can be its own only. */
export function createDeviceKeys(ingestSecrets: string[]): DeviceKeys {
	const signer = createKeySigner("aqd", ingestSecrets);
	return {
		mint: signer.mint,
		async parse(key) {
			const parts = await signer.parse(key);
			if (!parts) return null;
			const { account, owner, secret } = parts;
			return { accountId: `${idPrefixes.account}_${account}`, deviceId: `${idPrefixes.device}_${owner}`, secret };
		},
	};
}
