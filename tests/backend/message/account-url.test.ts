import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findHostname, mapHostname } from "../../../backend/db/host-brand-rows";
import { accountUrl } from "../../../backend/message/account-url";
import { createOwner } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { addContact, alertFacts, attemptAt, emailProvider, queue } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

const directory = env.DIRECTORY;
const consoleUrl = "https://console.test";
const map = (accountId: string, hostname: string) => mapHostname(directory, { hostname, accountId, now: 0 });
const someHost = () => `h${crypto.randomUUID()}.example.test`;

describe("links of an account's messages", () => {
	it("lead to its own hostname, the first by name of several, and else to the console", async () => {
		const [{ id }, other] = [await createOwner(), await createOwner()];
		const host = someHost();
		await map(id, `z-${host}`);
		await map(id, host);
		expect(await accountUrl({ directory, consoleUrl }, id)).toBe(`https://${host}`);
		expect(await accountUrl({ directory, consoleUrl }, other.id)).toBe(consoleUrl);
		expect(await accountUrl({ directory, consoleUrl: null }, id)).toBeNull();
		expect(await findHostname(directory, other.id)).toBeNull();
	});

	it("reach the console's pages, which print it on labels", async () => {
		const { id, owner } = await createOwner();
		expect(dataOf<string>(await owner.query("account.getConsoleUrl"))).toBe(consoleUrl);
		const host = someHost();
		await map(id, host);
		expect(dataOf<string>(await owner.query("account.getConsoleUrl"))).toBe(`https://${host}`);
	});

	it("use it in the mail, for pages and for actions without a sign-in", async () => {
		const { id } = await createOwner();
		const host = someHost();
		await map(id, host);
		const { id: contactId } = await addContact(id);
		const recipient = { to: "contact", contactId, channel: "email" } as const;
		const now = Date.now();
		const messageId = await queue(id, { cause: "alert", about: alertFacts.eventId, recipient, facts: alertFacts }, now);
		const { binding: email, taken } = emailProvider();
		expect(await attemptAt(id, messageId, { now, email })).toMatchObject({ state: "sent" });
		const text = taken[0]?.text ?? "";
		expect(text).toContain(`https://${host}/alerts/?account=${id}`);
		expect(text).toContain(`https://${host}/api/links/`);
		expect(text).not.toContain("console.test");
	});

	it("keep the console's port", async () => {
		const { id } = await createOwner();
		const host = someHost();
		await map(id, host);
		expect(await accountUrl({ directory, consoleUrl: "http://localhost:5173" }, id)).toBe(`http://${host}:5173`);
	});

	it("lead to the console if the directory does not respond", async () => {
		const broken = {
			prepare: () => {
				throw new Error("No directory");
			},
		};
		const parts = { directory: broken as unknown as D1Database, consoleUrl }; // what is asked of it fails
		expect(await accountUrl(parts, "acc_none")).toBe(consoleUrl);
		expect(takeLogs()).toEqual([expect.stringContaining("hostname-not-known")]);
	});
});
