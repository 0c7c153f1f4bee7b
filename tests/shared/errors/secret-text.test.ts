import { describe, expect, it } from "vitest";
import { withoutKnownSecrets, withoutSecrets, withoutSecretsIn } from "../../../shared/errors/secret-text";

const jwt = `eyJhbGciOi.${"e".repeat(9)}.s-_x`;

describe("a text without secrets", () => {
	it.each([
		["key aqd_acc_dev_5ecr-et_tag refused", "key … refused"],
		["aqi_acc_int_5ecret_tag", "…"],
		["Authorization: Bearer abc.def", "Authorization: …"],
		[`token ${jwt}, and ${jwt}.a.b`, "token …, and …"],
		["/confirm?email=a%40b.c&code=123456#x", "/confirm?email=a%40b.c&code=…#x"],
		["/login?next=%2Fconfirm%3Fcode%3D123456%26page%3D2", "/login?next=%2Fconfirm%3Fcode%3D…%26page%3D2"],
		["https://a.example/?access_token=x&TOKEN=y&id_token=z", "https://a.example/?access_token=…&TOKEN=…&id_token=…"],
		["sign-in failed with password=Local-demo-1, again", "sign-in failed with password=…, again"],
		["no header Cookie: a=b; c=d\nat x", "no header Cookie: …\nat x"],
		['bad body {"email":"a@b.c","password":"Local demo 1"}', 'bad body {"email":"a@b.c","password":"…"}'],
		[JSON.stringify('{"refreshToken":"x.y"}'), JSON.stringify('{"refreshToken":"…"}')],
		["GET /api/links/l1nk-t0ken?a=1", "GET /api/links/…?a=1"],
		["GET https://console.test/a/0123456789abcde", "GET https://console.test/a/…"],
		["otpauth://totp/A:b?secret=JBSWY3DP&issuer=A", "…"],
		["a CognitoIdentityServiceProvider.c.jane%40b.c.clockDrift=12; b=1", /LastAuthUser|clockDrift=…; b=1$/],
		["Failed query: select ?\nparams: secret,\nmore", "Failed query: select ?\nparams: …"],
	])("holds %j no longer", (text, expected) => {
		if (typeof expected === "string") expect(withoutKnownSecrets(text)).toBe(expected);
		else expect(withoutKnownSecrets(text)).toMatch(expected);
	});

	it.each([
		"/devices?status=offline&page=2",
		"Basic plan, 12 devices, code 5 of 6",
		"TypeError: x is not a function at https://a.example/assets/index-rnISuIiL.js:12:3455",
		"dev_01JD3ABCDEFGHJKMNPQRSTVWXY",
		'{"error":{"code":"UNAUTHORIZED","key":"device"}}',
		"const token = (a, b) => b; if (key === 3) code == 4",
	])("is %j as it was", (text) => {
		expect(withoutSecrets(text)).toBe(text);
	});

	it("stays JSON where it was JSON", () => {
		const secrets = [
			"aqd_a_b_c",
			"Bearer x.y",
			jwt,
			"?code=1",
			"otpauth://totp/x",
			"/api/links/abc",
			"?next=%3Ftoken%3Dab",
			"password=abc",
			"Cookie: a=b; c",
			'{"password":"abc"}',
		];
		const cleaned = JSON.parse(withoutKnownSecrets(JSON.stringify({ secrets, tail: "</b>" })));
		expect(cleaned.secrets).toHaveLength(secrets.length);
		expect(cleaned.tail).toBe("</b>");
	});

	it("holds no long run that is unknown, where errors are concerned", () => {
		expect(withoutSecrets(`signature ${"0a".repeat(32)}`)).toBe("signature …");
	});
});

describe("data without secrets", () => {
	it("empties fields by their name, and cleans every other text, however deep", () => {
		const data = {
			password: "Local-demo-1",
			headers: { Cookie: "a=b", "Set-Cookie": ["a=b"], accept: "text/html" },
			list: [{ url: "/a?token=x", count: 3, at: null }],
			code: 404,
		};
		expect(withoutSecretsIn(data)).toEqual({
			password: "…",
			headers: { Cookie: "…", "Set-Cookie": "…", accept: "text/html" },
			list: [{ url: "/a?token=…", count: 3, at: null }],
			code: 404,
		});
	});
});
