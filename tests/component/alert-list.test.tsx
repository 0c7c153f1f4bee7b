import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AlertList } from "../../client/features/alerts/alert-list";
import type { AlertListRow } from "../../shared/alert/alert";
import { exampleId } from "../upstream/ids";
import { SignedIn } from "./log-parts";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const rule: AlertListRow = {
	id: exampleId("alert", 1),
	name: "Freezers thawing",
	isEnabled: true,
	severity: "critical",
	condition: "Temperature is above −15 °C.",
	openEvents: 0,
	lastFiredAt: null,
	reach: "reached",
	recipients: ["Ana"],
	deviceCount: 4,
	isEditable: true,
};

test("Shows the person who changed a rule two clicks from its row", async () => {
	const { router } = await show(
		<SignedIn>
			<main>
				<AlertList rows={[rule]} tabs={null} />
			</main>
		</SignedIn>,
		{ at: "/alerts" },
	);
	await expect.element(page.getByRole("link", { name: "Freezers thawing" })).toBeVisible();
	await page.getByRole("button", { name: "Actions for Freezers thawing" }).click();
	// Entries that open a question say so; the others act at once or lead to a screen.
	await expect
		.poll(() => [...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent))
		.toEqual(["Edit", "Switch off…", "Mute…", "Duplicate", "History", "Delete…"]);
	await page.getByRole("menuitem", { name: "History" }).click();
	await expect.poll(() => router.state.location.href).toBe(`/accounts/audit?entity=${rule.id}`);
});

test("A rule that could not be deleted leaves its dialog open, which says why", async () => {
	const calls = stubCalls({
		"alert.deleteAlert": () => {
			throw new Denied({ reason: "UPSTREAM_UNREACHABLE" });
		},
	});
	await show(
		<SignedIn>
			<main>
				<AlertList rows={[rule]} tabs={null} />
			</main>
		</SignedIn>,
		{ at: "/alerts" },
	);
	await page.getByRole("button", { name: "Actions for Freezers thawing" }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	const dialog = page.getByRole("dialog", { name: "Delete Freezers thawing?" });
	await dialog.getByRole("textbox").fill("Freezers thawing");
	await dialog.getByRole("button", { name: "Delete alert" }).click();
	await expect.element(dialog.getByRole("alert")).toHaveTextContent("Can't reach AQLCloud. Try again in a moment.");
	expect(calls.map(({ procedure }) => procedure)).toEqual(["alert.deleteAlert"]);
});
