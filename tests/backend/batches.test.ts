import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { batchPath, type Call, postBatch, queryBatch, reasonsOf, wholeError } from "./fixtures/batch";
import { accountStub, addMember, createOwner, newId } from "./fixtures/fleet";
import { takeLogs } from "./fixtures/logs";
import { createPerson, queryPath, send } from "./fixtures/people";

it("returns 207 for a batch of different outcomes, with each call's own result", async () => {
	const { id } = await createOwner();
	const viewer = await addMember(id, "viewer");
	const batch = await queryBatch(viewer, [
		["account.getCurrent"],
		["device.getDevice", { deviceId: newId("device") }],
		["account.getUsers"],
		["group.getGroup", { id: "nonsense" }],
	]);
	expect(batch.status).toBe(207);
	expect(batch.answers.map(({ error }) => error?.data.httpStatus)).toEqual([undefined, 404, 403, 400]);
	expect(reasonsOf(batch)).toEqual([undefined, "DEVICE_NOT_FOUND", "NOT_PERMITTED", undefined]);
	expect(batch.answers[3]?.error?.data.fields).toEqual({ id: "Not a valid id." });
});

it("takes queries sent by POST", async () => {
	const { owner, id } = await createOwner();
	const batch = await postBatch(owner, [["account.getCurrent"], ["device.getDevices", { limit: 5 }]]);
	expect(batch).toMatchObject({ status: 200, answers: [{ data: { id } }, { data: [] }] });
});

it("rejects a batch of more than 20 calls with one 400", async () => {
	const { owner } = await createOwner();
	const twenty = Array.from({ length: 20 }, (): Call => ["account.getCurrent"]);
	expect((await queryBatch(owner, twenty)).status).toBe(200);
	for (const person of [owner, await createPerson()]) {
		const response = await send(batchPath([...twenty, ["account.getCurrent"]]), { headers: person.headers });
		expect(response.status).toBe(400);
		expect((await wholeError(response)).data.code).toBe("BAD_REQUEST");
	}
});

it("names an unknown procedure in the words of the specification", async () => {
	const { owner } = await createOwner();
	for (const person of [owner, await createPerson()]) {
		const query = await person.query("device.getUnicorns");
		const mutation = await person.mutate("device.createUnicorn");
		const inherited = await person.query("toString");
		expect([query, mutation, inherited].map(({ error }) => [error?.message, error?.data.code])).toEqual([
			['No "query"-procedure on path "device.getUnicorns"', "NOT_FOUND"],
			['No "mutation"-procedure on path "device.createUnicorn"', "NOT_FOUND"],
			['No "query"-procedure on path "toString"', "NOT_FOUND"],
		]);
	}
});

it("keeps a query from reaching a mutation", async () => {
	const { owner } = await createOwner();
	const { error } = await owner.query("account.createAccount", { companyName: "By GET" });
	expect(error?.data.code).toBe("METHOD_NOT_SUPPORTED");
});

it("reveals nothing of an internal error, and logs it with the request id", async () => {
	const { owner, id } = await createOwner();
	const rename = (from: string, to: string) =>
		runInDurableObject(
			accountStub(id),
			(_, { storage }) => void storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`),
		);
	await rename("reports", "reports_away");
	const headers = new Headers(owner.headers);
	headers.set("x-request-id", "request-4711");
	const response = await send(queryPath("report.getReports"), { headers });
	const text = await response.text();
	// The account's alarm reads this table too, and would fail during another test.
	await rename("reports_away", "reports");
	expect(response.status).toBe(500);
	expect(JSON.parse(text)).toEqual({
		error: {
			json: {
				message: "Internal error",
				code: -32603,
				data: {
					code: "INTERNAL_SERVER_ERROR",
					httpStatus: 500,
					path: "report.getReports",
					requestId: "request-4711",
				},
			},
		},
	});
	expect(text).not.toMatch(/sqlite|stack|no such table/i);
	expect(takeLogs()).toEqual([expect.stringMatching(/request-4711.*reports/)]);
});

it("passes the request id on, unless it is not fit for a log line", async () => {
	const { owner } = await createOwner();
	const headers = new Headers(owner.headers);
	headers.set("x-request-id", "bad id\twith spaces");
	const path = queryPath("device.getDevice", { deviceId: newId("device") });
	const error = await wholeError(await send(path, { headers }));
	expect(error.data.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

it("sends no stack with any error", async () => {
	const { owner } = await createOwner();
	const batch = await queryBatch(owner, [
		["group.getGroup", { id: newId("group") }],
		["nothing.here"],
		["group.getGroup"],
	]);
	expect(batch.answers.map(({ error }) => error?.data.stack)).toEqual([undefined, undefined, undefined]);
});

it("responds to a health check, and to nothing else at other addresses", async () => {
	expect(await (await send("/api/health")).json()).toEqual({ status: "ok" });
	const elsewhere = await send("/api/else");
	expect([elsewhere.status, await elsewhere.json()]).toEqual([
		404,
		{ error: { name: "NotFound", message: "No such address", requestId: expect.any(String) } },
	]);
});
