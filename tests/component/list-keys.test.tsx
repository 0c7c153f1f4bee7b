import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appConstants } from "../../client/base/app-constants";
import { focusedText, manyThings, rowNames, selectedNames, showThings, thing } from "./thing-list";
import { onTouchScreen } from "./touch-screen";

const bulkActions = [{ id: "stop", label: (count: number) => `Stop ${count} things`, onRun: () => {} }];
const five = manyThings(5);

describe("the keys of a list", () => {
	test("j and k walk along the rows and stop at their ends", async () => {
		await showThings(five);
		await userEvent.keyboard("k");
		expect(focusedText()).toBe("Thing 1");
		await userEvent.keyboard("jj");
		expect(focusedText()).toBe("Thing 3");
		await userEvent.keyboard("kkk");
		expect(focusedText()).toBe("Thing 1");
		await userEvent.keyboard("jjjjjjj");
		expect(focusedText()).toBe("Thing 5");
	});

	test("Enter opens the row that was walked to", async () => {
		const { address } = await showThings(five);
		await userEvent.keyboard("jj{Enter}");
		await expect.poll(address).toBe("/devices/thing-2");
	});

	test("x selects a row and lets go of it, Shift and x all up to it, Escape none", async () => {
		await showThings(five, { bulkActions });
		await userEvent.keyboard("jx");
		await expect.poll(selectedNames).toEqual(["Thing 1"]);
		await userEvent.keyboard("jjj{Shift>}X{/Shift}");
		await expect.poll(selectedNames).toEqual(["Thing 1", "Thing 2", "Thing 3", "Thing 4"]);
		await userEvent.keyboard("kx");
		await expect.poll(selectedNames).toEqual(["Thing 1", "Thing 2", "Thing 4"]);
		await userEvent.keyboard("{Escape}");
		await expect.poll(selectedNames).toEqual([]);
	});

	test("show no hint where a finger points", async () => {
		await showThings(five);
		const hint = page.getByText("/", { exact: true });
		await expect.element(hint).toBeVisible();
		await onTouchScreen();
		await expect.element(hint).not.toBeVisible();
	});

	test("type letters in the box that / leads to", async () => {
		const screen = await showThings(five, { bulkActions });
		await userEvent.keyboard("/");
		expect(focusedText()).toBe("Search things");
		await userEvent.keyboard("jxk");
		await expect.element(screen.getByRole("textbox", { name: "Search things" })).toHaveValue("jxk");
		await expect.element(screen.getByRole("heading", { name: "No thing matches" })).toBeVisible();
		expect(focusedText()).toBe("Search things");
		expect(selectedNames()).toEqual([]);
	});
});

describe("a chip", () => {
	const mixed = [thing("Mop", { kind: "wet" }), thing("Rag"), thing("Tin")];

	const wet = (screen: Awaited<ReturnType<typeof showThings>>) => screen.getByRole("button", { name: /^Kind: Wet/ });

	test("says what is chosen in the menu of fields, and the list follows", async () => {
		const screen = await showThings(mixed);
		await screen.getByRole("button", { name: "Add filter" }).click();
		await screen.getByRole("menuitem", { name: "Kind" }).click();
		await screen.getByRole("checkbox", { name: "Wet (1)" }).click();
		await expect.element(wet(screen)).toBeVisible();
		await expect.poll(rowNames).toEqual(["Mop"]);
		await expect.element(screen.getByText("1 of 3", { exact: true })).toBeVisible();
		await screen.getByRole("checkbox", { name: "Dry (2)" }).click();
		await expect.poll(rowNames).toHaveLength(3);
		await expect.element(screen.getByRole("button", { name: "Kind: Wet, Dry", exact: true })).toBeVisible();
	});

	test.for(["Delete", "Backspace"])("goes from the list by %s, and the list follows", async (key) => {
		const screen = await showThings(mixed, { at: "/?kind=wet" });
		wet(screen).element().focus();
		await userEvent.keyboard(`{${key}}`);
		await expect.element(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
		await expect.poll(rowNames).toHaveLength(3);
	});

	test("shows a value that no row has, so that it can be taken away", async () => {
		const screen = await showThings(mixed, { at: "/?kind=torn" });
		await expect.element(screen.getByRole("heading", { name: "No thing matches" })).toBeVisible();
		await screen.getByRole("button", { name: "Remove filter Kind: Torn" }).click();
		await expect.poll(rowNames).toHaveLength(3);
	});

	test("follows Back, with the rows", async () => {
		const screen = await showThings(mixed, { at: "/?kind=wet" });
		await screen.go("/?kind=dry");
		await expect.poll(rowNames).toEqual(["Rag", "Tin"]);
		await screen.back();
		await expect.element(wet(screen)).toBeVisible();
		await expect.poll(rowNames).toEqual(["Mop"]);
	});
});

describe("the menu of a row", () => {
	const rowActions = () => [
		{ id: "wash", label: "Wash", onRun: () => {} },
		{ id: "burn", label: "Burn", denial: "Your role cannot burn things.", onRun: burn },
	];
	const burn = vi.fn();
	const focusedRole = () => document.activeElement?.getAttribute("role");

	test("opens, closes and gives the focus back, the first time as ever after", async () => {
		const screen = await showThings(five, { rowActions, bulkActions });
		screen.getByRole("button", { name: "Actions for Thing 2" }).element().focus();
		for (let time = 0; time < 2; time += 1) {
			await userEvent.keyboard("{Enter}");
			await expect.poll(focusedRole).toBe("menuitem");
			await userEvent.keyboard("{ArrowDown}{Escape}");
			await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
			await expect.poll(focusedText).toBe("Actions for Thing 2");
		}
	});

	test("closes by Escape and no more: what is selected stays", async () => {
		const screen = await showThings(five, { rowActions, bulkActions });
		await screen.getByRole("checkbox", { name: "Select Thing 2" }).click();
		screen.getByRole("button", { name: "Actions for Thing 2" }).element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.poll(focusedRole).toBe("menuitem");
		await userEvent.keyboard("{Escape}");
		await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
		expect(selectedNames()).toEqual(["Thing 2"]);
	});

	test("says why an entry is unavailable, and neither runs it nor closes", async () => {
		const screen = await showThings(five, { rowActions });
		await screen.getByRole("button", { name: "Actions for Thing 2" }).click();
		const denied = screen.getByRole("menuitem", { name: "Burn" });
		await expect.element(denied).toHaveAttribute("aria-disabled", "true");
		await denied.hover();
		await expect.element(screen.getByText("Your role cannot burn things.")).toBeVisible();
		await denied.click({ force: true });
		expect(burn).not.toHaveBeenCalled();
		await expect.element(screen.getByRole("menu")).toBeVisible();
	});
});

test("A search that was just typed does not bring back a person who has left meanwhile", async () => {
	const { address, go } = await showThings(five, { at: "/things" });
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		await userEvent.fill(page.getByRole("textbox", { name: "Search things" }), "Thing 2");
		await go("/elsewhere");
		await vi.advanceTimersByTimeAsync(appConstants.filterDelayMs * 2);
		expect(address()).toBe("/elsewhere");
	} finally {
		vi.useRealTimers();
	}
});
