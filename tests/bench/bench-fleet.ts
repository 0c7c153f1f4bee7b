import type * as schema from "../../backend/db/schema";

/** A device of the bench with one channel, by its place in the fleet. */
export function benchDeviceRow(place: number, createdAt: number): typeof schema.devices.$inferInsert {
	return {
		id: `dev_${String(place).padStart(6, "0")}`,
		name: `Device ${place}`,
		timezoneOffset: 0,
		timeZoneRule: 0,
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 6_000,
		keyDigest: "",
		createdAt: new Date(createdAt),
		createdBy: "bench",
	};
}

export function benchChannelRow(place: number): typeof schema.channels.$inferInsert {
	const { id: deviceId } = benchDeviceRow(place, 0);
	const kind = { quantity: "temperature", unit: "°C", decimals: 1 } as const;
	return { id: benchChannelOf(deviceId), deviceId, name: "Air", nameKey: "air", position: 0, ...kind };
}

export function benchChannelOf(deviceId: string): string {
	return `ch_${deviceId}`;
}
