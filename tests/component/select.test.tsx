import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Select } from "../../client/ui/form/select";
import { FilterPopover, filterSelectList } from "../../client/ui/table/filter-popover";
import { show } from "./show";

const places = ["Attic", "Bakery", "Barn, east", "Barn, west"].map((label) => ({ value: label.toLowerCase(), label }));

function Place({
	isClearable = false,
	onChange,
}: {
	isClearable?: boolean;
	onChange?: (value: string | null) => void;
}) {
	const [place, setPlace] = useState<string | null>("attic");
	const take = (value: string | null) => {
		setPlace(value);
		onChange?.(value);
	};
	return <Select label="Place" data={places} value={place} clearable={isClearable} onChange={take} />;
}

const field = () => page.getByRole("combobox", { name: "Place" });
const option = (name: string) => page.getByRole("option", { name });

test("What is chosen stays where it is chosen again, unless nothing is a choice too", async () => {
	const onChange = vi.fn();
	const screen = await show(<Place onChange={onChange} />);
	await field().click();
	await option("Attic").click();
	await expect.element(field()).toHaveValue("Attic");
	expect(onChange).not.toHaveBeenCalled();
	await screen.unmount();
	await show(<Place isClearable onChange={onChange} />);
	await field().click();
	await option("Attic").click();
	await expect.element(field()).toHaveValue("");
	expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
});

test("Typing chooses what begins so, also past a space, and one letter again the next", async () => {
	await show(<Place />);
	field().element().focus();
	await userEvent.keyboard("barn, w");
	await expect.element(field()).toHaveValue("Barn, west");
	expect(page.getByRole("option").elements()).toEqual([]);
	await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
	await expect.element(field()).toHaveValue("Barn, east");
});

test("One letter again and again goes through all that begin with it", async () => {
	await show(<Place />);
	field().element().focus();
	for (const name of ["Bakery", "Barn, east", "Barn, west", "Bakery"]) {
		await userEvent.keyboard("b");
		await expect.element(field()).toHaveValue(name);
	}
});

test("In a panel of filters its list can be clicked, and Escape closes the list before the panel", async () => {
	await show(
		<FilterPopover>
			{() => <Select label="Place" comboboxProps={filterSelectList} data={places} value="attic" />}
		</FilterPopover>,
	);
	await page.getByRole("button", { name: "Add filter" }).click();
	await field().click();
	await option("Bakery").click();
	await expect.element(field()).toBeVisible();
	await userEvent.keyboard("{Enter}");
	await expect.element(option("Bakery")).toBeVisible();
	await userEvent.keyboard("{Escape}");
	await expect.element(option("Bakery")).not.toBeInTheDocument();
	await expect.element(field()).toHaveFocus();
	await userEvent.keyboard("{Escape}");
	await expect.element(field()).not.toBeInTheDocument();
	await expect.element(page.getByRole("button", { name: "Add filter" })).toHaveFocus();
});
