/** Not set: a build from before it was, or an environment whose settings leave it out. */
type Bindings = Pick<BackendEnv, "ACCOUNT"> & { JURISDICTION?: string };

const jurisdictions = ["eu", "fedramp"] as const;

/** The accounts' objects where this deployment's data lies. Another jurisdiction has others of the same names. */
export function accountObjects({ ACCOUNT, JURISDICTION }: Bindings): BackendEnv["ACCOUNT"] {
	if (!JURISDICTION) return ACCOUNT;
	const known = jurisdictions.find((jurisdiction) => jurisdiction === JURISDICTION);
	if (known === undefined) throw new Error(`There is no jurisdiction ${JURISDICTION}`);
	return ACCOUNT.jurisdiction(known);
}
