import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createLinkTokens } from "../../backend/keys/link-tokens";
import { limits, serverLimits } from "../../shared/base/limits";
import { linkPath } from "../../shared/base/links";
import { addApiKey } from "./fixtures/api-keys";
import { addDevice, createOwner, newId } from "./fixtures/fleet";
import { dataOf, send } from "./fixtures/people";

const piece = new Uint8Array(100_000).fill(32);
const mostPieces = 600;
/** Bytes that may be buffered between the sender and the reader. */
const buffered = 1_000_000;

/** A body without a length, of 60 MB if it is read to its end. */
function longBody() {
	let bytes = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				if (bytes >= mostPieces * piece.byteLength) return controller.close();
				bytes += piece.byteLength;
				controller.enqueue(piece);
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, sentBytes: () => bytes };
}

async function sentTo() {
	const { owner, id: accountId } = await createOwner();
	const { key: deviceKey } = await addDevice(owner);
	const { key, apiKey } = await addApiKey(owner, { access: "write" });
	dataOf(await owner.mutate("account.revokeApiKey", { keyId: apiKey.id }));
	const token = await createLinkTokens([env.INGEST_SECRET]).sign({
		action: "optOut",
		subject: "alerts",
		accountId,
		expiresAt: Date.now() + 60_000,
		recipient: { contactId: newId("contact"), channel: "email", addressVersion: 1 },
	});
	const signedIn = { ...Object.fromEntries(owner.headers), "content-type": "application/json" };
	const json = (bearer: string) => ({ authorization: `Bearer ${bearer}`, "content-type": "application/json" });
	return {
		"/api/v1/notes": { headers: json(key), most: 64_000 },
		"/api/ingest/v1/readings": { headers: json(deviceKey), most: serverLimits.ingestBodyBytes },
		[`${linkPath}${token}`]: { headers: { "content-type": "application/x-www-form-urlencoded" }, most: 12_000 },
		"/api/proxy/account.createAccount": { headers: signedIn, most: limits.proxyBodyBytes },
		"/api/proxy/alert.rehearse": { headers: signedIn, most: limits.proxyBodyBytes },
		"/api/proxy/log.previewImport": {
			headers: { ...signedIn, "content-type": "multipart/form-data; boundary=x" },
			most: limits.importFileBytes + 100_000,
		},
	};
}

it("reads no body further than its endpoint takes, whatever length it declares", async () => {
	for (const [path, { headers, most }] of Object.entries(await sentTo())) {
		const { body, sentBytes } = longBody();
		const response = await send(path, { method: "POST", headers, body });
		expect([200, 400, 413], path).toContain(response.status);
		expect(sentBytes(), path).toBeLessThanOrEqual(most + buffered);
	}
});
