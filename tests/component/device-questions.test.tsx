import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { TypedConfirmation } from "../../client/forms/typed-confirmation";
import { Select } from "../../client/ui/form/select";
import { useSteadyOptions } from "../../client/ui/form/steady-options";
import { listKnowsWhatIsMarked, show } from "./show";
import { onTouchScreen } from "./touch-screen";

test("The buttons of a dialog are 44 px high where a finger points", async () => {
	await onTouchScreen();
	const screen = await show(
		<TypedConfirmation
			isOpen
			title="Delete Doomed cellar?"
			expected="Doomed cellar"
			confirmLabel="Delete device"
			onClose={() => {}}
			onConfirm={() => Promise.resolve()}
		>
			All of it goes.
		</TypedConfirmation>,
	);
	for (const name of ["Close", "Cancel", "Delete device"]) {
		const button = screen.getByRole("button", { name });
		await expect.element(button).toBeVisible();
		expect(button.element().getBoundingClientRect().height, name).toBe(44);
	}
});

describe("a change that cannot be undone", () => {
	test("waits until the name is typed as it reads", async () => {
		const onConfirm = vi.fn(() => Promise.resolve());
		const screen = await show(
			<TypedConfirmation
				isOpen
				title="Delete Doomed cellar?"
				expected="Doomed cellar"
				confirmLabel="Delete device"
				onClose={() => {}}
				onConfirm={onConfirm}
			>
				All of it goes.
			</TypedConfirmation>,
		);
		const field = screen.getByRole("textbox");
		await expect.element(field).toHaveFocus();
		for (const [typed, complaint] of [
			["", "Type “Doomed cellar” first."],
			["Doomed", "This is not “Doomed cellar”."],
		] as const) {
			await userEvent.fill(field, typed);
			await userEvent.click(screen.getByRole("button", { name: "Delete device" }));
			await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(complaint));
			await expect.element(field).toHaveFocus();
		}
		expect(onConfirm).not.toHaveBeenCalled();
		await userEvent.fill(field, " Doomed   cellar");
		await userEvent.keyboard("{Enter}");
		await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
	});
});

describe("a list of options that is open", () => {
	function Probes({ onChoice }: { onChoice: (choice: string | null) => void }) {
		const [isGone, setIsGone] = useState(false);
		const options = useSteadyOptions(isGone ? ["Probe 2", "Probe 3"] : ["Probe 1", "Probe 2", "Probe 3"]);
		return (
			<>
				<Select
					label="Device"
					searchable
					{...options}
					onChange={onChoice}
					onKeyUp={({ key }) => key === "F2" && setIsGone(true)}
				/>
				<p>{isGone ? "Probe 1 is gone" : "All are there"}</p>
			</>
		);
	}

	test("takes the marked option, also where another has gone meanwhile, and shows it once it opens anew", async () => {
		const onChoice = vi.fn();
		const screen = await show(<Probes onChoice={onChoice} />);
		const field = screen.getByRole("combobox", { name: "Device" });
		await userEvent.click(field);
		await expect.element(screen.getByRole("option", { name: "Probe 3" })).toBeVisible();
		await listKnowsWhatIsMarked();
		await userEvent.keyboard("{ArrowDown}{ArrowDown}{F2}");
		await expect.element(screen.getByText("Probe 1 is gone")).toBeVisible();
		await userEvent.keyboard("{Enter}");
		expect(onChoice).toHaveBeenCalledExactlyOnceWith("Probe 2");
		await userEvent.clear(field);
		await expect.element(screen.getByRole("option", { name: "Probe 3" })).toBeVisible();
		expect(screen.getByRole("option", { name: "Probe 1" }).query()).toBeNull();
	});
});
