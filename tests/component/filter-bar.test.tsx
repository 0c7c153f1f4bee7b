import { useState } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { FilterBar } from "../../client/ui/table/filter-bar";
import { choiceField } from "../../client/ui/table/filter-field";
import { show } from "./show";

const colors = ["red", "green", "blue"].map((value) => ({ value, label: value }));

/** A bar of three fields, each set at first. */
function Bar() {
	const [set, setSet] = useState<Record<string, string[]>>({ roof: ["red"], wall: ["green"], door: ["blue"] });
	const fields = Object.entries(set).map(([name, chosen]) =>
		choiceField({
			name,
			label: name,
			chosen,
			options: () => colors,
			isSingle: name === "door",
			onChoose: (next) => setSet({ ...set, [name]: next }),
		}),
	);
	return (
		<FilterBar things="thing" fields={fields} isFiltered onClear={() => setSet({ roof: [], wall: [], door: [] })} />
	);
}

async function showBar() {
	const screen = await show(<Bar />);
	return { screen, button: (name: string) => screen.getByRole("button", { name, exact: true }) };
}

describe("a chip of a filter", () => {
	test("passes the focus to the chip in its place, then to the one before, then to the button that adds one", async () => {
		const { button } = await showBar();
		button("Remove filter wall: green").element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(button("door: blue")).toHaveFocus();
		await userEvent.keyboard("{Backspace}");
		await expect.element(button("roof: red")).toHaveFocus();
		await userEvent.keyboard("{Delete}");
		await expect.element(button("Add filter")).toHaveFocus();
	});

	test("opens its values, where one replaces another if only one can hold", async () => {
		const { screen, button } = await showBar();
		await button("door: blue").click();
		await expect.element(screen.getByRole("menuitemradio", { name: "blue" })).toHaveAttribute("aria-checked", "true");
		await screen.getByRole("menuitemradio", { name: "green" }).click();
		await expect.element(button("door: green")).toHaveFocus();
	});

	test("closes its values at a click elsewhere, and leads from them to all fields", async () => {
		const { screen, button } = await showBar();
		await button("roof: red").click();
		await screen.getByRole("button", { name: "All fields" }).click();
		await expect.element(screen.getByRole("menuitem", { name: "roof" })).toHaveFocus();
		await userEvent.keyboard("{End}");
		await expect.element(screen.getByRole("menuitem", { name: "door" })).toHaveFocus();
		await userEvent.click(document.body);
		await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
	});
});
