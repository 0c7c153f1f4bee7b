import { type Account, type ClassMigrations, Failure, type Route, uploadTo } from "./emulated-cloudflare";

const unknown = new Failure(404, 10090, "This Worker does not exist on your account.");

type Metadata = {
	bindings: Record<string, unknown>[];
	annotations?: Record<string, string>;
	migrations?: ClassMigrations;
	keep_bindings?: string[];
	assets?: { jwt: string };
};

function metadataOf(body: string): Metadata {
	const start = body.indexOf("{", body.indexOf('name="metadata"'));
	const end = body.indexOf("\r\n--", start);
	return JSON.parse(Buffer.from(body.slice(start, end), "latin1").toString("utf8"));
}

function upload(account: Account, { name, body, isDeployed }: { name: string; body: string; isDeployed: boolean }) {
	const { bindings, annotations, migrations, keep_bindings: kept = [], assets } = metadataOf(body);
	const isSecret = ({ type }: Record<string, unknown>) => type === "secret_text";
	const pages = assets && pagesOf(assets.jwt);
	const versionId = uploadTo(account, {
		name,
		message: annotations?.["workers/message"] ?? null,
		bindings: bindings.filter((binding) => !isSecret(binding)),
		secrets: bindings.filter(isSecret).map((binding) => String(binding.name)),
		keepsSecrets: kept.includes("secret_text"),
		...(migrations && { migrations }),
		isDeployed,
	});
	const worker = account.workers.get(name);
	const known = worker?.classes ?? new Set();
	for (const { type, class_name: className } of bindings) {
		if (type === "durable_object_namespace" && !known.has(String(className)))
			throw new Failure(400, 10061, `Cannot create binding: class ${String(className)} was made by no migration`);
	}
	if (worker && pages) worker.pages = pages;
	return versionId;
}

type Manifest = Record<string, { hash: string; size: number }>;
/** Manifests of uploads until their files arrive. One list stands for all accounts, as files are known by hash. */
const sessions: { manifest: Manifest; missing: Set<string> }[] = [];
const stored = new WeakMap<Account, Set<string>>();

function beginPages(account: Account, { manifest }: { manifest: Manifest }) {
	const there = stored.get(account) ?? new Set();
	stored.set(account, there);
	const missing = new Set(Object.values(manifest).flatMap(({ hash }) => (there.has(hash) ? [] : [hash])));
	sessions.push({ manifest, missing });
	return { jwt: `session-${sessions.length - 1}`, buckets: missing.size === 0 ? [] : [[...missing]] };
}

const sessionOf = (jwt: string) => {
	const session = sessions[Number(/^(?:Bearer )?session-(\d+)$/.exec(jwt)?.[1] ?? Number.NaN)];
	if (!session) throw new Failure(403, 10000, "Not a token of an upload of assets");
	return session;
};

function storePages(account: Account, { jwt, body }: { jwt: string; body: string }) {
	const { missing } = sessionOf(jwt);
	for (const [, hash = ""] of body.matchAll(/name="([0-9a-f]{32})"/g)) {
		missing.delete(hash);
		stored.get(account)?.add(hash);
	}
	return missing.size === 0 ? { jwt: jwt.replace("Bearer ", "") } : {};
}

function pagesOf(jwt: string): Map<string, string> {
	const { manifest, missing } = sessionOf(jwt);
	if (missing.size > 0) throw new Failure(400, 100320, "Assets are missing");
	return new Map(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
}

export const wranglerRoutes: Route[] = [
	[
		"GET",
		/\/workers\/services\/([^/]+)$/,
		({ workers }, _, [name = ""]) => {
			const worker = workers.get(name);
			if (!worker) throw unknown;
			const { migrationTag: migration_tag } = worker;
			const script = {
				tag: name,
				tags: [],
				last_deployed_from: "wrangler",
				...(migration_tag && { migration_tag }),
			};
			return { result: { id: name, default_environment: { environment: "production", script } } };
		},
	],
	[
		"PUT",
		/\/workers\/scripts\/([^/]+)$/,
		(account, { body }, [name = ""]) => {
			const deployment_id = upload(account, { name, body, isDeployed: true });
			const ids = { id: name, etag: "", pipeline_hash: "", mutable_pipeline_id: "" };
			return { result: { ...ids, deployment_id, startup_time_ms: 1 } };
		},
	],
	// Wrangler makes and deploys a version of an existing Worker whose classes stay.
	[
		"POST",
		/\/workers\/scripts\/([^/]+)\/versions$/,
		(account, { body }, [name = ""]) => {
			if (!account.workers.has(name)) throw unknown;
			const id = upload(account, { name, body, isDeployed: false });
			return { result: { id, startup_time_ms: 1, metadata: {}, resources: { script: { etag: "" }, bindings: [] } } };
		},
	],
	["PATCH", /\/workers\/scripts\/[^/]+\/script-settings$/, () => ({ result: {} })],
	[
		"GET",
		/\/workers\/workers\/([^/]+)$/,
		(_, __, [name]) => ({ result: { id: name, name, subdomain: { enabled: false, previews_enabled: false } } }),
	],
	["POST", /\/workers\/scripts\/[^/]+\/subdomain$/, () => ({ result: { enabled: true, previews_enabled: false } })],
	["POST", /\/assets-upload-session$/, (account, { body }) => ({ result: beginPages(account, JSON.parse(body)) })],
	[
		"POST",
		/\/workers\/assets\/upload$/,
		(account, { body, headers }) => ({ result: storePages(account, { jwt: headers.authorization ?? "", body }) }),
	],
];
