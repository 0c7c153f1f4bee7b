import { minuteMs } from "../../../shared/base/durations";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import type { SilenceReason } from "../../../shared/device/device";
import { formatDuration } from "../../../shared/formats/duration-format";
import { type DeviceRejections, rejectionLabels } from "../../../shared/ingest/device-rejections";
import { attentionLimits } from "../../../shared/overview/attention-limits";

export type Reading = { at: number; value: number };
type Neighbour = { lastReceivedAt: number; uploadIntervalSeconds: number; isSilent: boolean };
export type Place = { kind: "gateway" | "site"; name: string };

/** Times are epoch ms. Readings ascend and are of the 48 h before the silence, a list for each channel. */
export type SilenceFacts = {
	now: number;
	/** The device's last upload. */
	silentSince: number;
	uploadIntervalSeconds: number;
	battery: { unit: string; readings: Reading[] }[];
	/** In dBm. */
	signal: Reading[][];
	/** Other devices that uploaded at least once. The nearest place first. */
	neighbours: (Place & { devices: Neighbour[] })[];
	rejections: Pick<DeviceRejections, "at" | "reasons"> | null;
	/** Null: never replaced, or the device sends without its own key. */
	key: { replacedAt: number; formerUntil: number | null; isUsed: boolean } | null;
	/** Earlier silences of the 30 days before, from upload to upload. */
	earlierGapsMs: number[];
};

/** A fall in points of the battery's percentage, and of other units as a share. */
const fallen = { points: 20, below: 50, share: 0.15, named: 5 };
const togetherMs = 15 * minuteMs;
const leastShareOfPlace = 0.6;
const leastGaps = 3;
const fadedDb = 15;
const lastFrames = 3;

/** Strongest first. */
export function silenceReasons(facts: SilenceFacts): SilenceReason[] {
	const found = [battery(facts), place(facts), rejections(facts), key(facts), gaps(facts), signal(facts)];
	return found.filter((reason) => reason !== null);
}

function battery(facts: SilenceFacts): SilenceReason | null {
	for (const { unit, readings } of facts.battery) {
		const last = readings.at(-1)?.value;
		if (last === undefined) continue;
		const highest = readings.reduce((most, { value }) => Math.max(most, value), last);
		const fall = highest - last;
		const isPercent = unit === "%";
		const isLow = isPercent && last < attentionLimits.battery;
		const hasFallen = isPercent
			? fall >= fallen.points && last < fallen.below
			: highest > 0 && fall >= fallen.share * highest;
		if (!isLow && !hasFallen) continue;
		const shown = (value: number) => `${Number(value.toFixed(isPercent ? 0 : 2))} ${unit}`.trim();
		return {
			kind: "battery",
			text:
				isPercent && fall < fallen.named
					? `The battery was at ${shown(last)} in its last upload.`
					: `The battery fell from ${shown(highest)} to ${shown(last)} within 48 h before its last upload.`,
			advice: "Replace or charge the battery.",
		};
	}
	return null;
}

function place({ silentSince, uploadIntervalSeconds, neighbours }: SilenceFacts): SilenceReason | null {
	// A cut is seen only when the next upload is missed.
	const toleranceMs = (other: Neighbour) =>
		Math.max(
			togetherMs,
			1_000 * (other.lastReceivedAt < silentSince ? other.uploadIntervalSeconds : uploadIntervalSeconds),
		);
	for (const { kind, name, devices } of neighbours) {
		const silent = devices.filter(
			(other) => other.isSilent && Math.abs(other.lastReceivedAt - silentSince) <= toleranceMs(other),
		);
		const sent = devices.filter((other) => other.lastReceivedAt - silentSince > toleranceMs(other));
		const [count, all] = [silent.length + 1, silent.length + sent.length + 1];
		if (silent.length === 0 || count < leastShareOfPlace * all) continue;
		const times = [silentSince, ...silent.map(({ lastReceivedAt }) => lastReceivedAt)];
		const within = formatDuration(Math.max(largestOf(times) - smallestOf(times), 2 * minuteMs));
		return {
			kind: "place",
			text: `${count} of ${all} devices of the ${kind} “${name}”, with this one, went silent within ${within}.`,
			advice: `Check power and network at the ${kind} first.`,
		};
	}
	return null;
}

function rejections({ silentSince, rejections: last }: SilenceFacts): SilenceReason | null {
	if (last === null || last.at <= silentSince) return null;
	const [most] = last.reasons;
	const since = formatDuration(last.at - silentSince);
	const why = most ? `: ${rejectionLabels[most.reason]}` : "";
	return {
		kind: "rejections",
		text: `It sends, but its uploads are refused, the newest ${since} after its last good one${why}.`,
		advice: rejectionAdvice(most?.reason),
	};
}

function rejectionAdvice(reason: DeviceRejections["reasons"][number]["reason"] | undefined): string {
	if (reason === "storage-full") return "Free storage, or choose a larger plan.";
	if (reason === "too-many-uploads" || reason === "daily-quota") return "Let the logger send less often.";
	return "Correct what the logger sends.";
}

function key({ now, silentSince, key: replaced }: SilenceFacts): SilenceReason | null {
	if (replaced === null || replaced.isUsed) return null;
	const { replacedAt, formerUntil } = replaced;
	const endedAt = formerUntil ?? replacedAt;
	if (endedAt < silentSince || endedAt > now) return null;
	const what = formerUntil === null ? "key was replaced" : "former key expired";
	return {
		kind: "key",
		text: `Its ${what} ${formatDuration(endedAt - silentSince)} after its last upload, and the new key was never used.`,
		advice: "Enter the new key in the logger. If it is lost, replace it once more under Settings.",
	};
}

function gaps({ now, silentSince, earlierGapsMs }: SilenceFacts): SilenceReason | null {
	const long = earlierGapsMs.filter((ms) => ms >= ((now - silentSince) * 2) / 3).sort((one, other) => one - other);
	const alike = long
		.map((shortest) => long.filter((ms) => ms >= shortest && ms <= 2 * shortest))
		.reduce((most, some) => (some.length > most.length ? some : most), []);
	const [shortest] = alike;
	const longest = alike.at(-1);
	if (alike.length < leastGaps || shortest === undefined || longest === undefined) return null;
	const bounds = [...new Set([formatDuration(shortest), formatDuration(longest)])].join(" to ");
	return {
		kind: "gaps",
		text: `It was silent ${alike.length} times in the 30 days before, for ${bounds}, and came back each time.`,
		advice: `It may come back within ${formatDuration(longest)} of silence. Find out what happens at these times.`,
	};
}

function signal(facts: SilenceFacts): SilenceReason | null {
	for (const readings of facts.signal) {
		const values = readings.map(({ value }) => value);
		const before = values.slice(0, -lastFrames);
		if (before.length < lastFrames) continue;
		const [usual, last] = [median(before), median(values.slice(-lastFrames))];
		if (usual - last < fadedDb) continue;
		const shown = (value: number) => `${Math.round(value)} dBm`.replace("-", "−");
		return {
			kind: "signal",
			text: `The signal fell by ${Math.round(usual - last)} dB before its last upload, from ${shown(usual)} to ${shown(last)}.`,
			advice: "Check the antenna, and whether the logger was moved or covered.",
		};
	}
	return null;
}

function median(values: number[]): number {
	return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
