import { describe, it } from "vitest";
import {
	type CredentialsOutcome,
	type CredentialsRequest,
	createCredentials,
} from "../../../worker/cognito/identity-pool";

const minute = 60_000;
const keepAlive = () => undefined;

function store(respond: (request: CredentialsRequest, now: number) => CredentialsOutcome = ready) {
	const requested: CredentialsRequest[] = [];
	const clock = { now: 0 };
	const credentials = createCredentials({
		fetchCredentials: async (request) => {
			requested.push(request);
			return respond(request, clock.now);
		},
		now: () => clock.now,
	});
	const get = (idToken: string | null) => credentials.get(idToken, keepAlive);
	return { requested, clock, get, distrust: credentials.distrust };
}

function ready({ idToken }: CredentialsRequest, now: number, livesMs = 60 * minute): CredentialsOutcome {
	const who = idToken ?? "guest";
	const keys = { accessKeyId: `key-${who}`, secretAccessKey: `secret-${who}`, sessionToken: null };
	return { status: "ready", credentials: { identityId: `id-${who}`, ...keys, expiresAt: now + livesMs } };
}

describe("credentials", () => {
	it("stay cached for fifty minutes", async ({ expect }) => {
		const { requested, clock, get } = store();
		await get("jane");
		clock.now = 50 * minute - 1;
		await get("jane");
		expect(requested).toHaveLength(1);
		clock.now = 50 * minute;
		await get("jane");
		expect(requested).toHaveLength(2);
	});

	it("serve no call in the last minute before they expire", async ({ expect }) => {
		const { requested, clock, get } = store((request, now) => ready(request, now, 10 * minute));
		await get("jane");
		clock.now = 9 * minute - 1;
		await get("jane");
		expect(requested).toHaveLength(1);
		clock.now = 9 * minute;
		await get("jane");
		expect(requested).toHaveLength(2);
	});

	it("stay uncached if they end within a minute", async ({ expect }) => {
		const { requested, get } = store((request, now) => ready(request, now, minute));
		await get("jane");
		await get("jane");
		expect(requested).toHaveLength(2);
	});

	it("belong to one id token, and a guest's to guests", async ({ expect }) => {
		const { requested, get } = store();
		for (const who of ["jane", null, "john", "guest", "jane", null]) {
			expect(await get(who)).toMatchObject({ credentials: { accessKeyId: `key-${who ?? "guest"}` } });
		}
		expect(requested.map(({ idToken }) => idToken)).toEqual(["jane", null, "john", "guest"]);
	});

	it("load once for calls at the same time", async ({ expect }) => {
		const { requested, get } = store();
		await Promise.all(Array.from({ length: 10 }, (_, index) => get(index % 2 === 0 ? "jane" : null)));
		expect(requested.map(({ idToken }) => idToken).sort()).toEqual(["jane", null].sort());
	});

	it("use a guest's identity again, and never for a person", async ({ expect }) => {
		const { requested, clock, get } = store();
		await get(null);
		clock.now = 55 * minute;
		await get("jane");
		await get(null);
		expect(requested.map(({ knownIdentityId }) => knownIdentityId)).toEqual([null, null, "id-guest"]);
	});

	it.for([
		["ResourceNotFoundException", false, null],
		["NotAuthorizedException", true, null],
		["NetworkError", false, "id-guest"],
	] as const)(
		"after %s remember a guest's identity only through an outage",
		async ([name, isDenial, identityId], { expect }) => {
			let isFailing = false;
			const { requested, clock, get } = store((request, now) =>
				isFailing ? { status: "failed", name, isDecline: isDenial } : ready(request, now),
			);
			await get(null);
			clock.now = 55 * minute;
			isFailing = true;
			await get(null);
			isFailing = false;
			clock.now = 56 * minute;
			await get(null);
			expect(requested.map(({ knownIdentityId }) => knownIdentityId)).toEqual([null, "id-guest", identityId]);
		},
	);
});

describe("a failure to get credentials", () => {
	it("allows a retry at once, after a decline only in ten seconds", async ({ expect }) => {
		for (const [isDenial, calls] of [
			[false, 2],
			[true, 1],
		] as const) {
			const { requested, clock, get } = store(() => ({ status: "failed", name: "x", isDecline: isDenial }));
			await get(null);
			clock.now = 9_999;
			await get(null);
			expect(requested).toHaveLength(calls);
			clock.now = 10_000;
			expect(await get(null)).toMatchObject({ status: "failed" });
			expect(requested).toHaveLength(calls + 1);
		}
	});
});

describe("credentials that the upstream denied", () => {
	it("load anew, unless they are newer than a minute", async ({ expect }) => {
		const { requested, clock, get, distrust } = store();
		await get("jane");
		await get("john");
		clock.now = minute - 1;
		await distrust("jane");
		await get("jane");
		expect(requested).toHaveLength(2);
		clock.now = minute;
		await distrust("jane");
		await get("jane");
		await get("john");
		expect(requested.map(({ idToken }) => idToken)).toEqual(["jane", "john", "jane"]);
	});
});
