import superjson from "superjson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { localSettings } from "../../local/local-settings.ts";
import type { Fetch } from "../conformance/probe";
import { queries, queriesById } from "../conformance/queries";
import { dataOf, Visitor } from "../integration/product";
import { conformance, root } from "./run-command";
import { type RunningUpstream, startUpstream } from "./server";

const origin = "http://localhost";
const owner = { email: "owner@aqlcloud.test", password: "Local-demo-1" };
const { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId } = localSettings;

let harness: TestHarness;
let upstream: RunningUpstream;
let visitor: Visitor;
beforeAll(async () => {
	const folders = ["aqlcloud", "aqlcloud_backend", "aqlcloud_local"];
	const configOf = (folder: string) => `./dist/local/${folder}/wrangler.json`;
	harness = createTestHarness({
		root,
		workers: folders.map((folder) => ({ configPath: configOf(folder) })),
	});
	const { url } = await harness.listen();
	await harness.getWorker("aqlcloud-backend").applyD1Migrations("DIRECTORY");
	const jwksUri = new URL(`/__local/cognito-idp/${userPoolId}/.well-known/jwks.json`, url).href;
	upstream = await startUpstream({ userPoolId, clientId, jwksUri, auth: "bearer", port: 0 });
});
afterAll(async () => {
	await harness.close();
	await upstream.stop();
});

/** The harness has the fetch types of Workers, which name the same parts. */
function asFetch(target: Pick<TestHarness, "fetch">): Fetch {
	return target.fetch.bind(target) as unknown as Fetch;
}

describe("the command", () => {
	it("signs in at the local run's user pool and finds the example upstream in order", async () => {
		const { url } = await harness.listen();
		const person = ["--local", url.href, "--sign-in", owner.email, "--password", owner.password];
		const { code, stdout, stderr } = await conformance("--upstream", upstream.url, ...person);
		expect({ code, stderr, failed: /\d+ failed/.exec(stdout)?.[0] }).toEqual({
			code: 0,
			stderr: "",
			failed: "0 failed",
		});
	});
});

describe("the console in front of the example upstream", () => {
	beforeAll(async () => {
		await harness.update((options) => ({
			...options,
			workers: options.workers.map((worker, index) =>
				index === 0 ? { ...worker, vars: { UPSTREAM_URL: upstream.url } } : worker,
			),
		}));
		visitor = new Visitor(harness);
		expect(await visitor.signIn("owner")).toMatchObject({ status: 200, body: { status: "signed-in" } });
	});

	it("returns the data of the upstream for all thirteen queries", async () => {
		const response = await visitor.query(Object.fromEntries(queries.map(({ procedure, input }) => [procedure, input])));
		expect(response.status).toBe(200);
		const lists = dataOf(response);
		for (const [index, { procedure, shape }] of queries.entries()) {
			expect(shape.safeParse(lists[index]).error, procedure).toBeUndefined();
		}
		expect(lists[0]).toHaveLength(5);
		for (const { procedure, list, key, shape } of queriesById) {
			const index = queries.findIndex((query) => query.procedure === list);
			const [row] = lists[index] as { id: string }[]; // of the list's schema, as was just seen
			const one = await visitor.query({ [procedure]: { [key]: row?.id } });
			expect(shape.safeParse(dataOf(one)[0]).error, procedure).toBeUndefined();
		}
	});

	it("keeps 207 and the places of a mixed batch", async () => {
		const response = await visitor.query({ "account.getCurrent": undefined, "alert.fly": undefined });
		expect(response).toMatchObject({
			status: 207,
			body: [{ result: {} }, { error: { json: { data: { code: "NOT_FOUND" } } } }],
		});
	});

	it("reports to a person who is no member that they are none, without ending the session", async () => {
		const stranger = new Visitor(harness);
		expect(await stranger.signIn("stranger")).toMatchObject({ status: 200 });
		expect(await stranger.query({ "account.getCurrent": undefined })).toMatchObject({
			status: 403,
			body: [{ error: { json: { data: { reason: "NO_ACCESS" } } } }],
		});
		expect(await stranger.send("/api/isAuthenticated")).toMatchObject({ body: { isAuthenticated: true } });
	});

	it("hands a form on with its file", async () => {
		const form = new FormData();
		form.set("file", new File(["one\ntwo\nthree\n"], "devices.txt", { type: "text/plain" }));
		const { headers, text } = await encoded(form);
		const response = await visitor.send("/api/proxy/device.countLines", { method: "POST", headers, body: text });
		expect(response).toMatchObject({ status: 200, body: { result: { data: { json: { lines: 3 } } } } });
	});

	it("hands JSON lines on as they come", async () => {
		const path = `/api/proxy/log.getInPieces?batch=1&input=${encodeURIComponent("{}")}`;
		const response = await stream(path, { "trpc-accept": "application/jsonl" });
		expect(response.status).toBe(200);
		const lines = (await response.text()).trim().split("\n");
		expect(lines.length).toBeGreaterThan(5);
		expect(lines.join()).toContain("Vaccine fridge");
	});

	it("hands events on one by one", async () => {
		const [devices] = dataOf(await visitor.query({ "device.getDevices": undefined })) as [{ id: string }[]];
		const input = encodeURIComponent(JSON.stringify(superjson.serialize({ deviceId: devices[0]?.id })));
		const response = await stream(`/api/proxy/log.watch?input=${input}`, { accept: "text/event-stream" });
		expect(response.headers.get("content-type")).toContain("text/event-stream");
		const decoder = new TextDecoder();
		let text = "";
		// The stream has no end: collecting it first would never return.
		for await (const chunk of response.body ?? []) {
			text += decoder.decode(chunk, { stream: true });
			if (text.includes("id: 2")) break;
		}
		expect(text).toContain('"value"');
	});
});

function stream(path: string, headers: Record<string, string>): Promise<Response> {
	const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	return asFetch(harness)(`${origin}${path}`, { headers: { cookie, ...headers } });
}

async function encoded(form: FormData) {
	const request = new Request(origin, { method: "POST", body: form });
	const headers = {
		"content-type": request.headers.get("content-type") ?? "",
		"x-requested-by": "aqlcloud",
		origin,
	};
	return { headers, text: await request.text() };
}
