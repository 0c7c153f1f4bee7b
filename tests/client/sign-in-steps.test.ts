import { describe, expect, it } from "vitest";
import { attributeFrom } from "../../client/features/sign-in/first-password-form";
import { laterNoteSentence, newPasswordComplaint } from "../../client/features/sign-in/later-steps";
import { secondStepSentence } from "../../client/features/sign-in/second-step";
import { emailComplaint, noteSentence, stepAfterDenial } from "../../client/features/sign-in/step-rules";
import { inFours, qrPath } from "../../client/ui/form/authenticator-secret";
import { wordsForRule } from "../../client/ui/form/new-password-input";
import { codeFrom } from "../../client/ui/form/one-time-code-input";
import { authErrors, isAuthErrorName } from "../../shared/session/auth-errors";
import type { Challenge } from "../../shared/session/session";

describe("the step after a rejected sign-in", () => {
	it("confirms the e-mail, or sets a new password, for those the pool names", () => {
		expect(stepAfterDenial("UserNotConfirmedException", "ana@example.com")).toEqual({
			to: "/confirm",
			note: "confirm-first",
			email: "ana@example.com",
		});
		expect(stepAfterDenial("PasswordResetRequiredException", "ana@example.com")).toEqual({
			to: "/new-password",
			note: "reset-required",
			email: "ana@example.com",
		});
	});

	it("leads to the address where the person signed in by another name", () => {
		expect(stepAfterDenial("UserNotConfirmedException", "ana")).toEqual({ to: "/confirm", note: "confirm-first" });
		expect(stepAfterDenial("PasswordResetRequiredException", "ana")).toEqual({ to: "/forgot-password" });
	});

	it("stays the same for every other error", () => {
		const others = Object.keys(authErrors)
			.filter(isAuthErrorName)
			.filter((name) => name !== "UserNotConfirmedException" && name !== "PasswordResetRequiredException");
		expect(others.length).toBeGreaterThan(80);
		expect(others.filter((name) => stepAfterDenial(name, "ana@example.com") !== null)).toEqual([]);
	});
});

describe("a one-time code", () => {
	it.each([
		["123456", "123456"],
		[" 123 456 ", "123456"],
		["123-456", "123456"],
		["123\u00a0456\n", "123456"],
		["\u200b123456\u2069", "123456"],
		["１２３４５６", "123456"],
		["Ab12", "Ab12"],
		["١٢٣ ٤٥٦", "١٢٣٤٥٦"],
		["  ", ""],
	])("%j is sent as %j", (typed, code) => {
		expect(codeFrom(typed)).toBe(code);
	});
});

describe("an authenticator's key", () => {
	it.each([
		["", ""],
		["ABC", "ABC"],
		["ABCDEFGH", "ABCD EFGH"],
		["ABCDEFGHI", "ABCD EFGH I"],
	])("%j is shown as %j", (key, shown) => {
		expect(inFours(key)).toBe(shown);
	});

	it("renders with its finders inside a quiet zone of four modules", () => {
		const { path, size } = qrPath(`otpauth://totp/AQLCloud:ana%40example.com?secret=${"JBSWY3DP".repeat(7)}`);
		const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
		const finder = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"];
		const renderedAt = (left: number, top: number) =>
			finder.map((row, y) => [...row].map((_, x) => (dark.has(`${left + x} ${top + y}`) ? "#" : " ")).join(""));
		for (const [left, top] of [
			[4, 4],
			[size - 11, 4],
			[4, size - 11],
		] as const)
			expect(renderedAt(left, top)).toEqual(finder);
		const coordinates = [...dark].flatMap((place) => place.split(" ").map(Number));
		expect([Math.min(...coordinates), Math.max(...coordinates)]).toEqual([4, size - 5]);
	});
});

describe("the text of a second step", () => {
	const of = (challenge: Omit<Challenge, "id" | "expiresAt">) =>
		secondStepSentence({ ...challenge, id: "1", expiresAt: 0 } as Challenge); // spreading loses which of the union it is
	it("says where a code went, as masked as the pool gives it, or nothing of it", () => {
		const sms = { name: "SMS_MFA", destination: "+*******0120" } as const;
		const mail = { name: "EMAIL_OTP", destination: null } as const;
		expect(of(sms)).toBe("We sent a code by text message to +*******0120. Enter it to sign in.");
		expect(of(mail)).toBe("We sent a code by e-mail. Enter it to sign in.");
	});
});

describe("the error of a field", () => {
	const policy = {
		minimumLength: 12,
		requireLowercase: true,
		requireUppercase: false,
		requireNumbers: true,
		requireSymbols: false,
	};
	it.each([
		["", "Choose a password."],
		["short1", "This password does not meet the rules."],
		["long enough but wordy", "This password does not meet the rules."],
		["long enough 1", false],
		["x1".repeat(129), "At most 256 characters."],
	])("describes the error of the new password %j: %j", (password, complaint) => {
		expect(newPasswordComplaint(policy, password)).toBe(complaint);
	});

	it("leaves a password to the sign-in service where the policy is unknown", () => {
		expect(newPasswordComplaint(null, "x")).toBe(false);
	});

	it.each([
		["", "Enter your e-mail address."],
		["ana", "Enter a valid e-mail address."],
		["ana@example.com", false],
	])("describes the error of the e-mail address %j: %j", (email, complaint) => {
		expect(emailComplaint(email)).toBe(complaint);
	});

	it("explains each rule of a policy in words", () => {
		const rules = ["length", "lowercase", "uppercase", "number", "symbol"] as const;
		expect(rules.map((rule) => wordsForRule(rule, policy))).toEqual([
			"At least 12 characters",
			"A lower-case letter",
			"A capital letter",
			"A number",
			"A symbol, such as ! or %",
		]);
	});
});

describe("an attribute that the pool requires", () => {
	it.each([
		["name", "  Ana Prado ", "Ana Prado"],
		["given_name", "  ", null],
		["phone_number", "+351 912-345 (678)", "+351912345678"],
		["phone_number", "912 345 678", null],
		["phone_number", "+0123456", null],
	] as const)("%s as %j is %j", (attribute, typed, value) => {
		expect(attributeFrom(attribute, typed)).toBe(value);
	});
});

describe("a note of the step before", () => {
	it("shows a sentence by its name, and nothing for any other text", () => {
		expect(noteSentence("confirmed")).toBe("Your e-mail is confirmed. Sign in to continue.");
		expect(laterNoteSentence("reset-asked")).toBe("If this address has an account, we sent a code to it.");
		for (const name of [undefined, null, "", "Call +1 555 0100", "constructor", "__proto__", 7]) {
			expect(noteSentence(name)).toBe(null);
			expect(laterNoteSentence(name)).toBe(null);
		}
	});
});
