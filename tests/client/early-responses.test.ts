import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { earlyBatchOr, earlyOr } from "../../client/api/early-responses";
import { tabsMemory } from "../../client/api/tabs-memory";
import { appConstants } from "../../client/base/app-constants";
import { tabAccountKey } from "../../client/base/arrived-account";
import { firstBatchOf } from "../../local/tasks/route-sizes";
import { contractVersion, headerNames, requestedByValue } from "../../shared/base/header-names";
import { earlyCalls } from "../../shared/session/early-calls";

const script = readFileSync(fileURLToPath(new URL("../../client/public/preload.js", import.meta.url)), "utf8");
const { turnsWithinMs, lockName } = appConstants.session;

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
	vi.resetModules();
	globalThis.earlyAnswers = {};
	globalThis.earlyBatch = undefined;
});

const batch = firstBatchOf("/dashboard") ?? "";
const hourMs = 3_600_000;
const maria = { isAuthenticated: true, user: { sub: "maria" }, expiresInMs: hourMs };

type Page = {
	path: string;
	search?: string;
	due?: number | null;
	isEntryFirst?: boolean;
	check?: () => Promise<Response>;
	tabAccount?: string;
};

/** Runs the script of a page in a browser that stores `due`. */
function open({ path, search = "", due = null, isEntryFirst = false, check, tabAccount }: Page) {
	const store = new Map<string, string>();
	const storage = {
		getItem: (name: string) => store.get(name) ?? null,
		setItem: (name: string, text: string) => store.set(name, text),
	};
	vi.stubGlobal("localStorage", storage);
	if (due !== null) tabsMemory.keep("maria", due);
	const page = {
		files: [],
		screens: [
			["/login", [], ["/api/auth/config"]],
			["/dashboard", [], [], batch],
		],
		calls: earlyCalls,
	};
	const fetch = vi.fn(async (requested: string, _init: RequestInit) =>
		check && requested === "/api/isAuthenticated" ? check() : Response.json({}),
	);
	const request = vi.fn(async (_name: string, work: () => Promise<unknown>) => work());
	const shown = new EventTarget();
	const documentElement = { hidden: false };
	const elements = new Map([["screens", { textContent: JSON.stringify(page) }]]);
	const reload = vi.fn();
	const global = {
		document: { getElementById: (id: string) => elements.get(id) ?? null, documentElement },
		location: { pathname: path, search, reload },
		addEventListener: shown.addEventListener.bind(shown),
		navigator: { locks: { request } },
		localStorage: storage,
		sessionStorage: { getItem: (name: string) => (name === tabAccountKey ? (tabAccount ?? null) : null) },
		fetch,
		AbortController,
		Date,
		setTimeout,
		clearTimeout,
		earlyAnswers: isEntryFirst ? {} : undefined,
		earlyBatch: undefined as typeof globalThis.earlyBatch,
	};
	runInNewContext(script, global);
	return {
		fetch,
		asked: fetch.mock.calls.map(([requested]) => requested),
		turns: request.mock.calls.map(([name]) => name),
		global,
		showAgain: (persisted: boolean) => {
			shown.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
			return { isHidden: documentElement.hidden, isReloaded: reload.mock.calls.length > 0 };
		},
	};
}

describe("the page's early calls", () => {
	it("sends the session check, and on a signed-out screen the calls of that screen", () => {
		expect(open({ path: "/login" }).asked).toEqual(["/api/isAuthenticated", "/api/auth/config"]);
		expect(open({ path: "/dashboard/" }).asked).toEqual(["/api/isAuthenticated"]);
		expect(open({ path: "/nowhere" }).asked).toEqual(["/api/isAuthenticated"]);
	});

	it("sends nothing where the entry runs already", () => {
		expect(open({ path: "/login", isEntryFirst: true }).asked).toEqual([]);
	});

	it("declare themselves as the console's others do", () => {
		const [[, init] = []] = open({ path: "/dashboard" }).fetch.mock.calls;
		expect(init?.headers).toMatchObject({ [headerNames.requestedBy]: requestedByValue });
	});

	it("wait for the tab's turn where a refresh is near, as long before it as the session does", () => {
		vi.useFakeTimers({ now: 1_000_000 });
		expect(open({ path: "/dashboard", due: 1_000_000 + turnsWithinMs - 1 }).turns).toEqual([lockName]);
		expect(open({ path: "/dashboard", due: 1_000_000 - 1 }).turns).toEqual([lockName]);
		expect(open({ path: "/dashboard", due: 1_000_000 + turnsWithinMs }).turns).toEqual([]);
		expect(open({ path: "/dashboard" }).turns).toEqual([]);
	});
});

describe("a page that is shown again", () => {
	it("shows nothing of a page that the back button restores whole, and loads it anew: its session may be over", () => {
		const { showAgain } = open({ path: "/dashboard" });
		expect(showAgain(false)).toEqual({ isHidden: false, isReloaded: false });
		expect(showAgain(true)).toEqual({ isHidden: true, isReloaded: true });
	});
});

describe("an early response", () => {
	const of = (path: string) => {
		const { global } = open({ path: "/login" });
		globalThis.earlyAnswers = global.earlyAnswers;
		return (request: () => Promise<Response>, signal: AbortSignal | null = null) => earlyOr(path, signal, request);
	};
	const anew = Response.json({ isAnew: true });

	it("takes an early response once", async () => {
		const request = vi.fn(async () => anew);
		const take = of("/api/auth/config");
		expect((await take(request)).response).not.toBe(anew);
		expect(request).not.toHaveBeenCalled();
		expect((await take(request)).response).toBe(anew);
	});

	it("fetches a response anew once it is old", async () => {
		vi.useFakeTimers({ now: 0 });
		const take = of("/api/isAuthenticated");
		await vi.advanceTimersByTimeAsync(appConstants.loadedWithinMs);
		expect((await take(async () => anew)).response).toBe(anew);
	});

	it("fetches a response anew where it failed, but not for a person who is leaving", async () => {
		const result = Promise.reject(new TypeError("offline"));
		result.catch(() => {});
		const abort = vi.fn();
		globalThis.earlyAnswers = { "/a": { answer: result, abort }, "/b": { answer: result, abort } };
		expect((await earlyOr("/a", null, async () => anew)).response).toBe(anew);
		const leaving = new AbortController();
		const taken = earlyOr("/b", leaving.signal, async () => anew);
		leaving.abort();
		await expect(taken).rejects.toThrow();
		expect(abort).toHaveBeenCalledOnce();
	});
});

describe("the early batch", () => {
	/** Returns the calls of a dashboard after the check, without the check itself. */
	async function requestedOn(page: Omit<Page, "path">) {
		const { fetch, global } = open({ path: "/dashboard", ...page });
		const responded = await global.earlyBatch?.answer.catch(() => null);
		return { calls: fetch.mock.calls.slice(1), early: global.earlyBatch, asker: responded?.asker };
	}
	const responding = (result: object, status = 200) => ({ check: async () => Response.json(result, { status }) });

	it("sends the calls that the screen's loader makes first", async () => {
		const requested = Promise.withResolvers<string>();
		vi.stubGlobal("fetch", (address: string) => {
			requested.resolve(address);
			return new Promise(() => {});
		});
		const { Route } = await import("../../client/routes/_authenticated/dashboard");
		const load = Route.options.loader as (context: object) => Promise<void>; // it needs no more of its context
		void load({ deps: {}, preload: true });
		expect(await requested.promise).toBe(batch);
	}, 60_000);

	it("follows a check that says who is there, and names itself and the account as the client's calls do", async () => {
		const given = {
			[headerNames.requestedBy]: requestedByValue,
			[headerNames.contractVersion]: contractVersion,
			[headerNames.person]: "maria",
		};
		const plain = await requestedOn(responding(maria));
		expect(plain.calls.map(([address, init]) => [address, init.headers])).toEqual([[batch, given]]);
		expect(plain.asker).toBe("maria ");
		const chosen = await requestedOn({ ...responding(maria), tabAccount: "acc_a maria" });
		expect(chosen.calls[0]?.[1].headers).toEqual({ ...given, [headerNames.account]: "acc_a" });
		expect(chosen.asker).toBe("maria acc_a");
		expect((await requestedOn({ ...responding(maria), tabAccount: "acc_a " })).asker).toBe("maria acc_a");
		expect((await requestedOn({ ...responding(maria), tabAccount: "acc_a jonas" })).asker).toBe("maria ");
	});

	it("waits for the check, and with it for the tab's turn", async () => {
		const { promise, resolve } = Promise.withResolvers<Response>();
		const { fetch, global, turns } = open({ path: "/dashboard", due: Date.now(), check: () => promise });
		expect(turns).toEqual([lockName]);
		expect(fetch).toHaveBeenCalledOnce();
		resolve(Response.json(maria));
		await global.earlyBatch?.answer;
		expect(fetch).toHaveBeenCalledTimes(2);
	});

	it("sends no batch where no person is signed in, no check succeeds, or the session is about to be refreshed", async () => {
		const offline = { check: async () => Promise.reject(new TypeError("offline")) };
		const nearExpiry = { ...maria, expiresInMs: turnsWithinMs - 1 };
		const denials = [responding({ isAuthenticated: false }), responding({ error: {} }, 503), offline];
		for (const denied of [...denials, responding(nearExpiry)]) expect((await requestedOn(denied)).calls).toEqual([]);
	});

	it("sends no batch at another address of the screen, or where the entry runs already", async () => {
		const elsewhere = await requestedOn({ ...responding(maria), search: "?period=24h" });
		expect([elsewhere.early, elsewhere.calls]).toEqual([undefined, []]);
		expect((await requestedOn({ ...responding(maria), isEntryFirst: true })).early).toBe(undefined);
	});
});

describe("the response of an early batch", () => {
	const anew = Response.json({ isAnew: true });
	const { signal } = new AbortController();

	function given({ asker = "maria ", answeredAt: respondedAt = Date.now() } = {}) {
		const response = Response.json({});
		const abort = vi.fn();
		globalThis.earlyBatch = {
			address: batch,
			answer: Promise.resolve({ response, answeredAt: respondedAt, asker }),
			abort,
		};
		return { response, abort };
	}
	const take = (call: { address?: string; asker?: string } = {}) =>
		earlyBatchOr({ address: batch, asker: "maria ", signal, ask: async () => anew, ...call });

	it("goes once to the page's first call", async () => {
		const { response } = given();
		expect(await take()).toBe(response);
		expect(await take()).toBe(anew);
	});

	it("goes to no call after another one, which ends it", async () => {
		const { abort } = given();
		expect(await take({ address: "/api/proxy/device.getDevices" })).toBe(anew);
		expect(abort).toHaveBeenCalledOnce();
		expect(await take()).toBe(anew);
	});

	it("rejects another person's or another account's response, and an old one", async () => {
		given({ asker: "jonas " });
		expect(await take()).toBe(anew);
		given({ asker: "maria acc_a" });
		expect(await take()).toBe(anew);
		given({ answeredAt: Date.now() - appConstants.loadedWithinMs });
		expect(await take()).toBe(anew);
	});

	it("fetches the batch anew where it failed, but not for a person who is leaving", async () => {
		const result = Promise.reject(new TypeError("offline"));
		result.catch(() => {});
		const abort = vi.fn();
		globalThis.earlyBatch = { address: batch, answer: result, abort };
		expect(await take()).toBe(anew);
		globalThis.earlyBatch = { address: batch, answer: result, abort };
		const leaving = AbortSignal.abort();
		await expect(
			earlyBatchOr({ address: batch, asker: "maria ", signal: leaving, ask: async () => anew }),
		).rejects.toThrow();
	});
});
