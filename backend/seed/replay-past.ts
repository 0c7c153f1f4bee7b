import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import { deviceRules, silenceOf } from "../alert/device-rules";
import { nextDeadline, passDeadlines } from "../alert/engine/deadlines";
import { evaluateUpload } from "../alert/engine/evaluate-upload";
import type { Sample } from "../alert/engine/observe";
import { type EngineState, newState, packState } from "../alert/engine/run-state";
import type { EventChange } from "../alert/engine/step-run";
import { writeEventChanges } from "../alert/write-events";
import type { AccountContext, Invalidations, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import { type DeviceRow, listDevices } from "../db/device-rows";

const pastMs = 31 * dayMs;
const readingsPerPage = 20_000;

type Store = RowStore & Pick<AccountContext, "readingStore"> & { invalidations: Invalidations };

type Received = { receivedAt: number; at: number; value: number; channelId: string };

/** Applies new rules to the last month. Notifies no one. */
export async function replayPast(store: Store): Promise<void> {
	for (const device of listDevices(store.db, "all")) await replayDevice(store, device);
}

async function replayDevice(store: Store, device: DeviceRow): Promise<void> {
	const { db, readingStore, now, invalidations } = store;
	const { watched, rules, channels } = deviceRules(db, device);
	const [kept] = readingStore.watched([device.id]);
	if (watched.length === 0 || !kept) return;
	const named = watched.flatMap(({ channelId }) => channelId ?? []);
	// A rule of silence works with any channel.
	const channelIds = [...new Set(named.length > 0 ? named : channels.slice(0, 1).map(({ id }) => id))];
	const readings = await readingsOf(store, device.id, channelIds);
	const newId = createNewId(now);
	const newEventId = () => newId("alertEvent");
	const changes: EventChange[] = [];
	let state: EngineState = newState();
	let lastReceivedAt: number | null = null;

	function passUntil(until: number): void {
		for (;;) {
			const silence = silenceOf(device, { watched, lastReceivedAt });
			const at = nextDeadline(state, silence);
			if (at === null || at >= until) return;
			const passed = passDeadlines(state, silence, { now: at, newEventId });
			state = passed.state;
			appendAll(changes, passed.changes);
		}
	}

	for (const upload of uploadsOf(readings, device.uploadIntervalSeconds * 1000)) {
		const { receivedAt } = upload;
		passUntil(upload.firstReceivedAt);
		const history = () => [];
		const evaluation = evaluateUpload({ watched, history, newEventId }, state, {
			receivedAt,
			channels: upload.channels,
		});
		state = evaluation.state;
		appendAll(changes, evaluation.changes);
		lastReceivedAt = receivedAt;
	}
	passUntil(now);
	const origin = { importId: null, isPast: false, isBeforeMessages: true };
	db.transaction(() => {
		writeEventChanges(
			{ db, invalidations, now },
			{ deviceId: device.id, rowOf: ({ ruleId }) => rules.get(ruleId), origin },
			changes,
		);
		readingStore.keepWatch(device.id, packState(state, kept.channelIds));
	});
}

async function readingsOf({ readingStore, now }: Store, deviceId: string, channelIds: string[]): Promise<Received[]> {
	const channels = channelIds.map((channelId) => ({ deviceId, channelId }));
	const found: Received[] = [];
	const request = { channels, from: now - pastMs, to: now, limit: readingsPerPage, order: "oldest-first" as const };
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page = await readingStore.readSpan({ ...request, ...(cursor !== undefined && { cursor }) });
		for (const [index, at] of page.readingAt.entries()) {
			const channelId = channelIds[page.channel[index] ?? -1] ?? "";
			found.push({ receivedAt: page.receivedAt[index] ?? at, at, value: page.value[index] ?? 0, channelId });
		}
		cursor = page.nextCursor;
	}
	return found.sort((one, other) => one.receivedAt - other.receivedAt);
}

type PastUpload = { firstReceivedAt: number; receivedAt: number; channels: Map<string, Sample[]> };

/** The first reading after a silence stays alone, because it ends the silence. */
function uploadsOf(readings: Received[], uploadIntervalMs: number): PastUpload[] {
	const uploads: PastUpload[] = [];
	let isAfterSilence = true;
	for (const { receivedAt, at, value, channelId } of readings) {
		let upload = uploads.at(-1);
		const isSilence = !upload || receivedAt - upload.receivedAt > 2 * uploadIntervalMs;
		if (!upload || isSilence || (isAfterSilence && receivedAt !== upload.receivedAt)) {
			isAfterSilence = isSilence;
			upload = { firstReceivedAt: receivedAt, receivedAt, channels: new Map() };
			uploads.push(upload);
		}
		upload.receivedAt = receivedAt;
		addTo(upload.channels, channelId, { at, value });
	}
	return uploads;
}
