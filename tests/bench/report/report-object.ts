import { DurableObject } from "cloudflare:workers";
import { ensureAccount } from "../../../backend/account/members";
import type { AccountDb, EvidenceArchive, MemberContext } from "../../../backend/base/context";
import { createNewId } from "../../../backend/base/ids";
import { createPageTurns } from "../../../backend/base/page-turns";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { createTurnQueue } from "../../../backend/base/turn-queue";
import { bringTablesUpToDate } from "../../../backend/db/account-tables";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { findReport, insertReport, listReports } from "../../../backend/db/report-rows";
import * as schema from "../../../backend/db/schema";
import { getPreview } from "../../../backend/report/preview-resolver";
import { claimRun, type ReportRunStore, reportRun, requestRun } from "../../../backend/report/run/claim-run";
import { handOverRunsWork } from "../../../backend/report/run/hand-over-runs";
import type { RunCalls, RunHandOver } from "../../../backend/report/run/run-calls";
import { reportScheduleWork } from "../../../backend/report/run/schedule-work";
import { startRun } from "../../../backend/report/run/start-run";
import { createBlockReadingStore } from "../../../backend/store/block-reading-store";
import { benchChannelOf, benchChannelRow, benchDeviceRow } from "../bench-fleet";
import { benchReport, benchReportsDaily, type ReportKind } from "./bench-reports";

export type BenchEnv = { LOG: DurableObjectNamespace<BenchObject>; ARCHIVE: R2Bucket };

type Attempt = Parameters<RunCalls["claimRun"]>[0];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
export const benchStart = Date.UTC(2026, 2, 1);

type Fleet = { accountId: string; devices: number; days: number; everyMinutes: number };

/** An account's devices and reports with the bench's clock; each public method is a step, or a call of a consumer. */
export class BenchObject extends DurableObject<BenchEnv> implements RunCalls {
	private readonly db: AccountDb;
	private readonly readingStore: ReadingStore;
	private readonly turnQueue = createTurnQueue(() => scheduler.wait(0));
	private readonly pageTurns = createPageTurns({
		now: Date.now,
		turnQueue: this.turnQueue,
		pause: (ms, signal) => scheduler.wait(ms, { signal }),
	});
	private readonly evidence: EvidenceArchive;
	private readonly handedOver: RunHandOver[] = [];
	private now = benchStart;
	private uploadedUntil = 0;

	constructor(state: DurableObjectState, env: BenchEnv) {
		super(state, env);
		this.db = openAccountDb(state.storage);
		state.blockConcurrencyWhile(() => bringTablesUpToDate(state.storage));
		this.evidence = { bucket: env.ARCHIVE, prefix: `bench/${state.id}/evidence` };
		this.readingStore = createBlockReadingStore({
			storage: state.storage,
			archive: env.ARCHIVE,
			archivePrefix: `bench/${state.id}`,
			retentionDays: () => null,
			devicesWithRetention: () => [],
			seqAtLeast: () => 0,
			heldDevices: () => () => false,
			isTight: () => false,
			nextTurn: async () => {},
			now: () => this.now,
		});
	}

	async prepare({ accountId, devices, days, everyMinutes }: Fleet): Promise<number> {
		const owner = { name: "Pat Example", email: "pat@example.test", sub: "pat", identityIssuedAt: 0 };
		const named = { companyName: "Acme Cold Stores", timeZone: "UTC", planName: "", owner };
		ensureAccount(this.store(), { accountId, ...named });
		this.db.transaction(() => {
			for (let position = 0; position < devices; position += 1) {
				this.db.insert(schema.devices).values(benchDeviceRow(position, benchStart)).run();
				this.db.insert(schema.channels).values(benchChannelRow(position)).run();
			}
		});
		for (let day = 0; day < days; day += 1) {
			const from = this.now;
			this.now += dayMs;
			for (let position = 0; position < devices; position += 1)
				await this.upload({ place: position, from, until: this.now, everyMinutes });
			await this.seal();
		}
		return (devices * days * 24 * 60) / everyMinutes;
	}

	async upload({ place: position, from, until, everyMinutes }: Upload): Promise<void> {
		const deviceId = benchDeviceRow(position, 0).id ?? "";
		const count = (until - from) / (everyMinutes * minuteMs);
		const at = Array.from({ length: count }, (_, index) => from + index * everyMinutes * minuteMs);
		await this.readingStore.append({
			deviceId,
			seq: this.readingStore.nextSeq(),
			receivedAt: this.now,
			channelIds: [benchChannelOf(deviceId)],
			channel: at.map(() => 0),
			at,
			value: at.map((time) => Math.round(500 + 400 * Math.sin(time / 4_000_000 + position)) / 100),
		});
	}

	async uploadOne(): Promise<void> {
		this.uploadedUntil = Math.max(this.uploadedUntil, this.now) + minuteMs;
		await this.upload({ place: 0, from: this.uploadedUntil - minuteMs, until: this.uploadedUntil, everyMinutes: 1 });
	}

	private async seal(): Promise<void> {
		for (const work of this.readingStore.work) {
			await work.load?.();
			for (let due = work.due(this.now, 20); due.length > 0; due = work.due(this.now, 20)) {
				for (const subject of due) await work.run(subject, this.now);
			}
		}
	}

	async startReport({ kind }: { kind: ReportKind }): Promise<RunHandOver[]> {
		const store = this.store();
		const id = store.newId("report");
		insertReport(this.db, { id, definition: benchReport(kind), savedBy: null, nextRunAt: null }, this.now);
		const report = findReport(this.db, id);
		if (!report) throw new Error("A report of the bench is gone");
		const requested = { trigger: "manual", requestedBy: null, isSent: false } as const;
		this.db.transaction(() => startRun(store, report, { from: benchStart, to: this.now, ...requested }));
		return this.handOver();
	}

	async schedule(): Promise<number> {
		for (const definition of benchReportsDaily()) {
			const id = this.store().newId("report");
			insertReport(this.db, { id, definition, savedBy: null, nextRunAt: this.now }, this.now);
		}
		return listReports(this.db).length;
	}

	/** Does the alarm's work at that midnight and after each run. Returns what the queue gets. */
	async handOver(): Promise<RunHandOver[]> {
		const invalidations = { changed: () => {} };
		const queue = { send: async (body: RunHandOver) => void this.handedOver.push(body) };
		const works = [
			reportScheduleWork({ db: this.db, invalidations }),
			handOverRunsWork({ db: this.db, invalidations, queue, hooks: this.store().runHooks }),
		];
		for (const work of works) {
			for (let due = work.due(this.now, 20); due.length > 0; due = work.due(this.now, 20)) {
				for (const subject of due) await work.run(subject, this.now);
			}
		}
		return this.handedOver.splice(0);
	}

	async preview({ kind, times }: { kind: ReportKind; times: number }): Promise<number> {
		let rows = 0;
		for (let time = 0; time < times; time += 1) {
			const { tables } = await getPreview({ ctx: this.owner(), input: benchReport(kind) });
			rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
		}
		return rows;
	}

	async claimRun(attempt: Attempt) {
		return claimRun(this.store(), attempt);
	}

	async askRun(attempt: Attempt, question: Parameters<RunCalls["askRun"]>[1]) {
		return requestRun(this.store(), attempt, question);
	}

	async tellRun(attempt: Attempt, news: Parameters<RunCalls["tellRun"]>[1]) {
		return reportRun(this.store(), attempt, news);
	}

	async runs(): Promise<{ states: string[]; rows: number; errors: string[] }> {
		const runs = this.db.select().from(schema.reportRuns).all();
		return {
			states: runs.map(({ state }) => state),
			rows: runs.reduce((sum, run) => sum + (run.rows ?? 0), 0),
			errors: runs.flatMap(({ error }) => error ?? []),
		};
	}

	private store(): ReportRunStore {
		return {
			db: this.db,
			now: this.now,
			newId: createNewId(this.now),
			invalidations: { changed: () => {} },
			readingStore: this.readingStore,
			reportPrefix: "bench",
			evidence: this.evidence,
			pageTurns: this.pageTurns,
			turnQueue: this.turnQueue,
			runHooks: { afterRun: () => {}, runFailed: () => {} },
		};
	}

	private owner(): MemberContext {
		const user = { id: "usr_bench", role: "owner", scope: "all" };
		const { db, readingStore, evidence, now, turnQueue } = this;
		return { db, readingStore, evidence, now, turnQueue, user, requestId: "bench" } as unknown as MemberContext;
	}
}

type Upload = { place: number; from: number; until: number; everyMinutes: number };
