import { toast } from "sonner";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sessionOverState } from "../../client/api/api-error";
import { recordOf } from "../../shared/base/plain-fields";
import { sessionLimitNames } from "../../shared/session/session-limits";
import "../../client/api/failure-sentences";
import { tabsMemory } from "../../client/api/tabs-memory";
import { ConsoleToaster } from "../../client/features/shell/console-toaster";
import { showLeftReturnPath } from "../../client/features/shell/left-return-path";
import { SignInForm } from "../../client/features/sign-in/sign-in-form";
import { SessionLimitsDialog } from "../../client/features/users/session-limits-dialog";
import { type SessionEnding, sessionEndings } from "../../shared/session/session-endings";
import { stubEndpoints } from "./identity/auth-endpoints";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const sentences: Record<SessionEnding, string> = {
	signedOut: "You signed out in this browser.",
	signedOutMeanwhile: "You signed out in another tab.",
	endedByBackend: "This session was ended from another device, by a new password, or by an administrator.",
	expired: "Your session has expired.",
	refreshRefused: "Your session was not renewed: it has expired, or you signed out everywhere.",
	refusedByUserPool: "The sign-in service no longer accepts this session.",
	notSignedInAgain: "Your password is changed and every session has ended. Signing you in again here did not work.",
	unverifiable: "The session in this browser could not be verified.",
	ambiguous: "This browser held two copies of a sign-in cookie, so both were deleted.",
	ambiguousAtSignIn:
		"This browser still holds two copies of a sign-in cookie. Delete this site's cookies in the browser's settings.",
	idle: "You were signed out, because nothing was done here for longer than your company allows.",
	onlySso:
		"Your company allows only its own sign-in service here. Enter your company address and continue with your company. If you have none, ask an owner to invite it.",
	tooOld: "Your sign-in is older than your company allows.",
};

afterEach(() => void toast.dismiss());

async function noteFor(ending: string) {
	stubEndpoints({});
	const { router, ...screen } = await show(<SignInForm email={undefined} next={undefined} />, { at: "/login" });
	localStorage.setItem("session-ending", ending);
	await router.navigate({ to: "/login", state: sessionOverState() });
	return screen.getByRole("status");
}

describe("the sign-in page after a session", () => {
	test.each(sessionEndings)("says why it ended: %s", async (ending) => {
		await expect.element(await noteFor(ending)).toHaveTextContent(`${sentences[ending]} Sign in to continue.`);
	});

	test.each(["asNewAsCanBe", "toString", "<b>x</b>"])(
		"keeps its general sentence for another reason: %s",
		async (ending) => {
			const general = "Your session has expired, or you signed out in another tab. Sign in to continue.";
			await expect.element(await noteFor(ending)).toHaveTextContent(general);
		},
	);
});

describe("a page that keeps what was typed", () => {
	test.each(sessionEndings)("says why the session ended: %s", async (ending) => {
		const screen = await show(<ConsoleToaster />);
		tabsMemory.keep(null, 0, ending);
		showLeftReturnPath("/login");
		await expect.element(screen.getByText(`${sentences[ending]} Sign in in another tab to continue.`)).toBeVisible();
	});

	test("says no old reason once somebody has signed in again", async () => {
		const screen = await show(<ConsoleToaster />);
		tabsMemory.keep(null, 0, "idle");
		tabsMemory.keep("ana", 0);
		showLeftReturnPath("/login");
		await expect.element(screen.getByText("You are signed out. Sign in in another tab to continue.")).toBeVisible();
	});
});

describe("the dialog of session limits", () => {
	const idle = page.getByRole("textbox", { name: "Sign out after minutes without activity" });
	const hours = page.getByRole("textbox", { name: "Sign in again after hours" });
	const save = page.getByRole("button", { name: "Save" });
	const none = recordOf(sessionLimitNames, () => null);

	test("sends whole numbers or nothing, and shows a wrong one at its field, which it keeps", async () => {
		const calls = stubCalls({ "account.limitSessions": () => ({}) });
		await show(<SessionLimitsDialog account={{ sessionLimits: none, isIdleMeasured: true }} onClose={() => {}} />);
		const range = "A whole number from 5 to 480, or empty.";
		for (const wrong of ["4", "481", "7.5", "-5", "15 min", "1e2", "１５", "0x10"]) {
			await userEvent.fill(idle, wrong);
			await userEvent.click(save);
			await expect.element(idle).toHaveAccessibleDescription(expect.stringContaining(range));
			await expect.element(idle).toHaveFocus();
			await expect.element(idle).toHaveValue(wrong);
		}
		await userEvent.fill(idle, " 15 ");
		await userEvent.fill(hours, "721");
		await userEvent.click(save);
		await expect.element(hours).toHaveAccessibleDescription(expect.stringContaining("from 1 to 720, or empty."));
		expect(calls).toEqual([]);
		await userEvent.fill(hours, "");
		await userEvent.click(save);
		await expect
			.poll(() => calls)
			.toEqual([{ procedure: "account.limitSessions", input: { ...none, idleMinutes: 15 } }]);
	});

	test("says that idle sessions are not measured, and shows what the backend denies at the field", async () => {
		const missing = "This console cannot limit it: its secret SESSION_KEY is missing.";
		stubCalls({
			"account.limitSessions": () => {
				throw new Denied({ httpStatus: 400, fields: { idleMinutes: missing } });
			},
		});
		const limits = { ...none, idleMinutes: 15, sessionHours: 12 };
		const screen = await show(<SessionLimitsDialog account={{ sessionLimits: limits }} onClose={() => {}} />);
		await expect
			.element(page.getByText("This console does not measure how long people do nothing", { exact: false }))
			.toBeVisible();
		await userEvent.fill(idle, "20");
		await userEvent.click(save);
		await expect.element(idle).toHaveAccessibleDescription(expect.stringContaining(missing));
		await expect.element(idle).toHaveValue("20");
		await screen.unmount();
		await show(<SessionLimitsDialog account={{ sessionLimits: none }} onClose={() => {}} />);
		await expect.element(idle).toBeDisabled();
		await expect.element(hours).toBeEnabled();
	});
});
