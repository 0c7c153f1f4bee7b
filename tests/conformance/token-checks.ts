import { assertThat, type Check, type CheckContext } from "./check";
import { assertStatus } from "./expect-answer";
import type { Call } from "./probe";

type Case = {
	name: string;
	token: (context: CheckContext) => string | null | { notChecked: string };
	calls?: Call[];
};

const cases: Case[] = [
	{ name: "no token is 401", token: () => null },
	{ name: "a token that is none is 401", token: () => "not-a-token" },
	{ name: "a token with another end is 401", token: ({ credentials }) => withAnotherEnd(credentials.token) },
	{ name: "a token without its signature is 401", token: ({ credentials }) => unsigned(credentials.token) },
	{
		name: "an expired token is 401",
		token: ({ offer }) => offer.expiredToken ?? { notChecked: "no --expired-token-file" },
	},
	{
		name: "no token is 401 for the whole batch, whatever it names",
		token: () => null,
		calls: [["account.getCurrent"], ["conformance.noSuchProcedure"]],
	},
];

/** Tokens that a backend must deny. Each is a 401 with tRPC's envelope, as 207 says nothing of the session to the console. */
export const tokenChecks: Check[] = cases.map(({ name, token, calls = [["account.getCurrent"]] }) => ({
	name,
	async run(context) {
		const requested = token(context);
		if (requested !== null && typeof requested === "object") return requested;
		const answer = await context.probe.query(calls, { token: requested, idToken: null });
		assertStatus(answer, 401);
		const isEnvelope = answer.calls.every((call) => call.kind === "error" && call.error.data.code === "UNAUTHORIZED");
		assertThat(isEnvelope, "the 401 carries no tRPC error with the code UNAUTHORIZED");
		return null;
	},
}));

function withAnotherEnd(token: string | null): string {
	const [header = "", payload = "", signature = ""] = (token ?? "").split(".");
	const claims: object = JSON.parse(Buffer.from(payload, "base64url").toString("utf8") || "{}");
	const changed = Buffer.from(JSON.stringify({ ...claims, exp: 4_102_444_800 })).toString("base64url");
	return `${header}.${changed}.${signature}`;
}

/** https://www.rfc-editor.org/rfc/rfc8725#section-2.1 */
function unsigned(token: string | null): string {
	const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
	return `${header}.${(token ?? "").split(".")[1] ?? ""}.`;
}
