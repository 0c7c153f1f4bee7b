import { env } from "cloudflare:workers";
import {
	Client,
	discoverOAuthServerInfo,
	exchangeAuthorization,
	refreshAuthorization,
	registerClient,
	StreamableHTTPClientTransport,
	startAuthorization,
} from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createOauthStore, forgetOauthEntries } from "../../../backend/db/oauth-rows";
import type { User } from "../../../shared/account/account";
import { type ApiKey, type AssistantRequest, connectPath, mcpPath } from "../../../shared/account/api-key";
import { dayMs } from "../../../shared/base/durations";
import { addDevice, addGroup, addMember, createOwner } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf, origin, type Person, send } from "../fixtures/people";

const redirectUri = "https://assistant.example/callback";
const resource = `${origin}${mcpPath}`;

/** Requests of one assistant, from a network of its own. */
const fetchFn =
	(address: string = crypto.randomUUID()) =>
	(url: string | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(url);
		const headers = new Headers(init?.headers);
		// The form of an address, so that the backend counts by it.
		headers.set(
			"x-forwarded-for",
			`10.${[...address]
				.map((each) => each.charCodeAt(0))
				.slice(0, 3)
				.join(".")}`,
		);
		return send(`${pathname}${search}`, { ...init, headers });
	};

/** `clientId`: the address of the assistant's own document, in place of a registration. */
async function begin(changes: { name?: string; redirectUrl?: string; clientId?: string } = {}) {
	const { name: client_name = "Test assistant", redirectUrl = redirectUri, clientId } = changes;
	const fetched = fetchFn();
	const { authorizationServerMetadata: metadata } = await discoverOAuthServerInfo(resource, { fetchFn: fetched });
	const clientMetadata = { client_name, redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
	const clientInformation = clientId
		? { client_id: clientId }
		: await registerClient(origin, { metadata, clientMetadata, fetchFn: fetched });
	const asking = { metadata, clientInformation, redirectUrl, scope: "read", state: "s1", resource };
	const { authorizationUrl, codeVerifier } = await startAuthorization(origin, asking);
	expect(`${authorizationUrl.origin}${authorizationUrl.pathname}`).toBe(`${origin}${connectPath}`);
	const search = authorizationUrl.searchParams.toString();
	const exchange = (authorizationCode: string, verifier = codeVerifier) => {
		const given = {
			metadata,
			clientInformation,
			authorizationCode,
			codeVerifier: verifier,
			redirectUri,
			resource,
			iss: origin,
		};
		return exchangeAuthorization(origin, { ...given, fetchFn: fetched });
	};
	const refresh = (refreshToken: string) =>
		refreshAuthorization(origin, { metadata, clientInformation, refreshToken, resource, fetchFn: fetched });
	return { search, exchange, refresh, metadata };
}

const consent = (person: Person, search: string, scope: object | "all" = "all") =>
	person.mutate("account.connectAssistant", { origin, search, scope });

async function connected(person: Person, scope: object | "all" = "all", clientId?: string) {
	const begun = await begin({ ...(clientId && { clientId }) });
	const { redirectTo } = dataOf<{ redirectTo: string }>(await consent(person, begun.search, scope));
	const back = new URL(redirectTo);
	const tokens = await begun.exchange(back.searchParams.get("code") ?? "");
	return { ...begun, back, tokens };
}

async function use(token: string, address = origin): Promise<{ status: number; ids: string[] }> {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
	let status = 200;
	const transport = new StreamableHTTPClientTransport(new URL(`${address}${mcpPath}`), {
		requestInit: { headers: { authorization: `Bearer ${token}` } },
		fetch: async (url, init) => {
			const response = await fetchFn()(url, init);
			status = response.status;
			return response;
		},
	});
	try {
		await client.connect(transport);
		const { content } = await client.callTool({ name: "find_devices", arguments: {} });
		const [text] = content;
		const { data } = JSON.parse(text?.type === "text" ? text.text : "{}") as { data: { id: string }[] };
		return { status, ids: data.map(({ id }) => id) };
	} catch {
		return { status, ids: [] };
	}
}

let accountId = "";
let owner: Person;
let deviceId = "";
let groupId = "";

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	dataOf(await owner.mutate("account.setAssistants", { isOn: true }));
	groupId = await addGroup(accountId, "Cold");
	({
		device: { id: deviceId },
	} = await addDevice(owner, { groupIds: [groupId] }));
	await addDevice(owner);
});

const keysOf = async (person: Person) => dataOf<ApiKey[]>(await person.query("account.getApiKeys"));

describe("an assistant that a person connects", () => {
	it("learns where to begin, and reads with what it gets", async () => {
		const denied = await send(mcpPath, { method: "POST", headers: { "x-forwarded-for": "10.9.8.7" } });
		expect(denied.headers.get("www-authenticate")).toBe(
			`Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${mcpPath}", scope="read"`,
		);
		const { back, tokens, refresh } = await connected(owner, { groupIds: [groupId] });
		expect(back.origin + back.pathname).toBe(redirectUri);
		expect([back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(["s1", origin]);
		expect(JSON.stringify(tokens)).not.toContain("aqk_");
		expect(await use(tokens.access_token)).toEqual({ status: 200, ids: [deviceId] });
		const renewed = await refresh(tokens.refresh_token ?? "");
		expect(await use(renewed.access_token)).toEqual({ status: 200, ids: [deviceId] });
	});

	it("works by an API key of its person, which ends 90 days after its last use", async () => {
		const { owner } = await createOwner();
		dataOf(await owner.mutate("account.setAssistants", { isOn: true }));
		const { tokens } = await connected(owner);
		const [key, ...others] = await keysOf(owner);
		expect(others).toEqual([]);
		expect(key).toMatchObject({ name: "Test assistant", access: "assistant", scope: "all", state: "active" });
		const days = ((key?.expiresAt?.getTime() ?? 0) - Date.now()) / dayMs;
		expect(days).toBeGreaterThan(89.9);
		await use(tokens.access_token);
		const [used] = await keysOf(owner);
		expect(used?.expiresAt?.getTime()).toBeGreaterThan(key?.expiresAt?.getTime() ?? 0);
		const again = await connected(owner);
		expect(await keysOf(owner)).toHaveLength(2);
		dataOf(await owner.mutate("account.revokeApiKey", { keyId: key?.id }));
		expect((await use(tokens.access_token)).status).toBe(401);
		expect((await use(again.tokens.access_token)).status).toBe(200);
	});

	it("shows the person who it is, where access goes, and how to decline", async () => {
		const { search } = await begin({ name: "Claude‮<script>" });
		const request = await owner.query("account.getAssistantRequest", { origin, search });
		const shown = dataOf<AssistantRequest>(request);
		expect(shown).toMatchObject({ state: "valid", isOn: true, domain: null, redirectHost: "assistant.example" });
		const { name, declineTo } = shown as Extract<AssistantRequest, { state: "valid" }>;
		expect(name).not.toContain("‮");
		expect(new URL(declineTo).searchParams.get("error")).toBe("access_denied");
	});

	it("fails with a foreign redirect, an unknown client, without PKCE or for another resource", async () => {
		const { search } = await begin();
		const changed = (name: string, value: string | null) => {
			const parameters = new URLSearchParams(search);
			if (value === null) parameters.delete(name);
			else parameters.set(name, value);
			return parameters.toString();
		};
		for (const bad of [
			changed("redirect_uri", "https://evil.example/callback"),
			changed("redirect_uri", "javascript:alert(1)"),
			changed("client_id", "unknown"),
			changed("code_challenge", null),
			changed("code_challenge_method", "plain"),
			changed("response_type", "token"),
			changed("resource", "https://other.example/mcp"),
			"",
		]) {
			const shown = await owner.query("account.getAssistantRequest", { origin, search: bad });
			expect(dataOf<AssistantRequest>(shown), bad).toEqual({ state: "invalid" });
			expect((await consent(owner, bad)).error?.data.fields, bad).toHaveProperty("search");
		}
		const elsewhere = { origin: "https://evil.example", search, scope: "all" };
		expect((await owner.mutate("account.connectAssistant", elsewhere)).error?.data.fields).toHaveProperty("search");
	});

	it("gets nothing by a used code, another verifier or a made-up token", async () => {
		const begun = await begin();
		const { redirectTo } = dataOf<{ redirectTo: string }>(await consent(owner, begun.search));
		const code = new URL(redirectTo).searchParams.get("code") ?? "";
		await expect(begun.exchange(code, "x".repeat(43))).rejects.toThrow();
		const { search, exchange } = await begin();
		const second = dataOf<{ redirectTo: string }>(await consent(owner, search));
		const given = new URL(second.redirectTo).searchParams.get("code") ?? "";
		const tokens = await exchange(given);
		await expect(exchange(given)).rejects.toThrow();
		for (const token of [`${tokens.access_token}x`, "a:b:c", `${accountId}.usr:x:y`, "x:".repeat(2_000)]) {
			expect((await use(token)).status).toBe(401);
		}
	});

	it("loses access once the switch is off", async () => {
		const other = await createOwner();
		const { search } = await begin();
		expect((await consent(other.owner, search)).error?.data.fields).toHaveProperty("search");
		dataOf(await other.owner.mutate("account.setAssistants", { isOn: true }));
		const { tokens } = await connected(other.owner);
		expect((await use(tokens.access_token)).status).toBe(200);
		dataOf(await other.owner.mutate("account.setAssistants", { isOn: false }));
		expect((await use(tokens.access_token)).status).toBe(403);
	});

	it("loses access at once with the groups, the membership or the account of its person", async () => {
		const other = await createOwner();
		dataOf(await other.owner.mutate("account.setAssistants", { isOn: true }));
		const [seen, unseen] = [await addGroup(other.id, "Seen"), await addGroup(other.id, "Unseen")];
		const { device } = await addDevice(other.owner, { groupIds: [seen] });
		const admin = await addMember(other.id, "admin", { groupIds: [seen] });
		expect((await consent(admin, (await begin()).search, "all")).error?.data.httpStatus).toBe(403);
		const { tokens } = await connected(admin, { groupIds: [seen] });
		expect((await use(tokens.access_token)).ids).toEqual([device.id]);
		const users = dataOf<User[]>(await other.owner.query("account.getUsers"));
		const { id: userId, version } = users.find(({ email }) => email === admin.email) ?? { id: "", version: 0 };
		const moved = { userId, version, role: "admin", scope: { groupIds: [unseen] } };
		dataOf(await other.owner.mutate("account.updateUser", moved));
		expect((await use(tokens.access_token)).ids).toEqual([]);
		dataOf(await other.owner.mutate("account.removeUser", { userId }));
		expect((await use(tokens.access_token)).status).toBe(403);
		const entries = await env.DIRECTORY.prepare("SELECT key FROM oauth_entries WHERE account_id = ?")
			.bind(other.id)
			.all();
		expect(entries.results.length).toBeGreaterThan(0);
	});

	it("cannot be connected by a viewer", async () => {
		const viewer = await addMember(accountId, "viewer");
		expect((await consent(viewer, (await begin()).search)).error?.data.httpStatus).toBe(403);
	});
});

describe("an assistant with a document at its own address", () => {
	afterEach(() => {
		vi.unstubAllGlobals();
	});

	const clientId = "https://assistant.example/client.json";
	const document = {
		client_id: clientId,
		client_name: "Documented",
		redirect_uris: [redirectUri],
		token_endpoint_auth_method: "none",
	};
	const publish = (answers: Record<string, () => Response>) =>
		vi.stubGlobal("fetch", async (url: RequestInfo | URL) => {
			const answer = answers[new Request(url).url];
			if (!answer) throw new TypeError("Network connection lost.");
			return answer();
		});
	const requestOf = async (clientId: string, redirectUrl = redirectUri) => {
		const { search } = await begin({ clientId, redirectUrl });
		return dataOf<AssistantRequest>(await owner.query("account.getAssistantRequest", { origin, search }));
	};

	it("shows its domain, and connects without a registration", async () => {
		publish({ [clientId]: () => Response.json(document) });
		expect(await requestOf(clientId)).toMatchObject({
			state: "valid",
			name: "Documented",
			domain: "assistant.example",
		});
		const { tokens } = await connected(owner, { groupIds: [groupId] }, clientId);
		expect(await use(tokens.access_token)).toEqual({ status: 200, ids: [deviceId] });
		expect(await requestOf(clientId, "https://elsewhere.example/callback")).toEqual({ state: "invalid" });
	});

	it("fails where the document is missing, of another client, too long, or holds a secret", async () => {
		const at = (name: string) => `https://assistant.example/${name}.json`;
		publish({
			[at("missing")]: () => new Response("Not found", { status: 404 }),
			[at("other")]: () => Response.json(document),
			[at("long")]: () => Response.json({ ...document, client_id: at("long"), client_name: "x".repeat(100_000) }),
			[at("secret")]: () => Response.json({ ...document, client_id: at("secret"), client_secret: "s" }),
			[at("script")]: () => Response.json({ ...document, client_id: at("script"), redirect_uris: ["javascript:1"] }),
		});
		for (const name of ["missing", "other", "long", "secret", "script", "down"]) {
			expect(await requestOf(at(name)), name).toEqual({ state: "invalid" });
			expect(takeLogs(), name).toEqual([expect.stringContaining(at(name))]);
		}
	});
});

describe("registration", () => {
	it("takes ten clients of a network within an hour", async () => {
		const register = (address: string, body: object = { redirect_uris: [redirectUri], client_name: "One of many" }) =>
			send("/oauth/register", {
				method: "POST",
				headers: { "content-type": "application/json", "x-forwarded-for": address },
				body: JSON.stringify(body),
			});
		const statuses = (await Promise.all([...Array(60)].map(() => register("10.20.30.40")))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(50);
		expect((await register("10.20.30.41")).status).toBe(201);
		const scripts = { redirect_uris: ["javascript:alert(1)"], client_name: "Script" };
		expect((await register("10.20.30.42", scripts)).status).toBe(400);
		const long = { redirect_uris: [redirectUri], client_name: "x".repeat(4_000_000) };
		expect((await register("10.20.30.43", long)).status).toBe(413);
	});

	it("serves nothing else below its addresses", async () => {
		for (const path of ["/oauth/authorize", "/oauth/", "/oauth/token", "/.well-known/oauth-other"]) {
			expect((await send(path)).status, path).toBe(404);
		}
	});
});

describe("the store of OAuth", () => {
	it("reads what is not over, lists by prefix page by page, and forgets", async () => {
		let now = Date.now();
		const store = createOauthStore(env.DIRECTORY, () => now);
		const prefix = `test:${crypto.randomUUID()}:`;
		for (const name of ["a", "b", "c"])
			await store.put(`${prefix}${name}`, `{"name":"${name}"}`, { metadata: { name } });
		await store.put(`${prefix}d`, "{}", { expirationTtl: 60 });
		const pages: string[][] = [];
		let cursor: string | undefined;
		do {
			const page = await store.list<{ name: string }>({ prefix, limit: 2, ...(cursor !== undefined && { cursor }) });
			pages.push(page.keys.map(({ name, metadata }) => metadata?.name ?? name.slice(prefix.length)));
			cursor = page.list_complete ? undefined : page.cursor;
		} while (cursor !== undefined);
		expect(pages).toEqual([
			["a", "b"],
			["c", "d"],
		]);
		expect(await store.get(`${prefix}a`, { type: "json" })).toEqual({ name: "a" });
		now += 61_000;
		expect(await store.get(`${prefix}d`)).toBeNull();
		await store.delete(`${prefix}a`);
		expect((await store.list({ prefix })).keys.map(({ name }) => name.slice(prefix.length))).toEqual(["b", "c"]);
		await forgetOauthEntries(env.DIRECTORY, { before: now + 500 * dayMs, limit: 10_000 });
		expect((await store.list({ prefix })).keys).toEqual([]);
	});
});
