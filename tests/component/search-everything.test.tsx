import { useRouterState } from "@tanstack/react-router";
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { recordRecentScreen } from "../../client/base/recent-screens";
import { useScreenCommands } from "../../client/base/screen-commands";
import { SearchEverything } from "../../client/features/search/search-everything";
import { useHeldKeys } from "../../client/features/shell/held-keys";
import { LazyToaster } from "../../client/features/shell/lazy-toaster";
import { areas } from "../../client/features/shell/navigation";
import { ActionDialog } from "../../client/forms/action-dialog";
import type { Role } from "../../shared/account/permissions";
import { SignedIn } from "./log-parts";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const userId = `usr_${"0".repeat(26)}`;
const onHelp = vi.fn();
const onSignOut = vi.fn();

const onMute = vi.fn();

function Selected() {
	useScreenCommands(() => [
		{ id: "mute", label: "Mute 3 devices…", note: "3 devices selected", onRun: onMute },
		{ id: "archive", label: "Archive 3 devices", note: "3 devices selected", denial: "Not you", onRun: onMute },
	]);
	return null;
}

type HeaderProps = { role: Role; Search?: ComponentType<ComponentProps<typeof SearchEverything>> };

function Header({ role, Search = SearchEverything }: HeaderProps) {
	const [isOpen, setIsOpen] = useState(false);
	const takeTyped = useHeldKeys(isOpen);
	return (
		<>
			<button type="button" onClick={() => setIsOpen(true)}>
				Search
			</button>
			<Search
				takeTyped={takeTyped}
				isOpen={isOpen}
				role={role}
				scope="all"
				userId={userId}
				pages={areas}
				onClose={() => setIsOpen(false)}
				onHelp={onHelp}
				onSignOut={onSignOut}
			/>
		</>
	);
}

const field = () => page.getByRole("combobox", { name: "Search everything" });
const option = (name: RegExp) => page.getByRole("listbox", { name: "Results" }).getByRole("option", { name });
const button = () => page.getByRole("button", { name: "Search" });

/** Billing may see no device, so the search calls no server and finds pages and actions. */
async function openSearch(role: Role = "billing") {
	const screen = await show(<Header role={role} />, { at: "/dashboard" });
	await button().click();
	await expect.element(field()).toHaveFocus();
	return screen;
}

/** The result that Enter opens. */
function marked(): string | null | undefined {
	const id = field().element().getAttribute("aria-activedescendant");
	const result = document.getElementById(id ?? "");
	expect(document.querySelectorAll("[role=option][aria-selected=true]")).toHaveLength(result ? 1 : 0);
	return result?.textContent;
}

const requested: string[] = [];

beforeEach(() => {
	requested.length = 0;
	vi.stubGlobal("fetch", (address: string | URL | Request) => {
		requested.push(new URL(address instanceof Request ? address.url : address, window.location.href).pathname);
		return new Promise(() => {});
	});
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.clearAllMocks();
});

describe("the search by keyboard", () => {
	test("walks through what it finds, around its ends, and opens what is marked", async () => {
		const { router } = await openSearch();
		await userEvent.keyboard("theme");
		await expect.poll(marked).toBe("Dark theme");
		await userEvent.keyboard("{ArrowDown}");
		await expect.poll(marked).toBe("Light theme");
		await userEvent.keyboard("{ArrowUp}{ArrowUp}");
		await expect.poll(marked).toBe("System theme");
		await userEvent.fill(field(), "stor");
		await expect.poll(marked).toBe("Storage");
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => router.state.location.pathname).toBe("/accounts/storage");
		await expect.element(field()).not.toBeInTheDocument();
		// The opened screen takes the focus, so the button must not.
		await expect.element(button()).not.toHaveFocus();
	});

	test("Enter that comes before the results of what is typed opens the first of those, none of before", async () => {
		const { router } = await openSearch();
		const input = field().element();
		if (!(input instanceof HTMLInputElement)) throw new Error("The search has no field");
		// Sets the value in one turn, as a busy page takes keys.
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "billing");
		input.dispatchEvent(new Event("input", { bubbles: true }));
		input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
		await expect.poll(() => router.state.location.pathname).toBe("/accounts/billing");
	});

	test("Enter that comes before the results keeps what an arrow key chose", async () => {
		const { router } = await openSearch();
		await userEvent.keyboard("r{ArrowDown}");
		await expect.poll(marked).toBe("Storage");
		await userEvent.keyboard("{ArrowUp}");
		await expect.poll(marked).toBe("Dashboard");
		const input = field().element();
		if (!(input instanceof HTMLInputElement)) throw new Error("The search has no field");
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "r ");
		input.dispatchEvent(new Event("input", { bubbles: true }));
		for (const key of ["ArrowDown", "Enter"]) {
			// React renders what a key did before the next key, but not yet what waits for the typed text.
			await Promise.resolve();
			input.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }));
		}
		await expect.poll(() => router.state.location.pathname).toBe("/accounts/storage");
	});

	test("begins with what was typed while its code was loading, of which the screen below hears nothing", async () => {
		const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
		const Slow = lazy(() => isLoaded.then(() => ({ default: SearchEverything })));
		const onScreen = vi.fn();
		document.addEventListener("keydown", onScreen);
		onTestFinished(() => document.removeEventListener("keydown", onScreen));
		const Search: HeaderProps["Search"] = (props) => (
			<Suspense>
				<Slow {...props} />
			</Suspense>
		);
		await show(<Header {...{ role: "billing", Search }} />);
		button().element().focus();
		await userEvent.keyboard("{Enter}");
		onScreen.mockClear();
		await userEvent.keyboard("storx{Backspace}a{Enter}");
		expect(onScreen).not.toHaveBeenCalled();
		load();
		await expect.element(field()).toHaveFocus();
		await expect.element(field()).toHaveValue("stora");
		await userEvent.keyboard("ge");
		await expect.poll(marked).toBe("Storage");
		await expect.element(field()).toHaveValue("storage");
	});

	test("leaves Enter to the input method while it composes, and for the key that ends it in Safari", async () => {
		const { router } = await openSearch();
		await userEvent.keyboard("billing");
		await expect.poll(marked).toBe("Billing");
		const press = (init: KeyboardEventInit) =>
			field()
				.element()
				.dispatchEvent(
					new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true, ...init }),
				);
		// Not cancelled: the key reaches the input method.
		expect([press({ isComposing: true }), press({ keyCode: 229 })]).toEqual([true, true]);
		await expect.element(field()).toBeVisible();
		expect(router.state.location.pathname).toBe("/dashboard");
		expect(press({})).toBe(false);
		await expect.poll(() => router.state.location.pathname).toBe("/accounts/billing");
	});

	test("closes by Escape, gives the focus back, and opens again by the key that opened it", async () => {
		await openSearch();
		await userEvent.keyboard("bill");
		await userEvent.keyboard("{Escape}");
		await expect.element(field()).not.toBeInTheDocument();
		await expect.element(button()).toHaveFocus();
		await userEvent.keyboard("{Enter}");
		await expect.element(field()).toHaveFocus();
	});

	test("runs the actions: the theme, whose time, the help, signing out", async () => {
		await openSearch("viewer");
		for (const [text, title] of [
			["dark theme", "Dark theme"],
			["my time", "Show my time"],
			["shortcuts", "Keyboard shortcuts"],
			["sign out", "Sign out"],
		] as const) {
			await userEvent.fill(field(), text);
			await expect.poll(marked).toBe(title);
			await userEvent.keyboard("{Enter}");
			await expect.element(field()).not.toBeInTheDocument();
			await button().click();
			await expect.element(field()).toHaveFocus();
		}
		expect(document.documentElement.dataset.mantineColorScheme).toBe("dark");
		expect(localStorage.getItem("timeDisplayMode")).toBe("current");
		expect([onHelp.mock.calls.length, onSignOut.mock.calls.length]).toEqual([1, 1]);
	});
});

test("The search offers what was open lately before anything is typed, but not where one is", async () => {
	for (const path of ["/accounts/billing/", "/accounts/storage/", "/dashboard"]) recordRecentScreen(userId, path);
	await openSearch();
	const lately = page.getByRole("group", { name: "Recent" });
	await expect.element(lately.getByRole("option").first()).toBeVisible();
	expect(
		lately
			.getByRole("option")
			.elements()
			.map((each) => each.textContent),
	).toEqual(["Storage", "Billing"]);
});

test("The search takes any text for a text", async () => {
	await openSearch();
	const plain = ["<img src=x onerror=alert(1)>", ".*+?^$()|[]\\", "constructor", "x".repeat(500)];
	const texts = plain.map((text) => [text, text.slice(0, 200)]);
	for (const [text = "", shown] of [...texts, ["🧊 ❄️ ثلج", "\u2068🧊 ❄️ ثلج\u2069"]]) {
		await userEvent.fill(field(), text);
		await expect.element(page.getByText(`Nothing found for “${shown}”`, { exact: false })).toBeVisible();
	}
});

describe("a role", () => {
	test.for([
		{ role: "billing", asks: [] },
		{
			role: "viewer",
			asks: [
				"account.getContacts",
				"alert.getAlerts",
				"alert.getEvents",
				"contact.getRosters",
				"device.getDeviceChanges",
				"group.getGroups",
				"report.getReports",
				"view.getViews",
			],
		},
		{
			role: "owner",
			asks: [
				"account.getContacts",
				"account.getUsers",
				"alert.getAlerts",
				"alert.getEvents",
				"contact.getRosters",
				"device.getDeviceChanges",
				"group.getGroups",
				"report.getReports",
				"view.getViews",
			],
		},
	] as const)("requests what it may see and nothing else: $role", async ({ role, asks }) => {
		await openSearch(role);
		const procedures = () =>
			requested
				.flatMap((path) => path.replace("/api/proxy/", "").split(","))
				.filter((path) => !path.startsWith("/api/"));
		await expect.poll(() => procedures().toSorted()).toEqual(asks);
		if (asks.length > 0)
			await expect.element(page.getByText(/Loading devices, groups, alerts, events, contacts/)).toBeInTheDocument();
	});

	test.for([
		{ role: "billing", text: "cold", isFound: false },
		{ role: "billing", text: "add device", isFound: false },
		{ role: "billing", text: "Billing", isFound: true },
		{ role: "viewer", text: "new group", isFound: false },
		{ role: "viewer", text: "users", isFound: false },
		{ role: "viewer", text: "Reports", isFound: true },
	] as const)("finds what it may open: $role, $text: $isFound", async ({ role, text, isFound }) => {
		await openSearch(role);
		await userEvent.fill(field(), text);
		const first = option(/./).first();
		if (isFound) await expect.element(first).toHaveTextContent(text);
		else {
			await expect.element(page.getByText(/Nothing found|^Loading/).first()).toBeVisible();
			expect(first.elements()).toEqual([]);
		}
	});
});

test("Shows first what the screen can do with what is selected, runs it by Enter, and leaves out what one may not", async () => {
	const role: Role = "billing";
	await show(
		<>
			<Selected />
			<Header role={role} />
		</>,
		{ at: "/dashboard" },
	);
	await button().click();
	await expect.element(option(/^Mute 3 devices/)).toBeVisible();
	await userEvent.keyboard("mute");
	await expect.poll(marked).toMatch(/^Mute 3 devices…/);
	expect(page.getByText("Archive 3 devices").elements()).toEqual([]);
	await userEvent.keyboard("{Enter}");
	await expect.poll(() => onMute.mock.calls.length).toBe(1);
});

describe("a command on a named device", () => {
	const { channels: _, ...row } = sampleDevice({ name: "Cold room 1" });

	type PageProps = { id: string; denial?: string };

	/** Offers what a device's page offers, and focuses a field as a dialog does. */
	function DevicePage({ id, denial }: PageProps) {
		const [isMuting, setIsMuting] = useState(false);
		useScreenCommands(() => [
			{
				id: "mute",
				subjectId: id,
				label: "Mute…",
				note: "A device",
				denial,
				onRun: () => {
					onMute();
					setIsMuting(true);
				},
			},
		]);
		return (
			<>
				<h1>{id}</h1>
				<ActionDialogOf isOpen={isMuting} onClose={() => setIsMuting(false)} />
			</>
		);
	}

	function ActionDialogOf({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
		if (!isOpen) return null;
		return (
			<ActionDialog title="Mute Cold room 1" label="Mute device" run={async () => {}} onClose={onClose}>
				<input aria-label="For" data-autofocus />
			</ActionDialog>
		);
	}

	type PagesProps = { denial?: string; isLate?: boolean };

	/** The page stays mounted while its device changes. A late one offers nothing before its address says so. */
	function Pages({ isLate, ...page }: PagesProps) {
		const { pathname = "", searchStr = "" } =
			useRouterState({ select: ({ resolvedLocation }) => resolvedLocation }) ?? {};
		const isNamed = pathname === `/devices/${row.id}`;
		if (isLate && isNamed && searchStr === "") return null;
		return <DevicePage id={isNamed ? row.id : "dev_other"} {...page} />;
	}

	async function runMute(pages: PagesProps = {}) {
		vi.unstubAllGlobals();
		const lists = ["group.getGroups", "alert.getAlerts", "account.getContacts", "report.getReports", "view.getViews"];
		stubCalls({
			...Object.fromEntries(lists.map((procedure) => [procedure, () => []])),
			"alert.getEvents": () => ({ events: [] }),
			"device.getDevices": () => [{ ...row, latest: [] }],
		});
		const screen = await show(
			<SignedIn hasManyDevices>
				<Header {...{ role: "operator" }} />
				<Pages {...pages} />
				<LazyToaster />
			</SignedIn>,
			{ at: "/devices/dev_other" },
		);
		await button().click();
		await userEvent.keyboard("mute cold room");
		await expect.poll(marked).toMatch(/^Mute Cold room 1…/);
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => screen.router.state.location.pathname).toBe(`/devices/${row.id}`);
		return screen;
	}

	test("opens its page and there the dialog of its button, which has the focus", async () => {
		await runMute();
		await expect.element(page.getByRole("heading", { name: row.id })).toBeInTheDocument();
		await expect.element(page.getByRole("textbox", { name: "For" })).toHaveFocus();
		await userEvent.keyboard("{Escape}");
		await expect.element(page.getByRole("dialog", { name: /^Mute/ })).not.toBeInTheDocument();
	});

	test("names the reason if its page no longer allows the command", async () => {
		await runMute({ denial: "This device is archived." });
		await expect.element(page.getByText("This device is archived.")).toBeVisible();
		expect(page.getByRole("dialog", { name: /^Mute/ }).elements()).toEqual([]);
	});

	test("forgets the command if another screen opens before the page offers it", async () => {
		const { router } = await runMute({ isLate: true });
		await router.navigate({ href: "/devices/dev_other" });
		await router.navigate({ href: `/devices/${row.id}?isReady=yes` });
		await expect.element(page.getByRole("heading", { name: row.id })).toBeInTheDocument();
		await button().click();
		await expect.element(field()).toHaveFocus();
		expect(onMute).not.toHaveBeenCalled();
	});
});

test("Fetches those that may match the typed text in an account with many devices, and no list of all", async () => {
	const { channels: _, ...row } = sampleDevice({ name: "Store 7, cold room" });
	vi.unstubAllGlobals();
	const lists = ["group.getGroups", "alert.getAlerts", "account.getContacts", "report.getReports", "account.getUsers"];
	const none = [...lists, "view.getViews"];
	const calls = stubCalls({
		...Object.fromEntries(none.map((procedure) => [procedure, () => []])),
		"alert.getEvents": () => ({ events: [] }),
		"device.getDevices": () => [{ ...row, latest: [] }],
	});
	await show(
		<SignedIn hasManyDevices>
			<Header {...{ role: "viewer" }} />
		</SignedIn>,
	);
	await button().click();
	await userEvent.fill(field(), "7 store");
	await expect.element(option(/Store 7, cold room/)).toBeVisible();
	await userEvent.fill(field(), "store 9");
	await expect.element(option(/Store 7/)).not.toBeInTheDocument();
	const wanted = () => calls.filter(({ procedure }) => procedure.startsWith("device.")).map(({ input }) => input);
	const asks = (search: string) => ({ search, isByWords: true, sort: "name", limit: 200 });
	await expect.poll(wanted).toEqual([asks("7 store"), asks("store 9")]);
});
