import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LogFilters } from "../../client/features/log/filters/log-filters";
import type { LogSearch } from "../../client/features/log/state/log-search";
import { stateFromSearch } from "../../client/features/log/state/log-state";
import { groupRow } from "../client/list-rows";
import { exampleId } from "../upstream/ids";
import { show } from "./show";

beforeEach(() => () => page.viewport(1280, 800));

const groups = ["Cold rooms", "Freezers", "Pharmacy"].map((name, index) =>
	groupRow(exampleId("group", index + 1), { name, deviceCount: 1 }),
);

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
	const choose = async (field: string) => {
		await screen.getByRole("button", { name: "Add filter" }).click();
		await screen.getByRole("menuitem", { name: field }).click();
	};
	const chip = (name: string) => screen.getByRole("button", { name, exact: true });
	return { screen, onSearch, choose, chip };
}

describe("A filter of the log's entries", () => {
	test("sets and clears by keyboard, and the focus stays with the filters", async () => {
		const { screen, onSearch, chip } = await showFilters();
		const add = screen.getByRole("button", { name: "Add filter" });
		add.element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("menuitem", { name: "Group" })).toHaveFocus();
		await userEvent.keyboard("l");
		await expect.element(screen.getByRole("menuitem", { name: "Level" })).toHaveFocus();
		await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
		await expect.element(screen.getByRole("checkbox", { name: "Info" })).toHaveFocus();
		await userEvent.keyboard(" {Escape}");
		await expect.element(add).toHaveFocus();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "info" }));
		chip("Level: Info").element().focus();
		await userEvent.keyboard("{Delete}");
		await expect.element(add).toHaveFocus();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: undefined }));
		expect(chip("Level: Info").elements()).toEqual([]);
	});

	test("searches by text from the box, and the text stays with other filters", async () => {
		const { screen, onSearch, choose } = await showFilters();
		await userEvent.fill(screen.getByRole("textbox", { name: "Search the log" }), " SEAL ");
		await expect.poll(() => onSearch.mock.lastCall).toEqual([{ text: "SEAL" }]);
		await choose("Level");
		await screen.getByRole("checkbox", { name: "Error" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "error", text: "SEAL" }));
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

	test("takes several values into one chip, which opens them again", async () => {
		const { screen, onSearch, choose, chip } = await showFilters();
		await choose("Level");
		await screen.getByRole("checkbox", { name: "Error" }).click();
		await screen.getByRole("checkbox", { name: "Warning" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "warning,error" }));
		await userEvent.keyboard("{Escape}");
		await chip("Level: Warning, Error").click();
		await screen.getByRole("checkbox", { name: "Warning" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ level: "error" }));
		await screen.getByRole("checkbox", { name: "Error" }).click();
		await expect.element(chip("Level: any")).toBeVisible();
		await userEvent.keyboard("{Escape}");
		await expect.element(chip("Level: any")).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
	});

	test.for([
		["Out of limits", "limits"],
		["Late arrivals", "late"],
		["Gaps", "gaps"],
	] as const)("shows %s as a chip, with what it means where it is set", async ([name, only]) => {
		const { screen, onSearch, choose, chip } = await showFilters({ search: { text: "door" } });
		await choose("Only");
		const box = screen.getByRole("checkbox", { name });
		await expect.element(box).toHaveAccessibleDescription(/^Only r/);
		await box.click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ only, text: "door" }));
		await userEvent.keyboard("{Escape}");
		await screen.getByRole("button", { name: `Remove filter Only: ${name}` }).click();
		expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ only: undefined, text: "door" }));
		expect(chip(`Only: ${name}`).elements()).toEqual([]);
	});

	test("goes with all others by one button", async () => {
		const search = { text: "door", value: "2..8", level: "error", only: "late,gaps", kind: "note" };
		const { screen, onSearch } = await showFilters({ search });
		await screen.getByRole("button", { name: "Clear all" }).click();
		expect(onSearch).toHaveBeenLastCalledWith(
			Object.fromEntries(
				["device", "group", "channel", "kind", "level", "text", "value", "only"].map((key) => [key, undefined]),
			),
		);
		await expect.element(screen.getByRole("button", { name: "Clear all" })).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
	});

	test("keeps a group of a link that is gone, to be taken away", async () => {
		const { screen, onSearch } = await showFilters({ search: { group: exampleId("group", 9) } });
		await screen.getByRole("button", { name: "Remove filter Group: a deleted group" }).click();
		expect(onSearch).toHaveBeenLastCalledWith({ group: undefined, channel: undefined });
	});

	test("lets devices load only once they are opened", async () => {
		const onOffer = vi.fn();
		const offering = (
			<LogFilters
				state={stateFromSearch({})}
				devices={[]}
				areDevicesLoading
				onOffer={onOffer}
				groups={groups}
				channels={null}
				onSearch={() => {}}
			/>
		);
		const screen = await show(offering);
		await screen.getByRole("button", { name: "Add filter" }).click();
		expect(onOffer).not.toHaveBeenCalled();
		await screen.getByRole("menuitem", { name: "Device" }).click();
		await expect.element(screen.getByText("Loading…")).toBeVisible();
		expect(onOffer).toHaveBeenCalled();
	});
});

describe("On a phone the log's filters", () => {
	test("stand behind a button that counts them, and its panel holds and clears them", async () => {
		await page.viewport(360, 740);
		const { screen, onSearch } = await showFilters({ search: { value: "9..", kind: "note" } });
		const opener = screen.getByRole("button", { name: "Filters (2)" });
		await expect.element(opener).toBeVisible();
		await expect.element(screen.getByRole("button", { name: "Type: Notes" })).not.toBeInTheDocument();
		opener.element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(screen.getByRole("button", { name: "Type: Notes" })).toHaveFocus();
		await screen.getByRole("button", { name: "Remove filter Type: Notes" }).click();
		expect(onSearch).toHaveBeenLastCalledWith({ kind: undefined });
		await expect.element(screen.getByRole("button", { name: "Filters (1)" })).toBeVisible();
		await userEvent.keyboard("{Escape}");
		await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Filters (1)" })).toHaveFocus();
	});
});
