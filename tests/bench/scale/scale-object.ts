import { drizzle } from "drizzle-orm/durable-sqlite";
import { AccountObject } from "../../../backend/account-object";
import * as schema from "../../../backend/db/schema";
import type { SentColumns } from "../../../backend/ingest/store-upload";
import { digestSecret } from "../../../backend/keys/ingest-keys";
import { placeSql } from "../../../backend/store/rows/reading-tables";
import { benchDeviceRow } from "../bench-fleet";

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60_000;
const readingsPerUpload = 15;
const sharedSecret = "of-every-device-of-the-bench";
const places = ["Cold room", "Walk-in freezer", "Delivery van", "Pharmacy fridge", "Greenhouse", "Boiler house"];
const groupIds = [1, 2, 3].map((place) => `grp_${idEnd(place)}`);
const byTag = `grp_${idEnd(4)}`;

type Sent = { place: number; round: number; receivedAt?: number };
type Part = { from: number; count: number };

/** The product's own object of an account, with a fleet that the bench writes. Each public method is a step of it. */
export class BenchObject extends AccountObject {
	/** An owner, three groups by hand and one by a filter. */
	async prepare({ accountId }: { accountId: string }): Promise<void> {
		const owner = { sub: "bench-owner", email: "owner@example.test", name: "Pat Example" };
		await this.ensureAccount({ accountId, companyName: "Bench", timeZone: "UTC", planName: "", owner }, Date.now());
		const db = drizzle(this.ctx.storage);
		const createdAt = new Date();
		for (const id of groupIds) db.insert(schema.groups).values({ id, name: id, kind: "static", createdAt }).run();
		const filter = { tags: ["food"] };
		db.insert(schema.groups).values({ id: byTag, name: "Food", kind: "dynamic", filter, createdAt }).run();
	}

	/** Devices as customers name them, each with two channels, in one group by hand and every fourth in the filter's. */
	async addDevices({ from, count }: Part): Promise<void> {
		const db = drizzle(this.ctx.storage);
		const keyDigest = await digestSecret(sharedSecret);
		db.transaction(() => {
			for (let place = from; place < from + count; place += 1) {
				const row = { ...benchDeviceRow(place, Date.now()), id: deviceIdOf(place) };
				const tags = place % 4 === 0 ? ["food"] : [];
				const name = `${places[place % places.length]} ${Math.floor(place / places.length) + 1}`;
				db.insert(schema.devices)
					.values({ ...row, name, tags, keyDigest, model: "TL-20", site: "Denver North", inherits: ["retentionDays"] })
					.run();
				const groupId = groupIds[place % groupIds.length] ?? "";
				db.insert(schema.groupDevices).values({ groupId, deviceId: row.id }).run();
				if (tags.length > 0) db.insert(schema.groupDevices).values({ groupId: byTag, deviceId: row.id }).run();
				db.insert(schema.channels)
					.values([
						{ ...channelRow(place, 0), name: "Air", quantity: "temperature", unit: "°C", decimals: 1 },
						{ ...channelRow(place, 1), name: "Humidity", quantity: "humidity", unit: "%", decimals: 0 },
					])
					.run();
			}
		});
	}

	/** As after so many days: the roll-ups of each, of which all devices have those that one has sealed. */
	async addDays({ from, count, days }: Part & { days: number }): Promise<void> {
		const { sql } = this.ctx.storage;
		const columns = "part, version, archived, readings, late, first_at, last_at, quarters";
		const today = Math.floor(Date.now() / dayMs);
		this.ctx.storage.transactionSync(() =>
			sql.exec(
				`WITH RECURSIVE past(day) AS (SELECT ? UNION ALL SELECT day - 1 FROM past WHERE day > ?)
				INSERT OR IGNORE INTO day_block SELECT ${placeSql("number", "past.day", 0)}, number, past.day, ${columns}, NULL
				FROM device_log CROSS JOIN past CROSS JOIN (SELECT ${columns} FROM day_block WHERE quarters IS NOT NULL LIMIT 1)
				WHERE number > ? AND number <= ?`,
				today - 20,
				today - 20 - days,
				from,
				from + count,
			),
		);
	}

	/** So many uploads of each device, 15 readings of two channels each; `round` is how many each has sent before. */
	async send({ from, count, round, uploads }: Part & { round: number; uploads: number }): Promise<void> {
		for (let place = from; place < from + count; place += 1) {
			for (let upload = round; upload < round + uploads; upload += 1) {
				// As fast as devices may send, on a clock of its own.
				const receivedAt = Date.now() - dayMs + upload * minuteMs + place * 10;
				await this.sendOne({ place, round: upload, receivedAt });
			}
		}
	}

	async sendOne({ place, round, receivedAt = Date.now() }: Sent): Promise<string> {
		const deviceId = deviceIdOf(place);
		const readings = uploadOf(place, round);
		const validated = { sent: readings.at.length, refused: [] };
		const upload = { deviceId, secret: sharedSecret, receivedAt, readings, validated, past: null };
		const answer = await this.appendUpload(upload);
		if ("refusal" in answer) throw new Error(`Refused: ${answer.refusal}`);
		return "stored";
	}

	async databaseBytes(): Promise<number> {
		return this.ctx.storage.sql.databaseSize;
	}

	async rowsWritten(): Promise<number> {
		const { sql } = this.ctx.storage;
		return sql.exec<{ rows: number }>("SELECT total_changes() AS rows").one().rows;
	}

	/** Ends this instance; the next call meets one that has nothing in memory. */
	async evict(): Promise<void> {
		this.ctx.abort("Evicted by the bench");
	}
}

function channelRow(place: number, position: number) {
	const deviceId = deviceIdOf(place);
	return { id: `chn_${idEnd(place * 2 + position)}`, deviceId, nameKey: position === 0 ? "air" : "humidity", position };
}

function deviceIdOf(place: number): string {
	return `dev_${idEnd(place)}`;
}

/** Of an id that a call takes. */
function idEnd(place: number): string {
	return String(place).padStart(26, "0");
}

function uploadOf(place: number, round: number): SentColumns {
	const start = Math.floor(Date.now() / dayMs) * dayMs - 10 * dayMs + round * readingsPerUpload * minuteMs;
	const columns: SentColumns = { channels: ["Air", "Humidity"], channel: [], at: [], value: [], index: [] };
	for (let reading = 0; reading < readingsPerUpload; reading += 1) {
		const swing = Math.sin((round * readingsPerUpload + reading) / 40 + place);
		for (const [channel, value] of [5 + 4 * swing, 60 + 20 * swing].entries()) {
			columns.index.push(columns.at.length);
			columns.channel.push(channel);
			columns.at.push(start + reading * minuteMs);
			columns.value.push(Math.round(value * 10) / 10);
		}
	}
	return columns;
}
