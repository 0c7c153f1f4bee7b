import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { KeyboardHelp } from "../../client/features/shell/keyboard-help";
import { areas, useGoKeys } from "../../client/features/shell/navigation";
import { can, type Role } from "../../shared/account/permissions";
import { show } from "./show";

function Screen({ role }: { role: Role }) {
	useGoKeys(role);
	return (
		<main>
			<h1 tabIndex={-1}>Screen</h1>
			<input aria-label="Search the list" />
			<div role="dialog" aria-label="Overlay">
				<button type="button">Inside</button>
			</div>
		</main>
	);
}

const viewer: Role = "viewer";

/** Draws the screen with the focus at its top. Returns the path of its router. */
async function showAt(role: Role) {
	const { router } = await show(<Screen role={role} />, { at: "/profile" });
	await page.getByRole("heading", { name: "Screen" }).click();
	return () => router.state.location.pathname;
}

test("g and a letter opens each screen of the navigation", async () => {
	const place = await showAt("owner");
	for (const { key, to } of areas) {
		await userEvent.keyboard(`g${key}`);
		await expect.poll(place).toBe(to.replace(/\/$/, ""));
	}
	expect(areas.map(({ key }) => key).join("")).toBe("hdglarucmtkszyb");
});

test("g and a letter opens nothing that the role may not see", async () => {
	const place = await showAt(viewer);
	for (const { key } of areas.filter(({ capability }) => !can(viewer, capability))) {
		await userEvent.keyboard(`g${key}`);
		expect(place()).toBe("/profile");
	}
	await userEvent.keyboard("gd");
	await expect.poll(place).toBe("/devices");
});

test("g and a letter is a text where a person types, and nothing where a dialog stands open", async () => {
	const place = await showAt("owner");
	const field = page.getByRole("textbox");
	await field.click();
	await userEvent.keyboard("gl");
	await expect.element(field).toHaveValue("gl");
	await page.getByRole("button", { name: "Inside" }).click();
	await userEvent.keyboard("gl");
	expect(place()).toBe("/profile");
});

test("A letter alone, or with another key held, opens nothing", async () => {
	const place = await showAt("owner");
	await userEvent.keyboard("d");
	await userEvent.keyboard("gxd");
	await userEvent.keyboard("g{Alt>}d{/Alt}");
	expect(place()).toBe("/profile");
});

test("The shortcuts are listed, without those of screens the role may not see", async () => {
	await show(<KeyboardHelp isOpen role={viewer} onClose={() => {}} />);
	const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect.element(help.getByText("Search everything, or run a command")).toBeVisible();
	const lines = (region: string) => {
		const section = help.getByRole("region", { name: region }).element();
		return [...section.querySelectorAll("dl > div")].map((line) => [
			[...line.querySelectorAll("kbd")].map((key) => key.textContent).join(" "),
			line.querySelector("dd")?.textContent,
		]);
	};
	expect(lines("Log")).toEqual([
		["j", "Next row"],
		["k", "Previous row"],
		["[", "Earlier"],
		["]", "Later"],
		["n", "Go to now"],
		["p", "Pause or resume"],
	]);
	expect(lines("Go to").map(([, screen]) => screen)).toEqual([
		"Dashboard",
		"Devices",
		"Groups",
		"Log",
		"Alerts",
		"Reports",
		"Contacts",
		"Storage",
		"Company",
	]);
	expect(lines("Go to")[1]).toEqual(["g d", "Devices"]);
});
