import type { SeedSilence } from "../../../shared/local-seed";
import type { AccountContext } from "../../context";
import { findDeviceBySerial } from "../device-rows";
import { addStatusChanges, deleteStatusChanges, keptMs } from "./status-change-rows";

type Store = Pick<AccountContext, "db" | "now">;

/**
 * What a trend shows of a local run's past, which was not noted upload by upload; of each device the oldest first. A
 * later seed tells it anew.
 */
export function ensureSeedSilences(store: Store, silences: SeedSilence[]): void {
	const byDevice = new Map<string, SeedSilence[]>();
	for (const silence of silences) {
		const device = findDeviceBySerial(store.db, silence.serialNumber);
		if (device) byDevice.set(device.id, [...(byDevice.get(device.id) ?? []), silence]);
	}
	deleteStatusChanges(store.db, [...byDevice.keys()]);
	for (const [deviceId, ofDevice] of byDevice) tell(store, deviceId, ofDevice);
}

function tell({ db, now }: Store, deviceId: string, silences: SeedSilence[]): void {
	let onlineSince = 0;
	for (const { offlineAt, onlineAt } of silences) {
		const before = { status: "online" as const, at: onlineSince };
		const offline = { status: "offline" as const, at: offlineAt };
		const back = onlineAt === null ? [] : [{ status: "online" as const, at: onlineAt }];
		if ((onlineAt ?? now) > now - keptMs) addStatusChanges(db, deviceId, { before, changes: [offline, ...back] });
		onlineSince = onlineAt ?? onlineSince;
	}
}
