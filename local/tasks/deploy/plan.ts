import type { AccountState, DeployedWorker } from "./account-state.ts";
import { parseVersionMessage } from "./version-message.ts";
import {
	jurisdictions,
	locations,
	type Place,
	type Wanted,
	type WantedSecret,
	type WantedWorker,
	type WorkerKind,
} from "./wanted.ts";

export type Step =
	| { kind: "create-database"; name: string; place: Place }
	| { kind: "create-bucket"; name: string; place: Place }
	| { kind: "create-queue"; name: string }
	| { kind: "apply-migrations"; database: string; names: string[] }
	| { kind: "upload-source-maps" }
	| { kind: "lead-hostname"; hostname: string; worker: string }
	| { kind: "upload-worker"; worker: WorkerKind; name: string; reasons: string[]; secrets: WantedSecret[] };

export type Plan = {
	steps: Step[];
	problems: string[];
	byHand: string[];
};

export type Release = { digests: Record<WorkerKind, string> | null; migrations: string[] };

export type Planned = {
	wanted: Wanted;
	state: AccountState | null;
	release: Release;
	form: { version: number };
	place: Place | null;
	hasSourceMaps: boolean;
};

/** Whether the user must choose a place. An existing database or bucket decides it. */
export function isPlaceOpen({ wanted, state }: Pick<Planned, "wanted" | "state">): boolean {
	const { database, bucket } = state ?? {};
	const isComplete = Boolean(database && bucket);
	return wanted.backend !== null && !isComplete && !(database ?? bucket)?.jurisdiction;
}

/** Pure; empty if nothing differs. Before the build it contains all possible uploads. */
export function planDeployment(planned: Planned): Plan {
	const { wanted, state, hasSourceMaps } = planned;
	const uploads = uploadsOf(planned);
	const isBuilt = hasSourceMaps && uploads.length > 0;
	return {
		steps: [
			...creations(planned, placeOf(planned)),
			...migrationsOf(planned),
			...(isBuilt ? [{ kind: "upload-source-maps" } as const] : []),
			...uploads,
			...hostnameOf(wanted, state),
		],
		problems: [
			...(state === null ? [] : problemsOf(wanted, state)),
			...formProblems(planned),
			...placeProblems(planned),
			...secretProblems(planned, uploads),
		],
		byHand: state === null ? [] : leftByHand(wanted, state),
	};
}

/** If an existing resource has no jurisdiction, the rest may lie anywhere too. */
function placeOf({ wanted, state, place }: Planned): Place | null {
	if (wanted.backend === null) return null;
	const found = (state?.database ?? state?.bucket)?.jurisdiction;
	if (found) return { kind: "jurisdiction", name: found };
	return place;
}

function placeProblems({ wanted, state, place }: Planned): string[] {
	const { backend } = wanted;
	if (backend === null) return [];
	const database = state?.database;
	const bucket = state?.bucket;
	const asked = place?.kind === "jurisdiction" ? place.name : null;
	const found = (database ?? bucket)?.jurisdiction ?? null;
	if (database && bucket && database.jurisdiction !== bucket.jurisdiction) {
		return [
			`${backend.database} lies ${inWords(database.jurisdiction)} and ${backend.bucket} ${inWords(bucket.jurisdiction)}: no data can be moved between them, so one has to be made anew`,
		];
	}
	if ((database || bucket) && place !== null && asked !== found) {
		return [`--place ${place.name}: what is there lies ${inWords(found)}, and stays there for ever`];
	}
	if (place === null && isPlaceOpen({ wanted, state })) {
		const where = `a jurisdiction (${jurisdictions.join(", ")}) or a location (${locations.join(", ")})`;
		return [`Where data shall lie is not said: --place with ${where}. It can never be changed`];
	}
	return [];
}

function inWords(jurisdiction: string | null): string {
	return jurisdiction === null ? "in no jurisdiction" : `in the jurisdiction ${jurisdiction}`;
}

function creations({ wanted, state }: Planned, place: Place | null): Step[] {
	const { backend } = wanted;
	if (backend === null) return [];
	return [
		...(state?.database || !place ? [] : [{ kind: "create-database", name: backend.database, place } as const]),
		...(state?.bucket || !place ? [] : [{ kind: "create-bucket", name: backend.bucket, place } as const]),
		...backend.queues
			.filter((name) => !state?.queues.has(name))
			.map((name) => ({ kind: "create-queue", name }) as const),
	];
}

function formProblems({ state, form }: Planned): string[] {
	const least = state?.database?.leastReader ?? null;
	if (least === null || least <= form.version) return [];
	return [
		`What is stored needs code of form ${least} or later, and this release is of form ${form.version}: check out the newer one (CHANGELOG.md)`,
	];
}

function migrationsOf({ wanted, state, release }: Planned): Step[] {
	if (wanted.backend === null) return [];
	const names = release.migrations.filter((name) => !state?.database?.migrations.includes(name));
	return names.length === 0 ? [] : [{ kind: "apply-migrations", database: wanted.backend.database, names }];
}

type Upload = Extract<Step, { kind: "upload-worker" }>;

/** The backend first: a newer backend serves the older console, but not the reverse. */
function uploadsOf({ wanted, state, release }: Planned): Upload[] {
	const differs = (worker: WorkerKind, { message }: DeployedWorker): string | null => {
		if (release.digests === null) return "if code or settings differ from what runs";
		const isSame = parseVersionMessage(message)?.digest === release.digests[worker];
		return isSame ? null : "code or settings differ from what runs";
	};
	const upload = (worker: WorkerKind, subject: WantedWorker, found: DeployedWorker | null): Upload[] => {
		const secrets = wanted.secrets.filter(({ name, source, ...secret }) => {
			return secret.worker === worker && source !== "none" && !found?.secrets.includes(name);
		});
		const reasons = [
			...(found?.versionId ? [] : ["it is not there yet"]),
			...(found?.versionId ? [differs(worker, found)] : []).filter((reason) => reason !== null),
			...(worker === "backend" && found?.versionId && !state?.database ? ["its database is made anew"] : []),
			...(found && !isSame(found.crons, subject.crons) ? ["its times differ"] : []),
			...subject.consumed
				.filter((queue) => state?.queues.get(queue) === null)
				.map((queue) => `it does not take from ${queue} yet`),
			...secrets.map(
				({ name, source }) => `${name} is missing, and ${source === "given" ? "given here" : "made at random"}`,
			),
		];
		return reasons.length === 0 ? [] : [{ kind: "upload-worker", worker, name: subject.name, reasons, secrets }];
	};
	return [
		...(wanted.backend ? upload("backend", wanted.backend, state?.backend ?? null) : []),
		...upload("console", wanted.console, state?.console ?? null),
	];
}

function hostnameOf({ hostname, console }: Wanted, state: AccountState | null): Step[] {
	if (hostname === null || state?.hostnameWorker === console.name) return [];
	return [{ kind: "lead-hostname", hostname, worker: console.name }];
}

function isSame(some: string[], others: string[]): boolean {
	return some.toSorted().join() === others.toSorted().join();
}

function secretProblems({ wanted, state }: Planned, uploads: Upload[]): string[] {
	const missing = wanted.secrets.filter(({ worker, name, source, why }) => {
		return why !== null && source === "none" && !state?.[worker]?.secrets.includes(name);
	});
	const isMadeAnew = uploads.some(({ secrets }) =>
		secrets.some(({ name, source }) => name === "INGEST_SECRET" && source === "random"),
	);
	return [
		...missing.map(({ name, why }) => `${name} is missing, as ${why}: set it in the environment of this command`),
		// Another secret would invalidate every device's key, so a lost one is not replaced automatically.
		...(isMadeAnew && (state?.database?.accounts ?? 0) > 0
			? [
					"INGEST_SECRET is missing though there are accounts: with another one no device's key works. Set the former in the environment of this command, or, if it is lost, a new one",
				]
			: []),
	];
}

function problemsOf(wanted: Wanted, state: AccountState): string[] {
	const { hostname, backend } = wanted;
	return [
		...state.missingRights.map((right) => `The token lacks a right: ${right}`),
		...(state.plan === "free"
			? [
					"The account has the free plan of Workers. The paid one is needed, for CPU time, queues and mail: dash.cloudflare.com, Workers & Pages, Plans",
				]
			: []),
		...(backend?.consumed ?? []).flatMap((queue) => {
			const taker = state.queues.get(queue) ?? backend?.name;
			return taker === backend?.name
				? []
				: [`${queue} is emptied by another consumer, ${taker}: a queue has one alone`];
		}),
		...(backend && !state.isBucketServiceOn
			? ["R2 is not switched on in this account: dash.cloudflare.com, R2 Object Storage"]
			: []),
		...(hostname !== null && state.zone === null && !isZoneUnknown(state)
			? [`No zone of this account holds ${hostname}: add the site to it, or give CONSOLE_URL an address of workers.dev`]
			: []),
		...(hostname !== null && ![null, wanted.console.name].includes(state.hostnameWorker)
			? [`${hostname} leads to another Worker, ${state.hostnameWorker}: take it away there first`]
			: []),
		...(hostname === null && state.workersDev === null && !isWorkersUnknown(state)
			? [
					"workers.dev has no name of this account yet: dash.cloudflare.com, Workers & Pages, or set CONSOLE_URL to a hostname of a zone",
				]
			: []),
	];
}

const isZoneUnknown = ({ missingRights }: AccountState) => missingRights.some((right) => right.startsWith("Zone"));
const isWorkersUnknown = ({ missingRights }: AccountState) =>
	missingRights.some((right) => right.startsWith("Workers"));

function leftByHand({ mailDomain }: Wanted, state: AccountState): string[] {
	return [
		...(state.plan === "unknown"
			? ["The token may not read billing: see for yourself that the account has the paid plan of Workers"]
			: []),
		...(mailDomain !== null && state.mail === "missing"
			? [`Mails cannot be sent yet: onboard ${mailDomain} to Cloudflare's Email Service (docs/messages.md)`]
			: []),
		...(mailDomain !== null && state.mail === "unknown"
			? [`The token may not read mail: see for yourself that ${mailDomain} is onboarded to Cloudflare's Email Service`]
			: []),
	];
}

export function stepText(step: Step): string {
	switch (step.kind) {
		case "create-database":
			return `create the database ${step.name}, ${placeText(step.place)}`;
		case "create-bucket":
			return `create the bucket ${step.name}, ${placeText(step.place)}`;
		case "create-queue":
			return `create the queue ${step.name}`;
		case "apply-migrations":
			return `apply ${step.names.length} migrations to ${step.database}, up to ${step.names.at(-1)}`;
		case "upload-source-maps":
			return "upload the source maps of what was built";
		case "lead-hostname":
			return `lead ${step.hostname} to ${step.worker}`;
		case "upload-worker":
			return `upload the ${step.worker} as ${step.name}: ${step.reasons.join("; ")}`;
	}
}

function placeText({ kind, name }: Place): string {
	return `${kind} ${name}, for ever`;
}
