import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { SignInForm } from "../../../client/features/sign-in/sign-in-form";
import { show } from "../show";
import { accepted, denied, noResponse, signedIn, stubEndpoints, unavailable } from "./auth-endpoints";

async function showForm(next?: string) {
	const screen = await show(<SignInForm email={undefined} next={next} />, { at: "/login" });
	return {
		router: screen.router,
		email: screen.getByRole("textbox", { name: "E-mail" }),
		password: screen.getByLabelText("Password", { exact: true }),
		submit: screen.getByRole("button", { name: "Sign in", exact: true }),
		forgot: screen.getByRole("link", { name: "Forgot your password?" }),
		showPassword: screen.getByRole("button", { name: "Show password" }),
		alert: screen.getByRole("alert"),
		note: screen.getByRole("status"),
	};
}

describe("the form of signing in", () => {
	test("shows at each field what it lacks, puts the focus on the first, and removes it once something is typed", async () => {
		stubEndpoints({});
		const { email, password } = await showForm();
		await userEvent.fill(password, "something");
		await userEvent.keyboard("{Enter}");
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription("Enter your e-mail address.");
		await userEvent.keyboard("ana@example.com");
		await expect.element(email).not.toHaveAccessibleDescription();
		await userEvent.clear(password);
		await userEvent.keyboard("{Enter}");
		await expect.element(password).toHaveFocus();
		await expect.element(password).toHaveAccessibleDescription("Enter your password.");
	});

	test("leads by keyboard from field to field, and to a new password with the e-mail and the way back", async () => {
		stubEndpoints({});
		const { email, password, submit, forgot, showPassword } = await showForm("/log/");
		await expect.element(email).toHaveFocus();
		await userEvent.keyboard("ana@example.com");
		for (const control of [password, showPassword, forgot, submit]) {
			await userEvent.tab();
			await expect.element(control).toHaveFocus();
		}
		const address = new URL(forgot.element().getAttribute("href") ?? "", window.location.origin);
		expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
			"/forgot-password",
			{ email: "ana@example.com", next: "/log/" },
		]);
	});

	test("shows one sentence for a wrong password, keeps the e-mail, and lets the person go on", async () => {
		stubEndpoints({ "sign-in": [denied("NotAuthorizedException"), signedIn] });
		const { router, email, password, submit, alert } = await showForm("/devices?q=dock");
		await userEvent.fill(email, " ana@example.com ");
		await userEvent.fill(password, "not-it");
		await userEvent.click(submit);
		await expect.element(alert).toHaveTextContent("The email or password is incorrect.");
		await expect.element(email).toHaveValue("ana@example.com");
		await userEvent.fill(password, "this-one");
		await userEvent.click(submit);
		await expect.poll(() => router.state.location.href).toBe("/devices?q=dock");
	});

	test.for(["//evil.example", "https://evil.example/devices", "javascript:alert(1)"])(
		"goes to the dashboard where the address names %s to go on to",
		async (next) => {
			stubEndpoints({ "sign-in": [signedIn] });
			const { router, email, password } = await showForm(next);
			await userEvent.fill(email, "ana@example.com");
			await userEvent.fill(password, "this-one");
			await userEvent.keyboard("{Enter}");
			await expect.poll(() => router.state.location.href).toBe("/dashboard");
		},
	);

	test.for([
		["the user pool is down", denied("NetworkError")],
		["nobody answers", noResponse],
	] as const)("says that the service is out, and keeps what was typed, when %s", async ([, response]) => {
		stubEndpoints({ "sign-in": [response] });
		const { email, password, alert } = await showForm();
		await userEvent.fill(email, "ana@example.com");
		await userEvent.fill(password, "this-one");
		await userEvent.keyboard("{Enter}");
		await expect.element(alert).toHaveTextContent(unavailable);
		await expect.element(email).toHaveValue("ana@example.com");
		await expect.element(password).toHaveValue("this-one");
	});

	test.for([
		["a code is sent", accepted({ status: "code-sent" }), "confirm-first"],
		["the code cannot be sent", denied("CodeDeliveryFailureException"), "confirm-unsent"],
	] as const)("leads an unconfirmed person to where the address is confirmed, and says whether %s", async (row) => {
		const [, response, note] = row;
		const calls = stubEndpoints({ "sign-in": [denied("UserNotConfirmedException")], "resend-code": [response] });
		const { router, email, password } = await showForm("/log/");
		await userEvent.fill(email, "ana@example.com");
		await userEvent.fill(password, "this-one");
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => router.state.location.pathname).toBe("/confirm");
		expect(router.state.location.search).toEqual({ email: "ana@example.com", next: "/log/" });
		expect(router.state.location.state).toMatchObject({ note });
		expect(calls.at(-1)).toEqual({ endpoint: "resend-code", body: { email: "ana@example.com" } });
	});
});
