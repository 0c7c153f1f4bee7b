import * as z from "zod/mini";
import { type FormatName, formatChoices } from "./display-formats";

/* Not in display-formats.ts, which pages load before a sign-in without schemas. */

export const displayFormats = {
	hourCycle: z.enum(formatChoices.hourCycle),
	dateOrder: z.enum(formatChoices.dateOrder),
	weekStart: z.enum(formatChoices.weekStart),
	decimalSign: z.enum(formatChoices.decimalSign),
	temperatureUnit: z.enum(formatChoices.temperatureUnit),
} satisfies Record<FormatName, z.ZodMiniType>;

export const DisplayFormats = z.object({ ...displayFormats, units: z.optional(z.record(z.string(), z.string())) });
