import { largestOf } from "../../../shared/base/lists";
import { addTo } from "../../../shared/base/multi-map";
import { countBefore } from "../../../shared/base/sorted";
import { tolerableAheadMs } from "../../../shared/device/clock-drift";
import { type DeviceSilence, nextDeadline, passDeadlines } from "./deadlines";
import { evaluateInPlace, type UploadReadings } from "./evaluate-upload";
import { gapLimitMs, intervalsLeadMs } from "./intervals";
import { lookbackOf, type Sample } from "./observe";
import { createPastExcursions, gatherMs, type LateSpan, spanAround } from "./past-excursions";
import { type EngineEvent, type EngineState, eventOf, newState, usualIntervalMs } from "./run-state";
import type { EventChange } from "./step-run";
import type { Watched } from "./watched-rule";

/** One device's stored readings, by time; `channel` holds indexes into `channelIds`. Times are epoch ms. */
export type StoredReadings = {
	channelIds: readonly string[];
	channel: readonly number[];
	at: readonly number[];
	receivedAt: readonly number[];
	value: readonly number[];
};

export type RehearsedDevice = Omit<DeviceSilence, "lastReceivedAt"> & {
	readings: StoredReadings;
	/** Earlier readings are known to windows, but not evaluated. */
	from: number;
	until: number;
	/** When the device was last seen if it has no upload in that time; epoch ms. */
	lastReceivedAt: number | null;
};

/** `sentAt`: when its first message would be due, epoch ms. `endedAt` null: open at the end. */
export type RehearsedEvent = EngineEvent & { sentAt: number };

/** Returns how much earlier, ms, to begin so that everything that lasts at the start is known. */
export function leadOf(watched: readonly Watched[], usualMs: number): { leadMs: number; lookbackMs: number } {
	const lead = ({ forMs, clearForMs, observed }: Watched) =>
		Math.max(forMs, clearForMs, observed.of === "silence" ? observed.afterMs : 0);
	const leadMs = Math.max(gapLimitMs(usualMs), intervalsLeadMs(usualMs), largestOf(watched.map(lead)));
	return {
		leadMs,
		lookbackMs: Math.max(0, largestOf(watched.map(({ observed }) => lookbackOf(observed)))),
	};
}

/** Runs stored uploads in order of receipt, with silence and late readings. Returns the rules' events. */
export function rehearse(device: RehearsedDevice): RehearsedEvent[] {
	const { watched, until } = device;
	const events = new Map<string, RehearsedEvent>();
	const stored = createStored(device);
	let state = newState();
	let lastReceivedAt = stored.uploads.length === 0 ? device.lastReceivedAt : null;
	let late: (LateSpan & { dueAt: number }) | null = null;
	let ids = 0;
	const newEventId = () => `${++ids}`;
	const parts = { watched, history: stored.between, newEventId };

	function keep(changes: readonly EventChange[], sentAt: (event: EngineEvent) => number): void {
		for (const { event } of changes) {
			events.set(event.id, { ...event, sentAt: events.get(event.id)?.sentAt ?? sentAt(event) });
		}
	}

	function passSilence(before: number): void {
		for (;;) {
			const silence = { ...device, lastReceivedAt };
			const at = nextDeadline(state, silence);
			if (at === null || at >= before) return;
			const passed = passDeadlines(state, silence, { now: at, newEventId });
			state = passed.state;
			keep(passed.changes, () => at);
		}
	}

	function catchUp(): void {
		if (!late) return;
		const { from, to, dueAt } = late;
		late = null;
		for (const rule of watched) {
			const around = spanAround(rule, { from, to }, usualIntervalMs(state, rule));
			if (!around) continue;
			const excursions = createPastExcursions(rule, newEventId);
			excursions.add(stored.between(rule.channelId ?? "", around.from, around.to), around.to);
			const isOfRule = (event: EngineEvent) => event.ruleId === rule.ruleId && event.channelId === rule.channelId;
			const known = [...events.values()].filter(isOfRule);
			keep(excursions.unknownWithin({ from, to }, known), () => dueAt);
		}
	}

	const isOfReadings = watched.every(({ observed }) => observed.of === "readings");
	const { uploads } = stored;
	const isInOrder = isOfReadings ? inOrder(uploads) : [];
	for (let index = 0, end = 0; index < uploads.length; index = end) {
		const { receivedAt } = uploads[index] ?? { receivedAt: until };
		if (!isOfReadings) passSilence(receivedAt);
		if (late && late.dueAt < receivedAt) catchUp();
		const lookedAt: number = late?.dueAt ?? Number.POSITIVE_INFINITY;
		end = index + 1;
		// Readings in order give the same events however uploads are cut, so evaluate consecutive uploads as one.
		while (isInOrder[index] && isInOrder[end] && (uploads[end]?.receivedAt ?? 0) <= lookedAt) end += 1;
		const together = uploads.slice(index, end);
		const upload = joined(together);
		const { changes, behind } = evaluateInPlace(parts, state, upload);
		keep(changes, (event) => receiptOf(together, event));
		stored.add(upload);
		lastReceivedAt = upload.receivedAt;
		if (behind) late = widened(late, { ...behind, dueAt: upload.receivedAt + gatherMs });
	}
	if (!isOfReadings) passSilence(until);
	catchUp();
	keepRunning(events, state);
	return [...events.values()];
}

function widened<Late extends LateSpan & { dueAt: number }>(known: Late | null, more: Late): Late {
	if (!known) return more;
	return { ...known, from: Math.min(known.from, more.from), to: Math.max(known.to, more.to) };
}

function keepRunning(events: Map<string, RehearsedEvent>, { runs }: EngineState): void {
	for (const run of runs) {
		const event = eventOf(run, null);
		const known = event && events.get(event.id);
		if (event && known) events.set(event.id, { ...event, sentAt: known.sentAt });
	}
}

type Stored = {
	uploads: UploadReadings[];
	between(channelId: string, from: number, to: number): readonly Sample[];
	add(upload: UploadReadings): void;
};

function createStored({ readings, from }: RehearsedDevice): Stored {
	const { channelIds, channel, at, receivedAt, value } = readings;
	const known = new Map<string, Sample[]>();
	const byReceipt = new Map<number, Map<string, Sample[]>>();
	for (let index = 0; index < at.length; index += 1) {
		const channelId = channelIds[channel[index] ?? -1] ?? "";
		const sample = { at: at[index] ?? 0, value: value[index] ?? 0 };
		const received = receivedAt[index] ?? 0;
		let channels = known;
		if (sample.at >= from) {
			channels = byReceipt.get(received) ?? new Map();
			byReceipt.set(received, channels);
		}
		const samples = channels.get(channelId);
		if (samples) samples.push(sample);
		else channels.set(channelId, [sample]);
	}
	const receipts = [...byReceipt].sort(([one], [other]) => one - other);
	return {
		uploads: receipts.map(([received, channels]) => ({ receivedAt: received, channels })),
		between(channelId, start, end) {
			const samples = known.get(channelId) ?? [];
			return samples.slice(positionOf(samples, start), positionOf(samples, end));
		},
		add({ channels }) {
			for (const [channelId, samples] of channels) {
				const before = known.get(channelId) ?? [];
				const isLater = (before.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < (samples[0]?.at ?? 0);
				for (const sample of samples) before.push(sample);
				if (!isLater) before.sort((one, other) => one.at - other.at);
				known.set(channelId, before);
			}
		},
	};
}

function positionOf(samples: readonly Sample[], time: number): number {
	return countBefore(samples.length, (position) => (samples[position]?.at ?? 0) < time);
}

/** Returns per upload whether all readings lie past the frontier and within the bound; false in doubt. */
function inOrder(uploads: readonly UploadReadings[]): boolean[] {
	const newest = new Map<string, number>();
	return uploads.map(({ receivedAt, channels }) => {
		const bound = receivedAt + tolerableAheadMs;
		const isInOrder = [...channels].every(([channelId, samples]) => {
			const isLater = (samples[0]?.at ?? 0) > (newest.get(channelId) ?? Number.NEGATIVE_INFINITY);
			return isLater && (samples.at(-1)?.at ?? 0) <= bound;
		});
		for (const [channelId, samples] of channels) {
			const last = isInOrder ? (samples.at(-1)?.at ?? 0) : bound;
			newest.set(channelId, Math.max(newest.get(channelId) ?? last, last));
		}
		return isInOrder;
	});
}

function joined(uploads: readonly UploadReadings[]): UploadReadings {
	if (uploads.length === 1 && uploads[0]) return uploads[0];
	const channels = new Map<string, Sample[]>();
	const lastTimes = new Map<string, number[]>();
	for (const upload of uploads) {
		for (const [channelId, samples] of upload.channels) {
			addTo(lastTimes, channelId, samples.at(-1)?.at ?? 0);
			const known = channels.get(channelId);
			if (known) for (const sample of samples) known.push(sample);
			else channels.set(channelId, [...samples]);
		}
	}
	return { receivedAt: uploads.at(-1)?.receivedAt ?? 0, channels, lastTimes };
}

function receiptOf(uploads: readonly UploadReadings[], { channelId, firedAt }: EngineEvent): number {
	const last = uploads.at(-1)?.receivedAt ?? 0;
	if (uploads.length === 1 || channelId === null) return last;
	const found = uploads.find(({ channels }) => (channels.get(channelId)?.at(-1)?.at ?? firedAt - 1) >= firedAt);
	return found?.receivedAt ?? last;
}
