import { describe, expect, it, onTestFinished } from "vitest";
import type { TestHarness } from "wrangler";
import { test, Visitor } from "./product";

let harness: TestHarness;
let owner: Visitor;
test.beforeAll(async ({ harness: started }) => {
	harness = started;
	owner = new Visitor(harness);
	expect(await owner.signIn("owner")).toMatchObject({ status: 200 });
	// The directory caches this person, so the call works without the table that is hidden below.
	expect(await owner.query({ "account.getCurrent": undefined })).toMatchObject({ status: 200 });
});

type Line = { event?: string; requestId: string };

async function linesAbout(requestId: string): Promise<Line[]> {
	const lines = () =>
		harness
			.getLogs()
			.filter(({ message }) => message.includes(requestId))
			.map(({ message }) => JSON.parse(message.slice(message.indexOf("{"))) as Line) // what our Workers log is JSON
			.filter(({ event }) => event !== undefined);
	await expect.poll(lines, { timeout: 10_000 }).not.toEqual([]);
	return lines();
}

type Event = { tags: Record<string, string>; exception: { values: { type: string; value: string }[] } };

async function reportsAbout(requestId: string): Promise<Event[]> {
	const reports = async () => {
		const { body } = await owner.send("/__local/errors");
		const { envelopes } = body as { envelopes: { items: { payload: string }[] }[] };
		const events = envelopes.flatMap(({ items }) => items.map(({ payload }): Event => JSON.parse(payload)));
		return events.filter(({ tags }) => tags.request_id === requestId);
	};
	await expect.poll(reports, { timeout: 10_000 }).not.toEqual([]);
	return reports();
}

async function rename(table: string, name: string): Promise<void> {
	const { DIRECTORY } = await harness
		.getWorker<{ DIRECTORY: { prepare: (sql: string) => { run: () => Promise<unknown> } } }>("aqlcloud-backend")
		.getEnv();
	await DIRECTORY.prepare(`ALTER TABLE ${table} RENAME TO ${name}`).run();
}

async function hide(table: string): Promise<void> {
	await rename(table, `hidden_${table}`);
	onTestFinished(() => rename(`hidden_${table}`, table));
}

function ownClaims(visitor: Visitor): { sub: string } {
	const [, token = ""] = [...visitor.cookies].find(([name]) => name.endsWith(".accessToken")) ?? [];
	return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}

async function request(
	visitor: Visitor,
	procedure: string,
	input = "%7B%22json%22%3A%7B%7D%7D",
	callerId = "caller-0001",
) {
	const headers = { "x-request-id": callerId };
	const response = await visitor.send(`/api/proxy/${procedure}?input=${input}`, { headers });
	return { answer: response, requestId: response.headers.get("x-request-id") ?? "" };
}

const errorWith = (reason: string | undefined, requestId: string) => ({
	body: { error: { json: { data: { ...(reason && { reason }), requestId } } } },
});

describe("the id of a request", () => {
	it("comes from the console, and stands in the text of an error of the account's object", async () => {
		const { answer: response, requestId } = await request(
			owner,
			"device.getDevice",
			"%7B%22json%22%3A%7B%22deviceId%22%3A%22x%22%7D%7D",
		);
		expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
		expect(response).toMatchObject({ status: 400, ...errorWith(undefined, requestId) });
	});

	it("stands in the log of the account's object, and in what it reports, where that fails", async () => {
		await hide("invitations");
		const { answer: response, requestId } = await request(owner, "account.getInvitations");
		expect(response).toMatchObject({ status: 500, ...errorWith(undefined, requestId) });
		expect(JSON.stringify(response.body)).not.toContain('invitations"');
		expect(await linesAbout(requestId)).toMatchObject([
			{ event: "internal-error", path: "account.getInvitations", requestId },
		]);
		const name = "account.getInvitations";
		expect(await reportsAbout(requestId)).toMatchObject([{ tags: { place: "account", name } }]);
	});

	it("stands in the log of the backend Worker, and in what it reports, where that fails", async () => {
		await hide("members_directory");
		// A user of this test alone: the directory caches users that it has found.
		const person = new Visitor(harness);
		await person.signIn("billing");
		const { answer: response, requestId } = await request(person, "account.getCurrent");
		expect(response).toMatchObject({ status: 500, ...errorWith("INTERNAL", requestId) });
		expect(await linesAbout(requestId)).toMatchObject([{ event: "internal-error", requestId }]);
		const reports = await reportsAbout(requestId);
		expect(reports).toMatchObject([{ tags: { place: "backend", event: "internal-error" } }]);
		// The log names the failed query without its parameters.
		const { sub } = ownClaims(person);
		expect(JSON.stringify(reports)).toContain("members_directory");
		expect(JSON.stringify(reports)).not.toContain(sub);
	});

	it("stands in the log of the console during an outage, with the caller's beside it", async () => {
		const cut = await owner.post("/__local/backend/cut", {});
		expect(cut.status).toBeLessThan(400);
		const { answer: response, requestId } = await request(owner, "account.getCurrent");
		expect(response).toMatchObject({ status: 502, ...errorWith("UPSTREAM_UNREACHABLE", requestId) });
		expect(await linesAbout(requestId)).toMatchObject([
			{ event: "upstream-failed", requestId, callerRequestId: "caller-0001" },
		]);
		await owner.post("/__local/backend/mend", {});
	});
});
