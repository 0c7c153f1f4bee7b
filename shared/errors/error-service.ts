/** Pages post their reports here, so that they contact only their own origin. */
export const monitoringPath = "/api/monitoring";

export type ErrorServiceVariables = { SENTRY_DSN?: string; SENTRY_ENVIRONMENT?: string; SENTRY_RELEASE?: string };

export type ErrorService = {
	dsn: string;
	publicKey: string;
	envelopeUrl: string;
	environment: string;
	release: string | null;
};

const dsnForm = /^https:\/\/([\w-]+)@([\w.-]+(?::\d+)?)((?:\/[\w-]+)*)\/(\w+)$/;
const environmentForm = /^[\w.-]{1,64}$/;

export type ParsedErrorService = { isOn: false } | { isOn: true; service: ErrorService };

/** Off without a DSN. Null if a setting is invalid. */
export function parseErrorService(variables: ErrorServiceVariables): ParsedErrorService | null {
	const { SENTRY_DSN: dsn, SENTRY_RELEASE: release } = variables;
	const environment = variables.SENTRY_ENVIRONMENT || "production";
	if (!environmentForm.test(environment)) return null;
	if (!dsn) return { isOn: false };
	const [, publicKey, host, path, project] = dsnForm.exec(dsn) ?? [];
	if (publicKey === undefined) return null;
	const envelopeUrl = `https://${host}${path}/api/${project}/envelope/?sentry_key=${publicKey}&sentry_version=7`;
	return { isOn: true, service: { dsn, publicKey, envelopeUrl, environment, release: release || null } };
}

/** Local runs record reports for this host; nothing leaves the machine. */
export const localErrorService = {
	host: "errors.aqlcloud.test",
	variables: { SENTRY_DSN: "https://local0errors@errors.aqlcloud.test/1", SENTRY_ENVIRONMENT: "local" },
};

export type ErrorPlace = "console" | "backend" | "account";

/** All that is sent beside the error: never a request, header, cookie, input or binding. */
export type ErrorFacts = {
	place: ErrorPlace;
	event: string;
	requestId?: string;
	name?: string;
};

type Reply = { status: number; headers: { get: (name: string) => string | null }; text: () => Promise<string> };
type Envelope = { method: "POST"; body: string | Uint8Array<ArrayBuffer> };

/** `send` sets its own deadline. `warn` writes a log line. */
export type ErrorRoute = {
	service: ErrorService;
	send: (url: string, envelope: Envelope) => Promise<Reply>;
	warn: (line: string) => void;
};
