type Bindings = Pick<BackendEnv, "ACCOUNT"> & { JURISDICTION?: string };

const jurisdictions = ["eu", "fedramp"] as const;

/** Each jurisdiction has its own objects under the same names. */
export function accountObjects({ ACCOUNT, JURISDICTION }: Bindings): BackendEnv["ACCOUNT"] {
	if (!JURISDICTION) return ACCOUNT;
	const known = jurisdictions.find((jurisdiction) => jurisdiction === JURISDICTION);
	if (known === undefined) throw new Error(`There is no jurisdiction ${JURISDICTION}`);
	return ACCOUNT.jurisdiction(known);
}
