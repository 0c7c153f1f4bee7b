import { DurableObject } from "cloudflare:workers";
import { actOnKeptState, type KeptObjectAct } from "../../shared/kept-state";
import type { LocalSeedApi } from "../../shared/local-seed";
import { deliverTo } from "../mailbox/mailbox-door";
import { createSeedTables } from "../seed/device-key-rows";
import { type SeedResult, seedDemo } from "../seed/seed-demo";
import { postDueReadings, simulatorTickMs } from "../simulator/post-due-readings";
import { isSimulating, switchSimulator } from "../simulator/simulator-switch";
import { answerCall } from "./answer-call";
import { createTables } from "./create-tables";
import { ensurePersonas } from "./ensure-personas";
import { jwksPath } from "./pool-identity";
import { changePoolSettings, type PoolSettings, type PoolSettingsChange, readPoolSettings } from "./pool-settings";
import { ensureSigningKey, type SigningKey, toJwks } from "./signing-key";

/** The one object of a local run: the two pools, and the keys and clock of the demo devices. */
export class UserPoolObject extends DurableObject<LocalEnv> {
	readonly #signingKey: Promise<SigningKey>;

	constructor(ctx: DurableObjectState, env: LocalEnv) {
		super(ctx, env);
		this.#signingKey = ctx.blockConcurrencyWhile(() => preparePool(ctx.storage.sql));
	}

	/** Cognito's two APIs at `/` of their hosts, and the user pool's public keys. */
	override async fetch(request: Request): Promise<Response> {
		const signingKey = await this.#signingKey;
		const { pathname } = new URL(request.url);
		if (request.method === "GET" && pathname === jwksPath) return Response.json(toJwks(signingKey));
		if (request.method !== "POST" || pathname !== "/") return new Response("Not found", { status: 404 });
		const pool = { sql: this.ctx.storage.sql, signingKey, now: Date.now(), deliver: deliverTo(this.env) };
		return answerCall(request, pool, (ms) => scheduler.wait(ms));
	}

	settings(): PoolSettings {
		return readPoolSettings(this.ctx.storage.sql);
	}

	changeSettings(change: PoolSettingsChange): PoolSettings {
		return changePoolSettings(this.ctx.storage.sql, change);
	}

	async seed(options: { isSimulating: boolean }): Promise<SeedResult> {
		const { storage } = this.ctx;
		// The binding's type does not know the entrypoint, which is another project's: the contract is in shared.
		const backend = this.env.SEED as unknown as LocalSeedApi;
		const now = Date.now();
		const result = await seedDemo({ sql: storage.sql, backend, now });
		if (result.readings > 0) {
			const seconds = ((Date.now() - now) / 1000).toFixed(1);
			console.info(`Seeded ${result.devices} devices with ${result.readings} readings in ${seconds} s`);
		}
		await switchSimulator(storage, options.isSimulating, now);
		return result;
	}

	keptState(act: KeptObjectAct): Promise<void> {
		return actOnKeptState(this.ctx, act);
	}

	/** One tick of the simulator. */
	override async alarm(): Promise<void> {
		const { storage } = this.ctx;
		try {
			await postDueReadings({ sql: storage.sql, backend: this.env.BACKEND, now: Date.now() });
		} finally {
			if (isSimulating(storage)) await storage.setAlarm(Date.now() + simulatorTickMs);
		}
	}
}

async function preparePool(sql: SqlStorage): Promise<SigningKey> {
	createTables(sql);
	createSeedTables(sql);
	await ensurePersonas(sql);
	return ensureSigningKey(sql);
}
