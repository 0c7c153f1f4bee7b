import { expect, test, vi } from "vitest";
import { LogActions } from "../../client/features/log/actions/log-actions";
import type { Role } from "../../shared/account/permissions";
import { show } from "./show";

async function showActions(role: Role, rangeName: string | null = null) {
	const calls = { onNote: vi.fn(), onCopyLink: vi.fn(), onImport: vi.fn(), onConnect: vi.fn() };
	const screen = await show(
		<LogActions me={{ role, scope: "all" }} rangeName={rangeName} {...calls}>
			{null}
		</LogActions>,
	);
	return { screen, ...calls, add: screen.getByRole("button", { name: "Add note" }) };
}

test("Shows the reason to a person who may not add notes, and a click does nothing", async () => {
	const { screen, add, onNote, onImport } = await showActions("viewer");
	await expect.element(add).toHaveAttribute("aria-disabled", "true");
	await add.hover();
	await expect.element(screen.getByText("Your role cannot add notes. Ask an owner or admin.")).toBeVisible();
	await add.click({ force: true });
	expect(onNote).not.toHaveBeenCalled();
	await screen.getByRole("button", { name: "More actions" }).click();
	const importFile = screen.getByRole("menuitem", { name: "Import files…" });
	await expect.element(importFile).toHaveAttribute("aria-disabled", "true");
	await importFile.hover();
	const why = "Your role cannot import readings. Ask an owner or admin.";
	await expect.element(screen.getByText(why)).toBeVisible();
	await importFile.click({ force: true });
	expect(onImport).not.toHaveBeenCalled();
});

test("Adds a note by a click of a person who may", async () => {
	const { add, onNote } = await showActions("owner");
	await add.click();
	expect(onNote).toHaveBeenCalledOnce();
});

test("A link is copied to exactly what is shown, or to the range whenever it is opened", async () => {
	const { screen, onCopyLink } = await showActions("viewer", "Last 24 hours");
	const copy = screen.getByRole("button", { name: "Copy link" });
	await copy.click();
	await screen.getByRole("menuitem", { name: /^To “Last 24 hours”/ }).click();
	expect(onCopyLink.mock.calls).toEqual([["relative"]]);
	await copy.click();
	await screen.getByRole("menuitem", { name: /^To exactly this/ }).click();
	expect(onCopyLink.mock.calls).toEqual([["relative"], ["exact"]]);
	await screen.unmount();
	const exact = await showActions("viewer");
	await exact.screen.getByRole("button", { name: "Copy link" }).click();
	expect(exact.onCopyLink.mock.calls).toEqual([["exact"]]);
});
