import {
	createTRPCClient,
	httpBatchLink,
	httpBatchStreamLink,
	httpLink,
	httpSubscriptionLink,
	splitLink,
	type TRPCLink,
} from "@trpc/client";
import superjson from "superjson";
import { describe, it } from "vitest";
import { ownOrigin, send, storedSession } from "../fixtures/console";
import { eventSourceOver } from "../fixtures/event-source";
import { seenByWire, untilSeen, wireBindings } from "../fixtures/wire";
import type { WireRouter } from "../fixtures/wire-router";

const { cookies } = await storedSession();
const url = `${ownOrigin}/api/proxy`;

function wire() {
	const mark = `mark-${crypto.randomUUID()}`;
	const headers = {
		cookie: cookies,
		origin: ownOrigin,
		"x-requested-by": "aqlcloud",
		"sec-fetch-site": "same-origin",
		"user-agent": mark,
	};
	const options = {
		url,
		transformer: superjson,
		headers,
		// The links use the standard's types, which differ from those of Workers in name only.
		fetch: (input: unknown, init?: unknown) => send(new Request(String(input), init as RequestInit), wireBindings()),
	};
	const seen = async () => (await seenByWire("")).filter((each) => each.headers["user-agent"] === mark);
	return { options, headers, seen };
}

const clientOf = (link: TRPCLink<WireRouter>) => createTRPCClient<WireRouter>({ links: [link] });
const thing = { at: new Date(86_400_000), tags: new Set(["a"]), none: undefined };

describe("httpBatchLink", () => {
	it("gets the results of a batch of queries, whole and in order, by one call", async ({ expect }) => {
		const { options, seen } = wire();
		const client = clientOf(httpBatchLink(options));
		const input = { text: "ü,%2C /?&#", at: new Date(5), big: 10n };
		const results = await Promise.all([
			client.thing.at.query(),
			client.thing.echo.query(input),
			client.thing.at.query(),
		]);
		expect(results).toEqual([thing, input, thing]);
		expect(await seen()).toMatchObject([
			{ method: "GET", url: expect.stringMatching(/^\/api\/proxy\/thing\.at,thing\.echo,thing\.at\?batch=1&input=/) },
		]);
	});

	it("gets each error at its position, with its message", async ({ expect }) => {
		const client = clientOf(httpBatchLink(wire().options));
		const [good, bad] = await Promise.allSettled([client.thing.at.query(), client.thing.missing.query()]);
		expect(good).toEqual({ status: "fulfilled", value: thing });
		expect(bad).toMatchObject({ status: "rejected", reason: { message: "No such thing", data: { httpStatus: 404 } } });
	});

	it("sends a batch of mutations, and queries in bodies", async ({ expect }) => {
		const { options, seen } = wire();
		const client = clientOf(httpBatchLink(options));
		const saved = await Promise.all([client.thing.save.mutate(thing), client.thing.save.mutate("b")]);
		expect(saved).toEqual([{ saved: thing }, { saved: "b" }]);
		const overriding = clientOf(httpBatchLink({ ...options, methodOverride: "POST" }));
		expect(await Promise.all([overriding.thing.at.query(), overriding.thing.echo.query(7)])).toEqual([thing, 7]);
		expect((await seen()).map(({ method, url: path }) => [method, path])).toEqual([
			["POST", "/api/proxy/thing.save,thing.save?batch=1"],
			["POST", "/api/proxy/thing.at,thing.echo?batch=1"],
		]);
	});

	it("gets the upstream's own error for a batch that mixes kinds", async ({ expect }) => {
		const { options } = wire();
		const response = await options.fetch(`${url}/thing.at,thing.save?batch=1`, { headers: options.headers });
		expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/json"]);
		expect(await response.text()).toContain("Cannot mix procedure types");
	});
});

describe("httpLink", () => {
	it("sends single queries and mutations", async ({ expect }) => {
		const { options, seen } = wire();
		const client = clientOf(httpLink(options));
		expect(await client.thing.echo.query({ at: new Date(1) })).toEqual({ at: new Date(1) });
		expect(await client.thing.save.mutate(thing)).toEqual({ saved: thing });
		expect((await seen()).map(({ method }) => method)).toEqual(["GET", "POST"]);
	});

	it("sends a form with its file, and bytes", async ({ expect }) => {
		const { options, seen } = wire();
		const client = clientOf(httpLink(options));
		const form = new FormData();
		form.set("name", "Kühlraum");
		form.set("file", new File(["a\nb"], "list.csv", { type: "text/csv" }));
		expect(await client.thing.takeForm.mutate(form)).toEqual({ name: "Kühlraum", file: "a\nb" });
		const bytes = new Uint8Array(300_000).fill(7);
		expect(await client.thing.takeBytes.mutate(new Blob([bytes]))).toEqual({ bytes: 300_000 });
		expect((await seen()).map(({ headers }) => headers["content-type"])).toEqual([
			expect.stringMatching(/^multipart\/form-data; ?boundary=/),
			"application/octet-stream",
		]);
	});
});

describe("httpBatchStreamLink", () => {
	it.for(["trpc-accept", "accept"] as const)(
		"gets each result as it comes, asked for by %s",
		async (header, { expect }) => {
			const { options, seen } = wire();
			const client = clientOf(httpBatchStreamLink({ ...options, streamHeader: header }));
			const pieces = async () => {
				const got: string[] = [];
				for await (const piece of await client.thing.pieces.query()) got.push(piece);
				return got;
			};
			const results = await Promise.allSettled([client.thing.at.query(), client.thing.missing.query(), pieces()]);
			expect(results).toMatchObject([
				{ status: "fulfilled", value: thing },
				{ status: "rejected", reason: { message: "No such thing" } },
				{ status: "fulfilled", value: ["first", "second"] },
			]);
			expect(await seen()).toMatchObject([{ headers: { [header]: expect.stringContaining("application/jsonl") } }]);
		},
	);
});

describe("httpSubscriptionLink", () => {
	it("gets events one by one, and closes the upstream's stream when it goes", async ({ expect }) => {
		const { options, headers } = wire();
		const mark = crypto.randomUUID();
		const EventSource = eventSourceOver((address, signal) =>
			options.fetch(address, { headers: { ...headers, accept: "text/event-stream" }, signal }),
		);
		const client = clientOf(
			splitLink({
				condition: ({ type }) => type === "subscription",
				true: httpSubscriptionLink({ url, transformer: superjson, EventSource }),
				false: httpLink(options),
			}),
		);
		const got: unknown[] = [];
		const second = Promise.withResolvers<void>();
		const subscription = client.thing.count.subscribe(mark, {
			onData: (event) => {
				got.push(event);
				if (got.length === 2) second.resolve();
			},
			onError: second.reject,
		});
		await second.promise;
		expect(got).toEqual([
			{ id: "1", data: { at: new Date(1000), after: mark } },
			{ id: "2", data: { at: new Date(2000), after: mark } },
		]);
		expect(await seenByWire(mark)).toMatchObject([{ isGone: false }]);
		subscription.unsubscribe();
		await untilSeen(mark, ({ isGone }) => isGone);
	});
});
