import { dayMs, minuteMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { largestOf } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { isStorageRejecting } from "../db/account-rows";

/** Full buckets hold no information, and are deleted above this count. */
const fewestStored = 10_000;

/** Nothing is stored: the sender keeps the upload and retries. */
export type QuotaRejection = {
	refusal: "too-many-uploads" | "daily-quota" | "storage-full";
	retryAfterSeconds: number;
};

type Sent = { deviceId: string; at: readonly number[] };

/** Each past day is decoded to look for duplicates. An hourly backlog of a month costs one more token. */
const pastDaysPerToken = 20;

const fullRetrySeconds = 3_600;

export function storageRejection(db: AccountDb): QuotaRejection | null {
	return isStorageRejecting(db) ? { refusal: "storage-full", retryAfterSeconds: fullRetrySeconds } : null;
}

type Taking = { senders: string[]; perMinute?: number; sent: Sent[]; now: number };

/** Takes tokens per minute, more for past days. Each id in `senders` has its own quota; `now` is epoch ms. */
export function takeQuota(
	{ readingStore, meter }: { readingStore: Pick<ReadingStore, "receivedOn">; meter: UploadMeter },
	{ senders, perMinute = serverLimits.ingestUploadsPerMinute, sent, now }: Taking,
): QuotaRejection | null {
	const isOver = sent.some(
		({ deviceId, at }) =>
			at.length > 0 && readingStore.receivedOn(deviceId, now) + at.length > serverLimits.ingestReadingsPerDay,
	);
	if (isOver) return { refusal: "daily-quota", retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000) };
	const account: Bucket = { id: "account", perMinute: serverLimits.accountUploadsPerMinute };
	const own = senders.map((id) => ({ id, perMinute }));
	const retryAfterSeconds = meter.take([account, ...own], now, 1 + Math.floor(pastDays(sent, now) / pastDaysPerToken));
	return retryAfterSeconds === null ? null : { refusal: "too-many-uploads", retryAfterSeconds };
}

function pastDays(submitted: Sent[], now: number): number {
	const current = Math.floor(now / dayMs) - 1;
	return submitted.reduce((sum, { at }) => {
		const days = new Set<number>();
		for (const time of at) if (time < current * dayMs) days.add(Math.floor(time / dayMs));
		return sum + days.size;
	}, 0);
}

/** A token bucket. `perMinute` tokens come each minute; it holds `most` of them, or those of a minute. */
type Bucket = { id: string; perMinute: number; most?: number };

/** Stored in memory: a row for each upload would cost more than the upload. */
export function createUploadMeter() {
	const states = new Map<string, { tokens: number; at: number } & Omit<Bucket, "id">>();
	let mostStored = fewestStored;

	/** Clocks of Workers differ, so `now` may go back. */
	function tokensAt({ id, perMinute, most = perMinute }: Bucket, now: number): number {
		const state = states.get(id);
		if (!state) return most;
		return Math.min(most, state.tokens + (Math.max(0, now - state.at) * perMinute) / minuteMs);
	}

	return {
		left: (bucket: Bucket, now: number) => Math.max(0, Math.floor(tokensAt(bucket, now))),

		/** Takes `tokens` if every bucket holds at least one. Returns null, or whole seconds to wait. */
		take(buckets: Bucket[], now: number, tokens = 1): number | null {
			const waits = buckets.map((bucket) => ((1 - tokensAt(bucket, now)) * 60) / bucket.perMinute);
			const wait = Math.max(0, largestOf(waits));
			if (wait > 0) return Math.ceil(wait);
			for (const bucket of buckets) {
				const at = Math.max(now, states.get(bucket.id)?.at ?? now);
				const { id, ...kind } = bucket;
				states.set(id, { ...kind, tokens: tokensAt(bucket, now) - tokens, at });
			}
			if (states.size > mostStored) forgetFull(now);
			return null;
		},
	};

	function forgetFull(now: number): void {
		for (const [id, { perMinute, most = perMinute }] of states) {
			if (tokensAt({ id, perMinute, most }, now) >= most) states.delete(id);
		}
		mostStored = Math.max(fewestStored, 2 * states.size);
	}
}
export type UploadMeter = ReturnType<typeof createUploadMeter>;
