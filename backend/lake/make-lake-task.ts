import * as z from "zod/mini";
import { lakeLimits } from "../../shared/account/lake";
import { secondMs } from "../../shared/base/durations";
import { parsedOrNull } from "../../shared/base/json-record";
import type { AccountObjects } from "../base/context";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { type Taken, takeMessage, withRetries } from "../base/take-message";
import type { LakePosition } from "../db/lake-schema";
import { storeFile } from "../report/run/store-file";
import {
	type LakeCalls,
	type LakeHandOver,
	LakeLostError,
	type LakeNews,
	type LakePage,
	type LakePlace,
	type LakeTask,
} from "./lake-calls";
import { BucketError, type BucketParts, longestManifest, openOwnBucket, sha256Of } from "./own-bucket";
import { parquetBytes, type RowGroup } from "./parquet-file";

const retryMs = [200, secondMs, 5 * secondMs];
const parquetType = "application/vnd.apache.parquet";

export type LakeConsumerParts = BucketParts & {
	accounts: AccountObjects<LakeCalls>;
	files: R2Bucket;
	clock: () => number;
	/** Tests make small files and do not wait. */
	limits?: { rowsPerFile: number; rowsPerGroup: number; rowsPerPage: number };
	waitsMs?: readonly number[];
};

export function createLakeConsumer(parts: LakeConsumerParts) {
	return (message: Taken<LakeHandOver>) =>
		takeMessage(message, {
			name: "lake",
			work: () => makeTask(parts, message.body),
			faultOf: (error) => ({ event: "lake-retried", accountId: message.body.accountId, ...faultText(error) }),
		});
}

/** Does one task of a night and reports it. A failure is reported, too: the object decides what follows. */
export async function makeTask(parts: LakeConsumerParts, { accountId, lakeStep: step }: LakeHandOver): Promise<void> {
	const { accounts, clock } = parts;
	const object = () => accounts.get(accounts.idFromName(accountId));
	const claim = await object().claimLake(step, clock());
	if (claim.status === "ignored") return;
	const news = await outcome(parts, { object, step }, claim.task);
	if (news !== null) await withRetries(parts.waitsMs ?? retryMs, () => object().reportLake(step, news, clock()));
}

type Making = { object: () => LakeCalls; step: number };

async function outcome(parts: LakeConsumerParts, making: Making, task: LakeTask): Promise<LakeNews | null> {
	try {
		return await done(parts, making, task);
	} catch (error) {
		if (error instanceof LakeLostError) return null;
		if (error instanceof BucketError) return { kind: "failed", bucket: error.outcome };
		recordFault(error, "backend", { event: "lake-failed", ...faultText(error) });
		return { kind: "failed", bucket: null };
	}
}

async function done(parts: LakeConsumerParts, making: Making, task: LakeTask): Promise<LakeNews> {
	const { files } = parts;
	switch (task.kind) {
		case "file":
			return makeFile(parts, making, task);
		case "manifest": {
			const object = await files.get(task.key);
			const named = object ? readManifest(await object.text()) : null;
			await files.put(task.key, task.text, { httpMetadata: { contentType: "application/json" } });
			return { kind: "manifest", named: named?.paths ?? [] };
		}
		case "copy": {
			const object = await files.get(task.key);
			if (object?.size !== task.bytes) throw new Error("A file of the lake is not what was stored");
			const { bytes, sha256 } = task;
			await openOwnBucket(parts, task.bucket).put(task.path, { body: object.body, bytes, sha256 });
			return { kind: "copied", path: task.path };
		}
		case "ownManifest": {
			const bucket = openOwnBucket(parts, task.bucket);
			const before = await bucket.get("manifest.json", longestManifest);
			const named = before && readManifest(new TextDecoder().decode(before));
			const body = new TextEncoder().encode(task.text);
			const ours = readManifest(task.text);
			if (named && named.account !== ours?.account) throw new BucketError({ kind: "foreign", detail: "" });
			await bucket.put("manifest.json", { body, bytes: body.length, sha256: await sha256Of(body) });
			return { kind: "manifest", named: named?.paths ?? [] };
		}
		case "removal":
			return remove(parts, task);
	}
}

async function remove(parts: LakeConsumerParts, task: Extract<LakeTask, { kind: "removal" }>): Promise<LakeNews> {
	const waiting = new Set(task.copies);
	let bucket: BucketError | null = null;
	if (task.bucket) {
		const own = openOwnBucket(parts, task.bucket);
		try {
			for (const path of task.copies) {
				await own.remove(path);
				waiting.delete(path);
			}
		} catch (error) {
			if (!(error instanceof BucketError)) throw error;
			bucket = error;
		}
	}
	await parts.files.delete(task.files.map(({ key }) => key));
	const paths = task.files.map(({ path }) => path).filter((path) => !waiting.has(path));
	return { kind: "removed", paths, bucket: bucket?.outcome ?? null };
}

const Manifest = z.object({ account: z.string(), files: z.array(z.object({ path: z.string() })) });

function readManifest(text: string): { account: string; paths: string[] } | null {
	const read = Manifest.safeParse(parsedOrNull(text));
	return read.success ? { account: read.data.account, paths: read.data.files.map(({ path }) => path) } : null;
}

type FileTask = Extract<LakeTask, { kind: "file" }>;

async function makeFile(parts: LakeConsumerParts, making: Making, task: FileTask): Promise<LakeNews> {
	const { rowsPerFile, rowsPerGroup, rowsPerPage } = parts.limits ?? lakeLimits;
	const { day, path, key } = task;
	let position: LakePosition | null = task.position;
	let rows = 0;

	async function* pages(): AsyncGenerator<LakePage, void> {
		while (position !== null && rows + rowsPerPage <= rowsPerFile) {
			const page: LakePage = await readPage(parts, making, { day, position, rows: rowsPerPage });
			position = page.next;
			rows += page.at.length;
			if (page.at.length > 0) yield page;
		}
	}

	const groups = groupsOf(pages(), rowsPerGroup);
	const first = await groups.next();
	if (first.done) return { kind: "file", path, made: null, next: position };
	async function* all() {
		if (!first.done) yield first.value;
		yield* groups;
	}
	const stored = await storeFile({
		bucket: parts.files,
		objectKey: key,
		mediaType: parquetType,
		bytes: parquetBytes(all()),
		// R2 ends an upload that was left.
		begun: async () => {},
	});
	return { kind: "file", path, made: { rows, ...stored }, next: position };
}

async function readPage(parts: LakeConsumerParts, { object, step }: Making, where: LakePlace): Promise<LakePage> {
	const response = await withRetries(parts.waitsMs ?? retryMs, () => object().readLake(step, where, parts.clock()));
	if (response.status === "lost") throw new LakeLostError();
	return response.page;
}

async function* groupsOf(pages: AsyncIterable<LakePage>, rowsPerGroup: number): AsyncGenerator<RowGroup, void> {
	let group = emptyGroup();
	for await (const { channels, channel, at, value, sent, receivedAt } of pages) {
		for (let index = 0; index < at.length; index += 1) {
			const of = channels[channel[index] ?? 0];
			if (!of) throw new Error("A page of the lake names no such channel");
			group.device_id.push(of.deviceId);
			group.serial.push(of.serial);
			group.channel_id.push(of.channelId);
			group.channel.push(of.name);
			group.unit.push(of.unit);
			group.at.push(at[index] ?? 0);
			group.value.push(value[index] ?? 0);
			const asSent = sent[index] ?? Number.NaN;
			group.sent.push(Number.isNaN(asSent) ? null : asSent);
			group.received_at.push(receivedAt[index] ?? 0);
			if (group.at.length === rowsPerGroup) {
				yield group;
				group = emptyGroup();
			}
		}
	}
	if (group.at.length > 0) yield group;
}

function emptyGroup(): RowGroup {
	return {
		device_id: [],
		serial: [],
		channel_id: [],
		channel: [],
		unit: [],
		at: [],
		value: [],
		sent: [],
		received_at: [],
	};
}
