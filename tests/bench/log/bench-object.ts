import { DurableObject } from "cloudflare:workers";
import type { ChannelRef } from "../../../backend/base/reading-store";
import { bareLoop } from "./bare-loop";
import { type BenchBlocks, benchBlocks } from "./bench-blocks";
import type { BenchLog } from "./bench-log";
import { benchRows } from "./bench-rows";
import { type BenchUpload, benchStart, benchUploads } from "./bench-uploads";
import { blockSizes, type ShapeSize } from "./block-sizes";
import { countedStorage } from "./counted-storage";
import { airDevice, airUploads, cycleChannel, cycleUploads, historyOf, historyUploads, yearChannel } from "./history";

export type BenchEnv = { LOG: DurableObjectNamespace<BenchObject>; ARCHIVE: R2Bucket };

type Layout = "bare" | "rows" | "blocks";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const historyEnd = benchStart + 28 * dayMs;
const pageLimit = 20_000;
const chartPixels = 1_000;

/** A log in an object's SQLite, in one of the compared layouts; each public method is a step of the bench. */
export class BenchObject extends DurableObject<BenchEnv> {
	private uploads: BenchUpload[] = [];
	private readingStore: BenchLog | null = null;
	private blocks: BenchBlocks | null = null;
	private filling: Iterator<BenchUpload> | null = null;

	async prepare(request: { readings: number; perUpload: number }): Promise<number> {
		this.uploads = benchUploads(request);
		return this.uploads.reduce((count, { at }) => count + at.length, 0);
	}

	async clear(): Promise<void> {
		this.readingStore = null;
		this.blocks = null;
		await this.ctx.storage.deleteAll();
	}

	async ingest(layout: Layout): Promise<void> {
		await this.storeAll(this.ctx.storage, layout);
	}

	async countRows(layout: Layout): Promise<number> {
		const { storage, rowsWritten } = countedStorage(this.ctx.storage);
		await this.storeAll(storage, layout);
		return rowsWritten();
	}

	async sizes(): Promise<ShapeSize[]> {
		return blockSizes(this.ctx.storage.sql);
	}

	async databaseBytes(): Promise<number> {
		return this.ctx.storage.sql.databaseSize;
	}

	async fill({ layout, readings, days }: { layout: Layout; readings: number; days: number }): Promise<number | null> {
		const history = historyOf(readings, historyEnd);
		this.filling ??= historyUploads(history);
		const readingStore = this.openReadings(layout);
		let until = Number.POSITIVE_INFINITY;
		for (let next = this.filling.next(); !next.done; next = this.filling.next()) {
			await readingStore.append(next.value);
			until = Math.min(until, next.value.receivedAt + days * dayMs);
			if (next.value.receivedAt > until) return null;
		}
		await readingStore.endDay();
		return history.readings;
	}

	async readHours({ layout, hoursBack }: { layout: Layout; hoursBack: number[] }): Promise<number> {
		const readingStore = this.openReadings(layout);
		const { channels } = historyOf(0, historyEnd);
		let readings = 0;
		for (const hours of hoursBack) {
			const from = historyEnd - hours * hourMs;
			const span = { from, to: from + hourMs };
			readings = await readingStore.readPage({ ...span, channels, limit: pageLimit, order: "newest-first" });
		}
		return readings;
	}

	async readYears({ layout, times }: { layout: Layout; times: number }): Promise<number> {
		const readingStore = this.openReadings(layout);
		const span = { from: historyEnd - 365 * dayMs, to: historyEnd };
		let line = "";
		for (let time = 0; time < times; time += 1) {
			line = await readingStore.readChart({ channel: yearChannel, ...span, pixels: chartPixels });
		}
		return line.length;
	}

	/** A year of one-minute readings by the hour, page by page. Call after `fillAir`. Returns the steps. */
	async readHoursOfYear({ times }: { times: number }): Promise<number> {
		const readingStore = this.openBlocks();
		const span = { from: historyEnd - 365 * dayMs, to: historyEnd };
		let steps = 0;
		for (let time = 0; time < times; time += 1) steps = await readingStore.readHourSeries(span);
		return steps;
	}

	async fillCycles(): Promise<void> {
		const readingStore = this.openBlocks();
		for (const upload of cycleUploads(historyEnd)) await readingStore.append(upload);
		await readingStore.endDay();
	}

	async fillAir(): Promise<void> {
		const readingStore = this.openBlocks();
		for (const upload of airUploads(historyEnd)) await readingStore.append(upload);
		await readingStore.endDay();
	}

	async readDerivedYears({ channelId, times }: { channelId: string; times: number }): Promise<number> {
		const readingStore = this.openBlocks();
		const span = { from: historyEnd - 365 * dayMs, to: historyEnd };
		const channel = { deviceId: airDevice, channelId };
		let line = "";
		for (let time = 0; time < times; time += 1)
			line = await readingStore.readChart({ channel, ...span, pixels: chartPixels });
		return line.length;
	}

	readOutTimes(limits: number[]): Promise<number> {
		return this.readOut(cycleChannel, limits);
	}

	readDerivedOutTimes({ channelId, limits }: { channelId: string; limits: number[] }): Promise<number> {
		return this.readOut({ deviceId: airDevice, channelId }, limits);
	}

	private async readOut(channel: ChannelRef, limits: number[]): Promise<number> {
		const readingStore = this.openBlocks();
		const span = { from: historyEnd - 365 * dayMs, to: historyEnd };
		let outMs = 0;
		for (const max of limits) {
			const channels = [{ ...channel, bounds: { max } }];
			outMs = await readingStore.readOutMs({ ...span, channels, until: span.to });
		}
		return outMs;
	}

	async evict(): Promise<void> {
		this.ctx.abort("Evicted by the bench");
	}

	private openReadings(layout: Layout): BenchLog {
		if (layout === "blocks") return this.openBlocks();
		this.readingStore ??= benchRows(this.ctx.storage);
		return this.readingStore;
	}

	private openBlocks(): BenchBlocks {
		this.blocks ??= benchBlocks(this.ctx.storage, this.env.ARCHIVE);
		return this.blocks;
	}

	private async storeAll(storage: DurableObjectStorage, layout: Layout): Promise<void> {
		if (this.uploads.length === 0) throw new Error("Nothing was prepared to be stored");
		if (layout === "bare") {
			const insert = bareLoop(storage.sql);
			for (const upload of this.uploads) insert(upload);
			return;
		}
		const readingStore = layout === "blocks" ? benchBlocks(storage, this.env.ARCHIVE) : benchRows(storage);
		for (const upload of this.uploads) await readingStore.append(upload);
		await readingStore.endDay();
	}
}
