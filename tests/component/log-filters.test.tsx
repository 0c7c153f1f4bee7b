import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LogFilters } from "../../client/features/log/filters/log-filters";
import type { LogSearch } from "../../client/features/log/state/log-search";
import { stateFromSearch } from "../../client/features/log/state/log-state";
import { exampleId } from "../upstream/ids";
import { show } from "./show";

beforeEach(() => () => page.viewport(1280, 800));

const groups = ["Cold rooms", "Freezers", "Pharmacy"].map((name, index) => ({
	id: exampleId("group", index + 1),
	name,
	description: "",
	colour: null,
	kind: "static" as const,
	deviceCount: 1,
	defaults: {},
	useCounts: { alerts: 0, reports: 0, users: 0, groups: 0 },
}));

type FiltersProps = { search?: LogSearch; onSearch?: (search: LogSearch) => void };

function Filters({ search = {}, onSearch = () => {} }: FiltersProps) {
	const [requested, setRequested] = useState(search);
	return (
		<LogFilters
			state={stateFromSearch(requested)}
			devices={[]}
			groups={groups}
			channels={null}
			onSearch={(change) => {
				setRequested({ ...requested, ...change });
				onSearch(change);
			}}
		/>
	);
}

async function showFilters(props: FiltersProps = {}) {
	const onSearch = vi.fn<(search: LogSearch) => void>();
	const screen = await show(<Filters {...props} onSearch={onSearch} />);
	const choose = async (criterion: string) => {
		await screen.getByRole("button", { name: "Add filter" }).click();
		await screen.getByRole("combobox", { name: "Filter by" }).click();
		await screen.getByRole("option", { name: criterion }).click();
	};
	const chip = (name: string) => screen.getByRole("button", { name, exact: true, pressed: true });
	return { screen, onSearch, choose, chip };
}

describe("A filter of the log's entries", () => {
	test("sets and clears by keyboard, and the focus stays with the filters", async () => {
		const { screen, onSearch, chip } = await showFilters();
		const add = screen.getByRole("button", { name: "Add filter" });
		add.element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("combobox", { name: "Filter by" })).toHaveFocus();
		await userEvent.keyboard("{Tab}SEAL{Enter}");
		await expect.element(chip("Text: SEAL")).toBeVisible();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ text: "SEAL" }));
		chip("Text: SEAL").element().focus();
		await userEvent.keyboard("{Delete}");
		await expect.element(add).toHaveFocus();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ text: undefined }));
		expect(chip("Text: SEAL").elements()).toEqual([]);
	});

	test("requires a text for a filter by text", async () => {
		const { screen, onSearch, choose } = await showFilters();
		await choose("Text");
		await screen.getByRole("button", { name: "Apply" }).click();
		await expect.element(screen.getByText("Enter a text.")).toBeVisible();
		expect(onSearch).not.toHaveBeenCalled();
	});

	test.for([
		["", "", null],
		["8", "2", null],
		["warm", "", null],
		["−20", "-15,5", "-20..-15.5"],
		["", "5", "..5"],
		["9", "", "9.."],
	] as const)("filters by value, at least %j and at most %j, and sends %j", async ([least, most, value]) => {
		const { screen, onSearch, choose } = await showFilters();
		await choose("Value");
		await userEvent.fill(screen.getByLabelText("At least"), least);
		await userEvent.fill(screen.getByLabelText("At most"), most);
		await screen.getByRole("button", { name: "Apply" }).click();
		if (value !== null) return expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ value }));
		await expect.element(screen.getByText("Enter one number, or two with the higher one second.")).toBeVisible();
		expect(onSearch).not.toHaveBeenCalled();
	});

	test("takes several levels, each with a chip, and keeps its panel open meanwhile", async () => {
		const { screen, onSearch, choose, chip } = await showFilters();
		await choose("Level");
		await screen.getByRole("checkbox", { name: "Error" }).click();
		await screen.getByRole("checkbox", { name: "Warning" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "warning,error" }));
		await userEvent.keyboard("{Escape}");
		await chip("Level: Warning").click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "error" }));
	});

	test.for([
		["Out of limits", "limits"],
		["Late arrivals", "late"],
		["Gaps", "gaps"],
	] as const)("%s stands as a chip, and is taken out where it was set", async ([name, only]) => {
		const { screen, onSearch, choose, chip } = await showFilters({ search: { text: "door" } });
		await choose(name);
		await screen.getByRole("button", { name: "Apply" }).click();
		await expect.element(chip(name)).toBeVisible();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ only, text: "door" }));
		await choose(name);
		await screen.getByRole("button", { name: "Show all again" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ only: undefined, text: "door" }));
		expect(chip(name).elements()).toEqual([]);
	});

	test("goes with all others, and what is chosen beside them, by one button", async () => {
		const search = { text: "door", value: "2..8", level: "error", only: "late,gaps", kind: "note" };
		const { screen, onSearch } = await showFilters({ search });
		await screen.getByRole("button", { name: "Clear all" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(
			Object.fromEntries(
				["device", "group", "channel", "kind", "level", "text", "value", "only"].map((key) => [key, undefined]),
			),
		);
		await expect.element(screen.getByRole("button", { name: "Clear all" })).not.toBeInTheDocument();
	});
});

describe("On a phone the log's filters", () => {
	test("stand behind a button that counts them, by keyboard too", async () => {
		await page.viewport(360, 740);
		const { screen } = await showFilters({ search: { value: "9.." } });
		const opener = screen.getByRole("button", { name: "Filters (1)" });
		const kinds = screen.getByRole("combobox", { name: "Kinds" });
		await expect.element(opener).toBeVisible();
		expect(kinds.elements()).toEqual([]);
		expect(screen.getByRole("button", { name: "Add filter" }).elements()).toEqual([]);
		opener.element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(opener).toHaveAttribute("aria-expanded", "true");
		await expect.element(screen.getByRole("button", { name: "Add filter" })).toBeVisible();
		await kinds.click();
		await screen.getByRole("option", { name: "Notes" }).click();
		await expect.element(screen.getByRole("button", { name: "Filters (2)" })).toBeVisible();
	});

	test("stay open when the last is taken out", async () => {
		await page.viewport(360, 740);
		const { screen } = await showFilters({ search: { kind: "note" } });
		const kinds = screen.getByRole("combobox", { name: "Kinds" });
		await screen.getByRole("button", { name: "Filters (1)" }).click();
		kinds.element().focus();
		await userEvent.keyboard("{Backspace}");
		await expect.element(screen.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
		await expect.element(kinds).toBeVisible();
	});
});

test("A group is found by typing a part of its name, and stays chosen whatever key confirms it", async () => {
	const { screen, onSearch } = await showFilters();
	const field = screen.getByRole("combobox", { name: "Group" });
	await expect.element(field).toBeVisible();
	field.element().focus();
	await userEvent.keyboard("eez");
	await expect.poll(() => screen.getByRole("option", { name: "Cold rooms" }).elements()).toEqual([]);
	await userEvent.keyboard("{Enter}");
	await expect.element(field).toHaveValue("Freezers");
	await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
	await expect.element(field).toHaveValue("Freezers");
	expect(onSearch).toHaveBeenCalledExactlyOnceWith({ group: groups[1]?.id, channel: undefined });
});
