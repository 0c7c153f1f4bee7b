import * as z from "zod/mini";
import { type FormatName, formatChoices } from "./display-formats";

/* Apart from the choices, which pages read before a sign-in, without the code of schemas. */

export const displayFormats = {
	hourCycle: z.enum(formatChoices.hourCycle),
	dateOrder: z.enum(formatChoices.dateOrder),
	weekStart: z.enum(formatChoices.weekStart),
	decimalSign: z.enum(formatChoices.decimalSign),
	temperatureUnit: z.enum(formatChoices.temperatureUnit),
} satisfies Record<FormatName, z.ZodMiniType>;

export const DisplayFormats = z.object(displayFormats);
