import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MultiSelect, Select } from "../../client/ui/form/select";
import { FilterBar } from "../../client/ui/table/filter-bar";
import { filterSelectList } from "../../client/ui/table/filter-form";
import { listKnowsWhatIsMarked, show } from "./show";

const places = ["Attic", "Bakery", "Barn, east", "Barn, west"].map((label) => ({ value: label.toLowerCase(), label }));

type PlaceProps = {
	isClearable?: boolean;
	isSearchable?: boolean;
	onChange?: (value: string | null) => void;
};

function Place({ isClearable = false, isSearchable = false, onChange }: PlaceProps) {
	const [place, setPlace] = useState<string | null>("attic");
	const take = (value: string | null) => {
		setPlace(value);
		onChange?.(value);
	};
	return (
		<Select
			label="Place"
			data={places}
			value={place}
			searchable={isSearchable}
			clearable={isClearable}
			onChange={take}
		/>
	);
}

const field = () => page.getByRole("combobox", { name: "Place" });
const option = (name: string) => page.getByRole("option", { name });
const pills = () => [...document.querySelectorAll(".mantine-Pill-label")].map(({ textContent }) => textContent);
const marked = () => document.querySelector("[data-combobox-selected]")?.textContent;

test.each([false, true])("Keeps a choice where it is chosen again (by typing: %s)", async (isSearchable) => {
	const onChange = vi.fn();
	await show(<Place isClearable isSearchable={isSearchable} onChange={onChange} />);
	await field().click();
	await option("Attic").click();
	await expect.element(field()).toHaveValue("Attic");
	await userEvent.keyboard("{ArrowDown}");
	await expect.element(option("Attic")).toBeVisible();
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue("Attic");
	expect(onChange).not.toHaveBeenCalled();
});

test("Reaches the button for nothing by keyboard where nothing is a choice too, and stays at the field", async () => {
	const onChange = vi.fn();
	await show(<Place isClearable onChange={onChange} />);
	field().element().focus();
	await userEvent.tab();
	await expect.element(page.getByRole("button", { name: "Clear: Place" })).toHaveFocus();
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue("");
	await expect.element(field()).toHaveFocus();
	expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
});

test("Marks what begins so by typing in an open list, which Enter takes", async () => {
	await show(<Place />);
	field().element().focus();
	await userEvent.keyboard("{Enter}");
	await expect.element(option("Bakery")).toBeVisible();
	await userEvent.keyboard("b");
	expect(marked()).toBe("Bakery");
	await userEvent.keyboard("arn, w");
	expect(marked()).toBe("Barn, west");
	await expect.element(field()).toHaveValue("Attic");
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue("Barn, west");
	await expect.element(option("Bakery")).not.toBeInTheDocument();
});

test("Takes the first that is left by Enter where typing filters the list", async () => {
	await show(<Place isSearchable />);
	await userEvent.tab();
	await expect.element(field()).toHaveFocus();
	await userEvent.keyboard("west");
	await expect.poll(marked).toBe("Barn, west");
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue("Barn, west");
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue("Barn, west");
});

test.each(["one", "several"])("Takes by Enter what a pasted word leaves, where %s may be chosen", async (amount) => {
	function Places() {
		const [chosen, setChosen] = useState<string[]>([]);
		return <MultiSelect label="Place" data={places} value={chosen} searchable onChange={setChosen} />;
	}
	await show(amount === "one" ? <Place isSearchable /> : <Places />);
	await userEvent.tab();
	const text = document.createElement("input");
	document.body.append(text);
	text.value = "west";
	text.select();
	await userEvent.copy();
	text.remove();
	(field().element() as HTMLInputElement).select();
	await userEvent.paste();
	await expect.poll(marked).toBe("Barn, west");
	await listKnowsWhatIsMarked();
	await userEvent.keyboard("{Enter}");
	if (amount === "one") await expect.element(field()).toHaveValue("Barn, west");
	else await expect.poll(pills).toEqual(["Barn, west"]);
});

test("Takes the first of several that is left by Enter, and no further one without typing", async () => {
	function Places() {
		const [chosen, setChosen] = useState<string[]>([]);
		return <MultiSelect label="Place" data={places} value={chosen} searchable onChange={setChosen} />;
	}
	await show(<Places />);
	await userEvent.tab();
	await userEvent.keyboard("west");
	await expect.poll(marked).toBe("Barn, west");
	await userEvent.keyboard("{Enter}{Enter}");
	await expect.element(page.getByText("Barn, west").first()).toBeVisible();
	await userEvent.keyboard("{Escape}");
	await expect.element(option("Attic")).not.toBeInTheDocument();
	expect(pills()).toEqual(["Barn, west"]);
});

test("Typing chooses what begins so, also past a space, and one letter again the next", async () => {
	await show(<Place />);
	field().element().focus();
	await userEvent.keyboard("barn, w");
	await expect.element(field()).toHaveValue("Barn, west");
	expect(page.getByRole("option").elements()).toEqual([]);
	await userEvent.keyboard("{ArrowDown}");
	await expect.poll(marked).toBe("Barn, west");
	await listKnowsWhatIsMarked();
	await userEvent.keyboard("{ArrowUp}");
	await expect.poll(marked).toBe("Barn, east");
	await userEvent.keyboard("{Enter}");
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

const listInPanel = <Select label="Place" comboboxProps={filterSelectList} data={places} value="attic" />;

test("Opens in a panel of filters a list that can be clicked, and Escape closes the list before the panel", async () => {
	await show(
		<FilterBar
			things="thing"
			fields={[{ name: "place", label: "At", chip: null, onClear: () => {}, form: () => listInPanel }]}
			isFiltered={false}
			onClear={() => {}}
		/>,
	);
	await page.getByRole("button", { name: "Add filter" }).click();
	await page.getByRole("menuitem", { name: "At" }).click();
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
