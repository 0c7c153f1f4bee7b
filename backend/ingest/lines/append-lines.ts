import { serverLimits } from "../../../shared/base/limits";
import type { LineReason } from "../../../shared/device/line-series";
import type { ParsedLines } from "../../../shared/ingest/line-protocol";
import type { AccountContext, CallCount, HeardLines, LineSources } from "../../base/context";
import { channelIdsByKey } from "../../db/channel-rows";
import { type DeviceRow, findDevice } from "../../db/device-rows";
import { findIntegrationKey, recordIntegrationKeyUse } from "../../db/integration-key-rows";
import { lineRulesOf } from "../../db/line-rows";
import { acceptedKey, digestSecret, isUseWorthRecording } from "../../keys/ingest-keys";
import type { UploadResponse } from "../append-upload";
import { storageRejection, takeQuota, type UploadMeter } from "../quota";
import { type SentColumns, storeUpload, type UploadStore } from "../store-upload";
import { acceptSeries } from "./accept-series";

export type LineUpload = {
	/** Absent: the Worker is of the previous release, and filters accept nothing. */
	accountId?: string;
	keyId: string;
	secret: string;
	receivedAt: number;
	lines: Omit<ParsedLines, "leftOut" | "texts"> & { texts: number[]; leftOut: LeftOutLine[] };
};

export type LeftOutLine = { line: number | null; reason: LineReason; text: string };
export type StoredLines = { stored: number };

type Store = UploadStore &
	Pick<AccountContext, "newId" | "deviceKeys" | "invalidations"> & {
		meter: UploadMeter;
		calls: CallCount;
		lineSources: LineSources;
	};

type OfDevice = { device: DeviceRow; readings: SentColumns };

/** Stores the values of chosen series. Counts those of others, which wait. */
export async function appendLines(
	store: Store,
	{ accountId, keyId, secret, receivedAt, lines }: LineUpload,
): Promise<UploadResponse<StoredLines>> {
	const digest = await digestSecret(secret);
	const key = findIntegrationKey(store.db, keyId);
	if (!key || acceptedKey(key, digest, receivedAt) === null) return { refusal: "invalid-key" };
	const known = placed(store, keyId, lines);
	const rejection = storageRejection(store.db) ?? takePace(store, { keyId, devices: known.devices, receivedAt });
	if (rejection) {
		// The pace is not shown: every sender exceeds it that sends more often than each half minute.
		const isShown = rejection.refusal !== "too-many-uploads";
		for (const { device } of isShown ? known.devices : []) {
			store.watch.uploadRejected(device.id, { receivedAt, reason: rejection.refusal });
		}
		return rejection;
	}
	store.calls.count(receivedAt);
	// After the quotas: matching new series takes long, and a rejected upload adds no device.
	const filtered = accountId === undefined ? null : { ...store, accountId, now: receivedAt };
	const accepted = filtered ? await acceptSeries(filtered, key, lines) : [];
	if (accepted.length > 0) store.lineSources.chosen(keyId, accepted, receivedAt);
	const { devices, waiting, notStored } = accepted.length > 0 ? placed(store, keyId, lines) : known;
	const paid = new Set(known.devices.map(({ device }) => device.id));
	const matched = devices.filter(({ device }) => !paid.has(device.id));
	// Their values are stored in any case, as the upload has begun.
	if (matched.length > 0) takePace(store, { keyId, devices: matched, receivedAt });
	if (isUseWorthRecording(key.lastUsedAt, receivedAt)) recordIntegrationKeyUse(store.db, { key, now: receivedAt });
	let stored = 0;
	for (const { device, readings } of devices) {
		const validated = { sent: readings.at.length, refused: [] };
		const result = await storeUpload(store, device, { readings, validated, receivedAt, past: null });
		stored += readings.at.length - result.rejected.length;
		const expired = new Set(result.rejected.map(({ index }) => lines.series[lines.of[index] ?? -1] ?? ""));
		for (const text of expired) notStored.push({ line: null, reason: "past-retention", text });
	}
	if (lines.lines > 0 || lines.leftOut.length > 0) {
		const sums = { stored, waiting: waiting.reduce((sum, { count }) => sum + count, 0), texts: lines.texts.length };
		const leftOut = lines.leftOutCount + notStored.length - lines.leftOut.length;
		store.lineSources.heard(keyId, {
			last: { at: receivedAt, lines: lines.lines, ...sums, leftOut },
			waiting,
			notStored,
		});
	}
	return { stored };
}

type Pace = { keyId: string; devices: OfDevice[]; receivedAt: number };

/** Values that only wait cost no rows, so that they have the pace of a file. */
function takePace(store: Store, { keyId, devices, receivedAt }: Pace) {
	const sent = devices.map(({ device, readings }) => ({ deviceId: device.id, at: readings.at }));
	if (sent.length === 0) return takeQuota(store, { senders: [keyId], sent, now: receivedAt });
	const senders = sent.map(({ deviceId }) => `lines ${deviceId}`);
	return takeQuota(store, { senders, sent, now: receivedAt, perMinute: serverLimits.lineUploadsPerMinute });
}

/** Sorts values by device. A series waits whose device or channel is gone. */
function placed({ db }: Store, keyId: string, { series, of, at, value, texts, leftOut }: LineUpload["lines"]) {
	const rules = lineRulesOf(db, keyId);
	const devices = new Map<string, OfDevice & { ids: ReadonlyMap<string, string> }>();
	const waiting = new Map<number, HeardLines["waiting"][number]>();
	const notStored: LeftOutLine[] = [...leftOut];
	const targets = series.map((name) => {
		const rule = rules.get(name);
		const device = rule && findDevice(db, rule.deviceId);
		if (!rule || !device) return null;
		if (device.archivedAt) {
			notStored.push({ line: null, reason: "archived", text: name });
			return "archived";
		}
		const known = devices.get(device.id) ?? { device, readings: noReadings(), ids: channelIdsByKey(db, device.id) };
		if (!known.ids.has(rule.channelId)) return null;
		devices.set(device.id, known);
		return { readings: known.readings, channel: known.readings.channels.push(rule.channelId) - 1 };
	});
	for (const [index, position] of of.entries()) {
		const target = targets[position];
		const [time, reading] = [at[index], value[index]];
		if (time === undefined || reading === undefined) throw new Error("Upload columns differ in length");
		if (target === "archived") continue;
		if (target) {
			target.readings.index.push(index);
			target.readings.channel.push(target.channel);
			target.readings.at.push(time);
			target.readings.value.push(reading);
			continue;
		}
		const before = waiting.get(position);
		const count = (before?.count ?? 0) + 1;
		if (before && before.at > time) before.count = count;
		else waiting.set(position, { series: series[position] ?? "", count, at: time, value: reading });
	}
	for (const position of texts) {
		const text = series[position] ?? "";
		if (rules.has(text)) notStored.push({ line: null, reason: "text", text });
	}
	const sending = [...devices.values()].filter(({ readings }) => readings.at.length > 0);
	return { devices: sending, waiting: [...waiting.values()], notStored };
}

function noReadings(): SentColumns {
	return { channels: [], index: [], channel: [], at: [], value: [] };
}
