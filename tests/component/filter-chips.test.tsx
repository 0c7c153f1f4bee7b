import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { FilterChips } from "../../client/ui/table/filter-chips";
import { show } from "./show";

/** A chip that stays when it is switched, until other data come. */
function Chips({ onGone, isKept }: { onGone: () => void; isKept: boolean }) {
	const [isOn, setIsOn] = useState(true);
	const [areGone, setAreGone] = useState(false);
	const isListed = !areGone && (isKept || isOn);
	const chip = { key: "late", label: "Late", isOn, onToggle: () => setIsOn(!isOn) };
	return (
		<>
			<FilterChips chips={isListed ? [chip] : []} onGone={onGone} />
			<button type="button" onClick={() => setAreGone(true)}>
				Other data
			</button>
		</>
	);
}

test.for([
	["that is kept moves no focus when other data remove it later", true, 0],
	["that goes with its press moves the focus", false, 1],
] as const)("A filter chip pressed by keyboard %s", async ([, isKept, moves]) => {
	const onGone = vi.fn();
	const screen = await show(<Chips onGone={onGone} isKept={isKept} />);
	const chip = screen.getByRole("button", { name: "Late" });
	chip.element().focus();
	await userEvent.keyboard("{Enter}");
	if (isKept) await expect.element(chip).toHaveAttribute("aria-pressed", "false");
	await screen.getByRole("button", { name: "Other data" }).click();
	await expect.element(chip).not.toBeInTheDocument();
	expect(onGone).toHaveBeenCalledTimes(moves);
});
