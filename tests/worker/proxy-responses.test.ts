import { createTRPCClient, httpBatchLink, httpBatchStreamLink, TRPCClientError } from "@trpc/client";
import type { AnyRouter } from "@trpc/server";
import superjson from "superjson";
import { afterEach, describe, it, vi } from "vitest";
import { serverLimits } from "../../shared/base/limits";
import {
	connectionLost,
	fetcherOf,
	freshBindings,
	get,
	ownOrigin,
	post,
	send,
	storedSession,
} from "./fixtures/console";
import { loggedEvents } from "./fixtures/event-log";

afterEach(() => void vi.useRealTimers());

const { cookies } = await storedSession();
const links = { httpBatchLink, httpBatchStreamLink };

async function errorsThrough(link: keyof typeof links, procedure: string, sentCookies: string) {
	const headers = { cookie: sentCookies, "sec-fetch-site": "same-origin" };
	const client = createTRPCClient<AnyRouter>({
		links: [
			links[link]({
				url: `${ownOrigin}/api/proxy`,
				transformer: superjson,
				fetch: (url, init) =>
					send(new Request(String(url), { ...init, headers: { ...init?.headers, ...headers } } as RequestInit)),
			}),
		],
	});
	// An untyped router gives an untyped client; the procedures exist in the fixture only.
	const untyped = client as unknown as Record<string, Record<string, { query: () => Promise<unknown> }>>;
	const [group = "", name = ""] = procedure.split(".");
	const settled = await Promise.allSettled([untyped[group]?.[name]?.query(), untyped.other?.call?.query()]);
	return settled.map((result) => {
		if (result.status === "fulfilled") return result.value;
		const { reason } = result;
		return reason instanceof TRPCClientError ? { message: reason.message, data: reason.data } : String(reason);
	});
}

describe("the forwarder's own failures", () => {
	it.for(["httpBatchLink", "httpBatchStreamLink"] as const)(
		"are the right error on every call of %s",
		async (link, { expect }) => {
			const error = (code: string, httpStatus: number, reason: string) => ({
				message: expect.any(String),
				data: { code, httpStatus, reason, requestId: expect.any(String) },
			});
			const signedOut = error("UNAUTHORIZED", 401, "SIGNED_OUT");
			expect(await errorsThrough(link, "a.b", "")).toEqual([signedOut, signedOut]);
			const denied = error("BAD_GATEWAY", 502, "UPSTREAM_REFUSED_SESSION");
			expect(await errorsThrough(link, "case.refused", cookies)).toEqual([denied, denied]);
			const badResponse = error("BAD_GATEWAY", 502, "UPSTREAM_BAD_ANSWER");
			expect(await errorsThrough(link, "case.html", cookies)).toEqual([badResponse, badResponse]);
		},
	);

	it("return one superjson error object with a true status", async ({ expect }) => {
		const response = await get("/api/proxy/a.b,c.d?batch=1");
		expect([response.status, response.headers.get("content-type")]).toEqual([401, "application/json"]);
		expect(await response.json()).toEqual({
			error: {
				json: {
					message: "User needs to be authenticated to call this API.",
					code: -32001,
					data: {
						code: "UNAUTHORIZED",
						httpStatus: 401,
						reason: "SIGNED_OUT",
						requestId: response.headers.get("x-request-id"),
					},
				},
			},
		});
	});
});

const reasonOf = async (response: Response) => {
	const body: { error: { json: { data: { reason: string } } } } = await response.json();
	return [response.status, body.error.json.data.reason];
};

describe("an unusable response of the backend", () => {
	const cases = ["html", "textError", "bareMessage", "truncated", "empty", "redirect", "huge"];
	it.for(cases)("becomes 502 UPSTREAM_BAD_ANSWER: %s", async (name, { expect }) => {
		const response = await get(`/api/proxy/case.${name}`, { cookies });
		expect(await reasonOf(response)).toEqual([502, "UPSTREAM_BAD_ANSWER"]);
		expect(loggedEvents()).toMatchObject([{ event: "upstream-failed", name: "UPSTREAM_BAD_ANSWER" }]);
	});

	it("fails on a stream as well", async ({ expect }) => {
		const response = await get("/api/proxy/case.html", { cookies, headers: { accept: "text/event-stream" } });
		expect(await reasonOf(response)).toEqual([502, "UPSTREAM_BAD_ANSWER"]);
	});
});

describe("a stream", () => {
	function slowBackend(contentType: string) {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const writer = writable.getWriter();
		const say = (text: string) => writer.write(new TextEncoder().encode(text));
		const BACKEND = fetcherOf(async () => new Response(readable, { headers: { "content-type": contentType } }));
		return { bindings: freshBindings({ BACKEND }), say, end: () => writer.close() };
	}

	it.for([
		["JSON lines", { "trpc-accept": "application/jsonl" }, "application/json"],
		["events", { accept: "text/event-stream" }, "text/event-stream"],
	] as const)("of %s is handed through as it comes", async ([, headers, contentType], { expect }) => {
		const { bindings, say, end } = slowBackend(contentType);
		const response = await get("/api/proxy/a.b?batch=1", { cookies, bindings, headers });
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		void say("first\n");
		expect(await reader?.read()).toEqual({ done: false, value: "first\n" });
		void say("second\n");
		expect(await reader?.read()).toEqual({ done: false, value: "second\n" });
		void end();
		expect((await reader?.read())?.done).toBe(true);
	});

	it("keeps the headers that proxies in front need", async ({ expect }) => {
		const response = await get("/api/proxy/case.events", { cookies, headers: { accept: "text/event-stream" } });
		expect(response.headers.get("content-type")).toBe("text/event-stream");
		expect(response.headers.get("x-accel-buffering")).toBe("no");
		expect(await response.text()).toBe("event: connected\ndata: {}\n\ndata: 1\n\n");
	});
});

describe("a backend that cannot be reached", () => {
	function failingBackend(failures: number) {
		const seen: string[] = [];
		const BACKEND = fetcherOf(async (url) => {
			seen.push(url);
			if (seen.length <= failures) return connectionLost();
			return Response.json({ result: { data: { json: 1 } } });
		});
		return { bindings: freshBindings({ BACKEND }), seen };
	}

	it("causes one more try for a query, and none for a mutation", async ({ expect }) => {
		const query = failingBackend(1);
		expect((await get("/api/proxy/a.b", { cookies, bindings: query.bindings })).status).toBe(200);
		expect(query.seen).toHaveLength(2);
		const mutation = failingBackend(1);
		const denied = await post("/api/proxy/a.b", { cookies, bindings: mutation.bindings });
		expect(await reasonOf(denied)).toEqual([502, "UPSTREAM_UNREACHABLE"]);
		expect(mutation.seen).toHaveLength(1);
	});

	it("becomes 502 UPSTREAM_UNREACHABLE after the second try", async ({ expect }) => {
		const { bindings, seen } = failingBackend(5);
		const response = await get("/api/proxy/a.b", { cookies, bindings });
		expect(await reasonOf(response)).toEqual([502, "UPSTREAM_UNREACHABLE"]);
		expect(seen).toHaveLength(2);
	});
});

describe("a backend that takes too long", () => {
	const never = new Promise<never>(() => undefined);
	const half = () => new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode("[1,")) });

	it.for([
		["to answer", () => never],
		["to finish its answer", async () => new Response(half(), { headers: { "content-type": "application/json" } })],
	] as const)("%s becomes 504 UPSTREAM_TIMEOUT", async ([, respond], { expect }) => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const requested = Promise.withResolvers<void>();
		const BACKEND = fetcherOf(() => {
			requested.resolve();
			return respond();
		});
		const response = get("/api/proxy/a.b", { cookies, bindings: freshBindings({ BACKEND }) });
		await requested.promise;
		await vi.advanceTimersByTimeAsync(serverLimits.upstreamDeadlineMs);
		expect((await response).headers.get("retry-after")).toBe("10");
		expect(await reasonOf(await response)).toEqual([504, "UPSTREAM_TIMEOUT"]);
	});
});
