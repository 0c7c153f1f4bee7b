import { describe, expect, it } from "vitest";
import { errorSentence } from "../../../shared/errors/error-sentence";
import { isQuietAt } from "../../../shared/message/contact";
import { webhookComplaint } from "../../../shared/message/webhook-url";

describe("the address of a webhook", () => {
	it.each([
		...["https://example.com", "https://hooks.example.com/a/b?c=d#e", "HTTPS://Example.COM/x"],
		// Names that only look like those of the list.
		...[
			"https://my-localhost.com/",
			"https://local.com/",
			"https://internal.example.com/",
			"https://test.example.com/",
		],
		...[
			"https://svc.example.com/",
			"https://xnip.io/",
			"https://nip.io.example.com/",
			"https://52-18-1-2.example.com/",
		],
		...["https://example.com:443/", "https://example.com:443?a=1", "https://Example.com:443"],
		...["https://v10.0.example.com/", "https://172-15-0-1.example.com/", "https://a-1-2-3.example.com/"],
	])("takes the address %s", (url) => {
		expect(webhookComplaint(url)).toBeNull();
	});

	it.each([
		...["", "example.com", "http://example.com/", "ftp://example.com", "https://", "https:///x", "https://a b.com/"],
		...["https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://localhost.localdomain/"],
		...["https://box.local/", "https://db.internal/x", "https://metadata.google.internal/", "https://intranet/"],
		...[
			"https://api.default.svc/",
			"https://api.default.svc.cluster.local/",
			"https://hooks.test/",
			"https://a.example/",
		],
		...["https://1.0.0.127.in-addr.arpa/", "https://router.home.arpa/", "https://nas.lan/", "https://a.onion/"],
		...["https://nip.io/", "https://127.0.0.1.nip.io/", "https://app-7f000001.nip.io/", "https://a.SSLIP.io/"],
		...["https://--1.sslip.io/", "https://x.localtest.me/", "https://7f000001.c0a80001.rbndr.us/", "https://lvh.me/"],
		...[
			"https://10-0-0-1.names.example.com/",
			"https://a.192.168.1.1.example.com/",
			"https://5-127-0-0-1.example.com/",
		],
		...["https://169-254-169-254.example.com/", "https://100-64-0-1.example.com/", "https://172.31.0.1.example.com/"],
		...["https://127.0.0.1/", "https://0x7f.1/", "https://2130706433/", "https://[::1]/", "https://10.0.0.1./"],
		...[
			"https://0177.0.0.1/",
			"https://127.1/",
			"https://0x7f000001/",
			"https://[::ffff:127.0.0.1]/",
			"https://1.1.1.1:443/",
		],
		...[
			"https://me:secret@example.com/",
			"https://example.com:8443/",
			"https://example.com:4433/",
			"https://box.local:443/",
			"https://a.com:443:443/",
			"https://example.com\\@evil.com/",
		],
		...["https://-a.com/", "https://a..com/", "https://example.com./", "https://１２７.0.0.1/", "https://ｌocalhost/"],
		...[
			"https://127。0。0。1/",
			"https://exa\tmple.com/",
			"https://%6c%6fcalhost/",
			`https://example.com/${"x".repeat(2_000)}`,
		],
	])("refuses %s", (url) => {
		expect(webhookComplaint(url)).toEqual(expect.any(String));
	});

	it("never equals the console's own, in any spelling", () => {
		const rules = { ownHosts: ["console.example.com"] };
		for (const url of [
			"https://console.example.com/api",
			"https://CONSOLE.example.com",
			"https://console.example.com./",
		])
			expect(errorSentence(webhookComplaint(url, rules) ?? "")).toMatch(/console itself/);
		const other = webhookComplaint("https://console.example.com:443/api", { ownHosts: ["console.example.com"] });
		expect(errorSentence(other ?? "")).toMatch(/console/);
		expect(webhookComplaint("https://hooks.example.com/", rules)).toBeNull();
	});

	it("may be of this machine in a local run alone", () => {
		for (const url of ["http://localhost:5173/x", "http://127.0.0.1:9/", "http://[::1]/"]) {
			expect(webhookComplaint(url, { isLocal: true })).toBeNull();
			expect(webhookComplaint(url)).not.toBeNull();
		}
		expect(webhookComplaint("http://hooks.customer.com/", { isLocal: true })).not.toBeNull();
		expect(webhookComplaint("http://localhost@evil.com/", { isLocal: true })).not.toBeNull();
	});
});

it("a contact is quiet over midnight, on its own clock", () => {
	const contact = { timeZone: "Europe/Lisbon", quietHours: [{ days: [1], from: "22:00", to: "06:00" }] };
	// 2026-07-06 is a Monday; Lisbon is an hour ahead of UTC then.
	expect(isQuietAt(contact, Date.UTC(2026, 6, 6, 20, 59))).toBe(false);
	expect(isQuietAt(contact, Date.UTC(2026, 6, 6, 21, 0))).toBe(true);
	expect(isQuietAt(contact, Date.UTC(2026, 6, 7, 4, 59))).toBe(true);
	expect(isQuietAt(contact, Date.UTC(2026, 6, 7, 5, 0))).toBe(false);
});
