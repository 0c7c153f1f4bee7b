import * as z from "zod/mini";
import { DeviceId } from "../base/ids";

export const kineticDays = 30;

export const GetKineticMeans = z.object({ deviceId: DeviceId });
export type GetKineticMeans = z.infer<typeof GetKineticMeans>;

/**
 * Mean kinetic temperature of a channel over the last 30 days, in its unit, from the means of quarters of an hour, of which
 * `quarters` have readings.
 */
export const KineticMean = z.object({ channelId: z.string(), kinetic: z.number(), quarters: z.number() });
export type KineticMean = z.infer<typeof KineticMean>;
