import { limits, serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, Invalidations, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import type { Job } from "../base/job";
import { insertAlert, listAlerts } from "../db/alert-rows";
import { listChannels } from "../db/channel-rows";
import { findDevices } from "../db/device-rows";
import { insertGroup, listGroupRows } from "../db/group-rows";
import { changeSample, findSample, insertSample, insertSampleThings, listSampleIds } from "../db/sample-rows";
import { assertRoom, type MintedDevice, mintDevice, storeDevice } from "../device/create-devices";
import { namedOn, storeDerived } from "../device/derived/store-derived";
import { isNameTaken } from "../group/edit-groups";
import { assertWholeScope } from "../group/scope";
import { storeUpload, type UploadStore } from "../ingest/store-upload";
import {
	deviceInput,
	everyMs,
	partMs,
	sampleDevices,
	sampleGroups,
	samplePart,
	sampleParts,
	sampleRules,
	sampleValue,
} from "./sample-fleet";

/** Throws SAMPLE_THERE, SAMPLE_NAME_TAKEN, DEVICE_LIMIT, GROUP_LIMIT, ALERT_LIMIT, NOT_PERMITTED. */
export async function loadSample({ ctx }: Call): Promise<void> {
	assertWholeScope(ctx);
	// Parts of the history find devices by the order of ids.
	const ids = sampleDevices.map(() => ctx.newId("device")).sort();
	const minted = await Promise.all(ids.map((id) => mintDevice(ctx, id)));
	// No await from here on: a second request at the same time finds the sample.
	assertFree(ctx);
	ctx.audit.change({}, () => insertFleet(ctx, minted));
	addConfigEvent(ctx, null, said("sample.loaded"));
	await ctx.watch.intervalsChanged("all");
	for (const topic of ["devices", "groups", "alerts"] as const) ctx.invalidations.changed(topic, "all");
}

function assertFree({ db, now }: MemberContext): void {
	if (findSample(db)) throw domainError("SAMPLE_THERE");
	assertRoom({ db, now }, sampleDevices.length);
	const names = Object.values(sampleGroups);
	if (names.some((name) => isNameTaken(db, name, null))) throw domainError("SAMPLE_NAME_TAKEN");
	if (listGroupRows(db).length + names.length > limits.groups) throw domainError("GROUP_LIMIT");
	if (listAlerts(db).length + sampleRules.length > serverLimits.alertRules) throw domainError("ALERT_LIMIT");
}

function insertFleet(ctx: MemberContext, minted: MintedDevice[]): void {
	const { db, now } = ctx;
	const createdAt = new Date(now);
	insertSample(db, Math.floor(now / everyMs) * everyMs);
	const groupIds = { coldChain: ctx.newId("group"), buildings: ctx.newId("group") };
	for (const key of ["coldChain", "buildings"] as const) {
		insertGroup(db, { id: groupIds[key], name: sampleGroups[key], kind: "static", createdAt });
	}
	const deviceIds = new Map<string, string>();
	for (const [index, device] of sampleDevices.entries()) {
		const keyed = minted[index];
		if (!keyed) throw new Error("A sample device without a key");
		storeDevice(ctx, deviceInput(device, groupIds[device.group]), { ...keyed, createdBy: ctx.user.id });
		deviceIds.set(device.name, keyed.id);
		const channels = listChannels(db, [keyed.id]);
		const { derived } = device;
		if (derived) {
			const definition = namedOn(derived.definition, channels);
			storeDerived(ctx, keyed.id, { name: derived.name, definition, channels });
		}
	}
	const made = { group: Object.values(groupIds), device: [...deviceIds.values()], alert: [] as string[] };
	for (const { on, ...rule } of sampleRules) {
		const id = ctx.newId("alert");
		made.alert.push(id);
		insertAlert(db, { id, ...rule, scope: { deviceIds: [deviceIds.get(on) ?? ""] }, createdAt });
	}
	for (const kind of ["device", "group", "alert"] as const) insertSampleThings(db, kind, made[kind]);
	ctx.audit.made(made);
}

type WorkParts = UploadStore & { invalidations: Invalidations };

export function sampleWork(parts: WorkParts): Job {
	const { db, invalidations } = parts;
	const next = () => {
		const sample = findSample(db);
		return sample?.state === "loading" ? sample : null;
	};
	return {
		name: "sample",
		title: said("work.is.loadingSample"),
		nextDueAt: () => next()?.endsAt.getTime() ?? null,
		due: () => {
			const sample = next();
			return sample ? [String(sample.storedParts)] : [];
		},
		run: async (subject) => {
			const sample = next();
			if (!sample || String(sample.storedParts) !== subject) return;
			await storePart(parts, sample.storedParts, sample.endsAt.getTime());
			const storedParts = sample.storedParts + 1;
			// Checked again: the sample may have been removed during the await.
			if (findSample(db)?.state !== "loading") return;
			const isWhole = storedParts === sampleParts;
			db.transaction(() => changeSample(db, { storedParts, ...(isWhole && { state: "loaded" as const }) }));
			invalidations.changed("devices", "all");
			if (isWhole) invalidations.changed("alerts", "all");
		},
	};
}

async function storePart(parts: WorkParts, number: number, endsAt: number): Promise<void> {
	const part = samplePart(number, endsAt);
	const [row] = part ? findDevices(parts.db, listSampleIds(parts.db, "device").slice(part.index, part.index + 1)) : [];
	if (!part || !row) return;
	const { channels } = part.device;
	const readings = { channels: channels.map(({ name }) => name), ...emptyColumns() };
	for (let at = part.from + everyMs; at <= part.to; at += everyMs) {
		for (const [channel, spec] of channels.entries()) {
			readings.index.push(readings.at.length);
			readings.channel.push(channel);
			readings.at.push(at);
			readings.value.push(sampleValue(spec, part.index * 10 + channel, endsAt - at));
		}
	}
	const validated = { sent: readings.at.length, refused: [] };
	// Alerts from a past notify no one.
	const past = { everyMs: partMs, phaseMs: endsAt % partMs, clockBehindMs: 0 };
	await storeUpload(parts, row, { readings, validated, receivedAt: part.to, past });
}

function emptyColumns(): { index: number[]; channel: number[]; at: number[]; value: number[] } {
	return { index: [], channel: [], at: [], value: [] };
}
