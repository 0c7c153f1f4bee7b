import type { DeviceCourse, GetCourses } from "../../shared/device/device-courses";
import type { Call } from "../base/context";
import { visibleDevices } from "../device/list/visible-rows";
import { dayCourses } from "./day-courses";

/** Of the rows that a list shows. Devices that are not seen, or do not measure it, are left out. */
export async function getCourses({ ctx, input: { deviceIds, quantity } }: Call<GetCourses>): Promise<DeviceCourse[]> {
	const { devices } = await ctx.cachedDevices.at(ctx.now);
	const requested = new Set(deviceIds);
	const channels = visibleDevices(ctx, devices).flatMap(({ row, channels: own }) => {
		if (!requested.has(row.id)) return [];
		const index = row.latest.findIndex((reading) => reading.quantity === quantity);
		const limits = own[index];
		const isMeasured = (row.latest[index]?.value ?? null) !== null;
		return limits === undefined || !isMeasured ? [] : [{ deviceId: row.id, limits }];
	});
	const courses = await dayCourses(ctx, channels);
	return channels.map(({ deviceId }, position) => ({ deviceId, course: courses[position] ?? [] }));
}
