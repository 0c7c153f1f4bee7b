import { limits } from "../../shared/limits";
import type { LogStore } from "../log/log-store";
import type { Bucket, UploadMeter } from "./upload-meter";

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
