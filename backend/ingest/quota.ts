import { dayMs, minuteMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import { largestOf } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { isStorageRefusing } from "../db/account-rows";

/** Past so many buckets the full ones are deleted: they hold no information. */
const fewestKept = 10_000;

/** Nothing is stored: the sender keeps the upload and retries. */
export type QuotaRefusal = { refusal: "too-many-uploads" | "daily-quota" | "storage-full"; retryAfterSeconds: number };

type Sent = { deviceId: string; readings: number };

/** A sender asks again after so long. */
const fullRetrySeconds = 3_600;

/** Before any token is taken; null: there is room. */
export function storageRefusal(db: AccountDb): QuotaRefusal | null {
	return isStorageRefusing(db) ? { refusal: "storage-full", retryAfterSeconds: fullRetrySeconds } : null;
}

/** Takes tokens of the minute. Each id in `senders` has a quota of its own; `now` is epoch ms. */
export function takeQuota(
	{ readingStore, meter }: { readingStore: Pick<ReadingStore, "receivedOn">; meter: UploadMeter },
	{ senders, sent, now }: { senders: string[]; sent: Sent[]; now: number },
): QuotaRefusal | null {
	const isOver = sent.some(
		({ deviceId, readings }) =>
			readings > 0 && readingStore.receivedOn(deviceId, now) + readings > limits.ingestReadingsPerDay,
	);
	if (isOver) return { refusal: "daily-quota", retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000) };
	const account: Bucket = { id: "account", perMinute: limits.accountUploadsPerMinute };
	const own = senders.map((id) => ({ id, perMinute: limits.ingestUploadsPerMinute }));
	const retryAfterSeconds = meter.take([account, ...own], now);
	return retryAfterSeconds === null ? null : { refusal: "too-many-uploads", retryAfterSeconds };
}

/** A token bucket that refills within a minute, by `id`. */
type Bucket = { id: string; perMinute: number };

/** In memory of one account's object: a row for each upload would cost more than the upload. */
export function createUploadMeter() {
	const states = new Map<string, { tokens: number; at: number; perMinute: number }>();
	let mostKept = fewestKept;

	/** Clocks of the Workers in front may differ: time does not run back. */
	function tokensAt({ id, perMinute }: Bucket, now: number): number {
		const state = states.get(id);
		if (!state) return perMinute;
		return Math.min(perMinute, state.tokens + (Math.max(0, now - state.at) * perMinute) / minuteMs);
	}

	return {
		/** Whole tokens that are there. `now` is epoch ms. */
		left: (bucket: Bucket, now: number) => Math.max(0, Math.floor(tokensAt(bucket, now))),

		/** Takes a token of every bucket, or of none. Null, or the whole seconds to wait. `now` is epoch ms. */
		take(buckets: Bucket[], now: number): number | null {
			const waits = buckets.map((bucket) => ((1 - tokensAt(bucket, now)) * 60) / bucket.perMinute);
			const wait = Math.max(0, largestOf(waits));
			if (wait > 0) return Math.ceil(wait);
			for (const bucket of buckets) {
				const at = Math.max(now, states.get(bucket.id)?.at ?? now);
				states.set(bucket.id, { tokens: tokensAt(bucket, now) - 1, at, perMinute: bucket.perMinute });
			}
			if (states.size > mostKept) forgetFull(now);
			return null;
		},
	};

	function forgetFull(now: number): void {
		for (const [id, { perMinute }] of states) if (tokensAt({ id, perMinute }, now) >= perMinute) states.delete(id);
		// If most are in use, the next scan waits until many more exist.
		mostKept = Math.max(fewestKept, 2 * states.size);
	}
}
export type UploadMeter = ReturnType<typeof createUploadMeter>;
