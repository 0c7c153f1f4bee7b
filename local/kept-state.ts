import { type KeptStateAct, restoreObject } from "../shared/kept-state";
import type { LocalSeedApi } from "../shared/local-seed";
import { cutBackend } from "./backend-wire";
import { mailbox } from "./mailbox/mailbox-door";
import { userPoolId } from "./user-pool/pool-identity";

/** Remembers all of a local run, or brings back what was remembered: accounts, people, mail, the line to the backend. */
export async function actOnLocalRun(env: LocalEnv, act: KeptStateAct): Promise<void> {
	// The binding's type does not know the entrypoint, which is another project's: the contract is in shared.
	const backend = env.SEED as unknown as LocalSeedApi;
	const ownObjects = [env.USER_POOL.getByName(userPoolId), mailbox(env)];
	// First, as it refuses to restore what was never kept.
	await backend.keptState(act);
	if (act === "keep") await Promise.all(ownObjects.map((object) => object.keptState(act)));
	else await Promise.all(ownObjects.map(restoreObject));
	cutBackend(false);
}
