import type { AccountDb } from "../../context";
import type { DeviceRow } from "../device-rows";
import { addStatusChanges } from "../fleet-trend/status-change-rows";
import { addDeviceEvents, heardEvent, silenceEvent } from "./device-events";
import { type DeviceStateRow, findDeviceState, saveDeviceState } from "./device-state-rows";
import { comingChanges } from "./status-deadlines";

/** `state` is what was last said; times are epoch ms. */
type Silence = { state: DeviceStateRow | null; lastReceivedAt: number; now: number };

/** Says that a silent device is late, or offline, each at its own time. Answers its new state; null: nothing was said. */
export function noteSilence(
	db: AccountDb,
	device: DeviceRow,
	{ state, lastReceivedAt, now }: Silence,
): DeviceStateRow | null {
	if (!state) return null;
	const changes = comingChanges(device, state.status, lastReceivedAt).filter(({ at }) => at <= now);
	const last = changes.at(-1);
	if (!last) return null;
	const silent = { ...state, status: last.status, since: last.at };
	db.transaction(() => {
		const events = changes.map((change) => silenceEvent(change, lastReceivedAt));
		addDeviceEvents(db, device.id, events);
		saveDeviceState(db, silent);
		addStatusChanges(db, device.id, { before: { status: state.status, at: state.since }, changes });
	});
	return silent;
}

type Heard = { receivedAt: number; lastReceivedAt: number | null };

/** Says that a device is heard again where it was said to be late or offline, or never heard. Answers its state, and whether it is news. */
export function noteHeard(
	db: AccountDb,
	device: DeviceRow,
	{ receivedAt, lastReceivedAt }: Heard,
): { state: DeviceStateRow; isNews: boolean } {
	const state = findDeviceState(db, device.id);
	// A silence that ended before the alarm came to it is part of the story too.
	const silent = lastReceivedAt === null ? null : noteSilence(db, device, { state, lastReceivedAt, now: receivedAt });
	const said = silent ?? state;
	if (said?.status === "online") return { state: said, isNews: false };
	// The alarm may have spoken while the upload was on its way.
	const at = Math.max(receivedAt, said?.since ?? receivedAt);
	const online = {
		deviceId: device.id,
		isBatteryLow: said?.isBatteryLow ?? false,
		status: "online" as const,
		since: at,
	};
	// A device heard before anything was said of devices did not come online just now.
	const isNews = said !== null || lastReceivedAt === null;
	db.transaction(() => {
		saveDeviceState(db, online);
		if (!isNews) return;
		const before = { status: said?.status ?? ("never" as const), at: said?.since ?? device.createdAt.getTime() };
		addStatusChanges(db, device.id, { before, changes: [{ status: online.status, at }] });
		addDeviceEvents(db, device.id, [heardEvent(at, said?.status ?? null, lastReceivedAt)]);
	});
	return { state: online, isNews };
}
