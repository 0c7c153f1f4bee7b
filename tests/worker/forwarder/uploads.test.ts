import { describe, it } from "vitest";
import { serverLimits } from "../../../shared/base/limits";
import { storedSession } from "../fixtures/console";
import { iamBindings } from "../fixtures/identity-pool";
import { callWire, readResponse, seenByWire, untilSeen } from "../fixtures/wire";

const { cookies } = await storedSession();
const bytes = { "content-type": "application/octet-stream" };
const upload = (body: BodyInit, headers: Record<string, string> = bytes) => {
	const mark = crypto.randomUUID();
	return { mark, answer: callWire(`thing.takeBytes?mark=${mark}`, { method: "POST", cookies, headers, body }) };
};

function piecesOf(count: number, pieceBytes: number): ReadableStream<Uint8Array> {
	let left = count;
	return new ReadableStream({
		pull(controller) {
			left -= 1;
			if (left < 0) controller.close();
			else controller.enqueue(new Uint8Array(pieceBytes));
		},
	});
}

describe("an upload", () => {
	it("reaches the upstream while it is still being sent", async ({ expect }) => {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const writer = writable.getWriter();
		const { mark, answer: response } = upload(readable);
		void writer.write(new Uint8Array(1000));
		const early = await untilSeen(mark, ({ receivedBytes }) => receivedBytes > 0);
		expect(early).toMatchObject({ receivedBytes: 1000, isBodyWhole: false });
		void writer.write(new Uint8Array(2000));
		void writer.close();
		expect((await readResponse(await response)).text).toContain('"bytes":3000');
	});

	it("may be as large as its own limit, far above that of JSON", async ({ expect }) => {
		const { answer: response } = upload(piecesOf(serverLimits.proxyUploadBytes / 1_000_000, 1_000_000));
		expect((await readResponse(await response)).text).toContain(`"bytes":${serverLimits.proxyUploadBytes}`);
	});

	it("breaks off at the upstream once it is past the limit, and never passes for whole", async ({ expect }) => {
		const { mark, answer: response } = upload(piecesOf(200, 1_000_000));
		expect(await readResponse(await response)).toMatchObject({ status: 413, reason: "BODY_TOO_LARGE" });
		const seen = await untilSeen(mark, ({ isGone }) => isGone);
		expect(seen.isBodyWhole).toBe(false);
		expect(seen.receivedBytes).toBeLessThanOrEqual(serverLimits.proxyUploadBytes);
	});

	it("breaks off at the upstream too if its sender breaks off", async ({ expect }) => {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const writer = writable.getWriter();
		const { mark, answer: response } = upload(readable);
		void writer.write(new Uint8Array(1000));
		await untilSeen(mark, ({ receivedBytes }) => receivedBytes > 0);
		writer.closed.catch(() => undefined); // the test itself breaks off
		await writer.abort(new Error("The connection was lost."));
		expect((await readResponse(await response)).status).toBe(502);
		expect((await untilSeen(mark, ({ isGone }) => isGone)).isBodyWhole).toBe(false);
	});

	it("reaches no upstream if it declares more than the limit", async ({ expect }) => {
		const declared = { ...bytes, "content-length": String(serverLimits.proxyUploadBytes + 1) };
		const { mark, answer: response } = upload("short", declared);
		expect(await readResponse(await response)).toMatchObject({ status: 413, reason: "BODY_TOO_LARGE" });
		expect(await seenByWire(mark)).toEqual([]);
	});

	it("keeps the boundary and every byte of a form", async ({ expect }) => {
		const form = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\na\u00e9\r\n--x--\r\n';
		const headers = { "content-type": "multipart/form-data; boundary=x" };
		const response = await callWire("thing.takeForm", { method: "POST", cookies, headers, body: form });
		expect(await readResponse(response)).toMatchObject({
			status: 200,
			text: '{"result":{"data":{"json":{"name":"a\u00e9","file":null}}}}',
		});
	});

	it("keeps the smaller limit for JSON, counted whatever it declares", async ({ expect }) => {
		const mark = crypto.randomUUID();
		const init = {
			method: "POST",
			cookies,
			headers: { "content-type": "application/json" },
			body: piecesOf(2, 600_000),
		};
		expect(await readResponse(await callWire(`thing.save?mark=${mark}`, init))).toMatchObject({
			reason: "BODY_TOO_LARGE",
		});
		expect(await seenByWire(mark)).toEqual([]);
	});

	it("waits for the whole body if it has to be signed", async ({ expect }) => {
		const init = { method: "POST", cookies, headers: bytes, bindings: iamBindings() };
		const response = await callWire("a.b", { ...init, body: piecesOf(3, 5) });
		expect((await readResponse(response)).status).toBe(200);
		const tooLarge = await callWire("a.b", { ...init, body: piecesOf(21, 1_000_000) });
		expect(await readResponse(tooLarge)).toMatchObject({ status: 413, reason: "BODY_TOO_LARGE" });
	});
});
