import * as z from "zod/mini";
import { UpdateDevice } from "../../../../shared/device-inputs";

export const longestFactName = 32;
const FactName = z
	.string()
	.check(
		z.trim(),
		z.minLength(1, "Enter a name."),
		z.maxLength(longestFactName, `At most ${longestFactName} characters.`),
	);

/** What the form sends, and the names of its facts as they are typed: in a record of facts two of one name are one. */
export const SettingsInput = z.object({
	factNames: z
		.array(FactName)
		.check(z.refine((names) => new Set(names.map((name) => name.trim())).size === names.length, "Names must differ.")),
	update: UpdateDevice,
});
export type SettingsInput = z.infer<typeof SettingsInput>;
