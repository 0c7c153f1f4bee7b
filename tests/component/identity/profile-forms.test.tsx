import { useQuery } from "@tanstack/react-query";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { profileQuery } from "../../../client/api/auth-call";
import { IdentityCard } from "../../../client/features/profile/identity-card";
import { AuthenticatorSetup, PreferenceForm, SecondStepCard } from "../../../client/features/profile/second-step-card";
import { authErrors } from "../../../shared/session/auth-errors";
import type { Profile } from "../../../shared/session/session";
import { show } from "../show";
import { accepted, denied, noResponse, stubEndpoints, unavailable } from "./auth-endpoints";

const profile: Profile = {
	email: "ana@example.com",
	isEmailVerified: true,
	name: "Ana Prado",
	mfa: { methods: [], preferred: null },
};
const wrong = "This is not your current password.";

describe("name and e-mail", () => {
	async function showCard() {
		const screen = await show(<IdentityCard profile={profile} />);
		return {
			name: screen.getByRole("textbox", { name: "Name" }),
			email: screen.getByRole("textbox", { name: "E-mail" }),
			password: screen.getByLabelText("Your password", { exact: true }),
			save: screen.getByRole("button", { name: "Save" }),
			alert: screen.getByRole("alert"),
		};
	}

	test("take the password for a new address alone", async () => {
		const calls = stubEndpoints({ profile: [accepted({ status: "saved", profile, isCodeSent: false })] });
		const { name, email, password, save } = await showCard();
		await userEvent.fill(name, "Ana Maria Prado");
		await expect.element(password).not.toBeInTheDocument();
		await userEvent.fill(email, "new@example.com");
		await expect.element(password).toBeInTheDocument();
		await userEvent.fill(email, profile.email);
		await expect.element(password).not.toBeInTheDocument();
		await userEvent.click(save);
		await expect.poll(() => calls).toEqual([{ endpoint: "profile", body: { name: "Ana Maria Prado" } }]);
	});

	test("require a missing password, show a wrong one at its field, and keep what was typed", async () => {
		const kept = { ...profile, email: "new@example.com" };
		const calls = stubEndpoints({
			profile: [
				denied("WrongCurrentPassword"),
				denied("CurrentPasswordTooLong"),
				noResponse,
				denied("TooManyAttempts"),
				accepted({ status: "saved", profile: kept, isCodeSent: true }),
			],
		});
		const { email, password, save, alert } = await showCard();
		await userEvent.fill(email, " new@example.com ");
		await userEvent.tab();
		await expect.element(password).toHaveFocus();
		await userEvent.click(save);
		await expect.element(password).toHaveAccessibleDescription("Enter your password.");
		await expect.element(password).toHaveFocus();
		expect(calls).toEqual([]);

		await userEvent.fill(password, "not-it");
		await userEvent.keyboard("{Enter}");
		await expect.element(password).toHaveAccessibleDescription(wrong);
		await expect.element(password).toHaveFocus();
		await userEvent.click(save);
		await expect.element(password).toHaveAccessibleDescription("At most 256 characters.");
		await expect.element(alert).not.toBeInTheDocument();
		for (const sentence of [unavailable, authErrors.TooManyAttempts.message]) {
			await userEvent.click(save);
			await expect.element(alert).toHaveTextContent(sentence);
			await expect.element(email).toHaveValue("new@example.com");
			await expect.element(password).toHaveValue("not-it");
		}
		await userEvent.fill(password, " this one ");
		await userEvent.click(save);
		await expect.poll(() => calls.at(-1)?.body).toEqual({ email: "new@example.com", password: " this one " });
	});
});

describe("setting up an authenticator", () => {
	test("begins with the password, tells a wrong one at its field, and goes on to the first code", async () => {
		const secret = {
			status: "totp-secret",
			secret: "JBSWY3DPEHPK3PXP",
			uri: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP",
		};
		const on = { ...profile, mfa: { methods: ["SOFTWARE_TOKEN_MFA"], preferred: "SOFTWARE_TOKEN_MFA" } };
		const calls = stubEndpoints({
			"totp-setup": [denied("WrongCurrentPassword"), noResponse, accepted(secret)],
			"totp-verify": [accepted({ status: "totp-on", profile: on })],
		});
		const onEnd = vi.fn();
		const screen = await show(<AuthenticatorSetup email={profile.email} replaces={false} onEnd={onEnd} />);
		const password = screen.getByLabelText("Your password", { exact: true });
		await expect.element(password).toHaveFocus();
		await userEvent.keyboard("{Enter}");
		await expect.element(password).toHaveAccessibleDescription("Enter your password.");
		await userEvent.keyboard("not-it{Enter}");
		await expect.element(password).toHaveAccessibleDescription(wrong);
		await expect.element(password).toHaveFocus();
		await expect.element(screen.getByRole("img", { name: /QR code/ })).not.toBeInTheDocument();
		await userEvent.fill(password, "this-one");
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("alert")).toHaveTextContent(unavailable);
		await expect.element(password).toHaveValue("this-one");
		await userEvent.click(screen.getByRole("button", { name: "Continue" }));
		await expect.element(screen.getByRole("img", { name: /QR code/ })).toBeInTheDocument();
		await expect.element(screen.getByRole("textbox", { name: "First code of the app" })).toHaveFocus();
		await userEvent.keyboard("123456{Enter}");
		await expect.poll(() => onEnd.mock.calls.length).toBe(1);
		expect(calls.map(({ endpoint, body }) => [endpoint, body])).toEqual([
			["totp-setup", { password: "not-it" }],
			["totp-setup", { password: "this-one" }],
			["totp-setup", { password: "this-one" }],
			["totp-verify", { code: "123456" }],
		]);
	});
});

test("Once the second step is on or off, the focus is at the sentence that says so", async () => {
	const on: Profile = { ...profile, mfa: { methods: ["SOFTWARE_TOKEN_MFA"], preferred: "SOFTWARE_TOKEN_MFA" } };
	const secret = { status: "totp-secret", secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP" };
	stubEndpoints({
		"totp-setup": [accepted(secret)],
		"totp-verify": [accepted({ status: "totp-on", profile: on })],
		"mfa-preference": [accepted({ status: "saved", profile })],
	});
	function Card() {
		return <SecondStepCard profile={useQuery({ ...profileQuery(), initialData: profile, enabled: false }).data} />;
	}
	const screen = await show(<Card />);
	await screen.getByRole("button", { name: "Set up an authenticator app" }).click();
	await userEvent.keyboard("Local-demo-1{Enter}");
	await expect.element(screen.getByRole("textbox", { name: "First code of the app" })).toHaveFocus();
	await userEvent.keyboard("123456{Enter}");
	await expect.element(screen.getByText("Signing in asks for your password, and then for a code.")).toHaveFocus();
	await screen.getByRole("button", { name: "Switch off" }).click();
	await userEvent.keyboard("Local-demo-1{Enter}");
	await expect.element(screen.getByText(/^Signing in asks for your password only/)).toHaveFocus();
});

describe("another second step, or none", () => {
	test("shows a wrong password at its field", async () => {
		stubEndpoints({ "mfa-preference": [denied("WrongCurrentPassword")] });
		const screen = await show(<PreferenceForm email={profile.email} preferred={null} onEnd={vi.fn()} />);
		const password = screen.getByLabelText("Your password", { exact: true });
		await userEvent.fill(password, "not-it");
		await userEvent.keyboard("{Enter}");
		await expect.element(password).toHaveAccessibleDescription(wrong);
		await expect.element(password).toHaveValue("not-it");
	});
});
