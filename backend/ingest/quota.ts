import { limits } from "../../shared/limits";
import type { LogStore } from "../base/log-store";

/** Past so many buckets the full ones are forgotten: they say nothing. */
const fewestKept = 10_000;
const minuteMs = 60_000;

/** Why an upload is not taken just now. Nothing of it is stored: whoever sent it keeps it and sends it again. */
export type QuotaRefusal = { refusal: "too-many-uploads" | "daily-quota"; retryAfterSeconds: number };

/** Readings of one device in an upload. */
type Sent = { deviceId: string; readings: number };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether uploads are within the quotas of a minute and a day; takes them off those of the minute. `senders` are the
 * ids that each have a minute's quota of their own; `now` is epoch ms.
 */
export function takeQuota(
	{ log, meter }: { log: Pick<LogStore, "receivedOn">; meter: UploadMeter },
	{ senders, sent, now }: { senders: string[]; sent: Sent[]; now: number },
): QuotaRefusal | null {
	const isOver = sent.some(
		({ deviceId, readings }) => readings > 0 && log.receivedOn(deviceId, now) + readings > limits.ingestReadingsPerDay,
	);
	if (isOver) return { refusal: "daily-quota", retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000) };
	const account: Bucket = { id: "account", perMinute: limits.accountUploadsPerMinute };
	const own = senders.map((id) => ({ id, perMinute: limits.ingestUploadsPerMinute }));
	const retryAfterSeconds = meter.take([account, ...own], now);
	return retryAfterSeconds === null ? null : { refusal: "too-many-uploads", retryAfterSeconds };
}

/** A bucket of `perMinute` tokens that fills up within a minute. `id` tells buckets apart. */
type Bucket = { id: string; perMinute: number };

/** Counts uploads in the memory of one account's object: a row for each would cost more than the upload. */
export function createUploadMeter() {
	const states = new Map<string, { tokens: number; at: number; perMinute: number }>();
	let mostKept = fewestKept;

	/** Tokens of a bucket at an instant. Clocks of the Workers in front may differ: time does not run back. */
	function tokensAt({ id, perMinute }: Bucket, now: number): number {
		const state = states.get(id);
		if (!state) return perMinute;
		return Math.min(perMinute, state.tokens + (Math.max(0, now - state.at) * perMinute) / minuteMs);
	}

	return {
		/**
		 * Takes a token of every bucket, or of none: null, or the whole seconds after which to try again. `now` is
		 * epoch ms.
		 */
		take(buckets: Bucket[], now: number): number | null {
			const waits = buckets.map((bucket) => ((1 - tokensAt(bucket, now)) * 60) / bucket.perMinute);
			const wait = Math.max(0, ...waits);
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
		// Where most are in use, looking through all of them again pays only after many more came.
		mostKept = Math.max(fewestKept, 2 * states.size);
	}
}
export type UploadMeter = ReturnType<typeof createUploadMeter>;
