import { drizzle } from "drizzle-orm/durable-sqlite";
import { ensureAccount } from "../../../backend/account/members";
import { AccountObject } from "../../../backend/account-object";
import { createAccountParts } from "../../../backend/account-parts";
import { createNewId } from "../../../backend/base/ids";
import { forwardedHeaders } from "../../../backend/base/internal-headers";
import { idPrefixes } from "../../../shared/ids";
import { channelNames, deviceSecret, type FleetPart, fillFleet, fleetDeviceId, fleetReadings } from "./fill-fleet";

const accountId = `${idPrefixes.account}_${"0".repeat(26)}`;
const owner = { sub: "pat", name: "Pat Example", email: "pat@example.test" };
const dayMs = 24 * 60 * 60 * 1000;

type Asked = { calls: string[]; inputs?: Record<number, unknown>; times: number };

/** The product's own account, filled and asked by steps of the bench. */
export class BenchAccount extends AccountObject {
	constructor(
		private readonly state: DurableObjectState,
		private readonly bindings: BackendEnv,
	) {
		super(state, bindings);
	}

	/** Ends with the instance, so that what is asked next meets nothing that filling left in memory. */
	async fill(part: FleetPart): Promise<void> {
		const now = Date.now();
		const { readingStore } = createAccountParts(this.state, this.bindings);
		const db = drizzle(this.state.storage);
		const store = { db, now, newId: createNewId(now) };
		const named = { companyName: "Acme Cold Stores", timeZone: "UTC", planName: "", owner };
		if (part.from === 0) ensureAccount(store, { accountId, ...named });
		await fillFleet({ db, sql: this.state.storage.sql, readingStore, now }, part);
	}

	/** A batch of queries, as a screen sends it, so many times; answers the bytes of the last. */
	async ask({ calls, inputs = {}, times }: Asked): Promise<number> {
		let bytes = 0;
		for (let time = 0; time < times; time += 1) {
			const answer = await this.fetch(request(calls, inputs));
			const text = await answer.text();
			if (!answer.ok || text.includes('"error"')) throw new Error(`Answered ${answer.status}: ${text.slice(0, 300)}`);
			bytes = new TextEncoder().encode(text).length;
		}
		return bytes;
	}

	/** Which state of the list a console that asks now would hold. */
	async known(): Promise<unknown> {
		const answer = await this.fetch(request(["device.getDeviceChanges"], {}));
		const [{ result }] = await answer.json<[{ result: { data: { json: { known: unknown } } } }]>();
		return result.data.json.known;
	}

	/** An upload of each of these devices, with readings that are new. */
	async upload({ places }: { places: number[] }): Promise<void> {
		for (const place of places) {
			const receivedAt = Date.now();
			const { channel, at, value } = fleetReadings(place, { until: receivedAt, everyMs: 60_000 });
			const answer = await this.appendUpload({
				...{ deviceId: fleetDeviceId(place), secret: deviceSecret, receivedAt, past: null },
				readings: { channels: [...channelNames], index: [...at.keys()], channel, at, value },
				validated: { sent: at.length, refused: [] },
			});
			if ("refusal" in answer) throw new Error(`Refused: ${answer.refusal}`);
		}
	}

	async evict(): Promise<void> {
		this.state.abort("Evicted by the bench");
	}
}

function request(calls: string[], inputs: Record<number, unknown>): Request {
	const url = new URL(`https://bench.test/api/proxy/${calls.join(",")}`);
	url.searchParams.set("batch", "1");
	url.searchParams.set("input", JSON.stringify(inputs));
	const now = Math.floor(Date.now() / 1000);
	const identity = {
		...{ sub: owner.sub, username: owner.sub, email: owner.email, name: owner.name, provider: null, issuedAt: now },
		...{ signIn: { originJti: "bench", authTime: now }, expiresAt: now + dayMs / 1000 },
	};
	const standing = { hasOthers: false, isNamed: true };
	const headers = forwardedHeaders(new Headers(), { identity, accountId, requestId: "bench-request", ...standing });
	return new Request(url, { headers });
}
