import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FormerMembership, Membership } from "../../shared/account/account";
import { headerNames } from "../../shared/base/header-names";

async function openPage(href = "https://console.test/devices", sub: string | null = "maria") {
	vi.resetModules();
	const history = { state: null, replaceState: vi.fn() };
	vi.stubGlobal("window", { location: { href }, history });
	const who = { sub };
	const { session } = await import("../../client/api/session");
	vi.spyOn(session, "sub").mockImplementation(() => who.sub);
	const { takeArrivedAccount } = await import("../../client/base/arrived-account");
	takeArrivedAccount();
	const page = await import("../../client/api/named-account");
	const responseOf = (accountId: string | null) =>
		new Response(null, { headers: accountId === null ? {} : { [headerNames.account]: accountId } });
	return { ...page, who, history, answerOf: responseOf };
}

let stored = new Map<string, string>();

beforeEach(() => {
	stored = new Map();
	vi.stubGlobal("sessionStorage", {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
});

it("names none before the first response, then that account, also after a reload", async () => {
	const first = await openPage();
	expect([first.namedAccount(), first.pageHeaders()]).toEqual([null, { [headerNames.person]: "maria" }]);
	first.assertOfNamedAccount(first.answerOf("acc_a"));
	expect(first.pageHeaders()).toEqual({ [headerNames.person]: "maria", [headerNames.account]: "acc_a" });
	const again = await openPage();
	expect(again.namedAccount()).toBe("acc_a");
	expect(again.asThisPage(new URL("https://console.test/api/export?query=1")).search).toBe(
		"?query=1&account=acc_a&person=maria",
	);
});

it("rejects another account's response, and takes those that name none", async () => {
	const page = await openPage();
	page.assertOfNamedAccount(page.answerOf(null));
	page.assertOfNamedAccount(page.answerOf("acc_a"));
	page.assertOfNamedAccount(page.answerOf(null));
	page.assertOfNamedAccount(page.answerOf("acc_a"));
	expect(() => page.assertOfNamedAccount(page.answerOf("acc_b"))).toThrow("Another account has answered.");
	expect(page.namedAccount()).toBe("acc_a");
});

it("keeps the choice with its person: another person in the same tab begins anew", async () => {
	const page = await openPage();
	page.assertOfNamedAccount(page.answerOf("acc_a"));
	page.who.sub = "jonas";
	expect(page.pageHeaders()).toEqual({ [headerNames.person]: "jonas" });
	page.assertOfNamedAccount(page.answerOf("acc_b"));
	expect(page.namedAccount()).toBe("acc_b");
	expect((await openPage(undefined, "maria")).namedAccount()).toBeNull();
});

it("follows the address over what the tab had, takes it out, and keeps it while no one is known to be signed in", async () => {
	stored.set("aqlAccount", "acc_a maria");
	const page = await openPage("https://console.test/alerts/?view=rules&account=acc_b#x", null);
	expect(String(page.history.replaceState.mock.lastCall?.[2])).toBe("https://console.test/alerts/?view=rules#x");
	for (const sub of [null, "maria", null]) {
		page.who.sub = sub;
		expect(page.namedAccount()).toBe("acc_b");
	}
	page.who.sub = "jonas";
	expect(page.namedAccount()).toBeNull();
});

it("names none again where the address says so", async () => {
	stored.set("aqlAccount", "acc_a maria");
	const page = await openPage("https://console.test/dashboard?account=");
	expect(page.namedAccount()).toBeNull();
	expect((await openPage()).namedAccount()).toBeNull();
});

it("keeps the choice for the page's life where storage is forbidden, which the first response names", async () => {
	const forbidden = () => {
		throw new DOMException("forbidden");
	};
	vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden });
	const page = await openPage("https://console.test/dashboard?account=acc_b");
	page.assertOfNamedAccount(page.answerOf("acc_b"));
	expect(page.namedAccount()).toBe("acc_b");
});

it("says why an account cannot be opened, as far as it may be said", async () => {
	const { lostAccountText } = await import("../../client/features/membership/lost-account");
	const open: Membership = { accountId: "acc_a", companyName: "Acme", role: "owner", state: "open" };
	const ended: Membership = { accountId: "acc_b", companyName: "Bolt", role: "viewer", state: "signedOut" };
	const former: FormerMembership = { companyName: "Coyote", owners: ["Ana"], how: "disabled", at: null };
	const titles = [
		lostAccountText({ named: "acc_b", memberships: [open, ended], former: null }),
		lostAccountText({ named: "acc_x", memberships: [open], former: null }),
		lostAccountText({ named: "acc_c", memberships: [], former }),
		lostAccountText({ named: null, memberships: [], former: null }),
	].map(({ title }) => title);
	expect(titles).toEqual([
		"Bolt has signed you out",
		"This account is not yours to open",
		"You no longer have access",
		"You no longer have access",
	]);
	const onlySso: Membership = { ...ended, isOnlySso: true };
	const { text } = lostAccountText({ named: "acc_b", memberships: [open, onlySso], former: null });
	expect(text).toMatch(/^Your company allows only its own sign-in service here/);
});
