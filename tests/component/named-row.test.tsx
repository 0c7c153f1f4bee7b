import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { NamedRow } from "../../client/forms/named-row";
import { ManageViewsDialog } from "../../client/forms/views/view-dialogs";
import type { SavedView } from "../../shared/account/view";
import { show } from "./show";

let stored = "Week";
beforeEach(() => {
	stored = "Week";
});

function ListedName() {
	const [name, setName] = useState(stored);
	const refresh = async () => setName(stored);
	return (
		<NamedRow
			label="View"
			name={name}
			refresh={refresh}
			onRename={async (next) => {
				if (name !== stored) throw new Error("Changed meanwhile");
				stored = next.trim();
			}}
			onDelete={async () => {}}
			lost="Only you have this view."
		/>
	);
}

test("A name goes after a question that says what is lost with it, and stays where a person turns back", async () => {
	const screen = await show(<ListedName />);
	const ask = screen.getByRole("button", { name: "Delete Week" });
	await ask.click();
	await expect.element(screen.getByRole("status")).toHaveTextContent("Only you have this view. This cannot be undone.");
	await expect.element(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
	await userEvent.keyboard("{Enter}");
	await expect.element(ask).toBeVisible();
	expect(screen.getByRole("status").query()).toBeNull();
});

test("A name that fails for what changed meanwhile stays typed, and the second try goes through", async () => {
	const screen = await show(<ListedName />);
	const name = screen.getByRole("textbox", { name: "View" });
	const rename = screen.getByRole("button", { name: "Rename" });
	await userEvent.fill(name, "My week ");
	stored = "Their week";
	await rename.click();
	await expect.element(screen.getByText(/went wrong|try again/i)).toBeVisible();
	await expect.element(name).toHaveValue("My week ");
	await expect.element(name).not.toHaveAttribute("aria-invalid", "true");
	await expect.element(screen.getByRole("alert").getByText(/went wrong|try again/i)).toBeVisible();
	await rename.click();
	await expect.element(rename).not.toBeInTheDocument();
	await expect.element(name).toHaveValue("My week");
});

let arrive: (view: SavedView) => void;

function Views({ first }: { first: SavedView }) {
	const [view, setView] = useState(first);
	arrive = setView;
	return <ManageViewsDialog isOpen views={[view]} onClose={() => {}} />;
}

test("A view's name is the newest while nothing is typed, and what is typed stays when a newer one arrives", async () => {
	const view: SavedView = {
		id: "viw_1",
		screen: "log",
		name: "Week",
		search: "range=7d",
		isShared: false,
		author: null,
		isEditable: true,
		version: 1,
	};
	const screen = await show(<Views first={view} />);
	const name = screen.getByRole("textbox");
	await expect.element(name).toHaveValue("Week");
	arrive({ ...view, name: "Their week", version: 2 });
	await expect.element(name).toHaveValue("Their week");
	await userEvent.fill(name, "My week");
	arrive({ ...view, name: "Their other week", version: 3 });
	await expect.element(screen.getByRole("button", { name: "Delete Their other week" })).toBeVisible();
	await expect.element(name).toHaveValue("My week");
	await expect.element(screen.getByRole("button", { name: "Rename" })).toBeVisible();
});
