import { Button, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ActionDialog, ReadDialog } from "../../client/forms/action-dialog";
import { Dialog } from "../../client/ui/feedback/dialog";
import { Select } from "../../client/ui/form/select";
import { show } from "./show";

const focused = () => {
	const { activeElement } = document;
	return activeElement instanceof HTMLInputElement
		? activeElement.labels?.[0]?.textContent || activeElement.value
		: activeElement?.textContent;
};
const act = { label: "Rename", run: async () => {}, onClose: () => {} };
const action = (children: ReactNode) => (
	<ActionDialog {...act} title="Rename">
		{children}
	</ActionDialog>
);

test.for<[string, string, ReactNode]>([
	["the first field", "Name", action(<TextInput label="Name" />)],
	[
		"the first field that takes input",
		"Note",
		action(
			<>
				<TextInput label="Serial" disabled />
				<input type="file" hidden />
				<TextInput label="Note" />
			</>,
		),
	],
	[
		"the marked field",
		"Code",
		action(
			<>
				<TextInput label="Name" />
				<TextInput label="Code" data-autofocus />
			</>,
		),
	],
	[
		"the field that took the focus itself",
		"Code",
		action(
			<>
				<TextInput label="Name" />
				<TextInput label="Code" autoFocus />
			</>,
		),
	],
	["the chosen one of several", "Week", action(<SegmentedControl data={["Day", "Week"]} defaultValue="Week" />)],
	["the first field, whose list stays closed", "Group", action(<Select label="Group" data={["A"]} searchable />)],
	["the safe button where there is no field", "Cancel", action(<p>It is gone for good.</p>)],
	[
		"the button that closes a text",
		"Close",
		<ReadDialog key="read" title="Text" onClose={() => {}}>
			Read.
		</ReadDialog>,
	],
	[
		"a button that is marked",
		"Delete",
		<Dialog key="bare" title="Bare" onClose={() => {}}>
			<Button data-autofocus>Delete</Button>
		</Dialog>,
	],
])("A dialog begins at %s: %s", async ([, name, dialog]) => {
	await show(dialog);
	await expect.element(page.getByRole("dialog")).toBeVisible();
	await expect.poll(focused).toBe(name);
	expect(page.getByRole("listbox").elements()).toEqual([]);
});
