const removed = "…";

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

/** Matches stop at a quote, space or bracket, so that JSON stays valid. `$1` stays in the text. */
const knownForms: [pattern: RegExp, kept: string][] = [
	[/\baq[a-z]_[\w-]+/g, removed],
	[/\bBearer\s+[^\s"'\\<>,]+/gi, removed],
	[/\beyJ[\w-]+(?:\.[\w-]*)+/g, removed],
	[/\botpauth(?::|%3A)[^\s"'\\<>]+/gi, removed],
	[/(\/a\/)[^\s/?#"'\\<>]{15}/g, `$1${removed}`],
	[/(\/api\/links\/)[^\s/?#"'\\<>]+/g, `$1${removed}`],
	[/(CognitoIdentityServiceProvider\.[^\s=;"'\\]+=)[^\s;"'\\]+/g, `$1${removed}`],
	// A header as text. Its value may contain blanks.
	[/\b((?:set-)?cookie|authorization)(:\s*)[^"'\\\r\n<>]+/gi, `$1$2${removed}`],
	[new RegExp(`((?:^|[^\\w-])(?:${secretNames})\\s?=\\s?)[^\\s&#;,"'\\\\<>(){}[\\]=]+`, "gi"), `$1${removed}`],
	// A JSON string, also inside another string. Keeps codes, because error codes look the same.
	[
		new RegExp(`(["'](?:(?!code\\b|key\\b)(?:${secretNames}))\\\\*["']\\s*:\\s*\\\\*["'])[^"'\\\\]+`, "gi"),
		`$1${removed}`,
	],
	// A URL inside a parameter, such as `next=`.
	[new RegExp(`(%(?:25)?(?:3F|26|23)(?:${secretNames})%(?:25)?3D)[^\\s&#;"'\\\\<>%]+`, "gi"), `$1${removed}`],
	// Drizzle appends a failed query's inputs.
	[/(\bparams: )[\s\S]*$/, `$1${removed}`],
];

/** Longer than any own word or id, so it may be a key, token or signature. */
const longRun = /[\w+/=-]{48,}/g;

const secretField = new RegExp(`^(?:${secretNames})$`, "i");

export function withoutKnownSecrets(text: string): string {
	return knownForms.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text);
}

/** Removes known secrets, and long runs of characters that could be secrets. */
export function withoutSecrets(text: string): string {
	return withoutKnownSecrets(text).replace(longRun, removed);
}

/** Deep copy of plain data without secrets in texts. Empties fields with a secret name. */
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
