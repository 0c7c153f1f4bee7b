import { describe, it } from "vitest";
import {
	cookieLine,
	encodeCookieName,
	encodeCookieValue,
	expiryLine,
	parseCookies,
} from "../../../worker/session/cookie-codec";
import * as fc from "../../properties";

const anyText = fc.string({ unit: "binary" });

const lax = { isSecure: true, sameSite: "Lax" } as const;

describe("the cookie codec", () => {
	it("gives back every name and value it wrote", ({ expect }) => {
		fc.assert(
			fc.property(anyText, anyText, (name, value) => {
				const rawName = encodeCookieName(name);
				const header = `before=1; ${rawName}=${encodeCookieValue(value)}; after=2`;
				expect(parseCookies(header)[1]).toEqual({ rawName, name, value });
			}),
		);
	});

	it("writes nothing that could end a cookie or a header early", ({ expect }) => {
		fc.assert(
			fc.property(anyText, anyText, (name, value) => {
				expect(encodeCookieName(name)).toMatch(/^[!#$&'*+\-.^_`|~%0-9A-Za-z]*$/);
				expect(encodeCookieValue(value)).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/);
			}),
		);
	});

	it("S5 spells names and values as js-cookie does", ({ expect }) => {
		expect(encodeCookieName("jane.doe+x@example.com.idToken")).toBe("jane.doe+x%40example.com.idToken");
		expect(encodeCookieName("us-east-1:1111-2222 /#$&^`|()")).toBe("us-east-1%3A1111-2222%20%2F#$&^`|%28%29");
		const details = '{"loginId":"jane.doe@example.com","authFlowType":"USER_SRP_AUTH"}';
		expect(encodeCookieValue(details)).toBe(
			"{%22loginId%22:%22jane.doe@example.com%22%2C%22authFlowType%22:%22USER_SRP_AUTH%22}",
		);
		expect(encodeCookieValue("#$&+/:<=>?@[]^{|}`")).toBe("#$&+/:<=>?@[]^{|}`");
		expect(encodeCookieValue('",; \\%')).toBe("%22%2C%3B%20%5C%25");
		expect(encodeCookieValue("aa.bb-c_.dd")).toBe("aa.bb-c_.dd");
	});

	it("reads quoted values, keeps doubled names, and skips what does not decode", ({ expect }) => {
		const header = 'a="b c"; a=2;x=y=z;  %41=3 ; broken=%E0%A4%A; %zz=1; alone; =nameless';
		expect(parseCookies(header)).toEqual([
			{ rawName: "a", name: "a", value: "b c" },
			{ rawName: "a", name: "a", value: "2" },
			{ rawName: "x", name: "x", value: "y=z" },
			{ rawName: "%41", name: "A", value: "3" },
			{ rawName: "", name: "", value: "nameless" },
		]);
	});

	it("survives half of a surrogate pair, which no cookie can hold", ({ expect }) => {
		expect(encodeCookieName("a\ud800")).toBe("a%EF%BF%BD");
		expect(encodeCookieValue("a\ud800")).toBe("a%EF%BF%BD");
	});

	it("S4 rejects name and value of more than 4096 bytes together", ({ expect }) => {
		expect(cookieLine("name", "v".repeat(4092), lax)).not.toBeNull();
		expect(cookieLine("name", "v".repeat(4093), lax)).toBeNull();
	});

	it("expires a cookie in the scope it was set in", ({ expect }) => {
		expect(expiryLine("a%40b", lax, { path: "/api/", domain: "example.com" })).toBe(
			"a%40b=; Path=/api/; Domain=example.com; Max-Age=0; Secure; HttpOnly; SameSite=Lax",
		);
		expect(expiryLine("a", { ...lax, isSecure: false })).toBe("a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
	});
});
