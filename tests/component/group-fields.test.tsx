import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { noCriteria, offeredCriteria } from "../../client/features/groups/criteria";
import { CriteriaFields } from "../../client/features/groups/criteria-fields";
import { ColourField, GroupForm } from "../../client/features/groups/group-form";
import { emptyGroup } from "../../client/features/groups/group-values";
import { DevicePicker } from "../../client/forms/device-picker";
import type { GroupColour } from "../../shared/device/group";
import { deviceRow } from "../client/list-rows";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const devices = [
	...[1, 2, 3, 4].map((number) =>
		deviceRow(`Cold room ${number}`, { site: "Porto", tags: number < 3 ? ["vaccine"] : [], model: "AQ-200" }),
	),
	...Array.from({ length: 200 }, (_, index) => deviceRow(`Freezer ${index + 1}`, { site: "Lisbon" })),
];

function Picker({ onChange }: { onChange: (ids: string[]) => void }) {
	const [ids, setIds] = useState<string[]>([]);
	return (
		<DevicePicker
			devices={devices}
			chosenIds={ids}
			onChange={(chosen) => {
				setIds(chosen);
				onChange(chosen);
			}}
		/>
	);
}

describe("choosing devices", () => {
	test("works by keyboard: arrows walk through all of them, the space bar chooses, Tab passes by", async () => {
		const onChange = vi.fn();
		await show(<Picker onChange={onChange} />);
		const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
		await page.getByRole("textbox", { name: "Find devices" }).click();
		await userEvent.tab();
		await expect.element(page.getByRole("button", { name: "Add all 204" })).toHaveFocus();
		await userEvent.tab();
		await expect.element(box("Cold room 1")).toHaveFocus();
		await userEvent.keyboard(" ");
		await expect.element(box("Cold room 1")).toBeChecked();
		await userEvent.keyboard("{ArrowDown}{ArrowDown}");
		await expect.element(box("Cold room 3")).toHaveFocus();
		await userEvent.keyboard("{End}");
		await expect.element(box("Freezer 200")).toHaveFocus();
		await userEvent.keyboard(" ");
		await userEvent.keyboard("{ArrowDown}");
		await expect.element(box("Freezer 200")).toHaveFocus();
		await userEvent.keyboard("{PageUp}");
		await expect.element(box("Freezer 194")).toHaveFocus();
		await userEvent.keyboard("{Home}{ArrowUp}");
		await expect.element(box("Cold room 1")).toHaveFocus();
		expect(onChange).toHaveBeenLastCalledWith(["dev_Cold room 1", "dev_Freezer 200"]);
		await userEvent.keyboard("{ArrowDown}");
		await expect.element(box("Cold room 2")).toHaveFocus();
		await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
		await expect.element(page.getByRole("button", { name: "Remove all 2" })).toHaveFocus();
	});

	test("takes in and out all at once that a search finds", async () => {
		const onChange = vi.fn();
		await show(<Picker onChange={onChange} />);
		const search = page.getByRole("textbox", { name: "Find devices" });
		await userEvent.fill(search, "PORTO");
		await page.getByRole("button", { name: "Add all 4 that match" }).click();
		await expect.element(page.getByRole("status")).toHaveTextContent("4 of 204 devices chosen");
		await expect.element(page.getByRole("button", { name: "Add all 0 that match" })).toBeDisabled();
		await userEvent.fill(search, "vaccine");
		await page.getByRole("button", { name: "Remove 2 that match" }).click();
		expect(onChange).toHaveBeenLastCalledWith(["dev_Cold room 3", "dev_Cold room 4"]);
		await userEvent.fill(search, "nothing of that name");
		await expect.element(page.getByText("No device matches “nothing of that name”.")).toBeVisible();
	});
});

function Criteria({ onChange }: { onChange: (criteria: typeof noCriteria) => void }) {
	const [criteria, setCriteria] = useState(noCriteria);
	return (
		<CriteriaFields
			criteria={criteria}
			offered={offeredCriteria(devices, [])}
			onChange={(next) => {
				setCriteria(next);
				onChange(next);
			}}
		/>
	);
}

test("A group's filter is put together by keyboard, of what occurs, with counts", async () => {
	const onChange = vi.fn();
	await show(<Criteria onChange={onChange} />);
	await expect.element(page.getByText("A device must match every field that you fill in.")).toBeVisible();
	await page.getByRole("textbox", { name: "Name contains" }).click();
	await userEvent.keyboard("cold room");
	const sites = page.getByRole("combobox", { name: "At any of these sites" });
	const isThere = () => document.activeElement === sites.element();
	for (let step = 0; step < 8 && !isThere(); step += 1) await userEvent.tab();
	await expect.element(sites).toHaveFocus();
	await userEvent.keyboard("{ArrowDown}");
	await expect.element(page.getByRole("option", { name: "Lisbon 200" })).toBeVisible();
	const porto = page.getByRole("option", { name: "Porto 4" });
	await expect.element(porto).toBeVisible();
	for (let step = 0; step < 4 && !porto.element().hasAttribute("data-combobox-selected"); step += 1)
		await userEvent.keyboard("{ArrowDown}");
	await userEvent.keyboard("{Enter}");
	await userEvent.tab();
	expect(onChange).toHaveBeenLastCalledWith({ ...noCriteria, search: "cold room", sites: ["Porto"] });
	await expect.element(page.getByText("No device has a firmware version, power, or group yet.")).toBeVisible();
	await sites.click();
	await userEvent.keyboard("{Backspace}");
	expect(onChange).toHaveBeenLastCalledWith({ ...noCriteria, search: "cold room" });
});

test("A group says how its devices send, and how many of them follow it", async () => {
	const members = devices.slice(0, 3).map((device, index) => ({ ...device, id: `dev_${String(index).repeat(26)}` }));
	const [own] = members;
	const calls = stubCalls({
		"device.getDeviceFacts": () => [{ id: own?.id, ownSettings: ["sends"] }],
		"group.createGroup": () => ({}),
		"billing.previewRetention": () => ({ changed: 0, cuts: [] }),
	});
	const initialValues = { ...emptyGroup, name: "Doors", deviceIds: members.map(({ id }) => id) };
	const onSaved = vi.fn();
	await show(
		<GroupForm
			group={null}
			initialValues={initialValues}
			devices={members}
			groups={[]}
			onSaved={onSaved}
			onCancel={() => {}}
		/>,
	);
	const sends = page.getByRole("combobox", { name: "How the devices send" });
	expect(sends.query()).toBeNull();
	await page.getByRole("checkbox", { name: "Sends readings" }).click();
	await expect.element(sends).toHaveValue("Changes only");
	await expect.element(page.getByText("2 of 3 devices take it; 1 has its own value.")).toBeVisible();
	await sends.click();
	await page.getByRole("option", { name: "Regularly" }).click();
	await page.getByRole("button", { name: "Create group" }).click();
	await expect.poll(() => onSaved.mock.calls.length).toBe(1);
	const made = calls.find(({ procedure }) => procedure === "group.createGroup");
	expect(made?.input).toMatchObject({ name: "Doors", defaults: { sends: "regular" } });
});

test("A group's colour is chosen by name, by keyboard, and can be none", async () => {
	const onChange = vi.fn();
	function Field() {
		const [colour, setColour] = useState<GroupColour | null>(null);
		return (
			<ColourField
				value={colour}
				onChange={(chosen) => {
					setColour(chosen);
					onChange(chosen);
				}}
			/>
		);
	}
	await show(<Field />);
	const none = page.getByRole("radio", { name: "None" });
	await userEvent.tab();
	await expect.element(none).toHaveFocus();
	await userEvent.keyboard("{ArrowRight}{ArrowRight}");
	await expect.element(page.getByRole("radio", { name: "Blue" })).toBeChecked();
	expect(onChange).toHaveBeenLastCalledWith("blue");
	await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
	await expect.element(none).toBeChecked();
	expect(onChange).toHaveBeenLastCalledWith(null);
});
