import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ViewTabs } from "../../client/forms/views/view-tabs";
import type { SavedView } from "../../shared/account/view";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const view = (digit: number, change: Partial<SavedView>): SavedView => ({
	id: `viw_${String(digit).repeat(26)}`,
	screen: "devices",
	name: `View ${digit}`,
	search: "",
	isShared: false,
	author: null,
	isEditable: true,
	version: 1,
	...change,
});

async function showTabs(views: SavedView[], at = "/") {
	const calls = stubCalls({ "view.getViews": () => views, "view.updateView": () => views[0] });
	const { router, ...screen } = await show(<ViewTabs screen="devices" />, { at });
	const tab = (name: string) => screen.getByRole("tab", { name, exact: true });
	const address = () => router.state.location.searchStr;
	await expect.element(tab("All")).toBeVisible();
	return { calls, screen, router, tab, address };
}

const cold = view(1, { name: "Cold", search: "q=cold" });
const late = view(2, { name: "Late", search: "status=late", isShared: true, isEditable: false, author: "Ana" });

describe("the tabs of saved views", () => {
	test("stand for the views of their list alone, and know the shown one by the address", async () => {
		const { tab } = await showTabs([cold, late, view(3, { screen: "log" })], "/?status=late");
		await expect.element(tab("Late shared")).toHaveAttribute("aria-selected", "true");
		await expect.element(tab("All")).toHaveAttribute("aria-selected", "false");
		await expect.element(tab("View 3")).not.toBeInTheDocument();
	});

	test("move by arrow keys without opening, open by Enter and Space, and are one stop of Tab", async () => {
		const { tab, address } = await showTabs([cold, late]);
		await expect.element(tab("Late shared")).toBeVisible();
		tab("All").element().focus();
		await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
		await expect.element(tab("All")).toHaveFocus();
		await userEvent.keyboard("{End}");
		await expect.element(tab("Late shared")).toHaveFocus();
		await userEvent.keyboard("{Home}{ArrowRight}");
		await expect.element(tab("Cold")).toHaveFocus();
		expect(address()).toBe("");
		await userEvent.keyboard(" ");
		await expect.poll(address).toBe("?q=cold");
		await expect.element(tab("Cold")).toHaveAttribute("tabindex", "0");
		await expect.element(tab("All")).toHaveAttribute("tabindex", "-1");
		await userEvent.keyboard("{End}{Enter}");
		await expect.poll(address).toBe("?status=late");
	});

	test("mark an altered view, save it, and take the changes back by a press on its tab", async () => {
		const { calls, screen, router, tab, address } = await showTabs([cold]);
		await tab("Cold").click();
		const { viewId } = router.state.location.state;
		expect(viewId).toBe(cold.id);
		await router.navigate({ href: "/?q=cold&sort=-name", state: { viewId } });
		await expect.element(tab("Cold changed")).toHaveAttribute("aria-selected", "true");
		await screen.getByRole("button", { name: "Save", exact: true }).click();
		await expect
			.poll(() => calls.find(({ procedure }) => procedure === "view.updateView")?.input)
			.toMatchObject({ viewId: cold.id, search: "q=cold&sort=-name", version: 1 });
		await tab("Cold changed").click();
		await expect.poll(address).toBe("?q=cold");
		router.history.back();
		await expect.element(tab("Cold changed")).toBeVisible();
	});

	test("offer no saving to a person who may not change the view", async () => {
		const { screen, router, tab } = await showTabs([late]);
		await router.navigate({ href: "/?status=late&q=x", state: { viewId: late.id } });
		await expect.element(tab("Late shared changed")).toBeVisible();
		await expect.element(screen.getByRole("button", { name: "Save", exact: true })).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Manage views" })).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Save as view" })).toBeVisible();
	});

	test("stand only where there is a view to open or a filter to save", async () => {
		const { router, tab, screen } = await showTabs([], "/?q=cold");
		await expect.element(screen.getByRole("button", { name: "Save as view" })).toBeVisible();
		await router.navigate({ href: "/" });
		await expect.element(tab("All")).not.toBeInTheDocument();
	});

	test("fall back to All where the opened view was deleted meanwhile, and keep its filters", async () => {
		const { router, tab, address } = await showTabs([cold]);
		await router.navigate({ href: "/?q=gone", state: { viewId: late.id } });
		await expect.element(tab("All")).toHaveAttribute("aria-selected", "true");
		expect(address()).toBe("?q=gone");
	});

	test("open a view of an earlier release by today's names", async () => {
		const { tab, address } = await showTabs([view(1, { name: "Old", search: "shelf=archived" })]);
		await tab("Old").click();
		await expect.poll(address).toBe("?archived=archived");
		await expect.element(tab("Old")).toHaveAttribute("aria-selected", "true");
	});
});
