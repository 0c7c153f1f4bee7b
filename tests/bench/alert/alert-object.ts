import { DurableObject } from "cloudflare:workers";
import { ensureAccount } from "../../../backend/account/members";
import { type AlertWatch, createAlertWatch } from "../../../backend/alert/alert-watch";
import { getRehearsalHead, getRehearsalPage } from "../../../backend/alert/rehearsal-source";
import type { AccountDb, MemberContext } from "../../../backend/base/context";
import { createNewId } from "../../../backend/base/ids";
import type { Job } from "../../../backend/base/job";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { bringTablesUpToDate } from "../../../backend/db/account-tables";
import { insertAlert } from "../../../backend/db/alert-rows";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { derivedIdsOf, putDerivedChannel } from "../../../backend/db/derived-channel-rows";
import { findDevices } from "../../../backend/db/device-rows";
import * as schema from "../../../backend/db/schema";
import { handOverWork } from "../../../backend/message/hand-over";
import { queueMessage } from "../../../backend/message/queue-message";
import { createBlockReadingStore } from "../../../backend/store/block-reading-store";
import { computedChannels } from "../../../backend/store/derived/computed-channels";
import { createDerivedTaken } from "../../../backend/store/derived/derived-taken";
import type { GetRehearsalPage, RehearseAlert } from "../../../shared/alert/rehearsal";
import { benchChannelOf, benchChannelRow, benchClimate, benchDeviceRow, benchHumidityOf } from "../bench-fleet";
import { benchRules, benchRulesOn, type RuleMix } from "./bench-rules";

export type BenchEnv = { LOG: DurableObjectNamespace<BenchObject>; ARCHIVE: R2Bucket };

const minuteMs = 60_000;
const start = Date.UTC(2026, 2, 2);
const atOnce = 25;
/** Longer than the wait before an unclaimed message is handed over again. */
const handOverEveryMs = 2 * minuteMs;

/** `isOfTwo`: of temperature and humidity, in turn. */
type Uploads = { uploads: number; readings: number; flutters?: boolean; isOfTwo?: boolean };
type Fleet = {
	devices: number;
	rules: { mix: RuleMix; count: number; areOfOthers: boolean } | null;
	/** Devices of temperature and humidity, with so many rules on channels of these names. */
	climate?: { isDerived: boolean; names: string[]; count: number };
};

/** An account's devices, rules and messages with the bench's clock; each public method is a step. */
export class BenchObject extends DurableObject<BenchEnv> {
	private readonly db: AccountDb;
	private readonly readingStore: ReadingStore;
	private readonly alertWatch: AlertWatch;
	private readonly handOver: Job;
	private now = start;

	constructor(state: DurableObjectState, env: BenchEnv) {
		super(state, env);
		this.db = openAccountDb(state.storage);
		state.blockConcurrencyWhile(() => bringTablesUpToDate(state.storage));
		const sent = createBlockReadingStore({
			storage: state.storage,
			archive: env.ARCHIVE,
			archivePrefix: "bench",
			retentionDays: () => null,
			devicesWithRetention: () => [],
			seqAtLeast: () => 0,
			heldDevices: () => () => false,
			isTight: () => false,
			nextTurn: async () => {},
			now: () => this.now,
		});
		this.readingStore = createDerivedTaken(sent, {
			find: () => computedChannels(this.db),
			idsOf: (deviceId) => derivedIdsOf(this.db, deviceId),
		});
		const parts = { db: this.db, invalidations: { changed: () => {} } };
		const turns = { next: async () => {} };
		this.alertWatch = createAlertWatch({ ...parts, readingStore: this.readingStore, turnQueue: turns });
		const queue = { sendBatch: async () => {} };
		this.handOver = handOverWork({ ...parts, hooks: {}, queues: { alerts: queue, mail: queue, webhooks: queue } });
	}

	async prepare({ devices, rules, climate }: Fleet): Promise<void> {
		this.makeAccount();
		const newId = createNewId(start);
		this.db.transaction(() => {
			for (let position = 0; position < devices; position += 1) {
				this.db.insert(schema.devices).values(benchDeviceRow(position, start)).run();
				const { channels, derived } = climate
					? benchClimate(position, climate)
					: { channels: [benchChannelRow(position)], derived: [] };
				this.db.insert(schema.channels).values(channels).run();
				for (const { position: _, ...row } of derived) putDerivedChannel(this.db, row);
			}
			const made = climate
				? benchRulesOn(climate.names, climate.count)
				: rules
					? benchRules(rules.mix, rules.count)
					: [];
			for (const [position, rule] of made.entries()) {
				insertAlert(this.db, {
					id: newId("alert"),
					name: `Rule ${position}`,
					isEnabled: true,
					severity: "warning",
					rule,
					scope: rules?.areOfOthers ? { deviceIds: ["dev_of_nobody"] } : "all",
					contactIds: [],
					createdAt: new Date(start),
				});
			}
		});
	}

	/** Uploads a reading a minute for each device and runs the jobs that fall due. `flutters`: every second reading crosses the limit 8. */
	async upload({ uploads, readings, flutters = false, isOfTwo = false }: Uploads): Promise<void> {
		const rows = new Map(findDevices(this.db, this.deviceIds()).map((row) => [row.id, row]));
		for (let upload = 0; upload < uploads; upload += 1) {
			const from = this.now;
			this.now += readings * minuteMs;
			for (const deviceId of this.deviceIds()) {
				const device = rows.get(deviceId);
				if (!device) throw new Error("A device of the bench is gone");
				const at = Array.from({ length: readings }, (_, position) => from + (position + 1) * minuteMs);
				await this.readingStore.append(
					{
						deviceId,
						seq: this.readingStore.nextSeq(),
						receivedAt: this.now,
						channelIds: [benchChannelOf(deviceId), ...(isOfTwo ? [benchHumidityOf(deviceId)] : [])],
						channel: at.map((_, position) => (isOfTwo ? position % 2 : 0)),
						at: isOfTwo ? at.map((time, position) => time - (position % 2) * minuteMs) : at,
						value: at.map((time, position) => {
							return Math.round(500 * Math.sin(time / 4_000_000)) / 100 + (flutters ? 15 * (position % 2) : 0);
						}),
					},
					this.alertWatch.evaluator(device, { isBeforeMessages: false }),
				);
			}
			await this.runDue(this.readingStore.work);
		}
	}

	/** Finds the deadlines of all devices again, as a start of the object does. */
	async load(): Promise<number | null> {
		for (const work of this.alertWatch.works) await work.load?.();
		return this.alertWatch.works[0]?.nextDueAt() ?? null;
	}

	async passSilence({ areTogether }: { areTogether: boolean }): Promise<number> {
		const [work] = this.alertWatch.works;
		await work?.load?.();
		const now = work?.nextDueAt() ?? 0;
		for (let due = work?.due(now, atOnce) ?? []; due.length > 0; due = work?.due(now, atOnce) ?? []) {
			if (areTogether) await work?.runTogether?.(due, now);
			else for (const subject of due) await work?.run(subject, now);
		}
		return this.db.$count(schema.alertEvents);
	}

	async rehearsalHead(input: RehearseAlert): Promise<string> {
		return JSON.stringify(getRehearsalHead({ ctx: this.owner(), input }));
	}

	async rehearsalPage(input: GetRehearsalPage): Promise<string> {
		return JSON.stringify(await getRehearsalPage({ ctx: this.owner(), input }));
	}

	async queue({ messages }: { messages: number }): Promise<void> {
		this.makeAccount();
		const newId = createNewId(start);
		const store = { db: this.db, now: start, newId };
		this.db.transaction(() => {
			for (let position = 0; position < messages; position += 1) {
				const facts = { contactName: "Ana Prado", requestedBy: "Pat Example", requestedAt: 0 };
				const recipient = { to: "contact", contactId: `con_${position}`, channel: "email" } as const;
				queueMessage(store, { cause: "test", about: newId("notice"), recipient, facts });
			}
		});
	}

	async handOverAll({ times }: { times: number }): Promise<number> {
		let turns = 0;
		for (let time = 0; time < times; time += 1) {
			this.now += handOverEveryMs;
			turns += await this.runDue([this.handOver]);
		}
		return turns;
	}

	async evict(): Promise<void> {
		this.ctx.abort("Evicted by the bench");
	}

	private makeAccount(): void {
		const newId = createNewId(start);
		const owner = { name: "Pat Example", email: "pat@example.test", sub: "pat", identityIssuedAt: 0 };
		const company = { companyName: "Bench", timeZone: "UTC", planName: "" };
		ensureAccount({ db: this.db, now: start, newId }, { accountId: newId("account"), ...company, owner });
	}

	private owner(): MemberContext {
		const user = { id: "usr_bench", role: "owner", scope: "all" };
		return {
			db: this.db,
			readingStore: this.readingStore,
			now: this.now,
			user,
			requestId: "bench",
		} as unknown as MemberContext;
	}

	private deviceIds(): string[] {
		return this.db
			.select({ id: schema.devices.id })
			.from(schema.devices)
			.all()
			.map(({ id }) => id);
	}

	private async runDue(works: readonly Job[]): Promise<number> {
		let turns = 0;
		for (const work of works) {
			await work.load?.();
			for (let due = work.due(this.now, 20); due.length > 0; due = work.due(this.now, 20)) {
				for (const subject of due) await work.run(subject, this.now);
				turns += due.length;
			}
		}
		return turns;
	}
}
