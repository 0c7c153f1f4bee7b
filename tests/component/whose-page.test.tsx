import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { session } from "../../client/api/session";
import { whosePage } from "../../client/api/whose-page";
import { OtherPersonBar } from "../../client/features/shell/other-person-bar";
import { WhosePage } from "../../client/features/shell/whose-page";
import type { SessionCheck, SessionUser } from "../../shared/session/session";
import { show } from "./show";

const user = (sub: string, name: string | null, email = `${sub}@example.com`): SessionUser => ({
	sub,
	username: sub,
	email,
	name,
});
const anna = user("anna", "Anna Weber");
const ben = user("ben", "Ben Smith");

function signedIn(who: SessionUser | null): void {
	const check: SessionCheck = who
		? { isAuthenticated: true, user: who, expiresAt: 0, expiresInMs: 3_600_000 }
		: { isAuthenticated: false };
	vi.spyOn(window, "fetch").mockImplementation(async () => Response.json(check));
}

async function showAnnasPage() {
	signedIn(anna);
	session.forget();
	await session.check();
	return show(
		<>
			<WhosePage />
			<div role="dialog" aria-label="Name">
				<form>
					<input aria-label="Typed" />
				</form>
			</div>
		</>,
	);
}

const bar = page.getByRole("alert");
const typed = page.getByRole("textbox", { name: "Typed" });
const cover = page.getByText("Checking who is signed in here.");

afterEach(async () => {
	signedIn(anna);
	await whosePage.fetch();
	localStorage.clear();
});

describe("a page of another person than the one signed in", () => {
	test("keeps its entries under a bar that says who is here, until its person is back", async () => {
		await showAnnasPage();
		await typed.fill("Cold room 7");
		signedIn(ben);
		await whosePage.fetch();
		await expect.element(page.getByText("Ben Smith is signed in here now.")).toBeVisible();
		expect(bar.element().textContent).toContain("Anna's entries are kept on this page.");
		await expect.element(bar).toHaveFocus();
		await expect.element(page.getByRole("button", { name: "Go on as Ben" })).toBeVisible();
		const link = page.getByRole("link", { name: "Sign in as Anna" });
		await expect.element(link).toHaveAttribute("href", "/login?email=anna%40example.com");
		await expect.element(link).toHaveAttribute("target", "_blank");
		await expect.element(typed).toHaveValue("Cold room 7");
		signedIn(anna);
		await whosePage.fetch();
		await expect.element(bar).not.toBeInTheDocument();
		await expect.element(typed).toHaveValue("Cold room 7");
	});

	test("names two of one name by their addresses, and who has no name by theirs", async () => {
		const alike = await show(<OtherPersonBar person={anna} other={{ ...ben, name: "Anna Weber" }} />);
		await expect.element(page.getByText("ben@example.com is signed in here now.")).toBeVisible();
		expect(bar.element().textContent).toContain("anna@example.com's entries");
		await expect.element(page.getByRole("button", { name: "Go on as ben@example.com" })).toBeVisible();
		await alike.unmount();
		await show(<OtherPersonBar person={{ ...anna, name: null }} other={ben} />);
		await expect.element(page.getByRole("link", { name: "Sign in as anna@example.com" })).toBeVisible();
	});
});

describe("a tab with input that is shown after its session has ended", () => {
	test("keeps the focus and what is typed in its field", async () => {
		await showAnnasPage();
		await typed.fill("Cold room");
		const lost = vi.fn();
		typed.element().addEventListener("blur", lost);
		signedIn(null);
		await whosePage.fetch();
		await expect.element(cover).not.toBeInTheDocument();
		await userEvent.keyboard(" 7");
		await expect.element(typed).toHaveValue("Cold room 7");
		expect(lost).not.toHaveBeenCalled();
	});
});

describe("a tab that is shown while another knows of a sign-out", () => {
	test("shows and reaches nothing until the response comes, and gives the focus back", async () => {
		await showAnnasPage();
		await typed.fill("Cold room 7");
		const responded = Promise.withResolvers<Response>();
		vi.spyOn(window, "fetch").mockImplementation(() => responded.promise);
		localStorage.removeItem("heard-person");
		window.dispatchEvent(new Event("visibilitychange"));
		await expect.element(cover).toBeVisible();
		await userEvent.keyboard("{Escape}{Escape}");
		await userEvent.keyboard("x");
		await expect.element(cover).toBeVisible();
		expect(document.elementFromPoint(innerWidth / 2, 5)?.closest("dialog")).not.toBeNull();
		expect(document.querySelector("input")?.matches(":focus")).toBe(false);
		responded.resolve(
			Response.json({ isAuthenticated: true, user: anna, expiresAt: 0, expiresInMs: 3_600_000 } satisfies SessionCheck),
		);
		await expect.element(cover).not.toBeInTheDocument();
		await expect.element(typed).toHaveFocus();
		await expect.element(typed).toHaveValue("Cold room 7");
	});
});
