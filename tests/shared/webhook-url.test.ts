import { describe, expect, it } from "vitest";
import { isQuietAt } from "../../shared/contact";
import { webhookComplaint } from "../../shared/webhook-url";

describe("the address of a webhook", () => {
	it.each(["https://example.com", "https://hooks.example.com/a/b?c=d#e", "HTTPS://Example.COM/x"])(
		"takes %s",
		(url) => {
			expect(webhookComplaint(url)).toBeNull();
		},
	);

	it.each([
		...["", "example.com", "http://example.com/", "ftp://example.com", "https://", "https:///x", "https://a b.com/"],
		...["https://localhost/", "https://box.local/", "https://db.internal/x", "https://intranet/"],
		...["https://127.0.0.1/", "https://0x7f.1/", "https://2130706433/", "https://[::1]/", "https://10.0.0.1./"],
		...["https://me:secret@example.com/", "https://example.com:8443/", "https://example.com\\@evil.com/"],
		...["https://-a.com/", "https://a..com/", "https://１２７.0.0.1/"],
	])("refuses %s", (url) => {
		expect(webhookComplaint(url)).toEqual(expect.any(String));
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
