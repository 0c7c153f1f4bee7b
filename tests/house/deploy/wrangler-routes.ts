import { type Account, Failure, type Route, uploadTo } from "./emulated-cloudflare";

const unknown = new Failure(404, 10090, "This Worker does not exist on your account.");

/** The metadata part of an upload, which names its bindings. */
function metadataOf(body: string): { bindings: Record<string, unknown>[]; annotations?: Record<string, string> } {
	const start = body.indexOf("{", body.indexOf('name="metadata"'));
	const end = body.indexOf("\r\n--", start);
	return JSON.parse(Buffer.from(body.slice(start, end), "latin1").toString("utf8"));
}

function upload(account: Account, name: string, body: string) {
	const { bindings, annotations } = metadataOf(body);
	const isSecret = ({ type }: Record<string, unknown>) => type === "secret_text";
	const versionId = uploadTo(account, {
		name,
		message: annotations?.["workers/message"] ?? null,
		bindings: bindings.filter((binding) => !isSecret(binding)),
		secrets: bindings.filter(isSecret).map((binding) => String(binding.name)),
	});
	return {
		id: name,
		etag: "",
		pipeline_hash: "",
		mutable_pipeline_id: "",
		deployment_id: versionId,
		startup_time_ms: 1,
	};
}

/** What wrangler asks beyond that, while it uploads. */
export const wranglerRoutes: Route[] = [
	[
		"GET",
		/\/workers\/services\/([^/]+)$/,
		({ workers }, _, [name = ""]) => {
			if (!workers.has(name)) throw unknown;
			return {
				result: { id: name, default_environment: { environment: "production", script: { tag: name, tags: [] } } },
			};
		},
	],
	[
		"PUT",
		/\/workers\/scripts\/([^/]+)$/,
		(account, { body }, [name = ""]) => ({ result: upload(account, name, body) }),
	],
	[
		"GET",
		/\/workers\/workers\/([^/]+)$/,
		(_, __, [name]) => ({ result: { id: name, name, subdomain: { enabled: false, previews_enabled: false } } }),
	],
	["POST", /\/workers\/scripts\/[^/]+\/subdomain$/, () => ({ result: { enabled: true, previews_enabled: false } })],
	// Every file is there already.
	["POST", /\/assets-upload-session$/, () => ({ result: { jwt: "jwt", buckets: [] } })],
];
