import type * as schema from "../../backend/db/schema";

export function benchDeviceRow(position: number, createdAt: number): typeof schema.devices.$inferInsert {
	return {
		id: `dev_${String(position).padStart(6, "0")}`,
		name: `Device ${position}`,
		timezoneOffset: 0,
		timeZoneRule: 0,
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 6_000,
		keyDigest: "",
		createdAt: new Date(createdAt),
		createdBy: "bench",
	};
}

export function benchChannelRow(position: number): typeof schema.channels.$inferInsert {
	const { id: deviceId } = benchDeviceRow(position, 0);
	const kind = { quantity: "temperature", unit: "°C", decimals: 1 } as const;
	return { id: benchChannelOf(deviceId), deviceId, name: "Air", nameKey: "air", position: 0, ...kind };
}

export function benchChannelOf(deviceId: string): string {
	return `ch_${deviceId}`;
}
