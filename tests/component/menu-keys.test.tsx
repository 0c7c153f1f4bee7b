import { Menu } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useMenuKeys } from "../../client/features/shell/menu-keys";
import { show } from "./show";
import { onTouchScreen } from "./touch-screen";

const onChoose = vi.fn();
const onScreenKey = vi.fn();

function Ranges() {
	useMenuKeys();
	useHotkeys([["n", onScreenKey]]);
	return (
		<Menu>
			<Menu.Target>
				<button type="button">Range</button>
			</Menu.Target>
			<Menu.Dropdown>
				{["Last hour", "Last 7 days", "Last night", "Now"].map((name) => (
					<Menu.Item key={name} onClick={() => onChoose(name)}>
						{name}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}

const entry = (name: string) => page.getByRole("menuitem", { name });

test("Typing in a menu goes to the entry that begins so, past spaces, and no key of the screen hears it", async () => {
	await show(<Ranges />);
	await userEvent.tab();
	await userEvent.keyboard("{Enter}");
	await expect.element(entry("Last hour")).toHaveFocus();
	await userEvent.keyboard("l");
	await expect.element(entry("Last 7 days")).toHaveFocus();
	await userEvent.keyboard("ast n");
	await expect.element(entry("Last night")).toHaveFocus();
	expect(onChoose).not.toHaveBeenCalled();
	expect(onScreenKey).not.toHaveBeenCalled();
	await userEvent.keyboard("{Enter}");
	expect(onChoose).toHaveBeenCalledExactlyOnceWith("Last night");

	await expect.element(page.getByRole("button", { name: "Range" })).toHaveFocus();
	await userEvent.keyboard("{Enter}");
	await expect.element(entry("Last hour")).toHaveFocus();
	await userEvent.keyboard("n");
	await expect.element(entry("Now")).toHaveFocus();
	expect(onScreenKey).not.toHaveBeenCalled();
	await userEvent.keyboard("{Enter}");
	expect(onChoose).toHaveBeenLastCalledWith("Now");
	await expect.element(page.getByRole("button", { name: "Range" })).toHaveFocus();
	await userEvent.keyboard("n");
	expect(onScreenKey).toHaveBeenCalledOnce();
});

test("A space that is no part of a name chooses the entry", async () => {
	onChoose.mockClear();
	await show(<Ranges />);
	await userEvent.tab();
	await userEvent.keyboard("{Enter}");
	await expect.element(entry("Last hour")).toHaveFocus();
	await userEvent.keyboard("{ArrowDown} ");
	expect(onChoose).toHaveBeenCalledExactlyOnceWith("Last 7 days");
});

test("The entries of a menu are 44 px high where a finger points", async () => {
	await onTouchScreen();
	await show(<Ranges />);
	await page.getByRole("button", { name: "Range" }).click();
	await expect.element(entry("Now")).toBeVisible();
	await expect.poll(() => entry("Now").element().getBoundingClientRect().height).toBe(44);
});
