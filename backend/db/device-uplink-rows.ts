import { isNotNull } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { deleteAllBy, findBy, prepared, saveInto } from "./queries";
import { deviceUplinks } from "./schema";

export const findDeviceUplinks = findBy(deviceUplinks, deviceUplinks.deviceId);

export const saveDeviceUplinks = saveInto(deviceUplinks, deviceUplinks.deviceId);

export const deleteDeviceUplinks = deleteAllBy(deviceUplinks, deviceUplinks.deviceId);

const clocks = prepared((db) => {
	const { deviceId, clockBehindMs } = deviceUplinks;
	return db.select({ deviceId, clockBehindMs }).from(deviceUplinks).where(isNotNull(clockBehindMs)).prepare();
});

export function clocksBehind(db: AccountDb): Map<string, number> {
	return new Map(
		clocks(db)
			.all()
			.map(({ deviceId, clockBehindMs }) => [deviceId, clockBehindMs ?? 0]),
	);
}
