import { benchStart } from "./bench-uploads";
import { benchDevice, shapes } from "./generator";

export type ShapeSize = { shape: string; readings: number; blockBytes: number; quarterBytes: number };

type Stored = { deviceId: string; readings: number; blockBytes: number; quarterBytes: number };

export function blockSizes(sql: SqlStorage): ShapeSize[] {
	const stored = sql
		.exec<Stored>(
			`SELECT device_id AS deviceId, sum(readings) AS readings, sum(length(block)) AS blockBytes,
				sum(coalesce(length(quarters), 0)) AS quarterBytes
				FROM day_block JOIN device_log ON device = number WHERE block IS NOT NULL GROUP BY device`,
		)
		.toArray();
	return shapes.map(({ name }) => {
		const alike = stored.filter(({ deviceId }) => shapeOf(deviceId) === name);
		const sumOf = (column: "readings" | "blockBytes" | "quarterBytes") =>
			alike.reduce((sum, row) => sum + row[column], 0);
		return {
			shape: name,
			readings: sumOf("readings"),
			blockBytes: sumOf("blockBytes"),
			quarterBytes: sumOf("quarterBytes"),
		};
	});
}

function shapeOf(deviceId: string): string {
	return benchDevice(Number(deviceId.replace("device-", "")), benchStart).shape.name;
}
