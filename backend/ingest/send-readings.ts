import { appendAll } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { SendReadings, SentResult } from "../../shared/ingest/send-readings";
import type { AccountContext, Call, CallCount, MemberContext, ReadingOfDevice } from "../base/context";
import { isGone } from "../db/deletion-rows";
import { findDevice, findDeviceBySerial } from "../db/device-rows";
import { isDeviceInScope } from "../group/scope";
import { parseSent } from "./ingest-upload";
import { storageRejection, takeQuota, type UploadMeter } from "./quota";
import { storeUpload, type UploadStore } from "./store-upload";

/** Stores readings that a program sends for devices in its scope. */
export async function sendReadings({ ctx, input }: Call<SendReadings>): Promise<SentResult> {
	const sent: ReadingOfDevice[] = [];
	const rejected: IngestResult["rejected"] = [];
	const deviceIdOf = rememberedDevices(ctx);
	for (const [index, entry] of input.readings.entries()) {
		if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
			rejected.push({ index, reason: "not-an-object" });
			continue;
		}
		const { device, channel, at, value }: { [field: string]: unknown } = { ...entry };
		const deviceId = deviceIdOf(device);
		if (deviceId === null) rejected.push({ index, reason: "unknown-device" });
		else sent.push({ deviceId, index, channel, at, value });
	}
	const stored = await ctx.storeReadings(sent);
	if ("refusal" in stored) {
		ctx.audit.exempt();
		return stored;
	}
	const { accepted, duplicates } = stored;
	const all = [...rejected, ...stored.rejected].sort((one, other) => one.index - other.index);
	ctx.audit.act({ device: sent.map(({ deviceId }) => deviceId) }, { accepted, duplicates, rejected: all.length });
	return { accepted, duplicates, rejected: all };
}

function rememberedDevices(ctx: MemberContext): (word: unknown) => string | null {
	const known = new Map<string, string | null>();
	return (submitted) => {
		// A spreadsheet sends a serial number of digits as a number.
		const word = typeof submitted === "number" ? String(submitted) : submitted;
		if (typeof word !== "string") return null;
		const found = known.get(word);
		if (found !== undefined) return found;
		const device = findDevice(ctx.db, word) ?? findDeviceBySerial(ctx.db, word);
		const isOpen = device !== null && device.archivedAt === null && !isGone(device, ctx.now);
		const deviceId = isOpen && isDeviceInScope(ctx, device.id) ? device.id : null;
		known.set(word, deviceId);
		return deviceId;
	};
}

type SentStore = UploadStore & Pick<AccountContext, "now"> & { meter: UploadMeter; calls: CallCount };

/** One device after the other: after a failure the sender repeats all, and the first part is duplicates. */
export async function storeSentReadings(store: SentStore, submitted: readonly ReadingOfDevice[]): Promise<SentResult> {
	const { db, now } = store;
	const byDevice = new Map<string, Omit<ReadingOfDevice, "deviceId">[]>();
	for (const { deviceId, ...entry } of submitted) addTo(byDevice, deviceId, entry);
	const named = Array.from(byDevice, ([serialNumber, entries]) => ({ serialNumber, name: null, entries }));
	const { devices, rejected: unreadable } = parseSent({ devices: named, rejected: [] }, now);
	const senders = [...byDevice.keys()];
	const counted = devices.map(({ serialNumber: deviceId, readings }) => ({ deviceId, at: readings.at }));
	const rejection = storageRejection(db) ?? takeQuota(store, { senders, sent: counted, now });
	if (rejection) return rejection;
	const result: IngestResult = { accepted: 0, duplicates: 0, rejected: unreadable.flat() };
	for (const { serialNumber: deviceId, readings, validated } of devices) {
		const device = findDevice(db, deviceId);
		if (!device) {
			for (const index of readings.index) result.rejected.push({ index, reason: "unknown-device" });
			continue;
		}
		const stored = await storeUpload(store, device, { readings, validated, receivedAt: now, past: null });
		result.accepted += stored.accepted;
		result.duplicates += stored.duplicates;
		appendAll(result.rejected, stored.rejected);
	}
	return result;
}
