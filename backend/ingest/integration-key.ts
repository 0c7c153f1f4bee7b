import { idPrefixes } from "../../shared/ids";
import { createKeySigner } from "./signed-key";

/** Who a key with a right tag names, and the secret the account's object compares. */
export type IntegrationKeyClaims = { accountId: string; keyId: string; secret: string };

export type IntegrationKeys = {
	/** A new key of an integration, to be shown once, and the digest that is kept of it. */
	mint(accountId: string, keyId: string): Promise<{ key: string; digest: string }>;
	/** Null for a wrong form or tag: no object is ever asked about a forged key. */
	parse(key: string): Promise<IntegrationKeyClaims | null>;
};

/** Keys `aqi_…` of network servers and robots, which send for every device of an account. */
export function createIntegrationKeys(ingestSecrets: string[]): IntegrationKeys {
	const signer = createKeySigner("aqi", ingestSecrets);
	return {
		mint: signer.mint,
		async parse(key) {
			const parts = await signer.parse(key);
			if (!parts) return null;
			const { account, owner, secret } = parts;
			return {
				accountId: `${idPrefixes.account}_${account}`,
				keyId: `${idPrefixes.integrationKey}_${owner}`,
				secret,
			};
		},
	};
}
