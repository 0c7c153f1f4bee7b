import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ThemeMenu, TimeSwitch, UserMenu } from "../../client/features/shell/header-controls";
import type { CurrentAccount } from "../../shared/account/account";
import { sampleUser } from "../samples";
import { show } from "./show";

const account: CurrentAccount = {
	id: `acc_${"0".repeat(26)}`,
	companyName: "Northwind Cold Chain",
	productName: "AQLCloud",
	logoUrl: null,
	timeZone: "Europe/Lisbon",
	createdAt: new Date(0),
	me: sampleUser(),
};

const ways = [
	{ way: "mouse", press: (name: RegExp) => page.getByRole("button", { name }).click() },
	{
		way: "keyboard",
		press: async (name: RegExp) => {
			await userEvent.tab();
			await expect.element(page.getByRole("button", { name })).toHaveFocus();
			await userEvent.keyboard("{Enter}");
		},
	},
] as const;

async function choose(way: string, role: "menuitem" | "menuitemradio", name: string): Promise<void> {
	const entry = page.getByRole(role, { name, exact: true });
	if (way === "mouse") return entry.click();
	await expect.element(entry).toBeVisible();
	await expect.poll(() => document.activeElement?.closest("[role=menu]")).not.toBeNull();
	for (let step = 0; step < 6 && document.activeElement !== entry.element(); step += 1)
		await userEvent.keyboard("{ArrowDown}");
	await expect.element(entry).toHaveFocus();
	await userEvent.keyboard("{Enter}");
}

// Tab would begin where the focus of the last test was.
beforeEach(() => {
	document.body.tabIndex = -1;
	document.body.focus();
	return () => document.body.removeAttribute("tabindex");
});

describe("the menu of themes", () => {
	test.for(ways)("changes the theme and has the focus again, by $way", async ({ way, press }) => {
		await show(<ThemeMenu />);
		for (const [label, scheme] of [
			["Dark", "dark"],
			["Light", "light"],
		] as const) {
			if (scheme === "dark") await press(/^Theme: System|^Theme: Light/);
			else await page.getByRole("button", { name: "Theme: Dark" }).click();
			await choose(way, "menuitemradio", label);
			await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(scheme);
			await expect.element(page.getByRole("button", { name: `Theme: ${label}` })).toHaveFocus();
			await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
		}
	});
});

describe("the user's menu", () => {
	test.for(ways)("says who is signed in, and leads to the shortcuts and out, by $way", async ({ way, press }) => {
		const onHelp = vi.fn(() => document.activeElement);
		const signOut = vi.fn();
		await show(<UserMenu account={account} onHelp={onHelp} signingOut={{ isPending: false, mutate: signOut }} />);
		const avatar = page.getByRole("button", { name: "OO: account of Olivia Owner" });
		await press(/account of/);
		await expect.element(page.getByText("owner@example.test")).toBeVisible();
		await choose(way, "menuitem", "Keyboard shortcuts");
		// The dialog gives the focus back to the element that has it now.
		expect(onHelp.mock.results.map(({ value }) => value)).toEqual([avatar.element()]);
		await expect.element(avatar).toHaveFocus();
		await expect.element(avatar).toHaveAttribute("aria-expanded", "false");
		await avatar.click();
		await choose(way, "menuitem", "Sign out");
		expect(signOut).toHaveBeenCalledOnce();
		// The menu stays until a user has chosen.
		await expect.element(page.getByRole("menu")).toBeVisible();
		await userEvent.keyboard("{Escape}");
		await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
		await expect.element(avatar).toHaveFocus();
	});

	test("leads to one's own profile", async () => {
		const { router } = await show(
			<UserMenu account={account} onHelp={() => {}} signingOut={{ isPending: true, mutate: () => {} }} />,
		);
		await page.getByRole("button", { name: /account of/ }).click();
		await expect.element(page.getByRole("menuitem", { name: "Sign out" })).toHaveAttribute("data-disabled");
		await page.getByRole("menuitem", { name: "My profile" }).click();
		await expect.poll(() => router.state.location.pathname).toBe("/profile");
	});
});

function TwoSwitches() {
	const [isRendered, setIsRendered] = useState(false);
	return (
		<>
			<TimeSwitch />
			<button type="button" onClick={() => setIsRendered(true)}>
				Another
			</button>
			{isRendered && <div data-testid="other">{<TimeSwitch isWide />}</div>}
		</>
	);
}

test("Whose time is shown is switched by keyboard, remembered, and the same wherever it is asked", async () => {
	await show(<TwoSwitches />);
	const device = page.getByRole("radio", { name: "Device time" });
	await userEvent.tab();
	await expect.element(device).toHaveFocus();
	await userEvent.keyboard("{ArrowRight}");
	await expect.element(page.getByRole("radio", { name: "My time" })).toHaveFocus();
	await expect.element(page.getByRole("radio", { name: "My time" })).toBeChecked();
	expect(localStorage.getItem("timeDisplayMode")).toBe("current");
	await userEvent.keyboard("{ArrowLeft}");
	await expect.element(device).toBeChecked();
	await userEvent.keyboard("{ArrowRight}");
	await page.getByRole("button", { name: "Another" }).click();
	await expect.element(page.getByTestId("other").getByRole("radio", { name: "My time" })).toBeChecked();
	await page.getByText("Device time").first().click();
	await expect.element(page.getByTestId("other").getByRole("radio", { name: "Device time" })).toBeChecked();
});
