/** What stands where a secret stood. */
const removed = "…";

/** Names of query parameters and fields whose values are secrets, whoever sets them. */
const secretNames = [
	"access_?token",
	"assertion",
	"authorization",
	"code",
	"confirmation_?code",
	"cookies?",
	"credentials?",
	"id_?token",
	"key",
	"new_?password",
	"otp",
	"passwd",
	"password",
	"refresh_?token",
	"secret",
	"secret_?(?:code|hash)",
	"session_?token",
	"set-cookie",
	"token",
].join("|");

/** Each stops at a quote, a space or a bracket, so that JSON stays JSON. `$1` is kept. */
const knownForms: [pattern: RegExp, kept: string][] = [
	// Keys of devices and of integrations.
	[/\baq[a-z]_[\w-]+/g, removed],
	[/\bBearer\s+[^\s"'\\<>,]+/gi, removed],
	// JSON Web Tokens, encrypted ones too.
	[/\beyJ[\w-]+(?:\.[\w-]*)+/g, removed],
	[/\botpauth(?::|%3A)[^\s"'\\<>]+/gi, removed],
	[/(\/api\/links\/)[^\s/?#"'\\<>]+/g, `$1${removed}`],
	[/(CognitoIdentityServiceProvider\.[^\s=;"'\\]+=)[^\s;"'\\]+/g, `$1${removed}`],
	[new RegExp(`([?&#;](?:${secretNames})=)[^\\s&#;"'\\\\<>]+`, "gi"), `$1${removed}`],
	// The same inside an address that is itself a parameter, as in `next=`.
	[new RegExp(`(%(?:25)?(?:3F|26|23)(?:${secretNames})%(?:25)?3D)[^\\s&#;"'\\\\<>%]+`, "gi"), `$1${removed}`],
	// Drizzle lists a failed query's inputs behind it.
	[/(\bparams: )[\s\S]*$/, `$1${removed}`],
];

/** A run that no word and no id of ours is as long as: a key, a token or a signature of a form we do not know. */
const longRun = /[\w+/=-]{48,}/g;

const secretField = new RegExp(`^(?:${secretNames})$`, "i");

/** The text without secrets of a known form. */
export function withoutKnownSecrets(text: string): string {
	return knownForms.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text);
}

/** The text without anything that could be a secret. */
export function withoutSecrets(text: string): string {
	return withoutKnownSecrets(text).replace(longRun, removed);
}

/** A copy of plain data with every text in it freed of secrets, and every field that is named as one emptied. */
export function withoutSecretsIn(value: unknown): unknown {
	if (typeof value === "string") return withoutSecrets(value);
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(withoutSecretsIn);
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => {
			const isSecret = secretField.test(name) && typeof field !== "number" && field !== null;
			return [withoutSecrets(name), isSecret ? removed : withoutSecretsIn(field)];
		}),
	);
}
