import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { Quantity } from "../formats/units";

/** As many as the rows of a list that are in sight. */
export const courseDevices = 60;

export const GetCourses = z.object({
	quantity: Quantity,
	deviceIds: z.array(DeviceId).check(z.minLength(1), z.maxLength(courseDevices)),
});
export type GetCourses = z.infer<typeof GetCourses>;

/** Of the first channel of the quantity: means of the half hours up to now, null where there is none. */
export type DeviceCourse = { deviceId: string; course: (number | null)[] };
