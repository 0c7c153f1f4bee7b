import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { parseSettings } from "../../../backend/base/env";
import { parseMessageSettings } from "../../../backend/base/message-settings";
import { locationHint } from "../../../backend/proxy";

it("take their values from the variables, the newest ingest secret first", () => {
	expect(parseSettings(env)).toMatchObject({
		isValid: true,
		settings: {
			userPoolId: "us-east-1_Test00001",
			clientId: "test0client0id",
			ingestSecrets: [env.INGEST_SECRET, env.INGEST_SECRET_PREVIOUS],
		},
	});
	const { INGEST_SECRET_PREVIOUS: _, LOCAL: __, ...production } = { ...env };
	expect(parseSettings(production)).toMatchObject({ settings: { ingestSecrets: [env.INGEST_SECRET], local: null } });
});

it.each([
	["USER_POOL_ID", ""],
	["USER_POOL_ID", "no pool"],
	["USER_POOL_CLIENT_ID", ""],
	["INGEST_SECRET", "too short"],
	["INGEST_SECRET_PREVIOUS", "too short"],
	["CONSOLE_URL", ""],
	["CONSOLE_URL", "http://console.example.com"],
	["CONSOLE_URL", "https://console.example.com/path"],
	["EMAIL_FROM", "nobody"],
	["EMAIL_DAILY_QUOTA", "many"],
	["SMS_COUNTRIES", "Portugal"],
	["SMS_SENDER_ID", "12345"],
	["CALL_COUNTRIES", "Portugal"],
	["TWILIO_ACCOUNT_SID", "an account"],
	["TWILIO_FROM", "351210000100"],
	["TWILIO_AUTH_TOKEN", ""],
	["VAPID_PUBLIC_KEY", "a key"],
	["VAPID_PRIVATE_KEY", "a key"],
])("name %s as wrong if it is %j", (name, value) => {
	expect(parseSettings({ ...env, [name]: value })).toEqual({ isValid: false, problems: [name] });
});

it("name the secrets that SMS lack, and turn a channel off that is not set", () => {
	expect(parseMessageSettings({})).toEqual({
		settings: {
			consoleUrl: null,
			mailDomain: null,
			email: null,
			sms: null,
			call: null,
			push: null,
			telegram: null,
		},
		problems: [],
	});
	expect(parseMessageSettings({ SMS_COUNTRIES: "PT", SMS_ACCESS_KEY_ID: "x" })).toEqual({
		settings: null,
		problems: ["SMS_SECRET_ACCESS_KEY"],
	});
	expect(parseMessageSettings({ CALL_COUNTRIES: "PT", CONSOLE_URL: "https://console.test" })).toEqual({
		settings: null,
		problems: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
	});
	const { VAPID_PUBLIC_KEY } = env;
	expect(parseMessageSettings({ VAPID_PUBLIC_KEY })).toEqual({
		settings: null,
		problems: ["VAPID_PRIVATE_KEY", "CONSOLE_URL"],
	});
});

it("keep the console's address without its usual port", () => {
	const addressOf = (CONSOLE_URL: string) => parseMessageSettings({ CONSOLE_URL }).settings?.consoleUrl;
	expect(addressOf("https://Console.example.com:443")).toBe("https://console.example.com");
	expect(addressOf("https://console.example.com:8443")).toBe("https://console.example.com:8443");
});

it("name every setting that is wrong, and no value", () => {
	const result = parseSettings({ ...env, USER_POOL_ID: "oops-secret", INGEST_SECRET: "oops-secret" });
	expect(result).toEqual({ isValid: false, problems: ["USER_POOL_ID", "INGEST_SECRET"] });
});

it.each([
	[{ continent: "NA", longitude: "-122.4" }, "wnam"],
	[{ continent: "NA", longitude: "-73.9" }, "enam"],
	[{ continent: "EU", longitude: "13.4" }, "weur"],
	[{ continent: "EU", longitude: "30.5" }, "eeur"],
	[{ continent: "AS", longitude: "55.3" }, "me"],
	[{ continent: "AS", longitude: "139.7" }, "apac"],
	[{ continent: "OC" }, "oc"],
	[{ continent: "AN" }, undefined],
	[{}, undefined],
])("places the object of an owner at %j in %s", (cf, hint) => {
	expect(locationHint(cf as Request["cf"])).toBe(hint); // the fields the function reads
});
