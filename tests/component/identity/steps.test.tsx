import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { ConfirmForm } from "../../../client/features/sign-in/confirm-form";
import { ForgotPasswordForm } from "../../../client/features/sign-in/forgot-password-form";
import { NewPasswordForm } from "../../../client/features/sign-in/new-password-form";
import { SecondStepCodeForm } from "../../../client/features/sign-in/second-step";
import { SignUpForm } from "../../../client/features/sign-in/sign-up-form";
import { show } from "../show";
import { accepted, denied, noResponse, stubEndpoints, unavailable } from "./auth-endpoints";

describe("the form of signing up", () => {
	async function showForm() {
		const screen = await show(<SignUpForm email={undefined} next="/devices" />);
		return {
			router: screen.router,
			name: screen.getByRole("textbox", { name: "Name" }),
			email: screen.getByRole("textbox", { name: "E-mail" }),
			password: screen.getByLabelText("Password", { exact: true }),
			submit: screen.getByRole("button", { name: "Create account" }),
			alert: screen.getByRole("alert"),
		};
	}

	test("shows at each field what it lacks, keeps what was typed, and puts the focus on the first", async () => {
		stubEndpoints({});
		const { name, email, password, submit } = await showForm();
		await expect.element(password).toHaveAccessibleDescription(/At least 6 characters ?: requirement not met\./);
		await userEvent.click(submit);
		await expect.element(name).toHaveFocus();
		await expect.element(name).toHaveAccessibleDescription("Enter your name.");
		await expect.element(email).toHaveAccessibleDescription("Enter your e-mail address.");
		await expect.element(password).toHaveAccessibleDescription(/Choose a password\./);

		await userEvent.fill(name, "Ana");
		await userEvent.fill(email, "nonsense");
		await userEvent.fill(password, "short");
		await userEvent.click(submit);
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription("Enter a valid e-mail address.");
		await expect.element(password).toHaveAccessibleDescription(/This password does not meet the rules\./);
		await expect.element(password).toHaveAccessibleDescription(/At least 6 characters ?: requirement not met\./);
		await expect.element(password).toHaveValue("short");
		await userEvent.fill(password, "longer");
		await expect.element(password).toHaveAccessibleDescription(/At least 6 characters ?: requirement met\./);
	});

	test("shows the password when asked, by keyboard", async () => {
		stubEndpoints({});
		const { password } = await showForm();
		await userEvent.fill(password, "secret");
		await expect.element(password).toHaveAttribute("type", "password");
		await userEvent.tab();
		await userEvent.keyboard(" ");
		await expect.element(password).toHaveAttribute("type", "text");
	});

	test("reports an outage, keeps everything, and goes on after it", async () => {
		const calls = stubEndpoints({ "sign-up": [noResponse, accepted({ status: "code-sent" })] });
		const { router, name, email, password, submit, alert } = await showForm();
		await userEvent.fill(name, "Late Line");
		await userEvent.fill(email, "late.line@example.com");
		await userEvent.fill(password, " Local demo 1 ");
		await userEvent.click(submit);
		await expect.element(alert).toHaveTextContent(unavailable);
		await expect.element(name).toHaveValue("Late Line");
		await expect.element(email).toHaveValue("late.line@example.com");
		await expect.element(password).toHaveValue(" Local demo 1 ");
		await userEvent.click(submit);
		await expect.poll(() => router.state.location.pathname).toBe("/confirm");
		expect(router.state.location.search).toEqual({ email: "late.line@example.com", next: "/devices" });
		const person = { name: "Late Line", email: "late.line@example.com", password: " Local demo 1 " };
		expect(calls).toEqual([
			{ endpoint: "sign-up", body: person },
			{ endpoint: "sign-up", body: person },
		]);
	});
});

describe("the form of a code that confirms an address", () => {
	test("asks for the address where the link holds none, and for another code once in a while", async () => {
		const calls = stubEndpoints({ "resend-code": [accepted({ status: "code-sent" })] });
		const screen = await show(<ConfirmForm knownEmail={null} next={undefined} />);
		const email = screen.getByRole("textbox", { name: "E-mail" });
		const code = screen.getByRole("textbox", { name: "Code" });
		const again = screen.getByRole("button", { name: /Send a new code/ });
		await expect.element(again).not.toBeInTheDocument();
		await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription("Enter your e-mail address.");
		await expect.element(code).toHaveAccessibleDescription("Enter the code.");
		await userEvent.fill(email, "nobody.here@example.com");
		await userEvent.click(again);
		await expect
			.element(screen.getByText("If this address waits for a code, a new one is on its way."))
			.toBeInTheDocument();
		await expect.poll(() => again.element().textContent).toMatch(/in \d+ s/);
		await expect.element(again).toHaveAttribute("aria-disabled", "true");
		await expect.element(again).toHaveFocus();
		await userEvent.keyboard("{Enter}");
		expect(calls).toEqual([{ endpoint: "resend-code", body: { email: "nobody.here@example.com" } }]);
	});

	test("keeps a code that is not correct, and says so at its field", async () => {
		stubEndpoints({ confirm: [denied("CodeMismatchException")] });
		const screen = await show(<ConfirmForm knownEmail="ana@example.com" next={undefined} />);
		const code = screen.getByRole("textbox", { name: "Code" });
		await expect.element(screen.getByLabelText("E-mail")).not.toBeInTheDocument();
		await userEvent.fill(code, "000000");
		await userEvent.keyboard("{Enter}");
		await expect.element(code).toHaveAccessibleDescription("That code is not correct.");
		await expect.element(code).toHaveValue("000000");
		await expect.element(code).toHaveFocus();
	});
});

describe("the forms of a forgotten password", () => {
	test.for([
		["", "Enter your e-mail address."],
		["nonsense", "Enter a valid e-mail address."],
	] as const)("report of the address %j: %s", async ([typed, complaint]) => {
		stubEndpoints({});
		const screen = await show(<ForgotPasswordForm email={undefined} next={undefined} />);
		const email = screen.getByRole("textbox", { name: "E-mail" });
		await userEvent.fill(email, typed);
		await userEvent.click(screen.getByRole("button", { name: "Send a code" }));
		await expect.element(email).toHaveAccessibleDescription(complaint);
		await expect.element(email).toHaveFocus();
	});

	test("report an outage, keep everything, and show errors at their field", async () => {
		stubEndpoints({ "new-password": [noResponse, denied("ExpiredCodeException")] });
		const screen = await show(<NewPasswordForm email="ana@example.com" next={undefined} />);
		const code = screen.getByRole("textbox", { name: "Code" });
		const password = screen.getByLabelText("New password", { exact: true });
		await userEvent.fill(code, "123456");
		await userEvent.fill(password, "tiny");
		await userEvent.click(screen.getByRole("button", { name: "Set new password" }));
		await expect.element(password).toHaveFocus();
		await expect.element(password).toHaveAccessibleDescription(/This password does not meet the rules\./);
		await userEvent.fill(password, "Another-demo-2");
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("alert")).toHaveTextContent(unavailable);
		await expect.element(code).toHaveValue("123456");
		await expect.element(password).toHaveValue("Another-demo-2");
		await userEvent.click(screen.getByRole("button", { name: "Set new password" }));
		await expect.element(code).toHaveAccessibleDescription("That code has expired. Request a new one.");
		await expect.element(code).toHaveFocus();
		await expect.element(password).toHaveValue("Another-demo-2");
	});
});

describe("the form of a second step's code", () => {
	const outage = {
		name: "ServiceUnavailable",
		shown: unavailable,
		field: null,
		isOutage: true,
		requestId: null,
	} as const;
	const wrong = {
		...outage,
		name: "CodeMismatchException",
		shown: "That code is not correct.",
		field: "code",
	} as const;
	const late = { ...outage, name: "ChallengeExpired", isOutage: false } as const;

	test("may be corrected, keeps what was typed in an outage, and starts again once its time is over", async () => {
		const send = vi.fn();
		for (const failure of [wrong, outage, late]) send.mockResolvedValueOnce({ ok: false, failure });
		const [onAccepted, onExpired] = [vi.fn(), vi.fn()];
		const screen = await show(
			<SecondStepCodeForm label="Code" localCode={null} send={send} onAccepted={onAccepted} onExpired={onExpired} />,
		);
		const code = screen.getByRole("textbox", { name: "Code" });
		await expect.element(code).toHaveFocus();
		await userEvent.keyboard("{Enter}");
		await expect.element(code).toHaveAccessibleDescription("Enter the code.");
		await userEvent.keyboard("111 111{Enter}");
		await expect.element(code).toHaveAccessibleDescription("That code is not correct.");
		await expect.element(code).toHaveFocus();
		await userEvent.fill(code, "222 222");
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("alert")).toHaveTextContent(unavailable);
		await expect.element(code).toHaveValue("222 222");
		expect(onExpired).not.toHaveBeenCalled();
		await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
		await expect.poll(() => onExpired.mock.calls.length).toBe(1);
		expect(send.mock.calls).toEqual([["111111"], ["222222"], ["222222"]]);
		expect(onAccepted).not.toHaveBeenCalled();
	});
});
