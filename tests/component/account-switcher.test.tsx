import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AccountSwitcher } from "../../client/features/shell/account-switcher";
import type { Membership } from "../../shared/account/account";
import { accountCookie } from "../../shared/base/header-names";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const id = (letter: string) => `acc_${letter.repeat(26)}`;
const memberships: Membership[] = [
	{ accountId: id("a"), companyName: "Acme", role: "owner", state: "open" },
	{ accountId: id("b"), companyName: "Bolt", role: "viewer", state: "open" },
	{ accountId: id("c"), companyName: "Coyote", role: "admin", state: "disabled" },
	{ accountId: id("d"), companyName: null, role: null, state: "unanswered" },
];

const switcher = () => page.getByRole("button", { name: "Acme: switch account" });
const showSwitcher = () =>
	show(<AccountSwitcher account={{ id: id("a"), companyName: "Acme" }} mark={<span>mark</span>} />);

beforeEach(() => {
	return () => {
		// biome-ignore lint/suspicious/noDocumentCookie: as the switcher sets it.
		document.cookie = `${accountCookie}=; Path=/; Max-Age=0`;
	};
});

test("fetches the accounts once it is opened, and lists each with its role and what hinders it", async () => {
	const calls = stubCalls({ "account.getMemberships": () => memberships });
	await showSwitcher();
	await expect.element(switcher()).toBeVisible();
	expect(calls).toEqual([]);
	await switcher().click();
	await expect.element(page.getByRole("menuitem", { name: "Acme Owner" })).toHaveAttribute("aria-current", "true");
	const names = page
		.getByRole("menuitem")
		.elements()
		.map(({ textContent }) => textContent);
	expect(names).toEqual([
		"AcmeOwner",
		"BoltViewer",
		"CoyoteYou are disabled here",
		"An accountDoes not answer just now",
	]);
	await expect.element(page.getByRole("menuitem", { name: /^Coyote/ })).toHaveAttribute("data-disabled");
});

test("separates accounts that have the same name", async () => {
	const namesake = { ...memberships[1], companyName: "  ACME ", accountId: `acc_${"e".repeat(21)}k4f2p` } as Membership;
	stubCalls({ "account.getMemberships": () => [...memberships, namesake] });
	await showSwitcher();
	await switcher().click();
	await expect.element(page.getByRole("menuitem", { name: /^Acme Owner · …aaaaa/ })).toBeVisible();
	await expect.element(page.getByRole("menuitem", { name: /ACME Viewer · …k4f2p/ })).toBeVisible();
	await expect.element(page.getByRole("menuitem", { name: "Bolt Viewer" })).toBeVisible();
});

test("links to each account, by mouse, keyboard and in another tab, and the next tab begins with the choice", async () => {
	stubCalls({ "account.getMemberships": () => memberships });
	await showSwitcher();
	await switcher().click();
	const bolt = page.getByRole("menuitem", { name: "Bolt Viewer" });
	await expect.element(bolt).toHaveAttribute("href", `/dashboard?account=${id("b")}`);
	const left = vi.fn((event: Event) => event.preventDefault());
	window.addEventListener("click", left);
	for (let step = 0; step < 6 && document.activeElement !== bolt.element(); step += 1)
		await userEvent.keyboard("{ArrowDown}");
	await userEvent.keyboard("{Enter}");
	window.removeEventListener("click", left);
	expect(left).toHaveBeenCalledOnce();
	expect(document.cookie).toContain(`${accountCookie}=${id("b")}`);
});
