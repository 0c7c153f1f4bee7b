import * as z from "zod/mini";
import { PasswordPolicy } from "../../shared/password-policy";
import type { Deliver } from "../mailbox";
import type { SigningKey } from "./signing-key";

/** What one call works with. `now` is epoch ms and stands still for the call. */
export type Pool = { sql: SqlStorage; signingKey: SigningKey; now: number; deliver: Deliver };

/** One operation of an API: the request's JSON in, the answer's out; null answers an empty body. */
export type Operation = (pool: Pool, body: unknown) => Promise<object | null>;

const isOn = z.union([
	z.boolean(),
	z.pipe(
		z.enum(["on", "off"]),
		z.transform((text) => text === "on"),
	),
]);

function wholeNumber(minimum: number, maximum: number) {
	return z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum));
}

/** What may be changed of the pools while they run. Seconds; bounds of Cognito, but for the lifetime's lower one. */
const fields = {
	rotation: isOn,
	/** How long a refresh token that was used is taken again. */
	graceSeconds: wholeNumber(0, 60),
	accessTokenSeconds: wholeNumber(1, 86_400),
	/** On: an unknown user is answered as a known one would be. */
	preventUserExistenceErrors: isOn,
	mfa: z.enum(["off", "optional", "required"]),
	/** Whether the identity pool gives credentials to who has not signed in. */
	guestAccess: isOn,
	passwordPolicy: PasswordPolicy,
};

export const PoolSettings = z.object(fields);
export type PoolSettings = z.infer<typeof PoolSettings>;

/** What a change may say; what it leaves out stays as it is. */
export const PoolSettingsChange = z.partial(z.strictObject(fields));
export type PoolSettingsChange = z.infer<typeof PoolSettingsChange>;

export const defaultPoolSettings: PoolSettings = {
	rotation: false,
	graceSeconds: 0,
	accessTokenSeconds: 3_600,
	preventUserExistenceErrors: true,
	mfa: "optional",
	guestAccess: true,
	passwordPolicy: PasswordPolicy.parse({}),
};

export function readPoolSettings(sql: SqlStorage): PoolSettings {
	const [row] = sql.exec<{ settings: string }>("SELECT settings FROM pool_settings").toArray();
	return row ? PoolSettings.parse(JSON.parse(row.settings)) : defaultPoolSettings;
}

export function changePoolSettings(sql: SqlStorage, change: PoolSettingsChange): PoolSettings {
	const settings = { ...readPoolSettings(sql), ...change };
	sql.exec("INSERT OR REPLACE INTO pool_settings (id, settings) VALUES (1, ?)", JSON.stringify(settings));
	return settings;
}
