import type { Upload } from "../../../backend/base/reading-store";
import { benchDevice } from "./generator";

export const deviceCount = 100;
export const benchStart = Date.UTC(2026, 2, 2);

export type BenchUpload = Omit<Upload, "seq"> & { number: number };

export function benchUploads({ readings, perUpload }: { readings: number; perUpload: number }): BenchUpload[] {
	const devices = Array.from({ length: deviceCount }, (_, number) => benchDevice(number, benchStart));
	const uploads = devices.flatMap((device, number) => {
		const instants = Math.max(1, Math.round(perUpload / device.shape.channels));
		const length = Math.ceil(readings / deviceCount / (instants * device.shape.channels));
		return Array.from({ length }, () => ({ deviceId: device.deviceId, number, ...device.next(instants) }));
	});
	return uploads.sort((a, b) => a.receivedAt - b.receivedAt);
}
