import type { Settings } from "./environment.ts";
import type { EnvironmentName } from "./environment-names.ts";

export type Place = { kind: "jurisdiction"; name: string } | { kind: "location"; name: string };

export const jurisdictions = ["eu", "fedramp"];
export const locations = ["weur", "eeur", "wnam", "enam", "apac", "oc"];

export function placeNamed(name: string): Place | null {
	if (jurisdictions.includes(name)) return { kind: "jurisdiction", name };
	return locations.includes(name) ? { kind: "location", name } : null;
}

export type WorkerKind = "backend" | "console";

/** `given`: by the command's environment. `why`: null if optional. */
export type WantedSecret = {
	worker: WorkerKind;
	name: string;
	source: "given" | "random" | "none";
	why: string | null;
};

export type WantedWorker = { name: string; crons: string[]; consumed: string[] };

export type Wanted = {
	environment: EnvironmentName;
	console: WantedWorker;
	backend: (WantedWorker & { database: string; databaseId: string | null; bucket: string; queues: string[] }) | null;
	hostname: string | null;
	mailDomain: string | null;
	secrets: WantedSecret[];
	accountId: string | null;
};

type Variables = Readonly<Record<string, string | undefined>>;

export function wantedOf(environment: EnvironmentName, settings: Settings, variables: Variables): Wanted {
	const { console, backend } = settings;
	const hasBackend = !console.vars.UPSTREAM_URL;
	return {
		environment,
		console: { name: console.name, crons: console.crons, consumed: [] },
		backend:
			hasBackend && backend.database && backend.bucket
				? {
						name: backend.name,
						crons: backend.crons,
						consumed: backend.consumed,
						database: backend.database.name,
						databaseId: backend.database.id,
						bucket: backend.bucket,
						queues: backend.queues,
					}
				: null,
		hostname: hostnameOf(backend.vars.CONSOLE_URL),
		mailDomain: hasBackend ? domainOf(backend.vars.EMAIL_FROM) : null,
		secrets: secretsOf(settings, { hasBackend, variables }).map((secret) => ({
			...secret,
			source: sourceOf(secret.name, variables),
		})),
		accountId: variables.CLOUDFLARE_ACCOUNT_ID || console.accountId,
	};
}

export const secretNames = [
	"INGEST_SECRET",
	"INGEST_SECRET_PREVIOUS",
	"SMS_ACCESS_KEY_ID",
	"SMS_SECRET_ACCESS_KEY",
	"TWILIO_AUTH_TOKEN",
	"VAPID_PRIVATE_KEY",
	"TELEGRAM_BOT_TOKEN",
	"STRIPE_SECRET_KEY",
	"STRIPE_WEBHOOK_SECRET",
	"USER_POOL_CLIENT_SECRET",
	"SESSION_KEY",
	"SESSION_KEY_PREVIOUS",
] as const;
type SecretName = (typeof secretNames)[number];

const ofConsole: readonly SecretName[] = ["USER_POOL_CLIENT_SECRET", "SESSION_KEY", "SESSION_KEY_PREVIOUS"];
const madeAtRandom: readonly SecretName[] = ["INGEST_SECRET", "SESSION_KEY"];

type Given = { hasBackend: boolean; variables: Variables };

type Secret = Omit<WantedSecret, "name" | "source"> & { name: SecretName };

function secretsOf({ backend }: Settings, { hasBackend, variables }: Given): Secret[] {
	const { SMS_COUNTRIES: countries, CALL_COUNTRIES: called } = backend.vars;
	const { VAPID_PUBLIC_KEY: pushKey, TELEGRAM_BOT: bot } = backend.vars;
	const sms = countries ? "SMS_COUNTRIES is set" : null;
	const given = (name: SecretName) => (variables[name] ? `${name} is given` : null);
	const reasons: Partial<Record<SecretName, string | null>> = {
		INGEST_SECRET: "keys of devices are made with it",
		SESSION_KEY: "limits of idle sessions need it",
		SMS_ACCESS_KEY_ID: sms,
		SMS_SECRET_ACCESS_KEY: sms,
		TWILIO_AUTH_TOKEN: called ? "CALL_COUNTRIES is set" : null,
		VAPID_PRIVATE_KEY: pushKey ? "VAPID_PUBLIC_KEY is set" : null,
		TELEGRAM_BOT_TOKEN: bot ? "TELEGRAM_BOT is set" : null,
		STRIPE_SECRET_KEY: given("STRIPE_WEBHOOK_SECRET"),
		STRIPE_WEBHOOK_SECRET: given("STRIPE_SECRET_KEY"),
	};
	return secretNames
		.filter((name) => hasBackend || name === "USER_POOL_CLIENT_SECRET")
		.map((name) => ({ worker: ofConsole.includes(name) ? "console" : "backend", name, why: reasons[name] ?? null }));
}

function sourceOf(name: SecretName, variables: Variables): WantedSecret["source"] {
	if (variables[name]) return "given";
	return madeAtRandom.includes(name) ? "random" : "none";
}

function hostnameOf(address: unknown): string | null {
	if (typeof address !== "string" || !URL.canParse(address)) return null;
	const { hostname } = new URL(address);
	return hostname.endsWith(".workers.dev") ? null : hostname;
}

function domainOf(mailbox: unknown): string | null {
	if (typeof mailbox !== "string" || mailbox === "") return null;
	return /@([^@>\s]+)>?$/.exec(mailbox)?.[1]?.toLowerCase() ?? null;
}
