import { asc } from "drizzle-orm";
import { AccountObject } from "../../../backend/account-object";
import { createAccountParts } from "../../../backend/account-parts";
import { createNewId } from "../../../backend/base/ids";
import { forwardedHeaders } from "../../../backend/base/internal-headers";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { listChannels } from "../../../backend/db/channel-rows";
import { insertIntegrationKey } from "../../../backend/db/integration-key-rows";
import { saveLineRule } from "../../../backend/db/line-rows";
import { holdsAccount } from "../../../backend/db/object-tables";
import * as schema from "../../../backend/db/schema";
import { namedOn, storeDerived } from "../../../backend/device/derived/store-derived";
import { digestSecret } from "../../../backend/keys/ingest-keys";
import type { CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { idPrefixes } from "../../../shared/base/ids";
import { limits } from "../../../shared/base/limits";
import type { NamedDefinition } from "../../../shared/device/derived/inputs";
import { parseLines } from "../../../shared/ingest/line-protocol";
import { addPastEvents, addPlan, type PastEvents } from "./add-plan";
import {
	channelNames,
	deviceSecret,
	type FleetPart,
	fillFleet,
	fleetDeviceId,
	fleetReadings,
	readingsEach,
	uploadIntervalSeconds,
} from "./fill-fleet";
import { foodGroupId, groupFleet } from "./group-fleet";

const accountId = `${idPrefixes.account}_${"0".repeat(26)}`;
const owner = { sub: "pat", name: "Pat Example", email: "pat@example.test" };
const tooWarm: CreateAlert = {
	name: "Too warm",
	description: "",
	severity: "critical",
	isEnabled: true,
	scope: { groupIds: [foodGroupId] },
	contactIds: [],
	contactGroupIds: [],
	notification: plainNotification,
	rule: {
		condition: {
			kind: "threshold",
			channels: { quantity: "temperature", unit: "°C", name: null },
			comparison: ">",
			limit: { from: "value", value: 8.9 },
		},
		clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
		forSeconds: 0,
		schedule: null,
	},
};
const derivedKinds = ["dewPoint", "vaporPressureDeficit", "absoluteHumidity", "wetBulb"] as const;

function definitionOf(kind: (typeof derivedKinds)[number]): NamedDefinition {
	const [temperature = "", humidity = ""] = channelNames;
	const sources = [
		{ role: "temperature", channelName: temperature },
		{ role: "humidity", channelName: humidity },
	];
	return { kind, sources, driver: temperature, toleranceSeconds: 60, options: {} };
}

const dayMs = 24 * 60 * 60 * 1000;
const lineKeyId = `${idPrefixes.integrationKey}_${"0".repeat(26)}`;
const lineSeries = (channel: string) => `bench ${channel.replaceAll(" ", "\\ ")}`;

export class BenchAccount extends AccountObject {
	constructor(
		private readonly state: DurableObjectState,
		private readonly bindings: BackendEnv,
	) {
		super(state, bindings);
	}

	async fill(part: FleetPart): Promise<void> {
		const now = Date.now();
		const named = { companyName: "Acme Cold Stores", timeZone: "UTC", planName: "", owner };
		if (part.from === 0) await this.ensureAccount({ accountId, ...named }, now);
		const { readingStore, db, ready } = createAccountParts(this.state, this.bindings);
		await ready;
		await fillFleet({ db, sql: this.state.storage.sql, readingStore, now }, part);
	}

	async derive({ from, to, count }: { from: number; to: number; count: number }): Promise<void> {
		const { readingStore, db, ready } = createAccountParts(this.state, this.bindings);
		await ready;
		const now = Date.now();
		const store = { db, readingStore, now, newId: createNewId(now), user: { id: "bench" } };
		const deviceIds = Array.from({ length: to - from }, (_, index) => fleetDeviceId(from + index));
		// Listed before the first is stored: each stored one lets every definition be read again.
		const channelsOf = Map.groupBy(listChannels(db, deviceIds), ({ deviceId }) => deviceId);
		db.transaction(() => {
			for (const [deviceId, channels] of channelsOf) {
				for (const kind of derivedKinds.slice(0, count)) {
					const definition = namedOn(definitionOf(kind), channels);
					storeDerived(store, deviceId, { name: kind, definition, channels });
				}
			}
		});
	}

	async countDevices(): Promise<number> {
		const { storage } = this.state;
		return holdsAccount(storage) ? openAccountDb(storage).$count(schema.devices) : 0;
	}

	async deviceIds(): Promise<string[]> {
		const { devices } = schema;
		const rows = openAccountDb(this.state.storage)
			.select({ id: devices.id })
			.from(devices)
			.orderBy(asc(devices.id))
			.all();
		return rows.map(({ id }) => id);
	}

	async group(): Promise<void> {
		const { storage } = this.state;
		const db = openAccountDb(storage);
		if ((await db.$count(schema.groups)) > 0) return;
		groupFleet({ db, sql: storage.sql, now: Date.now() });
		await this.change({ path: "alert.createAlert", input: tooWarm });
	}

	/** Adds a floor plan of a group. Returns its id, and the group's devices. */
	async addPlan(): Promise<{ planId: string; deviceIds: string[] }> {
		const db = openAccountDb(this.state.storage);
		return addPlan(db, foodGroupId);
	}

	async addEvents(part: PastEvents): Promise<void> {
		addPastEvents({ db: openAccountDb(this.state.storage), now: Date.now() }, part);
	}

	async ask({ path }: { path: string }): Promise<{ bytes: number }> {
		const text = await this.answerOf(requestOf(path));
		return { bytes: new TextEncoder().encode(text).length };
	}

	async nextCursor({ path }: { path: string }): Promise<string | null> {
		const [page] = JSON.parse(await this.answerOf(requestOf(path)));
		return page.result.data.json.nextCursor;
	}

	async change({ path, input }: { path: string; input: unknown }): Promise<unknown> {
		const init = { method: "POST", body: JSON.stringify({ json: input }) };
		return JSON.parse(await this.answerOf(requestOf(`/api/proxy/${path}`, init)));
	}

	private async answerOf(request: Request): Promise<string> {
		const response = await this.fetch(request);
		const text = await response.text();
		const rejected = [JSON.parse(text)].flat().find((part) => "error" in part);
		if (rejected) throw new Error(`Answered ${response.status}: ${JSON.stringify(rejected).slice(0, 300)}`);
		return text;
	}

	async known(): Promise<unknown> {
		const text = await this.answerOf(requestOf("/api/proxy/device.getDeviceChanges"));
		return JSON.parse(text).result.data.json.known;
	}

	async databaseBytes(): Promise<number> {
		return this.state.storage.sql.databaseSize;
	}

	async rowsWritten(): Promise<number> {
		return this.state.storage.sql.exec<{ rows: number }>("SELECT total_changes() AS rows").one().rows;
	}

	async upload({ places: positions, isSpread = false }: { places: number[]; isSpread?: boolean }): Promise<void> {
		for (const position of positions) {
			const now = Date.now();
			const last = this.lastReadingAt(fleetDeviceId(position));
			const own = now - ((position * 7_919) % (1_000 * uploadIntervalSeconds));
			const receivedAt = isSpread && own > last ? own : now;
			// Avoids late readings, which few devices send and which are evaluated separately.
			const everyMs = Math.min(60_000, Math.max(1, Math.floor((receivedAt - last) / readingsEach)));
			const { channel, at, value } = fleetReadings(position, { until: receivedAt, everyMs });
			const response = await this.appendUpload({
				deviceId: fleetDeviceId(position),
				secret: deviceSecret,
				receivedAt,
				past: null,
				readings: { channels: [...channelNames], index: [...at.keys()], channel, at, value },
				validated: { sent: at.length, refused: [] },
			});
			if ("refusal" in response) throw new Error(`Refused: ${response.refusal}`);
		}
	}

	/** The first device's channels take series of an integration. */
	async openLines(): Promise<void> {
		const { db } = createAccountParts(this.state, this.bindings);
		const made = { createdBy: "bench", createdAt: new Date() };
		const none = { previousKeyDigest: null, previousKeyUntil: null, lastUsedAt: new Date(), revokedAt: null };
		const key = { id: lineKeyId, name: "Bench", keyDigest: await digestSecret(deviceSecret), lineFilters: [] };
		insertIntegrationKey(db, { ...key, ...none, ...made, isCreatingDevices: false });
		const deviceId = fleetDeviceId(0);
		for (const { id: channelId, name } of listChannels(db, [deviceId])) {
			saveLineRule(db, { keyId: lineKeyId, series: lineSeries(name), deviceId, channelId, ...made });
		}
	}

	/** 20,000 values of one device, as lines or as its own upload. Each minute counts as a new one. */
	async appendMany({ form, minute }: { form: "lines" | "json"; minute: number }): Promise<void> {
		const receivedAt = Date.now() - dayMs + minute * 60_000;
		const channel = Array.from({ length: limits.ingestReadings }, (_, index) => index % channelNames.length);
		const each = limits.ingestReadings / channelNames.length;
		const at = channel.map((_, index) => receivedAt - 1_000 * (each - Math.floor(index / channelNames.length)));
		const value = channel.map((_, index) => Math.round(Math.sin(index) * 100) / 10);
		const upload = { secret: deviceSecret, receivedAt };
		const series = channelNames.map(lineSeries);
		const lines = { series, of: channel, at, value, lines: at.length, texts: [], leftOut: [], leftOutCount: 0 };
		const readings = { channels: [...channelNames], index: [...at.keys()], channel, at, value };
		const response =
			form === "lines"
				? await this.appendLines({ ...upload, accountId, keyId: lineKeyId, lines })
				: await this.appendUpload({
						...upload,
						deviceId: fleetDeviceId(0),
						past: null,
						readings,
						validated: { sent: at.length, refused: [] },
					});
		if ("refusal" in response) throw new Error(`Refused: ${response.refusal}`);
	}

	private lines: string | null = null;

	/** What the Worker does with a body of 20,000 values. */
	async parseMany({ times }: { times: number }): Promise<number> {
		this.lines ??= Array.from({ length: limits.ingestReadings / 2 }, (_, index) => {
			return `climate,host=cellar-${index % 50},site=north temperature=${index / 100},humidity=${index % 100}i ${Date.now()}000000`;
		}).join("\n");
		let values = 0;
		for (let time = 0; time < times; time += 1) {
			const parsed = parseLines(this.lines, { precision: "ns", receivedAt: Date.now() });
			values = parsed === "too-many-values" ? 0 : parsed.value.length;
		}
		return values;
	}

	private lastReadingAt(deviceId: string): number {
		const query = "SELECT coalesce(tail_to, 0) AS last FROM device_log WHERE device_id = ?";
		const [stored] = this.state.storage.sql.exec<{ last: number }>(query, deviceId);
		return stored?.last ?? 0;
	}

	async evict(): Promise<void> {
		this.state.abort("Evicted by the bench");
	}
}

function requestOf(path: string, init: RequestInit = {}): Request {
	const now = Math.floor(Date.now() / 1000);
	const identity = {
		sub: owner.sub,
		username: owner.sub,
		email: owner.email,
		name: owner.name,
		provider: null,
		issuedAt: now,
		signIn: { originJti: "bench", authTime: now },
		expiresAt: now + dayMs / 1000,
	};
	const standing = { hasOthers: false, isNamed: true };
	const submitted = new Headers({ "content-type": "application/json" });
	const headers = forwardedHeaders(submitted, { identity, accountId, requestId: "bench-request", ...standing });
	return new Request(`https://bench.test${path}`, { ...init, headers });
}
