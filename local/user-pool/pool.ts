import * as z from "zod/mini";
import { PasswordPolicy } from "../../shared/session/password-setting";
import { localSettings } from "../local-settings";
import type { Deliver } from "../mailbox";
import type { SigningKey } from "./signing-key";

export type Pool = { sql: SqlStorage; signingKey: SigningKey; now: number; deliver: Deliver };

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

/** Settings that can change at run time. In seconds, with Cognito's bounds, except the lower bound of the lifetime. */
const fields = {
	rotation: isOn,
	graceSeconds: wholeNumber(0, 60),
	accessTokenSeconds: wholeNumber(1, 86_400),
	preventUserExistenceErrors: isOn,
	mfa: z.enum(["off", "optional", "required"]),
	passkeys: z.enum(["off", "single-factor", "multi-factor"]),
	guestAccess: isOn,
	passwordPolicy: PasswordPolicy,
};

export const PoolSettings = z.object(fields);
export type PoolSettings = z.infer<typeof PoolSettings>;

export const PoolSettingsChange = z.partial(z.strictObject(fields));
export type PoolSettingsChange = z.infer<typeof PoolSettingsChange>;

export const defaultPoolSettings: PoolSettings = {
	rotation: false,
	graceSeconds: 0,
	accessTokenSeconds: 3_600,
	preventUserExistenceErrors: true,
	mfa: "optional",
	passkeys: "multi-factor",
	guestAccess: true,
	passwordPolicy: PasswordPolicy.parse(JSON.parse(localSettings.PASSWORD_POLICY)),
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
